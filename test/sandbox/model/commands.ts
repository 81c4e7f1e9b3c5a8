import type { AsyncCommand } from "fast-check";
import { expect } from "vitest";
import type { LineTrigger } from "../../../src/supplier/phases/line-status.js";
import { appointments, type Content, contentBody, vehicles } from "./content.js";
import {
  type Call,
  type CallResponse,
  compareAll,
  type Driver,
  fieldIn,
  listed,
  openRequests,
} from "./driver.js";
import {
  find,
  lineId,
  type Model,
  type ModelRequest,
  phaseOf,
  type RequestKind,
  type Target,
  targetText,
} from "./model.js";
import { decidingPhase, isAcceptable, nextMidnight } from "./rules.js";
import type { Statistics } from "./statistics.js";
import {
  type Attempt,
  canMove,
  checkPhase,
  exists,
  type Method,
  move,
  operationId,
  Rejected,
  statusAfter,
  submit,
} from "./transitions.js";

/** What the model says of a call that is not refused. */
export interface Outcome {
  readonly status: number;
  /** Compares the response, and learns from it what only the service can know: ids. */
  readonly learn?: (response: CallResponse) => void;
}

/** What is particular about a call. */
export interface Plan extends Pick<Call, "json" | "file" | "params"> {
  /** Whether the document does not take the body. */
  readonly isInvalid?: boolean;
  /** Carries the call out on the model; throws Rejected for an error response. */
  readonly execute: (attempt: Attempt) => Outcome;
  /** Whether the same call is made twice at once, of which one must get 409 if neither is refused beforehand. */
  readonly twice?: boolean;
}

/** Makes the plan of a call on a request; undefined for one that does not exist. */
export type Planner = (request: ModelRequest | undefined, model: Model) => Plan;

/** One call on a request, legal or not. */
export class RequestCommand implements AsyncCommand<Model, Driver> {
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

  async run(model: Model, driver: Driver): Promise<void> {
    const { request, kind, id, asStranger } = find(model, this.#target);
    const phase = request === undefined ? "none" : phaseOf(request, model.now);
    const plan = this.#plan(request, model);
    const { json, file, params } = plan;
    const operation = operationId(kind, this.#method);
    const call: Call = { operation, params: { ...params, id }, json, ...(file && { file }), asStranger };
    const attempt = request && { model, next: { ...request }, rows: [] };
    const { outcome, isAdmitted } = this.#predict(plan, kind, attempt);
    const after = `after ${this} in ${phase}`;

    const responses = await Promise.all(
      (plan.twice ? [call, call] : [call]).map((each) => driver.send(each)),
    );
    const statuses = responses.map(({ status }) => status).sort();
    // The loser of two gets 409; where neither is let in, both get the same response.
    const expected =
      plan.twice && isAdmitted ? [outcome.status, 409].sort() : responses.map(() => outcome.status);
    expect(statuses, `${after}: ${responses.map(({ text }) => text).join(" and ")}`).toEqual(expected);

    this.#statistics.commands += 1;
    for (const status of statuses) this.#statistics.outcome(phase, operation, status);
    const response = responses.find(({ status }) => status === outcome.status);
    if (response !== undefined && outcome.learn !== undefined) outcome.learn(response);
    if (request !== undefined && attempt !== undefined && outcome.status < 300) {
      Object.assign(request, attempt.next);
      this.#statistics.rows(attempt.rows);
    }
    await compareAll(model, driver, after);
  }

  #predict(
    { isInvalid, execute }: Plan,
    kind: RequestKind,
    attempt: Attempt | undefined,
  ): { readonly outcome: Outcome; readonly isAdmitted: boolean } {
    let isAdmitted = false;
    try {
      if (isInvalid) throw new Rejected(400, "the document does not take the body");
      if (attempt === undefined) throw new Rejected(404, "there is no such request");
      checkPhase(kind, this.#method, phaseOf(attempt.next, attempt.model.now));
      isAdmitted = true;
      return { outcome: execute(attempt), isAdmitted };
    } catch (error) {
      if (error instanceof Rejected) return { outcome: { status: error.status }, isAdmitted };
      throw error;
    }
  }

  toString(): string {
    return `${this.#method}(${[targetText(this.#target), this.#what].filter(Boolean).join(", ")})`;
  }
}

const atMost = 3;

/** Creates a request, as a draft or straight for approval. */
export class CreateCommand implements AsyncCommand<Model, Driver> {
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

  async run(model: Model, driver: Driver): Promise<void> {
    const { attempt, status } = this.#predict(model);
    const operation = operationId(this.#kind, "create");
    const response = await driver.send({ operation, json: contentBody(this.#content) });
    const after = `after ${this}`;
    expect(response.status, `${after}: ${response.text}`).toBe(status);
    this.#statistics.commands += 1;
    this.#statistics.outcome("none", operation, status);
    if (status === 201) {
      const id = String(fieldIn(response.json, "id"));
      expect(response.location, after).toMatch(new RegExp(`/${id}$`));
      model.requests.push({ ...attempt.next, id });
      this.#statistics.rows(attempt.rows);
    }
    await compareAll(model, driver, after);
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
      if (!isAcceptable(next, model)) throw new Rejected(400, "the content breaks a rule");
      // Only creating is refused for an inactive lessor (reference section 7, REG-SVC000187).
      if (vehicles[licensePlate]?.isLessorActive !== true) throw new Rejected(400, "the lessor is inactive");
      if (status === "Draft") move(attempt, "create", "none");
      else submit(attempt, "none");
      return { attempt, status: 201 };
    } catch (error) {
      if (error instanceof Rejected) return { attempt, status: 400 };
      throw error;
    }
  }

  toString(): string {
    return `create(${this.#kind}, ${JSON.stringify(this.#content)})`;
  }
}

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
  /** Whether the review also contains an unknown line, which must be rejected. */
  readonly withUnknownLine: boolean;
}

/** The lessor decides on a request, which only one in the Lessor phase takes. */
export class DecideCommand implements AsyncCommand<Model, Driver> {
  readonly #statistics: Statistics;
  readonly #review: Review;

  constructor(statistics: Statistics, review: Review) {
    this.#statistics = statistics;
    this.#review = review;
  }

  check({ requests }: Readonly<Model>): boolean {
    return requests.length > 0;
  }

  async run(model: Model, driver: Driver): Promise<void> {
    const { index, chosen, withUnknownLine } = this.#review;
    const { request } = find(model, { index, as: "known" });
    if (request === undefined) throw new Error("there is no request");
    const phase = phaseOf(request, model.now);
    const attempt: Attempt = { model, next: { ...request }, rows: [] };
    const [first = "approve"] = chosen;
    const decisionOn = (line: number) => chosen[line % chosen.length] ?? first;
    const isDue = phase === decidingPhase && !withUnknownLine;
    const act = () => {
      const { lessor } = driver.sandbox;
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
    await compareAll(model, driver, after);
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

/** How far the clock goes: so many hours, to the next midnight in Amsterdam, or until just before it. */
export type ClockStep = number | "midnight" | "just before midnight";

/** Moves the clock on, which may archive requests. */
export class ClockCommand implements AsyncCommand<Model, Driver> {
  readonly #statistics: Statistics;
  readonly #step: ClockStep;

  constructor(statistics: Statistics, step: ClockStep) {
    this.#statistics = statistics;
    this.#step = step;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, driver: Driver): Promise<void> {
    const ms = this.#length(model.now);
    driver.sandbox.clock.advance({ ms });
    model.now += ms;
    this.#statistics.commands += 1;
    await compareAll(model, driver, `after ${this}`);
  }

  #length(now: number): number {
    if (typeof this.#step === "number") return this.#step * 60 * 60 * 1000;
    const rest = nextMidnight(now) - now;
    return this.#step === "midnight" ? rest : rest - 1;
  }

  toString(): string {
    return `clock(${typeof this.#step === "number" ? `${this.#step} h` : this.#step})`;
  }
}

/** Lists the open requests, of one vehicle. */
export class ListCommand implements AsyncCommand<Model, Driver> {
  readonly #statistics: Statistics;
  readonly #kind: RequestKind;
  readonly #asStranger: boolean;

  constructor(statistics: Statistics, kind: RequestKind, asStranger: boolean) {
    this.#statistics = statistics;
    this.#kind = kind;
    this.#asStranger = asStranger;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, driver: Driver): Promise<void> {
    const operation = operationId(this.#kind, "list");
    const response = await driver.send({ operation, asStranger: this.#asStranger });
    expect(response.status, `after ${this}`).toBe(200);
    const due = this.#asStranger ? [] : openRequests(this.#kind, model);
    expect(listed(response.json), `after ${this}`).toEqual(due);
    this.#statistics.commands += 1;
    this.#statistics.outcome("none", operation, response.status);
  }

  toString(): string {
    return `list(${this.#kind}${this.#asStranger ? ", stranger" : ""})`;
  }
}
