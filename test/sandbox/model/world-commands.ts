import type { AsyncCommand } from "fast-check";
import { expect } from "vitest";
import { nextMidnight } from "./amsterdam.js";
import type { Bench } from "./bench.js";
import { compareAll, listed, openRequests } from "./compare.js";
import { operationId } from "./operations.js";
import type { Model, RequestKind } from "./state.js";
import type { Statistics } from "./statistics.js";

/** How far the clock goes: so many hours, to the next midnight in Amsterdam, or until just before it. */
export type ClockStep = number | "midnight" | "just before midnight";

/** Moves the clock on, which may archive requests. */
export class ClockCommand implements AsyncCommand<Model, Bench> {
  readonly #statistics: Statistics;
  readonly #step: ClockStep;

  constructor(statistics: Statistics, step: ClockStep) {
    this.#statistics = statistics;
    this.#step = step;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, bench: Bench): Promise<void> {
    const ms = this.#length(model.now);
    bench.sandbox.clock.advance({ ms });
    model.now += ms;
    this.#statistics.commands += 1;
    await compareAll(model, bench, `after ${this}`);
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
export class ListCommand implements AsyncCommand<Model, Bench> {
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

  async run(model: Model, bench: Bench): Promise<void> {
    const operation = operationId(this.#kind, "list");
    const answer = await bench.send({ operation, asStranger: this.#asStranger });
    expect(answer.status, `after ${this}`).toBe(200);
    const due = this.#asStranger ? [] : openRequests(this.#kind, model);
    expect(listed(answer.json), `after ${this}`).toEqual(due);
    this.#statistics.commands += 1;
    this.#statistics.outcome("none", operation, answer.status);
  }

  toString(): string {
    return `list(${this.#kind}${this.#asStranger ? ", stranger" : ""})`;
  }
}
