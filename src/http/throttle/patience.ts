import { RegThrottleError, type ThrottleReason } from "../../errors/client-errors.js";
import type { Clock } from "../time/clock.js";
import type { Turn } from "./permit.js";
import type { Quota } from "./quota.js";
import type { Waiter } from "./row.js";
import type { WaitingRoom } from "./waiting-room.js";

/** How many may wait, and how long. */
export interface Bounds {
  /** The most that wait. */
  readonly queueLimit: number;
  /** The longest wait, in milliseconds. */
  readonly maxWait: number;
}

/** What the patience of those who wait depends on. */
export interface PatienceParts extends Bounds {
  readonly clock: Clock;
  readonly quota: Quota;
  readonly room: WaitingRoom;
  /** Ends a wait. */
  readonly dismiss: (waiter: Waiter, error: unknown) => void;
}

/** So many are dismissed in one go, because each of their errors costs time; the event loop lives between. */
const mostAtOnce = 200;

/** After everyone has been looked at, it is not done again for so long, in milliseconds: for 100 000 it takes 20. */
const restAfterSweep = 100;

/** Ends the waits that have lasted too long, or are certain to: nobody waits for what cannot come. */
export class Patience {
  readonly #parts: PatienceParts;
  #cancelSweep: (() => void) | undefined;
  #nextSweepAt = Number.NEGATIVE_INFINITY;
  #cancelTimer: (() => void) | undefined;

  constructor(parts: PatienceParts) {
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
