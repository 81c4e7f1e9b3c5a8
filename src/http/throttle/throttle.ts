import { RegThrottleError, type ThrottleReason } from "../../errors/errors.js";
import { type Clock, systemClock } from "../clock.js";
import { checkInput, clock, count, countLimit, optionsSchema, positiveTime, waitLimit } from "../validate.js";
import { RateLimiter } from "./rate-limiter.js";
import type { Permit, PermitEnd, ThrottleStatistics, Turn } from "./types.js";
import { Waiter, WaitQueue, WakeableTimer } from "./wait-queue.js";

/** How many may wait, and how long. */
export interface Bounds {
  /** The most that wait. */
  readonly queueLimit: number;
  /** The longest wait, in milliseconds. */
  readonly maxWait: number;
}

/** What the patience of those who wait depends on. */
export interface QueueTimeoutsParts extends Bounds {
  readonly clock: Clock;
  readonly quota: RateLimiter;
  readonly room: WaitQueue;
  /** Ends a wait. */
  readonly dismiss: (waiter: Waiter, error: unknown) => void;
}

/** So many are dismissed in one go, because each of their errors costs time; the event loop lives between. */
const mostAtOnce = 200;

/** After everyone has been looked at, it is not done again for so long, in milliseconds: for 100 000 it takes 20. */
const restAfterSweep = 100;

/** Ends the waits that have lasted too long, or are certain to: nobody waits for what cannot come. */
class QueueTimeouts {
  readonly #parts: QueueTimeoutsParts;
  #cancelSweep: (() => void) | undefined;
  #nextSweepAt = Number.NEGATIVE_INFINITY;
  #cancelTimer: (() => void) | undefined;

  constructor(parts: QueueTimeoutsParts) {
    this.#parts = parts;
  }

  /** The error of one who has waited for so long, if it is certain that their turn would come too late. */
  hopeless(turn: Turn, waitedMs = 0, { pauseMs, waitMs } = this.#outlook()): unknown {
    const { maxWait } = this.#parts;
    if (pauseMs > turn.longestPause) return this.refusal("paused", turn);
    const wholeWaitMs = waitedMs + waitMs;
    if (turn.deadline !== undefined && wholeWaitMs >= turn.deadline.leftMs) return turn.deadline.passed();
    return wholeWaitMs > maxWait ? this.refusal("waited", turn) : undefined;
  }

  /** The error of one who gets no turn. */
  refusal(reason: ThrottleReason, { operationId }: Turn, cause?: unknown): RegThrottleError {
    const { quota, queueLimit, maxWait } = this.#parts;
    const waitMs = reason === "paused" ? quota.certainWaitMs() : quota.expectedWaitMs();
    const retryAfterMs = Number.isFinite(waitMs) ? Math.ceil(waitMs) : undefined;
    const messages = {
      full: `${queueLimit} calls wait for the throttle already, which is its queueLimit; send less at a time`,
      waited: `there is no turn within the throttle's maxWait of ${maxWait} ms; send less, or later`,
      paused: `the service has asked for a longer pause than retry.maxRetryAfter; send again in ${retryAfterMs} ms`,
      failed: "the throttle's waiting line does not work; see the cause, and whether bottleneck is installed",
    };
    const message = `this attempt was not sent: ${messages[reason]}`;
    return new RegThrottleError(message, { operationId, reason, retryAfterMs, cause });
  }

  /** Somebody begins to wait. */
  entered(): void {
    if (this.#cancelTimer === undefined) this.#setTimer();
  }

  /** Nobody waits any more. */
  rest(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#cancelSweep?.();
    this.#cancelSweep = undefined;
  }

  /** A 429 has come: now it may be certain that a turn comes too late. One look at everyone serves all that come by then. */
  refused(): void {
    const { clock, room } = this.#parts;
    if (this.#cancelSweep !== undefined || room.size === 0) return;
    const delay = Math.max(0, this.#nextSweepAt - clock.monotonic());
    this.#cancelSweep = clock.schedule(() => this.#dismissHopeless(), delay);
  }

  /** How long the service has asked everybody to stay away, and how long there is certain to be no unit, in milliseconds. */
  #outlook() {
    const { quota } = this.#parts;
    return { pauseMs: quota.askedPauseMs, waitMs: quota.certainWaitMs() };
  }

  #dismissHopeless(): void {
    const { clock, dismiss, room } = this.#parts;
    // Once for all of them: there may be 100 000.
    const now = clock.monotonic();
    const outlook = this.#outlook();
    let dismissed = 0;
    this.#cancelSweep = undefined;
    for (const waiter of room.everyone()) {
      if (dismissed === mostAtOnce) {
        this.refused();
        return;
      }
      const error = this.hopeless(waiter.turn, now - waiter.arrivedAt, outlook);
      if (error === undefined) continue;
      dismiss(waiter, error);
      dismissed += 1;
    }
    this.#nextSweepAt = now + restAfterSweep;
  }

  /** One timer for the `maxWait` of all: whoever came first has waited longest. */
  #setTimer(): void {
    const { clock, maxWait } = this.#parts;
    const oldest = this.#oldest();
    if (oldest === undefined || !Number.isFinite(maxWait)) return;
    this.#cancelTimer = clock.schedule(() => this.#dismissOldest(), maxWait - this.#waited(oldest));
  }

  #dismissOldest(): void {
    const { dismiss, maxWait } = this.#parts;
    for (let dismissed = 0; dismissed < mostAtOnce; dismissed += 1) {
      const oldest = this.#oldest();
      if (oldest === undefined || this.#waited(oldest) < maxWait) break;
      dismiss(oldest, this.refusal("waited", oldest.turn));
    }
    this.#setTimer();
  }

  #oldest(): Waiter | undefined {
    const [first, ...others] = this.#parts.room.firsts();
    return others.reduce(
      (oldest, each) => (each.arrivedAt < (oldest?.arrivedAt ?? 0) ? each : oldest),
      first,
    );
  }

  #waited({ arrivedAt }: Waiter): number {
    return this.#parts.clock.monotonic() - arrivedAt;
  }
}

/** What a throttle is made of. */
export interface ThrottleParts extends Bounds {
  readonly limit: number;
  /** In milliseconds. */
  readonly window: number;
  readonly clock: Clock;
}

/** How many are served with the one whose turn it is. */
const mostOthers = 4;

/** A throttle for one process: who finds a unit takes it, and everybody else waits for one in the waiting room. */
class LocalThrottle implements Throttle {
  readonly #parts: ThrottleParts;
  readonly #quota: RateLimiter;
  readonly #alarm: WakeableTimer;
  readonly #room: WaitQueue;
  readonly #patience: QueueTimeouts;
  readonly #counts = { served: 0, queued: 0, longestWaitMs: 0, left: 0, refused: 0 };

  constructor(parts: ThrottleParts) {
    const { limit, window, clock } = parts;
    this.#parts = parts;
    this.#quota = new RateLimiter(limit, window, clock, (how) => this.#onEnd(how));
    this.#alarm = new WakeableTimer(clock);
    this.#room = new WaitQueue({
      serve: (waiter) => this.#serve(waiter),
      fail: (waiter, cause) => this.#giveUp(waiter, this.#patience.refusal("failed", waiter.turn, cause)),
    });
    this.#patience = new QueueTimeouts({
      ...parts,
      quota: this.#quota,
      room: this.#room,
      dismiss: (waiter, error) => this.#giveUp(waiter, error),
    });
  }

  take(turn: Turn): Permit | Promise<Permit> {
    if (turn.cancellation.aborted) return this.#turnAway(turn.cancellation.reason);
    const permit = this.#room.size === 0 ? this.#quota.tryTake() : undefined;
    if (permit !== undefined) {
      this.#counts.served += 1;
      return permit;
    }
    const hopeless = this.#patience.hopeless(turn);
    if (hopeless !== undefined) return this.#turnAway(hopeless);
    if (this.#room.size >= this.#parts.queueLimit)
      return this.#turnAway(this.#patience.refusal("full", turn));
    return new Promise((resolve, reject) => {
      this.#enter(new Waiter(turn, this.#parts.clock.monotonic(), resolve, reject));
    });
  }

  statistics(): ThrottleStatistics {
    const { limit, window } = this.#parts;
    return { limit, window, ...this.#quota.state(), waiting: this.#room.size, ...this.#counts };
  }

  #turnAway(error: unknown): Promise<never> {
    this.#counts.left += 1;
    return Promise.reject(error);
  }

  #enter(waiter: Waiter): void {
    waiter.unlisten = waiter.turn.cancellation.listen((reason) => this.#giveUp(waiter, reason));
    this.#room.enter(waiter);
    this.#patience.entered();
  }

  /** Ends a wait, with a turn or without; false if it has ended already. */
  #leave(waiter: Waiter): boolean {
    if (!this.#room.leave(waiter)) return false;
    waiter.unlisten();
    if (this.#room.size === 0) this.#patience.rest();
    return true;
  }

  #giveUp(waiter: Waiter, error: unknown): void {
    if (!this.#leave(waiter)) return;
    this.#counts.left += 1;
    waiter.reject(error);
    this.#alarm.wake();
  }

  /** Runs for the head of the line only: sleeps until there is a unit, or the head has left. */
  async #serve(waiter: Waiter): Promise<void> {
    while (waiter.row !== undefined) {
      const permit = this.#quota.tryTake();
      if (permit === undefined) {
        await this.#alarm.sleep(this.#quota.expectedWaitMs());
      } else {
        this.#admit(waiter, permit);
        this.#serveOthers();
      }
    }
  }

  /**
   * A turn in the line takes some milliseconds: a few who find a unit at the same moment need not wait for theirs. No
   * more, and none while others use the same quota: who takes all that comes free in one go leaves them nothing.
   */
  #serveOthers(): void {
    if (this.#quota.state().allowed < this.#parts.limit) return;
    for (let others = 0; others < mostOthers; others += 1) {
      const [first] = this.#room.firsts();
      const permit = first === undefined ? undefined : this.#quota.tryTake();
      if (first === undefined || permit === undefined) return;
      this.#admit(first, permit);
    }
  }

  #admit(waiter: Waiter, permit: Permit): void {
    const waitedMs = this.#parts.clock.monotonic() - waiter.arrivedAt;
    this.#leave(waiter);
    this.#counts.served += 1;
    this.#counts.queued += 1;
    this.#counts.longestWaitMs = Math.max(this.#counts.longestWaitMs, waitedMs);
    waiter.resolve(permit);
  }

  #onEnd(how: PermitEnd): void {
    if (how === "refused") {
      this.#counts.refused += 1;
      this.#patience.refused();
    }
    this.#alarm.wake();
  }
}

/** How many requests may be sent in how long, and how calls wait for their turn. */
export interface ThrottleOptions {
  /**
   * The most requests in any stretch of `window`. Default 5000 (supplier-api.md §8). Calls that have to wait are served
   * a few at a time, some 1000 a second: a limit beyond that is reached only by calls that need not wait.
   */
  readonly limit?: number | undefined;
  /** The stretch, in milliseconds. Default 60 000 (supplier-api.md §8: the limit is per minute). */
  readonly window?: number | undefined;
  /** The most calls that wait; a further one fails with RegThrottleError. Infinity: no bound. Default 100 000. */
  readonly queueLimit?: number | undefined;
  /**
   * The longest that a call waits for its turn, in milliseconds, before it fails with RegThrottleError. Default:
   * Infinity, no bound.
   */
  readonly maxWait?: number | undefined;
  /** Default: the machine's clock. */
  readonly clock?: Clock | undefined;
}

/** A budget of requests, which several clients can share. Make one with {@link createThrottle}. */
export interface Throttle {
  /**
   * Takes a unit for one request: at once if one is free and nobody waits; otherwise by a promise that is fulfilled
   * when the caller's turn has come. It rejects with the reason if the call is ended first, and with
   * RegThrottleError if the line is full, the wait too long, or the gate closed for too long.
   */
  take(turn: Turn): Permit | Promise<Permit>;
  /** How it stands. */
  statistics(): ThrottleStatistics;
}

const throttleOptions = optionsSchema<ThrottleOptions>({
  limit: count(1),
  window: positiveTime,
  queueLimit: countLimit,
  maxWait: waitLimit,
  clock,
});

/**
 * Makes a throttle to be shared by several clients that use one quota.
 *
 * @throws RegInputError for an option that cannot be used
 */
export function createThrottle(options: ThrottleOptions = {}): Throttle {
  checkInput(throttleOptions, options, { below: "throttle" });
  const { limit = 5000, window = 60_000, queueLimit = 100_000, clock = systemClock } = options;
  const { maxWait = Number.POSITIVE_INFINITY } = options;
  return new LocalThrottle({ limit, window, queueLimit, maxWait, clock });
}
