import { sleep, throwIfAborted } from "../../base/cancellation.js";
import { RegError } from "../../errors/errors.js";
import { delayAfter, idOf, kindOf, type Polling, pauseAfter, reportError } from "./polling.js";
import { Slots } from "./slots.js";
import type { FollowState } from "./state.js";
import type { RequestKey } from "./state-index.js";
import type { ReadRequest } from "./stored.js";

/** What the lists show of a request while it is read and its events are handled. */
export interface ActiveRequest {
  /** The fingerprint of its entry in the list; undefined if it is no longer listed. */
  fingerprint?: string | undefined;
  /** Its status when it was last listed; undefined if it was not since the start. */
  listedStatus?: string | undefined;
  /** Whether it must be read, because its entry in the list has changed. */
  isChanged: boolean;
}

/**
 * What reading a request has shown.
 *
 * - `missing`: it is neither listed nor found, which does not say that it was deleted.
 * - `put-off`: it could not be read, and a later round tries it again: at `dueAt`, in milliseconds since 1970.
 */
export type Reading =
  // The fingerprint is that of its entry in the list, before it was read.
  | { readonly state: ReadRequest; readonly fingerprint?: string | undefined }
  | { readonly state: "missing" }
  | { readonly state: "put-off"; readonly dueAt: number };

/** How many requests are read at a time, so that other calls find a free connection. */
const readingsAtATime = 8;

/** For how long a request is read again that is neither listed nor found, in milliseconds: it may have been archived. */
const missingAfterMs = 30_000;

/** In how many single rounds it must not be found as well: between two of them, the clock may be set. */
const missingAfterRounds = 3;

/** When a single round's reading that failed is due again, in milliseconds. */
const readAgainMs = missingAfterMs;

/** Reads requests, each until it is known what has become of it. A single round tries once. */
export class RequestReader {
  #isOwn = false;
  readonly #polling: Polling;
  readonly #state: FollowState;
  readonly #slots = new Slots(readingsAtATime);
  /** When the next request may be read. Monotonic, in milliseconds. */
  #nextAt = 0;

  constructor(polling: Polling, state: FollowState) {
    this.#polling = polling;
    this.#state = state;
    this.forgetOwner();
  }

  /**
   * Whether something has shown that the token is of the supplier to whom the state belongs: another one also finds none
   * of its requests, and may list none either.
   */
  get isOwn(): boolean {
    return this.#isOwn;
  }

  noteOwner(): void {
    this.#isOwn = true;
  }

  /** The token may be another one now. A state without a supplier is anybody's. */
  forgetOwner(): void {
    this.#isOwn = this.#state.supplierId === undefined;
  }

  /**
   * Reads a request, and again after a failure, which may concern this request alone. What concerns all of them also
   * fails in a poll, which then ends.
   *
   * @param lastStatus the status with which it was last read, or first listed
   */
  async read(key: RequestKey, active: ActiveRequest, lastStatus: string | undefined): Promise<Reading> {
    const { context, method, stop } = this.#polling;
    const { clock } = context;
    let missingSince: number | undefined;
    for (let failures = 0; ; failures += 1) {
      try {
        return await this.#slots.run(() => this.#get(key, active));
      } catch (error) {
        throwIfAborted(stop);
        if (RegError.is(error, "archived")) return { state: "archived" };
        // The list may show a new request before it can be read.
        const isMissing = RegError.is(error, "not-found") && active.fingerprint === undefined;
        const isDraft = [lastStatus, active.listedStatus].every((status = "Draft") => status === "Draft");
        if (isMissing && isDraft) return { state: this.#isOwn ? "removed" : "missing" };
        const pause = pauseAfter(await reportError(error, this.#polling));
        if (isMissing && !this.#isOwn) return { state: "missing" };
        if (method === "followOnce") {
          if (this.#noteMissing(key, isMissing)) return { state: "missing" };
          return { state: "put-off", dueAt: clock.now() + Math.max(readAgainMs, pause) };
        }
        const now = clock.monotonic();
        missingSince = isMissing ? (missingSince ?? now) : undefined;
        if (missingSince !== undefined && now - missingSince >= missingAfterMs) return { state: "missing" };
        await sleep(clock, delayAfter(failures), stop);
      }
    }
  }

  async #get(key: RequestKey, active: ActiveRequest): Promise<Reading> {
    const { context, options, signal } = this.#polling;
    await this.#waitForShare();
    active.isChanged = false;
    const { fingerprint } = active;
    const { priority = 9 } = options;
    const state = await context.requests[kindOf(key)].get(idOf(key), { priority, signal });
    this.noteOwner();
    return { state, fingerprint };
  }

  /** Readings take at most half of the rate limit: other calls need not wait for the rest. */
  async #waitForShare(): Promise<void> {
    const { context, stop } = this.#polling;
    const { allowed, window } = context.throttle() ?? { allowed: 1, window: 0 };
    const now = context.clock.monotonic();
    const at = Math.max(now, this.#nextAt);
    this.#nextAt = at + (2 * window) / Math.max(allowed, 1);
    await sleep(context.clock, at - now, stop);
  }

  /** Notes for a single round whether a request is neither listed nor found; returns whether it was for long enough. */
  #noteMissing(key: RequestKey, isMissing: boolean): boolean {
    const { missing, ...request } = this.#state.requests.get(key) ?? { progress: "unread" };
    const now = this.#polling.context.clock.now();
    // The clock may have been set back.
    const since = Math.min(missing?.since ?? now, now);
    const rounds = 1 + (missing?.rounds ?? 0);
    this.#state.index(key, { ...request, missing: isMissing ? { since, rounds } : undefined });
    return isMissing && now - since >= missingAfterMs && rounds >= missingAfterRounds;
  }
}
