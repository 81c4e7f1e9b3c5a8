import type { Clock } from "../base/clock.js";
import { RegStateError } from "../errors/errors.js";
import { accessState, type LockRecord } from "./entries.js";

/** The interval in which an active run changes its lock, in milliseconds. */
const renewalMs = 1000;

/** A lock that has not changed for this long was left by a run that was killed, in milliseconds. */
const staleMs = 5 * renewalMs;

/**
 * How long a new lock must stay unchanged before its run begins, in milliseconds. Another run that has found what this
 * one has found writes its lock within this time, or waits for `noticeMs`.
 */
const settleMs = 100;

/** How often the lock is read at most until a response comes in time. */
const mostReads = 4;

/** The time in which a run notices that another one has written over its lock, in milliseconds. */
const noticeMs = staleMs / 2;

/** A moment, by both clocks. */
interface Instant {
  readonly monotonic: number;
  readonly wall: number;
}

interface LockOptions {
  readonly clock: Clock;
  /**
   * Whether two runs must not even begin together if they find no lock in a store. Otherwise one of them stops after
   * `settleMs`. A sync does not wait: the clock of a sandbox may stand, and then it would never begin.
   */
  readonly settlesAlways?: boolean;
  /** Called when another run has taken the lock over. */
  readonly onLost: (error: RegStateError) => void;
}

/**
 * Makes sure that one run uses a state. An active run changes the text of its lock every second. A run that finds a
 * lock waits for a change: if there is one, it is rejected; otherwise the lock was left by a run that was killed. Times
 * are never compared between machines, and no process id is, so that it works for containers and for shared stores.
 */
export class RunLock {
  readonly #record: LockRecord;
  readonly #options: LockOptions;
  readonly #id = globalThis.crypto.randomUUID();
  #renewals = 0;
  #readAt: Instant = { monotonic: 0, wall: 0 };
  #heldAt: Instant = { monotonic: 0, wall: 0 };
  /** When the last change of this run's lock was sent, of those that have succeeded. */
  #changedAt: Instant = { monotonic: 0, wall: 0 };
  #cancelRenewal: (() => void) | undefined;
  #lastRenewal: Promise<void> = Promise.resolve();

  constructor(record: LockRecord, options: LockOptions) {
    this.#record = record;
    this.#options = options;
  }

  /** @throws RegStateError if another run is active, or if the lock cannot be read or written */
  async acquire(): Promise<void> {
    // Another run may have written over the first one, and have ended since.
    const text = (await this.#take()) ?? (await this.#take());
    if (!text) throw notKept();
    if (!text.startsWith(this.#id)) throw locked();
    this.#heldAt = this.#readAt;
    this.#scheduleRenewal(settleMs);
  }

  /** Writes the lock if no other run is active, and returns what is stored then. */
  async #take(): Promise<string | undefined> {
    const isFree = await this.#rejectIfActive();
    await accessState("cannot be locked", () => this.#begin(isFree));
    return this.#read();
  }

  /** @throws RegStateError if this process stood still and another run took the lock over, or if it cannot be read */
  async assertHeld(): Promise<void> {
    if (this.#since(this.#heldAt) >= noticeMs) await this.assertStored();
  }

  /** @throws RegStateError if the lock of this run cannot be read just now */
  async assertStored(): Promise<void> {
    const loss = await this.#findLoss();
    if (loss !== undefined) throw loss;
  }

  /**
   * Waits until the lock has not changed for as long as a killed run needs to be recognised. Returns whether there is
   * none.
   */
  async #rejectIfActive(): Promise<boolean> {
    const found = await this.#find();
    if (found === undefined) return true;
    for (let waited = 0; waited < staleMs; waited += renewalMs / 2) {
      await this.#wait(renewalMs / 2);
      const text = await this.#find();
      if (text === undefined) return true;
      if (text !== found) throw locked();
    }
    return false;
  }

  /** Writes the lock, and waits until no other run can have found what this one has found. */
  async #begin(isFree: boolean): Promise<void> {
    const foundAt = this.#readAt;
    if (isFree && this.#record.create !== undefined) {
      const sentAt = this.#now();
      if (!(await this.#record.create(this.#nextText()))) throw locked();
      this.#changedAt = sentAt;
      return;
    }
    await this.#write();
    if (isFree && !this.#options.settlesAlways) return;
    await this.#wait(this.#since(foundAt) < settleMs ? settleMs : noticeMs);
  }

  #scheduleRenewal(delay: number): void {
    const renew = () => {
      this.#lastRenewal = this.#renew();
    };
    this.#cancelRenewal = this.#options.clock.schedule(renew, delay);
  }

  /** A lock that cannot be read or written for a moment is tried again: the entries of the state report the failure. */
  async #renew(): Promise<void> {
    try {
      const loss = await this.#findLoss();
      if (loss !== undefined) return this.#options.onLost(loss);
      // The response may have waited while the machine slept: since this moment, the others have seen no change.
      await this.#write();
      this.#heldAt = this.#changedAt;
    } catch {}
    if (this.#cancelRenewal !== undefined) this.#scheduleRenewal(renewalMs);
  }

  async release(): Promise<void> {
    this.#cancelRenewal?.();
    this.#cancelRenewal = undefined;
    // Otherwise its write could follow the deletion.
    await this.#lastRenewal;
    try {
      if ((await this.#findLoss()) === undefined) await this.#record.delete();
    } catch {
      // The next run recognises that the lock no longer changes.
    }
  }

  async #write(): Promise<void> {
    const sentAt = this.#now();
    await this.#record.write(this.#nextText());
    this.#changedAt = sentAt;
  }

  #nextText(): string {
    this.#renewals += 1;
    return `${this.#id} ${this.#renewals}`;
  }

  /** Reads the lock, and returns an error if it is no longer that of this run. */
  async #findLoss(): Promise<RegStateError | undefined> {
    const text = await this.#readInTime();
    // An empty text is left if the disk is full.
    if (text === "" || text?.startsWith(this.#id)) return undefined;
    // No lock is left: the run that took it over has ended. If ours was changed lately, no other can have begun, so
    // that the store has lost it.
    const wasChangedLately = this.#since(this.#changedAt) < staleMs;
    return text === undefined && wasChangedLately ? notKept() : lost();
  }

  /**
   * Reads the lock so that it shows what it is now: a response may have waited while the machine slept, and another run
   * begins `settleMs` after it has written its lock. A slow store is asked twice; more often if this run has not changed
   * its lock for so long that another one may have taken it over.
   */
  async #readInTime(): Promise<string | undefined> {
    for (let reads = 1; ; reads += 1) {
      const askedAt = this.#now();
      const text = await this.#read();
      if (this.#since(askedAt) < settleMs || reads === mostReads) return text;
      if (reads > 1 && this.#since(this.#changedAt) < staleMs) return text;
    }
  }

  /** Reads the lock of another run, twice if there seems to be none: some stores return nothing while they fail. */
  async #find(): Promise<string | undefined> {
    const text = await this.#read();
    return text === undefined && this.#record.create === undefined ? this.#read() : text;
  }

  #read(): Promise<string | undefined> {
    this.#readAt = this.#now();
    return accessState("cannot be locked", () => this.#record.read());
  }

  #now(): Instant {
    const { clock } = this.#options;
    return { monotonic: clock.monotonic(), wall: clock.now() };
  }

  /** The monotonic clock of some systems stands still while the machine sleeps; the other one can be set, either way. */
  #since({ monotonic, wall }: Instant): number {
    const now = this.#now();
    return Math.max(now.monotonic - monotonic, Math.abs(now.wall - wall));
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#options.clock.schedule(resolve, ms, "wait"));
  }
}

const locked = () =>
  new RegStateError("the state is in use by another run; wait until it has ended, or use another state", {
    reason: "locked",
  });

const notKept = () =>
  new RegStateError("the state cannot be locked: the store did not keep the lock", { reason: "failed" });

const lost = () =>
  new RegStateError("another run took the state over while this process stood still; this run was stopped", {
    reason: "locked",
  });
