import { getEventListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { CallOptions } from "@reg/sdk";
import type { Random } from "../support/random.js";
import type { Accounts } from "./accounts.js";

/** The state that all callers of a client share. */
export interface CallerContext {
  readonly accounts: Accounts;
  /** A long-lived signal that is never aborted. Every call without its own signal uses it. */
  readonly shared: AbortSignal;
  /** Whether the run is over, so that no call may start. */
  readonly over: () => boolean;
}

export const countListeners = (signal: AbortSignal): number => getEventListeners(signal, "abort").length;

/** The default priority is 5. */
const isLowPriority = ({ priority = 5 }: CallOptions) => priority > 5;

/** Makes calls with random timeouts, deadlines, priorities and aborts, and tolerates failures. */
export class Caller {
  readonly #context: CallerContext;
  readonly random: Random;
  readonly licensePlate: string;

  constructor(context: CallerContext, random: Random, licensePlate: string) {
    this.#context = context;
    this.random = random;
    this.licensePlate = licensePlate;
  }

  get over(): boolean {
    return this.#context.over();
  }

  /** Makes a call; returns undefined if it failed or if the run is over. */
  async call<T>(name: string, make: (options: CallOptions) => Promise<T>): Promise<T | undefined> {
    if (this.over) return undefined;
    const { random } = this;
    const { accounts, shared } = this.#context;
    const timeout = random.chance(0.06) ? random.between(1, 200) : undefined;
    const deadline = random.chance(0.06) ? random.between(1, 3000) : undefined;
    const priority = random.chance(0.1) ? random.between(0, 9) : undefined;
    const options = { timeout, deadline, priority };
    if (random.chance(0.9)) {
      const lowPriority = isLowPriority(options);
      const bounds = { own: undefined, abortedAt: () => undefined, deadline, lowPriority };
      return accounts.keep(name, bounds, () => make({ ...options, signal: shared }));
    }
    return this.#aborted(name, make, options);
  }

  /** Makes a call and aborts its signal: before the call, in the same tick, or later. */
  async #aborted<T>(
    name: string,
    make: (options: CallOptions) => Promise<T>,
    options: CallOptions,
  ): Promise<T | undefined> {
    const { random } = this;
    const own = new AbortController();
    let abortedAt: number | undefined;
    const abort = () => {
      abortedAt = performance.now();
      own.abort(random.pick<unknown>(undefined, new Error("no longer wanted"), "not an error", 0));
    };
    const when = random.pick("before", "at once", "soon", "later", "later", "later");
    if (when === "before") abort();
    const lowPriority = isLowPriority(options);
    const bounds = { own: own.signal, abortedAt: () => abortedAt, deadline: options.deadline, lowPriority };
    const ended = this.#context.accounts.keep(name, bounds, () => make({ ...options, signal: own.signal }));
    if (when === "at once") abort();
    const timer =
      when === "soon" || when === "later" ? setTimeout(abort, random.between(0, when === "soon" ? 5 : 500)) : undefined;
    const result = await ended;
    clearTimeout(timer);
    if (countListeners(own.signal) > 0) this.#context.accounts.leaks.add(name);
    return result;
  }

  /** Waits as long as a person or another system would between two calls. */
  async pause(): Promise<void> {
    await sleep(this.random.between(0, 20));
  }
}
