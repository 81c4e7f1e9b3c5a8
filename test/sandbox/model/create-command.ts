import type { AsyncCommand } from "fast-check";
import { expect } from "vitest";
import { type Attempt, move, Refused, statusAfter, submit } from "./attempt.js";
import type { Bench } from "./bench.js";
import { compareAll, fieldIn } from "./compare.js";
import { appointments, type Content, contentBody, vehicles } from "./content.js";
import { operationId } from "./operations.js";
import type { Model, ModelRequest, RequestKind } from "./state.js";
import type { Statistics } from "./statistics.js";
import { isAcceptable } from "./written.js";

const atMost = 3;

/** Creates a request, as a draft or straight for approval. */
export class CreateCommand implements AsyncCommand<Model, Bench> {
  readonly #statistics: Statistics;
  readonly #kind: RequestKind;
  readonly #content: Content;

  constructor(statistics: Statistics, kind: RequestKind, content: Content) {
    this.#statistics = statistics;
    this.#kind = kind;
    this.#content = content;
  }

  /** Few requests for each walk, so that it goes deep rather than wide. */
  check({ requests }: Readonly<Model>): boolean {
    return requests.length < atMost;
  }

  async run(model: Model, bench: Bench): Promise<void> {
    const { attempt, status } = this.#predict(model);
    const operation = operationId(this.#kind, "create");
    const answer = await bench.send({ operation, json: contentBody(this.#content) });
    const after = `after ${this}`;
    expect(answer.status, `${after}: ${answer.text}`).toBe(status);
    this.#statistics.commands += 1;
    this.#statistics.outcome("none", operation, status);
    if (status === 201) {
      const id = String(fieldIn(answer.json, "id"));
      expect(answer.location, after).toMatch(new RegExp(`/${id}$`));
      model.requests.push({ ...attempt.next, id });
      this.#statistics.rows(attempt.rows);
    }
    await compareAll(model, bench, after);
  }

  #predict(model: Model): { readonly attempt: Attempt; readonly status: 201 | 400 } {
    const { status, licensePlate, partialVin, appointment, lines } = this.#content;
    const next: ModelRequest = {
      id: "",
      kind: this.#kind,
      licensePlate,
      partialVin,
      appointment: appointment === undefined ? undefined : appointments[appointment],
      status: "Draft",
      lines: [],
      invoices: [],
      attachments: [],
      notInvoiced: false,
      archiveAt: undefined,
    };
    const attempt: Attempt = { model, next, rows: [] };
    try {
      next.lines = lines.map((line) => ({ ...line, status: statusAfter(attempt, "none", "write") }));
      if (!isAcceptable(next, model)) throw new Refused(400, "the content breaks a rule");
      // Only creating is refused for an inactive lessor (reference section 7, REG-SVC000187).
      if (vehicles[licensePlate]?.isLessorActive !== true) throw new Refused(400, "the lessor is inactive");
      if (status === "Draft") move(attempt, "create", "none");
      else submit(attempt, "none");
      return { attempt, status: 201 };
    } catch (error) {
      if (error instanceof Refused) return { attempt, status: 400 };
      throw error;
    }
  }

  toString(): string {
    return `create(${this.#kind}, ${JSON.stringify(this.#content)})`;
  }
}
