import { RegThrottleError, type ThrottleReason } from "../../errors/errors.js";
import { type Clock, systemClock } from "../clock.js";
import {
  checkInput,
  clock,
  countLimit,
  optionsSchema,
  positiveCountLimit,
  positiveTime,
  waitLimit,
} from "../validate.js";
import { RateLimiter } from "./rate-limiter.js";
import type { Limiter, LimiterQueue, Permit, PermitEnd, ThrottleStatistics, Turn } from "./types.js";
import { Waiter, WaitQueue } from "./wait-queue.js";

/** The rate limit, the limit of requests in flight, and how calls wait for their turn. */
export interface ThrottleOptions {
  /**
   * The most requests in any period of `window` milliseconds. Default 5000 (supplier-api.md §8). Calls that have to wait
   * are served a few at a time, about 1000 a second: only calls that need not wait can reach a higher limit. Infinity: no
   * rate limit, and no pause of all calls after a 429.
   */
  readonly limit?: number | undefined;
  /**
   * The most requests in flight at any time; further calls wait in the queue. Many systems allow a process 256 open
   * files and connections, and fetch may keep two connections for each request in flight. A file that is returned as a stream counts until the
   * stream ends, so a program must not open this many streams and wait for another call before it reads them. Infinity: no
   * limit. Default 50, which reaches 5000 requests a minute if a response takes up to 0.6 seconds.
   */
  readonly maxInFlight?: number | undefined;
  /** The period, in milliseconds. Default 60 000 (supplier-api.md §8: the limit is per minute). */
  readonly window?: number | undefined;
  /** The most calls that wait; a further call fails with RegThrottleError. Infinity: no limit. Default 100 000. */
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
 * A rate limit that several clients can share. Make one with {@link createThrottle}, or implement one: a call whose `take`
 * fails rejects with RegThrottleError.
 */
export interface Throttle {
  /**
   * Takes a unit for one request: at once if one is free and no call waits; otherwise the promise is fulfilled when it
   * is the call's turn. It rejects with the reason if the call is cancelled, and with RegThrottleError if the queue is
   * full, the wait too long, or the service has asked for too long a pause.
   */
  take(turn: Turn): Permit | Promise<Permit>;
  /** The current state and the totals. */
  statistics(): ThrottleStatistics;
}

const throttleOptions = optionsSchema<ThrottleOptions>({
  limit: positiveCountLimit,
  maxInFlight: positiveCountLimit,
  window: positiveTime,
  queueLimit: countLimit,
  maxWait: waitLimit,
  clock,
});

/**
 * Makes a throttle for several clients that share one rate limit.
 *
 * @throws RegInputError for an invalid option
 */
export function createThrottle(options: ThrottleOptions = {}): Throttle {
  checkInput(throttleOptions, options, { below: "throttle" });
  const { limit = 5000, maxInFlight = 50, window = 60_000, queueLimit = 100_000 } = options;
  const { maxWait = Number.POSITIVE_INFINITY, clock = systemClock } = options;
  const settings = { limit, maxInFlight, window, queueLimit, maxWait, clock };
  return new QueuedThrottle(
    settings,
    (queue) => new RateLimiter({ ...settings, onEnd: (how) => queue.onEnd(how) }),
  );
}

/** The options with their defaults. */
type ThrottleSettings = {
  readonly [Name in keyof ThrottleOptions]-?: NonNullable<ThrottleOptions[Name]>;
};

/**
 * Waiting calls are served in batches of a few calls, so that free units are not used up in one burst. While other
 * clients use the same rate limit, a batch is one call: a client that takes all free units leaves none to the others.
 */
const callsPerBatch = 5;
const callsPerSharedBatch = 1;

/** The time between two batches, in milliseconds. */
const batchInterval = 4;

/** A call takes a unit of the limiter, or waits for one in the queue. */
export class QueuedThrottle implements Throttle {
  readonly #settings: ThrottleSettings;
  readonly #limiter: Limiter;
  readonly #queue = new WaitQueue();
  readonly #limits: QueueLimits;
  readonly #counts = { served: 0, queued: 0, longestWaitMs: 0, left: 0, refused: 0 };
  #cancelNextBatch: (() => void) | undefined;
  /** The last batch was full, so the next one must not start before its scheduled time. */
  #wasBatchFull = false;

  constructor(settings: ThrottleSettings, createLimiter: (queue: LimiterQueue) => Limiter) {
    const waiting = this.#queue;
    this.#settings = settings;
    this.#limiter = createLimiter({
      get size() {
        return waiting.size;
      },
      onEnd: (how) => this.#onEnd(how),
      onChange: () => this.#onChange(),
    });
    this.#limits = new QueueLimits({
      settings,
      limiter: this.#limiter,
      queue: this.#queue,
      dismiss: (waiter, error) => this.#dismiss(waiter, error),
    });
  }

  take(turn: Turn): Permit | Promise<Permit> {
    const { cancellation } = turn;
    if (cancellation.aborted) return this.#rejectCall(cancellation.reason);
    const permit = this.#queue.size === 0 ? this.#limiter.tryTake() : undefined;
    if (permit !== undefined) {
      this.#counts.served += 1;
      return permit;
    }
    const error = this.#limits.errorIfTooLate(turn);
    if (error !== undefined) return this.#rejectCall(error);
    if (this.#queue.size >= this.#settings.queueLimit)
      return this.#rejectCall(this.#limits.throttleError("full", turn));
    return new Promise((resolve, reject) => {
      const waiter = new Waiter({ turn, arrivedAt: this.#settings.clock.monotonic(), resolve, reject });
      waiter.unlisten = cancellation.listen((reason) => this.#dismiss(waiter, reason));
      this.#queue.add(waiter);
      this.#limits.start();
      if (this.#queue.size === 1) this.#serve();
    });
  }

  statistics(): ThrottleStatistics {
    const { limit, window } = this.#settings;
    return { limit, window, ...this.#limiter.state(), waiting: this.#queue.size, ...this.#counts };
  }

  #rejectCall(error: unknown): Promise<never> {
    this.#counts.left += 1;
    return Promise.reject(error);
  }

  /** Gives free units to waiting calls, and schedules the next batch if some still wait. */
  #serve(): void {
    const { clock, limit } = this.#settings;
    this.#cancelNextBatch?.();
    this.#cancelNextBatch = undefined;
    const isShared = this.#limiter.state().allowed < limit;
    const calls = isShared ? callsPerSharedBatch : callsPerBatch;
    const served = this.#serveBatch(calls, clock.monotonic());
    if (this.#queue.size === 0) return;
    this.#wasBatchFull = served === calls;
    const delayMs = this.#wasBatchFull ? batchInterval : this.#limiter.expectedWaitMs();
    // If no unit is expected at a certain time, the end of a request starts the next batch.
    if (Number.isFinite(delayMs))
      this.#cancelNextBatch = clock.schedule(() => this.#serve(), delayMs, "wait");
  }

  /** Serves up to `count` calls and returns how many it served. */
  #serveBatch(count: number, now: number): number {
    for (let served = 0; served < count; served += 1) {
      const { first } = this.#queue;
      const permit = first && this.#limiter.tryTake();
      if (first === undefined || permit === undefined) return served;
      this.#remove(first);
      this.#counts.served += 1;
      this.#counts.queued += 1;
      this.#counts.longestWaitMs = Math.max(this.#counts.longestWaitMs, now - first.arrivedAt);
      first.resolve(permit);
    }
    return count;
  }

  #dismiss(waiter: Waiter, error: unknown): void {
    this.#remove(waiter);
    this.#counts.left += 1;
    waiter.reject(error);
  }

  #remove(waiter: Waiter): void {
    this.#queue.remove(waiter);
    waiter.unlisten();
    if (this.#queue.size > 0) return;
    // No timer may keep the process alive when nothing waits.
    this.#limits.stop();
    this.#cancelNextBatch?.();
    this.#cancelNextBatch = undefined;
    this.#wasBatchFull = false;
  }

  #onEnd(how: PermitEnd): void {
    if (how === "refused") {
      this.#counts.refused += 1;
      this.#limits.checkSoon();
    }
    this.#serveNow();
  }

  #onChange(): void {
    this.#limits.checkSoon();
    this.#serveNow();
  }

  #serveNow(): void {
    if (this.#queue.size > 0 && !this.#wasBatchFull) this.#serve();
  }
}

interface ThrottleFailure {
  readonly operationId: string;
  /** What has failed, in words without a secret. Default: the throttle. */
  readonly problem?: string;
  readonly retryAfterMs?: number | undefined;
}

/** The error of a call that gets no turn because the throttle itself failed. */
export function failureError(
  cause: unknown,
  { operationId, problem = "the throttle failed", retryAfterMs }: ThrottleFailure,
): RegThrottleError {
  const message = `this attempt was not sent: ${problem}; see the cause of this error`;
  return new RegThrottleError(message, { operationId, reason: "failed", cause, retryAfterMs });
}

/** The part of a message that says why no call gets a turn; empty without a pause. */
export function describePause(pausedForMs: number): string {
  if (pausedForMs === 0) return "";
  return `: calls are paused for another ${Math.ceil(pausedForMs / 1000)} s after a 429`;
}

interface QueueLimitsParts {
  readonly settings: ThrottleSettings;
  readonly limiter: Limiter;
  readonly queue: WaitQueue;
  /** Ends a wait. */
  readonly dismiss: (waiter: Waiter, error: unknown) => void;
}

/** Creating the errors takes time, so only as many calls are dismissed before the event loop continues. */
const maxDismissed = 200;

/** The least time between two checks of all waiting calls, in milliseconds; a check of 100 000 takes 20. */
const checkInterval = 100;

/** Applies the limits of a wait: rejects a call that waits too long or is certain to, when it arrives or later. */
class QueueLimits {
  readonly #parts: QueueLimitsParts;
  #cancelCheck: (() => void) | undefined;
  #nextCheckAt = Number.NEGATIVE_INFINITY;
  #cancelMaxWaitTimer: (() => void) | undefined;

  constructor(parts: QueueLimitsParts) {
    this.#parts = parts;
  }

  /** The error of a call that is certain to get its turn too late. */
  errorIfTooLate(turn: Turn, waitedMs = 0, { pauseMs, waitMs } = this.#waits()): unknown {
    const { limiter, settings } = this.#parts;
    const { maxWait } = settings;
    if (limiter.failure !== undefined) return this.#failureError(limiter.failure, turn);
    if (pauseMs > turn.longestPause) return this.throttleError("paused", turn);
    const totalMs = waitedMs + waitMs;
    if (turn.deadline !== undefined && totalMs >= turn.deadline.leftMs)
      return turn.deadline.passed({ retryAfterMs: Math.ceil(waitMs), pausedForMs: this.#pausedForMs });
    return totalMs > maxWait ? this.throttleError("waited", turn) : undefined;
  }

  /** The error of a call that gets no turn. */
  throttleError(reason: Exclude<ThrottleReason, "failed">, { operationId }: Turn): RegThrottleError {
    const { limiter, settings } = this.#parts;
    const retryAfterMs = this.#expectedWaitMs(reason === "paused" ? limiter.certainWaitMs() : undefined);
    const pause = describePause(this.#pausedForMs);
    const messages = {
      full: `${settings.queueLimit} calls already wait for the throttle, which is its queueLimit${pause || "; send fewer calls at a time"}`,
      waited: `the throttle has no turn for it within its maxWait of ${settings.maxWait} ms${pause || "; send fewer calls, or send it later"}`,
      paused: `the service has asked for a longer pause than retry.maxRetryAfter; send it again in ${retryAfterMs} ms`,
    };
    const message = `this attempt was not sent: ${messages[reason]}`;
    return new RegThrottleError(message, { operationId, reason, retryAfterMs });
  }

  #failureError(failure: Error, { operationId }: Turn): RegThrottleError {
    const retryAfterMs = this.#expectedWaitMs();
    return failureError(failure, {
      operationId,
      problem: "the store of the shared limit (Redis) fails",
      retryAfterMs,
    });
  }

  /** The time to the next unit in whole milliseconds; undefined if it is not known. */
  #expectedWaitMs(waitMs = this.#parts.limiter.expectedWaitMs()): number | undefined {
    return Number.isFinite(waitMs) ? Math.ceil(waitMs) : undefined;
  }

  /** Starts the timer for `maxWait` when a call begins to wait. */
  start(): void {
    if (this.#cancelMaxWaitTimer === undefined) this.#startMaxWaitTimer();
  }

  /** Stops the timers when no call waits. */
  stop(): void {
    this.#cancelMaxWaitTimer?.();
    this.#cancelMaxWaitTimer = undefined;
    this.#cancelCheck?.();
    this.#cancelCheck = undefined;
  }

  /** Checks all waiting calls after a 429; one check covers all 429s that arrive until then. */
  checkSoon(): void {
    const { queue, settings } = this.#parts;
    if (this.#cancelCheck !== undefined || queue.size === 0) return;
    const delay = Math.max(0, this.#nextCheckAt - settings.clock.monotonic());
    this.#cancelCheck = settings.clock.schedule(() => this.#dismissLate(), delay);
  }

  get #pausedForMs(): number {
    return this.#parts.limiter.state().pausedForMs;
  }

  /** The pause that the service has asked for, and the shortest possible time to the next unit, in milliseconds. */
  #waits() {
    const { limiter } = this.#parts;
    return { pauseMs: limiter.requestedPauseMs, waitMs: limiter.certainWaitMs() };
  }

  #dismissLate(): void {
    const { dismiss, queue, settings } = this.#parts;
    const now = settings.clock.monotonic();
    const waits = this.#waits();
    let dismissed = 0;
    this.#cancelCheck = undefined;
    for (const waiter of queue) {
      if (dismissed === maxDismissed) {
        this.checkSoon();
        return;
      }
      const error = this.errorIfTooLate(waiter.turn, now - waiter.arrivedAt, waits);
      if (error === undefined) continue;
      dismiss(waiter, error);
      dismissed += 1;
    }
    this.#nextCheckAt = now + checkInterval;
  }

  /** One timer serves all calls: the oldest reaches `maxWait` first. */
  #startMaxWaitTimer(): void {
    const { queue, settings } = this.#parts;
    const { oldest } = queue;
    if (oldest === undefined || !Number.isFinite(settings.maxWait)) return;
    const delay = settings.maxWait - this.#waitedMs(oldest);
    this.#cancelMaxWaitTimer = settings.clock.schedule(() => this.#dismissOldest(), delay);
  }

  #dismissOldest(): void {
    const { dismiss, queue, settings } = this.#parts;
    for (let dismissed = 0; dismissed < maxDismissed; dismissed += 1) {
      const { oldest } = queue;
      if (oldest === undefined || this.#waitedMs(oldest) < settings.maxWait) break;
      dismiss(oldest, this.throttleError("waited", oldest.turn));
    }
    this.#startMaxWaitTimer();
  }

  #waitedMs({ arrivedAt }: Waiter): number {
    return this.#parts.settings.clock.monotonic() - arrivedAt;
  }
}
