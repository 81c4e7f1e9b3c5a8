import type { WaitLimit } from "../../base/cancellation.js";
import type { Clock } from "../../base/clock.js";

/**
 * How long the result of a request for a token is shared, and a failed one is not repeated in the background, in
 * milliseconds.
 */
export const requestPause = 1000;

/** One request for a token at a time, whose result all attempts share that need a token. */
export class SharedRequest {
  readonly #clock: Clock;
  readonly #limit: WaitLimit | undefined;
  #pending: { readonly promise: Promise<string>; readonly startedAt: number } | undefined;
  #ended: { readonly promise: Promise<string>; readonly at: number } | undefined;

  /** @param limit of a request that may never settle */
  constructor(clock: Clock, limit?: WaitLimit) {
    this.#clock = clock;
    this.#limit = limit;
  }

  /** The request in progress. */
  get pending(): Promise<string> | undefined {
    this.#endIfOverdue();
    return this.#pending?.promise;
  }

  /**
   * The result that an attempt shares: that of the request in progress, or of one that has ended since the attempt
   * began, so that the attempts in the throttle's queue do not repeat it one after the other.
   *
   * @param startedAt the monotonic time at which the attempt began. Default: now
   */
  resultFor(startedAt?: number): Promise<string> | undefined {
    const { pending } = this;
    if (pending !== undefined || this.#ended === undefined || startedAt === undefined) return pending;
    const { promise, at } = this.#ended;
    return startedAt < at && this.#clock.monotonic() < at + requestPause ? promise : undefined;
  }

  /** Shares a request that has just begun. */
  share(promise: Promise<string>): Promise<string> {
    const pending = { promise, startedAt: this.#clock.monotonic() };
    const end = () => {
      if (this.#pending === pending) this.#end(promise, this.#clock.monotonic());
    };
    this.#pending = pending;
    promise.then(end, end);
    return promise;
  }

  /** Forgets the result of the last request. */
  forget(): void {
    this.#ended = undefined;
  }

  #end(promise: Promise<string>, at: number): void {
    this.#ended = { promise, at };
    this.#pending = undefined;
  }

  #endIfOverdue(): void {
    if (this.#pending === undefined || this.#limit === undefined) return;
    const { limitMs, createError } = this.#limit;
    const { startedAt } = this.#pending;
    // Rounded up, because the timer of a call that waits may fire a fraction early.
    if (Math.ceil(this.#clock.monotonic() - startedAt) < limitMs) return;
    const failed = Promise.reject(createError());
    failed.catch(() => {});
    this.#end(failed, startedAt + limitMs);
  }
}
