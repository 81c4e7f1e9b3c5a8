import { type Clock, systemClock } from "../../base/clock.js";
import type { RegThrottleError, ThrottleReason } from "../../errors/errors.js";
import {
  clock,
  countLimit,
  optionsSchema,
  positiveCountLimit,
  positiveTime,
  takeOptions,
  waitLimit,
} from "../../errors/input.js";
import type { WithDefaults } from "../call/options.js";
import { describePause, failureError, throttleError } from "./errors.js";
import { RateLimiter } from "./rate-limiter.js";
import type { Limiter, Permit, ThrottleStatistics, Turn } from "./types.js";

/** The rate limit, the limit of requests in flight, and how calls wait for their turn. */
export interface ThrottleOptions {
  /**
   * The most requests in any period of `window` milliseconds. Default 5000 (supplier-api.md §8). Infinity: no rate
   * limit; a 429, or several 503, still pause all calls.
   */
  readonly limit?: number | undefined;
  /**
   * The most requests in flight at any time; further calls wait in the queue. Many systems allow a process 256 open
   * files and connections, and fetch may keep two connections for each request in flight. A file that is returned as a
   * stream counts until the stream ends, so a program must not open this many streams and wait for another call before
   * it reads them. Infinity: no limit. Default 50, which reaches 5000 requests a minute if a response takes up to 0.6
   * seconds.
   */
  readonly maxInFlight?: number | undefined;
  /** The period, in milliseconds. Default 60 000 (supplier-api.md §8: the limit is per minute). */
  readonly window?: number | undefined;
  /** The most calls that wait; a further call fails with RegThrottleError. Infinity: no limit. Default 10 000. */
  readonly queueLimit?: number | undefined;
  /**
   * The longest time that a call waits for its turn, in milliseconds, before it fails with RegThrottleError. Default:
   * Infinity, no limit.
   */
  readonly maxWait?: number | undefined;
  /** Default: the system's clock. */
  readonly clock?: Clock | undefined;
}

/**
 * A rate limit that several clients can share. Make one with {@link createThrottle}, or implement one: a call whose
 * `take` fails rejects with RegThrottleError.
 */
export interface Throttle {
  /**
   * Takes a unit for one request: at once if one is free and no call waits; otherwise the promise is fulfilled when it
   * is the call's turn. It rejects with the reason if the call is cancelled, with the error of `turn.deadline.passed`
   * if its turn would be too late, and with RegThrottleError if the queue is full, the wait too long, or the service
   * has asked for too long a pause.
   */
  take(turn: Turn): Permit | Promise<Permit>;
  /** The current state and the totals. */
  statistics(): ThrottleStatistics;
}

/** The schemas of the options that a throttle with Redis has, too, with the same values. */
export const commonThrottleOptions = {
  maxInFlight: positiveCountLimit,
  window: positiveTime,
  queueLimit: countLimit,
  maxWait: waitLimit,
  clock,
};

const throttleOptions = optionsSchema<ThrottleOptions>({ limit: positiveCountLimit, ...commonThrottleOptions });

/**
 * Makes a throttle for several clients of one process that share one rate limit. Several processes share that of
 * `@reg/sdk/redis`: see docs/cluster.md.
 *
 * @throws RegInputError for an invalid option
 *
 * @example
 * const throttle = createThrottle({ limit: 5000, window: 60_000 });
 * const [backend, nightJob] = [createSupplierClient({ throttle }), createSupplierClient({ throttle })];
 */
export function createThrottle(options: ThrottleOptions = {}): Throttle {
  return throttleMaker(options)();
}

/**
 * Returns a function that makes throttles with these settings, each with a limit of its own.
 *
 * @param clock Default: that of the options
 * @throws RegInputError for an invalid option
 */
export function throttleMaker(given: ThrottleOptions, clock?: Clock): () => Throttle {
  const options = takeOptions(throttleOptions, given, { below: "throttle" });
  const settings = withThrottleDefaults(clock === undefined ? options : Object.assign(options, { clock }));
  return () => new QueuedThrottle(settings, new RateLimiter(settings));
}

/** Adds the defaults of the options that every throttle has. */
export function withThrottleDefaults(options: ThrottleOptions): WithDefaults<ThrottleOptions> {
  const { limit = 5000, maxInFlight = 50, window = 60_000, queueLimit = 10_000 } = options;
  const { maxWait = Number.POSITIVE_INFINITY, clock = systemClock } = options;
  return { limit, maxInFlight, window, queueLimit, maxWait, clock };
}

interface Waiter {
  readonly turn: Turn;
  /** Monotonic, in milliseconds. */
  readonly arrivedAt: number;
  readonly resolve: (permit: Permit) => void;
  readonly reject: (error: unknown) => void;
  unlisten: (() => void) | undefined;
  cancelMaxWait: (() => void) | undefined;
}

/** A call takes a unit of the limiter, or waits for one in the queue. */
export class QueuedThrottle implements Throttle {
  readonly #settings: WithDefaults<ThrottleOptions>;
  readonly #limiter: Limiter;
  /** By priority, and then by arrival. */
  readonly #waiting: Waiter[] = [];
  readonly #counts = { served: 0, queued: 0, longestWaitMs: 0, left: 0, refused: 0 };
  #inFlight = 0;
  /** The limiter has promised to answer. */
  #isAsking = false;
  #cancelTimer: (() => void) | undefined;

  constructor(settings: WithDefaults<ThrottleOptions>, limiter: Limiter) {
    this.#settings = settings;
    this.#limiter = limiter;
  }

  take(turn: Turn): Permit | Promise<Permit> {
    const { cancellation } = turn;
    if (cancellation.aborted) return this.#rejectCall(cancellation.reason);
    // With a store, this only asks for a unit: the call that waits first then gets it.
    const [permit] = this.#waiting.length === 0 ? this.#takeUnits(1) : [];
    if (permit !== undefined) {
      this.#counts.served += 1;
      return this.#start(permit);
    }
    const error = this.#errorIfTooLate(turn) ?? this.#errorIfFull(turn);
    return error === undefined ? this.#wait(turn) : this.#rejectCall(error);
  }

  statistics(): ThrottleStatistics {
    const { limit, window } = this.#settings;
    const queue = { inFlight: this.#inFlight, waiting: this.#waiting.length };
    return { limit, window, ...this.#limiter.state(), ...queue, ...this.#counts };
  }

  #rejectCall(error: unknown): Promise<never> {
    this.#counts.left += 1;
    return Promise.reject(error);
  }

  #wait(turn: Turn): Promise<Permit> {
    const arrivedAt = this.#settings.clock.monotonic();
    return new Promise((resolve, reject) =>
      this.#enqueue({ turn, arrivedAt, resolve, reject, unlisten: undefined, cancelMaxWait: undefined }),
    );
  }

  #enqueue(waiter: Waiter): void {
    const { clock, maxWait } = this.#settings;
    const { turn } = waiter;
    waiter.unlisten = turn.cancellation.listen((reason) => this.#dismiss(waiter, reason));
    if (Number.isFinite(maxWait))
      waiter.cancelMaxWait = clock.schedule(() => this.#dismiss(waiter, this.#throttleError("waited", turn)), maxWait);
    const last = this.#waiting.findLastIndex((other) => other.turn.priority <= turn.priority);
    this.#waiting.splice(last + 1, 0, waiter);
    if (this.#waiting.length === 1) this.#schedule();
  }

  /** Takes up to `count` units. A limiter that asks a store gives them later, to the calls that wait then. */
  #takeUnits(count: number): readonly Permit[] {
    const most = Math.min(count, this.#settings.maxInFlight - this.#inFlight);
    if (this.#isAsking || most <= 0) return [];
    const permits = this.#limiter.take(most);
    if (!(permits instanceof Promise)) return permits;
    this.#isAsking = true;
    void permits.then((granted) => {
      this.#isAsking = false;
      this.#serve(granted);
    });
    return [];
  }

  /** Gives the units to waiting calls, takes more if they are not enough, and otherwise tries again later. */
  #serve(granted: readonly Permit[] = []): void {
    this.#give(granted);
    this.#give(this.#takeUnits(this.#waiting.length));
    const { failure } = this.#limiter;
    if (failure !== undefined || this.#limiter.state().pausedForMs > 0) this.#dismissLate();
    this.#schedule();
  }

  #give(permits: readonly Permit[]): void {
    const now = this.#settings.clock.monotonic();
    for (const permit of permits) {
      const [first] = this.#waiting;
      if (first === undefined) {
        // The calls that the unit was for have left.
        permit.end("unused");
        continue;
      }
      this.#remove(first);
      this.#counts.served += 1;
      this.#counts.queued += 1;
      this.#counts.longestWaitMs = Math.max(this.#counts.longestWaitMs, Math.round(now - first.arrivedAt));
      first.resolve(this.#start(permit));
    }
  }

  /** Serves again when the next unit is expected; if that is not known, the end of a request does. */
  #schedule(): void {
    this.#stopTimer();
    if (this.#waiting.length === 0 || this.#isAsking) return;
    const delay = this.#waitMs();
    if (!Number.isFinite(delay)) return;
    this.#cancelTimer = this.#settings.clock.schedule(() => this.#serve(), delay, "wait");
  }

  /** The expected time to the next turn; Infinity if a request has to end first. */
  #waitMs(): number {
    return this.#inFlight < this.#settings.maxInFlight ? this.#limiter.waitMs() : Number.POSITIVE_INFINITY;
  }

  #stopTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  #start(permit: Permit): Permit {
    this.#inFlight += 1;
    let hasEnded = false;
    return {
      end: (how, retryAfterMs) => {
        if (hasEnded) return;
        hasEnded = true;
        this.#inFlight -= 1;
        if (how === "refused") this.#counts.refused += 1;
        permit.end(how, retryAfterMs);
        if (this.#waiting.length > 0) this.#serve();
      },
    };
  }

  #dismiss(waiter: Waiter, error: unknown): void {
    this.#remove(waiter);
    this.#counts.left += 1;
    waiter.reject(error);
  }

  #remove(waiter: Waiter): void {
    waiter.unlisten?.();
    waiter.cancelMaxWait?.();
    this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
    // No timer may keep the process alive when nothing waits.
    if (this.#waiting.length === 0) this.#stopTimer();
  }

  #dismissLate(): void {
    const now = this.#settings.clock.monotonic();
    const waits = this.#waits();
    for (const waiter of [...this.#waiting]) {
      const error = this.#errorIfTooLate(waiter.turn, waits, now - waiter.arrivedAt);
      if (error !== undefined) this.#dismiss(waiter, error);
    }
  }

  #waits() {
    const { failure, requestedPauseMs } = this.#limiter;
    const { pausedForMs } = this.#limiter.state();
    return { failure, requestedPauseMs, pausedForMs, waitMs: this.#limiter.certainWaitMs() };
  }

  #errorIfTooLate(turn: Turn, waits = this.#waits(), waitedMs = 0): unknown {
    const { failure, requestedPauseMs, pausedForMs, waitMs } = waits;
    if (failure !== undefined) return this.#failureError(failure, turn);
    if (requestedPauseMs > turn.longestPause) return this.#throttleError("paused", turn);
    const { deadline } = turn;
    if (deadline !== undefined && waitedMs + waitMs >= deadline.leftMs)
      return deadline.passed({ retryAfterMs: Math.ceil(waitMs), pausedForMs });
    return waitedMs + waitMs > this.#settings.maxWait ? this.#throttleError("waited", turn) : undefined;
  }

  #errorIfFull(turn: Turn): RegThrottleError | undefined {
    // While a store is asked, one of the calls does not wait for a free unit.
    const { length } = this.#waiting;
    const most = this.#settings.queueLimit + (this.#isAsking ? 1 : 0);
    return length >= most ? this.#throttleError("full", turn) : undefined;
  }

  #throttleError(reason: Exclude<ThrottleReason, "failed">, { operationId }: Turn): RegThrottleError {
    const { queueLimit, maxWait } = this.#settings;
    const waitMs = reason === "paused" ? this.#limiter.certainWaitMs() : this.#waitMs();
    const pause = describePause(this.#limiter.state().pausedForMs);
    const retryAfterMs = wholeMs(waitMs);
    const problems = {
      full: `${queueLimit} calls already wait for the throttle, which is its queueLimit${pause || "; send fewer calls at a time"}`,
      waited: `the throttle has no turn for it within its maxWait of ${maxWait} ms${pause || "; send fewer calls, or send it later"}`,
      paused: `the service has asked for a longer pause than retry.maxRetryAfter; send it again in ${retryAfterMs} ms`,
    };
    return throttleError({ operationId, reason, problem: problems[reason], retryAfterMs });
  }

  #failureError(failure: Error, { operationId }: Turn): RegThrottleError {
    const retryAfterMs = wholeMs(this.#waitMs());
    return failureError(failure, { operationId, problem: "the store of the limit fails", retryAfterMs });
  }
}

/** A time that is known, in whole milliseconds. */
function wholeMs(ms: number): number | undefined {
  return Number.isFinite(ms) ? Math.ceil(ms) : undefined;
}
