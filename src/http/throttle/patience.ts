import type { ThrottleReason } from "../../errors/client-errors.js";
import type { Clock } from "../time/clock.js";
import type { Turn } from "./permit.js";
import type { Quota } from "./quota.js";
import { type Bounds, refusal } from "./refusal.js";
import type { Waiter } from "./waiter.js";
import type { WaitingRoom } from "./waiting-room.js";

/** What the patience of those who wait depends on. */
export interface PatienceParts extends Bounds {
  readonly clock: Clock;
  readonly quota: Quota;
  readonly room: WaitingRoom<Waiter>;
  /** Ends a wait. */
  readonly dismiss: (waiter: Waiter, error: unknown) => void;
}

/** So many are dismissed in one go, because each of their errors costs time; the event loop lives between. */
const mostAtOnce = 200;

/** Ends the waits that have lasted too long, or are certain to: nobody waits for what cannot come. */
export class Patience {
  readonly #parts: PatienceParts;
  /** The shortest of the pauses that those who wait put up with, and the 429 at which it was last looked into. */
  #leastPause = Number.POSITIVE_INFINITY;
  #episode = 0;
  #cancelTimer: (() => void) | undefined;

  constructor(parts: PatienceParts) {
    this.#parts = parts;
  }

  /** The error of one who has waited for so long, if it is certain that their turn would come too late. */
  hopeless(turn: Turn, waitedMs = 0): unknown {
    const { quota, maxWait } = this.#parts;
    if (quota.askedPauseMs > turn.longestPause) return this.refusal("paused", turn);
    const wholeWaitMs = waitedMs + quota.certainWaitMs();
    if (turn.deadline !== undefined && wholeWaitMs >= turn.deadline.leftMs) return turn.deadline.passed();
    return wholeWaitMs > maxWait ? this.refusal("waited", turn) : undefined;
  }

  /** The error of one who gets no turn. */
  refusal(reason: ThrottleReason, { operationId }: Turn): unknown {
    const { quota } = this.#parts;
    const waitMs = reason === "paused" ? quota.certainWaitMs() : quota.expectedWaitMs();
    return refusal(reason, operationId, this.#parts, waitMs);
  }

  /** Somebody begins to wait. */
  entered({ turn }: Waiter): void {
    this.#leastPause = Math.min(this.#leastPause, turn.longestPause);
    if (this.#cancelTimer === undefined) this.#setTimer();
  }

  /** Nobody waits any more. */
  rest(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#leastPause = Number.POSITIVE_INFINITY;
  }

  /** A 429 has come. Many may come while many wait: everyone is looked at only when it can make a difference. */
  refused(): void {
    const { quota, room } = this.#parts;
    if (quota.episode === this.#episode && quota.askedPauseMs <= this.#leastPause) return;
    this.#episode = quota.episode;
    this.#leastPause = Number.POSITIVE_INFINITY;
    this.#dismissHopeless(room.everyone().values());
  }

  #dismissHopeless(waiters: Iterator<Waiter>): void {
    const { clock, dismiss } = this.#parts;
    for (let dismissed = 0; dismissed < mostAtOnce; ) {
      const { value: waiter, done } = waiters.next();
      if (done === true) return;
      if (waiter.row === undefined) continue;
      const error = this.hopeless(waiter.turn, this.#waited(waiter));
      if (error === undefined) {
        this.#leastPause = Math.min(this.#leastPause, waiter.turn.longestPause);
      } else {
        dismiss(waiter, error);
        dismissed += 1;
      }
    }
    clock.schedule(() => this.#dismissHopeless(waiters), 0);
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
