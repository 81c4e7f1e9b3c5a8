import type { AsyncCommand } from "fast-check";
import { expect } from "vitest";
import type { LineTrigger } from "../../../src/supplier/phases/line-status.js";
import { decidingPhase } from "./assumptions.js";
import { type Attempt, canMove, move, statusAfter } from "./attempt.js";
import type { Bench } from "./bench.js";
import { compareAll } from "./compare.js";
import { lineId, type Model, phaseOf } from "./state.js";
import type { Statistics } from "./statistics.js";
import { find } from "./target.js";

/** The steps of the lines' table that are the lessor's, and what its decision is called. */
export const decisions = {
  approve: "Approved",
  "provisionally-approve": "ProvisionallyApproved",
  deny: "Denied",
  "call-lessor": "CallLessor",
  "lessor-will-call": "LessorWillCall",
} as const satisfies Partial<Record<LineTrigger, string>>;

/** What the lessor can decide about a line. */
export type Decision = keyof typeof decisions;

/** How each decision is taken on whole requests. */
const ways = {
  approve: "approve",
  "provisionally-approve": "provisionallyApprove",
  deny: "deny",
  "call-lessor": "callLessor",
  "lessor-will-call": "willCall",
} as const satisfies Record<Decision, string>;

/** What the lessor says. */
export interface Review {
  /** Counted from the newest request; goes round. */
  readonly index: number;
  /** One for each line, going round; a single one is given for the request as a whole. */
  readonly chosen: readonly Decision[];
  /** Whether the lessor also speaks of a line that the request does not have, which it is told. */
  readonly withUnknownLine: boolean;
}

/** The lessor decides on a request, which only one in the Lessor phase takes. */
export class DecideCommand implements AsyncCommand<Model, Bench> {
  readonly #statistics: Statistics;
  readonly #review: Review;

  constructor(statistics: Statistics, review: Review) {
    this.#statistics = statistics;
    this.#review = review;
  }

  check({ requests }: Readonly<Model>): boolean {
    return requests.length > 0;
  }

  async run(model: Model, bench: Bench): Promise<void> {
    const { index, chosen, withUnknownLine } = this.#review;
    const { request } = find(model, { index, as: "known" });
    if (request === undefined) throw new Error("there is no request");
    const phase = phaseOf(request, model.now);
    const attempt: Attempt = { model, next: { ...request }, rows: [] };
    const [first = "approve"] = chosen;
    const decisionOn = (line: number) => chosen[line % chosen.length] ?? first;
    const isDue = phase === decidingPhase && !withUnknownLine;
    const act = () => {
      const { lessor } = bench.sandbox;
      const ids = [...request.lines.map(({ slot }) => lineId(slot)), ...(withUnknownLine ? ["nothing"] : [])];
      if (chosen.length === 1 && !withUnknownLine) lessor[ways[first]](request.id);
      else
        lessor.review(
          request.id,
          Object.fromEntries(ids.map((id, line) => [id, decisions[decisionOn(line)]])),
        );
    };
    const after = `after ${this} in ${phase}`;
    if (isDue) act();
    else expect(act, after).toThrow();
    if (isDue) decide(attempt, decisionOn);
    this.#statistics.commands += 1;
    this.#statistics.outcome(phase, "(review)", isDue ? attempt.next.status : "refused");
    this.#statistics.rows(attempt.rows);
    Object.assign(request, attempt.next);
    await compareAll(model, bench, after);
  }

  toString(): string {
    const { index, chosen, withUnknownLine } = this.#review;
    return `review(#${index}, ${chosen.join(" ")}${withUnknownLine ? ", unknown line" : ""})`;
  }
}

function decide(attempt: Attempt, decisionOn: (line: number) => Decision): void {
  const { next } = attempt;
  next.lines = next.lines.map((line, index) => ({
    ...line,
    status: statusAfter(attempt, line.status, decisionOn(index)),
  }));
  move(attempt, "review");
  // What is approved without costs goes to the archive by itself (reference section 3).
  if (canMove(attempt, "no-costs")) move(attempt, "no-costs");
}
