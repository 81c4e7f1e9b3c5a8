import { getEventListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { CallOptions } from "@reg/sdk";
import type { Accounts } from "./accounts.js";
import type { Random } from "./random.js";

/** What every caller of a client has in common. */
export interface Ground {
  readonly accounts: Accounts;
  /** Long-lived; it ends no call, but every call without a signal of its own carries it. */
  readonly shared: AbortSignal;
  /** Whether the run is over, so that nothing new is begun. */
  readonly over: () => boolean;
}

/** How many listeners wait for a signal. */
export const listenersOf = (signal: AbortSignal): number => getEventListeners(signal, "abort").length;

/** Whether it comes after most others, whose priority is 5. */
const isPatient = ({ priority = 5 }: CallOptions) => priority > 5;

/** Makes calls, each bounded at random, and takes failures as they come. */
export class Caller {
  readonly #ground: Ground;
  readonly random: Random;
  readonly licensePlate: string;

  constructor(ground: Ground, random: Random, licensePlate: string) {
    this.#ground = ground;
    this.random = random;
    this.licensePlate = licensePlate;
  }

  get over(): boolean {
    return this.#ground.over();
  }

  /** Makes a call; undefined if it failed, or is not begun any more. */
  async call<T>(name: string, make: (options: CallOptions) => Promise<T>): Promise<T | undefined> {
    if (this.over) return undefined;
    const { random } = this;
    const { accounts, shared } = this.#ground;
    const timeout = random.chance(0.06) ? random.between(1, 200) : undefined;
    const deadline = random.chance(0.06) ? random.between(1, 3000) : undefined;
    const priority = random.chance(0.1) ? random.between(0, 9) : undefined;
    const options = { timeout, deadline, priority };
    if (random.chance(0.9)) {
      const patient = isPatient(options);
      const bounds = { own: undefined, abortedAt: () => undefined, deadline, patient };
      return accounts.keep(name, bounds, () => make({ ...options, signal: shared }));
    }
    return this.#aborted(name, make, options);
  }

  /** The same with an end by a signal of its own: before it, in the same turn, or later. */
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
    const patient = isPatient(options);
    const bounds = { own: own.signal, abortedAt: () => abortedAt, deadline: options.deadline, patient };
    const ended = this.#ground.accounts.keep(name, bounds, () => make({ ...options, signal: own.signal }));
    if (when === "at once") abort();
    const timer =
      when === "soon" || when === "later"
        ? setTimeout(abort, random.between(0, when === "soon" ? 5 : 500))
        : undefined;
    const result = await ended;
    clearTimeout(timer);
    if (listenersOf(own.signal) > 0) this.#ground.accounts.leaks.add(name);
    return result;
  }

  /** What a person or another system does in between. */
  async pause(): Promise<void> {
    await sleep(this.random.between(0, 20));
  }
}
