import { RegRateLimitError } from "../../errors/api-error.js";
import { RegInputError } from "../../errors/client-errors.js";
import type { Layer } from "../call.js";
import type { Emit } from "../diagnostics/diagnostics.js";
import { type Clock, systemClock } from "../time/clock.js";
import { listen } from "../time/waiting.js";
import { RollingWindow } from "./rolling-window.js";
import { openWaitingLine, type WaitingLine } from "./waiting-line.js";

/** How many requests may be sent in how long. */
export interface ThrottleOptions {
  /** The most requests in any stretch of `window`. Default 5000 (supplier-api.md §8). */
  readonly limit?: number;
  /** The stretch, in milliseconds. Default 60 000 (supplier-api.md §8: the limit is per minute). */
  readonly window?: number;
  /** Default: the machine's clock. */
  readonly clock?: Clock;
}

/** A budget of requests, which several clients can share. Make one with {@link createThrottle}. */
export interface Throttle {
  /**
   * Takes a unit for one request: true at once if one is free and nobody waits; otherwise a promise that is
   * fulfilled when the caller's turn has come, and rejected with the signal's reason if that aborts first.
   */
  take(priority: number, signal: AbortSignal | undefined): true | Promise<void>;
  /** Tells that the request has been answered or has failed; its unit comes back a window later. */
  giveBack(): void;
  /** Lets nobody through for the given time, in milliseconds; a longer pause that is running stays. */
  pause(delayMs: number): void;
  /** The window, in milliseconds. */
  readonly window: number;
}

/**
 * Makes a throttle to be shared by several clients that use one quota.
 *
 * @throws RegInputError if `limit` is not a whole number from 1 or `window` is not a positive number
 */
export function createThrottle(options: ThrottleOptions = {}): Throttle {
  const { limit = 5000, window = 60_000, clock = systemClock } = options;
  if (!Number.isSafeInteger(limit) || limit < 1)
    throw new RegInputError("throttle.limit", "must be a whole number from 1");
  if (!Number.isFinite(window) || window <= 0)
    throw new RegInputError("throttle.window", "must be a positive number of milliseconds");
  return new LocalThrottle(new RollingWindow(limit, window), clock);
}

class LocalThrottle implements Throttle {
  readonly #units: RollingWindow;
  readonly #clock: Clock;
  #line: Promise<WaitingLine> | undefined;
  #waiting = 0;
  #closedUntil = 0;
  /** Wakes the one at the head of the line. */
  #wake: (() => void) | undefined;

  constructor(units: RollingWindow, clock: Clock) {
    this.#units = units;
    this.#clock = clock;
  }

  get window(): number {
    return this.#units.window;
  }

  take(priority: number, signal: AbortSignal | undefined): true | Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#waiting === 0 && this.#tryTake()) return true;
    return this.#wait(priority, signal);
  }

  giveBack(): void {
    this.#units.giveBack(this.#clock.monotonic());
    this.#wake?.();
  }

  pause(delayMs: number): void {
    this.#closedUntil = Math.max(this.#closedUntil, this.#clock.monotonic() + delayMs);
  }

  #tryTake(): boolean {
    const now = this.#clock.monotonic();
    return now >= this.#closedUntil && this.#units.tryTake(now);
  }

  async #wait(priority: number, signal: AbortSignal | undefined): Promise<void> {
    this.#waiting += 1;
    try {
      this.#line ??= openWaitingLine();
      const line = await this.#line;
      signal?.throwIfAborted();
      await new Promise<void>((resolve, reject) => {
        const unlisten = listen(signal, reject);
        const turn = line.join(priority, () => this.#takeAtHead(signal));
        turn.then(() => this.#handOver(signal, resolve), reject).finally(unlisten);
      });
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Who aborts between getting a unit and using it leaves it to the next. */
  #handOver(signal: AbortSignal | undefined, go: () => void): void {
    if (signal?.aborted) {
      this.#units.returnUnused();
      this.#wake?.();
    } else {
      go();
    }
  }

  /** Runs for the head of the line only: sleeps until there is a unit, and takes it. */
  async #takeAtHead(signal: AbortSignal | undefined): Promise<void> {
    while (!signal?.aborted && !this.#tryTake()) {
      const now = this.#clock.monotonic();
      // While the gate is closed, no unit was asked for: there may be one as soon as it opens.
      const next = now < this.#closedUntil ? this.#closedUntil : this.#units.nextReturn;
      await this.#sleepUntilWoken(next === undefined ? undefined : next - now, signal);
    }
    signal?.throwIfAborted();
  }

  #sleepUntilWoken(delayMs: number | undefined, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        cancel?.();
        unlisten();
        this.#wake = undefined;
        resolve();
      };
      const cancel = delayMs === undefined ? undefined : this.#clock.schedule(wake, delayMs, "wait");
      const unlisten = listen(signal, wake);
      this.#wake = wake;
    });
  }
}

/**
 * Takes a unit of the throttle for every attempt, replays included.
 *
 * @param longestPause the most that a `Retry-After` closes the gate for, in milliseconds: beyond it calls fail
 *   one by one with what the service says, rather than wait for hours
 */
export function throttled(throttle: Throttle, longestPause: number, clock: Clock, emit: Emit): Layer {
  const pauseAfter = ({ retryAfterMs }: RegRateLimitError) =>
    retryAfterMs === undefined
      ? throttle.window
      : Math.min(retryAfterMs, Math.max(longestPause, throttle.window));
  return (next) => async (call) => {
    const turn = throttle.take(call.priority, call.signal);
    if (turn !== true) {
      const started = clock.monotonic();
      await turn;
      emit(call, { type: "throttle", waitedMs: clock.monotonic() - started });
    }
    try {
      return await next(call);
    } catch (error) {
      if (error instanceof RegRateLimitError) throttle.pause(pauseAfter(error));
      throw error;
    } finally {
      throttle.giveBack();
    }
  };
}
