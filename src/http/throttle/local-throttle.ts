import type { Clock } from "../time/clock.js";
import { Alarm } from "./alarm.js";
import { type Bounds, Patience } from "./patience.js";
import type { Permit, PermitEnd, Turn } from "./permit.js";
import { Quota } from "./quota.js";
import { Waiter } from "./row.js";
import type { ThrottleStatistics } from "./statistics.js";
import type { Throttle } from "./throttle.js";
import { WaitingRoom } from "./waiting-room.js";

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
export class LocalThrottle implements Throttle {
  readonly #parts: ThrottleParts;
  readonly #quota: Quota;
  readonly #alarm: Alarm;
  readonly #room: WaitingRoom;
  readonly #patience: Patience;
  readonly #counts = { served: 0, queued: 0, longestWaitMs: 0, left: 0, refused: 0 };

  constructor(parts: ThrottleParts) {
    const { limit, window, clock } = parts;
    this.#parts = parts;
    this.#quota = new Quota(limit, window, clock, (how) => this.#onEnd(how));
    this.#alarm = new Alarm(clock);
    this.#room = new WaitingRoom({
      serve: (waiter) => this.#serve(waiter),
      fail: (waiter, cause) => this.#giveUp(waiter, this.#patience.refusal("failed", waiter.turn, cause)),
    });
    this.#patience = new Patience({
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
