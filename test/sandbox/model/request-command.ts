import type { AsyncCommand } from "fast-check";
import { expect } from "vitest";
import { type Attempt, Refused } from "./attempt.js";
import type { Answer, Bench, Call } from "./bench.js";
import { compareAll } from "./compare.js";
import { checkPhase, exists, type Method, operationId } from "./operations.js";
import { type Model, type ModelRequest, phaseOf, type RequestKind } from "./state.js";
import type { Statistics } from "./statistics.js";
import { find, type Target, targetText } from "./target.js";

/** What the model says of a call that is not refused. */
export interface Outcome {
  readonly status: number;
  /** Compares the answer, and learns from it what only the service can know: ids. */
  readonly learn?: (answer: Answer) => void;
}

/** What is particular about a call. */
export interface Plan extends Pick<Call, "json" | "file" | "params"> {
  /** Whether the document does not take the body. */
  readonly isInvalid?: boolean;
  /** Carries the call out on the model; throws Refused for an error answer. */
  readonly carryOut: (attempt: Attempt) => Outcome;
  /** Whether the same call is made twice at once, of which one must get 409 if neither is refused beforehand. */
  readonly twice?: boolean;
}

/** Makes the plan of a call on a request; undefined for one that does not exist. */
export type Planner = (request: ModelRequest | undefined, model: Model) => Plan;

/** One call on a request, legal or not. */
export class RequestCommand implements AsyncCommand<Model, Bench> {
  readonly #statistics: Statistics;
  readonly #method: Method;
  readonly #target: Target;
  readonly #what: string;
  readonly #plan: Planner;

  constructor(statistics: Statistics, method: Method, target: Target, what: string, plan: Planner) {
    this.#statistics = statistics;
    this.#method = method;
    this.#target = target;
    this.#what = what;
    this.#plan = plan;
  }

  /** Every call can be made in every phase, and also on a request that cannot be found if the target says so. */
  check(model: Readonly<Model>): boolean {
    const { request, kind } = find(model, this.#target);
    return (request !== undefined || this.#target.as !== "known") && exists(operationId(kind, this.#method));
  }

  async run(model: Model, bench: Bench): Promise<void> {
    const { request, kind, id, asStranger } = find(model, this.#target);
    const phase = request === undefined ? "none" : phaseOf(request, model.now);
    const plan = this.#plan(request, model);
    const { json, file, params } = plan;
    const operation = operationId(kind, this.#method);
    const call: Call = { operation, params: { ...params, id }, json, ...(file && { file }), asStranger };
    const attempt = request && { model, next: { ...request }, rows: [] };
    const { outcome, isServed } = this.#predict(plan, kind, attempt);
    const after = `after ${this} in ${phase}`;

    const answers = await Promise.all((plan.twice ? [call, call] : [call]).map((each) => bench.send(each)));
    const statuses = answers.map(({ status }) => status).sort();
    // The loser of two gets 409; where neither is let in, both get the same answer.
    const expected =
      plan.twice && isServed ? [outcome.status, 409].sort() : answers.map(() => outcome.status);
    expect(statuses, `${after}: ${answers.map(({ text }) => text).join(" and ")}`).toEqual(expected);

    this.#statistics.commands += 1;
    for (const status of statuses) this.#statistics.outcome(phase, operation, status);
    const answer = answers.find(({ status }) => status === outcome.status);
    if (answer !== undefined && outcome.learn !== undefined) outcome.learn(answer);
    if (request !== undefined && attempt !== undefined && outcome.status < 300) {
      Object.assign(request, attempt.next);
      this.#statistics.rows(attempt.rows);
    }
    await compareAll(model, bench, after);
  }

  #predict(
    { isInvalid, carryOut }: Plan,
    kind: RequestKind,
    attempt: Attempt | undefined,
  ): { readonly outcome: Outcome; readonly isServed: boolean } {
    let isServed = false;
    try {
      if (isInvalid) throw new Refused(400, "the document does not take the body");
      if (attempt === undefined) throw new Refused(404, "there is no such request");
      checkPhase(kind, this.#method, phaseOf(attempt.next, attempt.model.now));
      isServed = true;
      return { outcome: carryOut(attempt), isServed };
    } catch (error) {
      if (error instanceof Refused) return { outcome: { status: error.status }, isServed };
      throw error;
    }
  }

  toString(): string {
    return `${this.#method}(${[targetText(this.#target), this.#what].filter(Boolean).join(", ")})`;
  }
}
