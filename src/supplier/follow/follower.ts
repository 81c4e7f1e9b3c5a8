import { sleep, throwIfAborted, unlessAborted } from "../../base/cancellation.js";
import type { Clock } from "../../base/clock.js";
import type { RequestKind } from "../../base/kinds.js";
import { messageOf } from "../../base/text.js";
import { eventsBetween, eventsSinceStatus } from "../../domain/events.js";
import { groupOf } from "../../domain/vocabulary.js";
import { RegError, RegResponseError } from "../../errors/errors.js";
import type { FollowContext, FollowStop } from "./context.js";
import {
  type FollowMethod,
  idOf,
  type KnownLists,
  kindOf,
  knownLists,
  type Notification,
  noResponses,
  type OwnedComparison,
  pauseAfter,
  readLists,
  readNotifications,
  reportError,
} from "./polling.js";
import { Slots } from "./slots.js";
import type { FollowState } from "./state.js";
import { type HandlerFailure, isDue, type RequestKey } from "./state-index.js";
import { notificationKey, type PendingNotification, type ReadRequest } from "./stored.js";
import type { FollowedEvent, FollowOptions, NotificationEvent, SetAsideEvent } from "./types.js";

/** What a follower works with. */
export interface FollowerParts {
  readonly context: FollowContext;
  readonly options: FollowOptions;
  /** `followOnce`: a single round, which puts off what `follow` would wait for. */
  readonly method: FollowMethod;
  readonly state: FollowState;
  /** The ids of the events that were given back, until they are handled: a store may fail before. */
  readonly givenBack: Set<string>;
  readonly stop: FollowStop;
  /** When a single round must be over, by the monotonic clock. */
  readonly endsAt?: number | undefined;
}

/** A request whose events are being handled. */
interface Active {
  /** The fingerprint of its entry in the list; undefined if it is no longer listed. */
  fingerprint?: string | undefined;
  /** Its status when it was last listed; undefined if it was not since the start. */
  listedStatus?: string | undefined;
  /** Whether it must be read, because its entry in the list has changed. */
  isChanged: boolean;
}

/** What reading a request has shown. */
interface Reading {
  /**
   * - `missing`: it is neither listed nor found, which does not say that it was deleted.
   * - `put-off`: it could not be read, and a later round tries it again.
   */
  readonly state: ReadRequest | "missing" | "put-off";
  /** That of its entry in the list, before it was read. */
  readonly fingerprint?: string | undefined;
}

/** What a single round handles. */
export interface PolledLists {
  readonly comparisons: readonly OwnedComparison[];
  readonly entries: KnownLists["entries"];
  /** By their keys; undefined if they were not read. */
  readonly notifications: ReadonlyMap<string, Notification> | undefined;
}

/** What a single round has done. */
export interface RoundResult {
  /** Those of which it is noted, in the order in which their handlers ended. */
  readonly handled: readonly SetAsideEvent["event"][];
  /** Whether it could not be noted that an event was handled. */
  readonly isUnnoted: boolean;
  /** When the first of what was put off is due, in milliseconds since 1970; Infinity if nothing was. */
  readonly dueAt: number;
  /** What has failed after the stop. */
  readonly failure: { readonly error: unknown } | undefined;
}

type Handler = (event: FollowedEvent | NotificationEvent) => unknown;

/** How an event is handed over, and how what becomes of it is noted. */
interface Handling {
  readonly handler: Handler;
  /** The key of the entry that has the event, for its failures. Undefined: they are not noted. */
  readonly entryKey?: string | undefined;
  /** Default: that of the options. */
  readonly attempts?: number | undefined;
  noteEnd(): Promise<void>;
}

/** How many requests are read at a time, so that other calls find a free connection. */
const readingsAtATime = 8;

/** For how long a request is read again that is neither listed nor found, in milliseconds: it may have been archived. */
const missingAfterMs = 30_000;

/** In how many single rounds it must not be found as well: between two of them, the clock may be set. */
const missingAfterRounds = 3;

/** When a single round's reading that failed is due again, in milliseconds. */
const readAgainMs = missingAfterMs;

/** How many notifications are remembered that are no longer listed: they may be listed again. */
const rememberedNotifications = 1000;

/** The events of one request are handled in their order, those of several requests at the same time. */
export class Follower {
  readonly #context: FollowContext;
  readonly #options: FollowOptions;
  readonly #method: FollowMethod;
  readonly #state: FollowState;
  readonly #stop: FollowStop;
  readonly #clock: Clock;
  readonly #active = new Map<RequestKey, Active>();
  /** The requests that were read although the list no longer shows them: they may be archived a moment later. */
  readonly #unlisted = new Set<RequestKey>();
  readonly #givenBack: Set<string>;
  /** The kinds of which it was reported that their list is not complete. */
  readonly #incomplete = new Set<RequestKind>();
  readonly #tasks = new Set<Promise<void>>();
  readonly #isRound: boolean;
  /** Of a single round: the events that were handled. */
  readonly #handled: SetAsideEvent["event"][] = [];
  /** Of a single round: when the first of what was put off is due. Milliseconds since 1970. */
  #dueAt = Number.POSITIVE_INFINITY;
  #isUnnoted = false;
  #failure: { readonly error: unknown } | undefined;
  readonly #endsAt: number;
  readonly #handlers: Slots;
  readonly #readings = new Slots(readingsAtATime);
  /** When the next request may be read. Monotonic, in milliseconds. */
  #nextReadingAt = 0;
  /**
   * Whether something has shown that the token is of the supplier to whom the state belongs: another one also finds none
   * of its requests, and may list none either. Of the token of a function, it must be shown in each round.
   */
  #isOwn: boolean;
  /** Whether a list was read: before, the state may belong to another supplier. */
  #hasBegun = false;

  constructor({ context, options, method, state, givenBack, stop, endsAt }: FollowerParts) {
    this.#context = context;
    this.#options = options;
    this.#method = method;
    this.#isRound = method === "followOnce";
    this.#state = state;
    this.#givenBack = givenBack;
    this.#stop = stop;
    this.#endsAt = endsAt ?? Number.POSITIVE_INFINITY;
    this.#clock = context.clock;
    this.#isOwn = state.supplierId === undefined;
    this.#handlers = new Slots(options.concurrency ?? 8);
  }

  /** Ends only by throwing, after the handlers in progress have ended. */
  async run(): Promise<never> {
    const stop = this.#stop;
    const state = this.#state;
    try {
      throwIfAborted(stop);
      await this.#untilStopped(this.#options.onStart?.());
      const known = { ...knownLists(state), responses: noResponses() };
      const notice = (comparison: OwnedComparison) => this.#noticeList(comparison, known.entries);
      for (;;) {
        // A function may return the token of another account.
        if (this.#context.hasTokenFunction) this.#isOwn = state.supplierId === undefined;
        const { next } = await readLists(this.#polling, { known, notice });
        await sleep(this.#clock, next - this.#clock.monotonic(), stop);
      }
    } catch (error) {
      stop.abort(error);
      throw error;
    } finally {
      await Promise.all(this.#tasks);
    }
  }

  /** Handles once what was polled and what is due; when it has ended, the stop says whether it ended early. */
  async runOnce({ comparisons, entries, notifications }: PolledLists): Promise<RoundResult> {
    try {
      throwIfAborted(this.#stop);
      for (const comparison of comparisons) await this.#noticeList(comparison, entries);
      if (notifications !== undefined) await this.#noticeNotifications(notifications);
    } catch (error) {
      this.#endWith(error);
    }
    await Promise.all(this.#tasks);
    const [handled, isUnnoted] = [this.#handled, this.#isUnnoted];
    return { handled, isUnnoted, dueAt: this.#dueAt, failure: this.#failure };
  }

  get #polling() {
    const stop = this.#stop;
    return { context: this.#context, options: this.#options, method: this.#method, stop, signal: stop.signal };
  }

  /** Notes which requests must be read, and begins to read them. */
  async #noticeList(
    { kind, isComplete, differences, supplierId }: OwnedComparison,
    entries: KnownLists["entries"],
  ): Promise<void> {
    this.#begin();
    const state = this.#state;
    if (supplierId !== undefined) {
      state.noteSupplier(supplierId);
      this.#isOwn = true;
    }
    const noticed = new Map<RequestKey, Active>();
    for (const key of this.#unlisted)
      if (this.#isOwn && kindOf(key) === kind)
        noticed.set(key, { fingerprint: entries[kind].get(idOf(key))?.fingerprint, isChanged: true });
    for (const [key, { fingerprint, status }] of differences)
      noticed.set(key, { fingerprint, listedStatus: status, isChanged: true });
    // What has happened before the state is new is no event, but a decision between this list and the reading is.
    const isExisting = !state.hasBegun(kind) && !this.#options.existing;
    for (const [key, active] of noticed) {
      const { progress, listedStatus: status } = state.requests.get(key) ?? {};
      const listedStatus = isExisting ? (active.listedStatus ?? "") : undefined;
      if (progress === undefined) state.index(key, { progress: "unread", listedStatus });
      // It has no entry.
      else if (progress === "unfound" && status !== undefined)
        state.index(key, { progress: "unread", listedStatus: status });
      else if (!isDue({ progress })) state.index(key, { progress: "changed" });
    }
    // A request that was not listed may be older than the state, too.
    if (isComplete && !state.hasBegun(kind)) state.begin(kind);
    await state.writeIndex();
    if (isExisting && !isComplete) await this.#reportIncomplete(kind);
    for (const [key, active] of noticed) this.#notice(key, active);
  }

  /** Says once that no request of a kind can be told to be new. */
  async #reportIncomplete(kind: RequestKind): Promise<void> {
    if (this.#incomplete.has(kind)) return;
    this.#incomplete.add(kind);
    const problem = `the list does not show all open requests, so that each one counts as older than the state: no created is reported until a list is complete. An adapter for ${groupOf[kind]}.list can return all of them; or begin with a new state and existing: true`;
    await reportError(
      new RegResponseError(problem, { operationId: `${groupOf[kind]}.list`, status: 200 }),
      this.#polling,
    );
  }

  /** Continues, once, with what an earlier process has left, and with what was given back meanwhile. */
  #begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    for (const [key, { progress }] of this.#state.requests)
      if (isDue({ progress })) this.#start(key, { isChanged: false });
    if (this.#options.on.notification !== undefined) {
      for (const [key, event] of this.#state.notifications) if (event !== undefined) this.#notify(key, event);
      if (!this.#isRound) this.#run(() => this.#followNotifications());
    }
    for (const eventId of this.#givenBack) this.#handOver(eventId);
  }

  /** Reads the notifications as often as the lists. A failure to read them does not stop the requests. */
  async #followNotifications(): Promise<never> {
    const { every = 60_000 } = this.#options;
    for (;;) {
      const { listed, pause } = await readNotifications(this.#polling);
      if (listed !== undefined) await this.#noticeNotifications(listed);
      await sleep(this.#clock, Math.max(every, pause), this.#stop);
    }
  }

  async #noticeNotifications(listed: ReadonlyMap<string, Notification>): Promise<void> {
    const state = this.#state;
    const known = state.notifications;
    const isEvent = state.hasBegun("notification") || this.#options.existing;
    const events = new Map<string, PendingNotification>();
    for (const [key, notification] of listed) {
      if (known.has(key)) continue;
      const id = globalThis.crypto.randomUUID();
      const event = { type: "notification", id, timestamp: this.#timestamp(), notification } as const;
      await state.noteNotification(key, isEvent ? event : undefined);
      if (isEvent) events.set(key, event);
    }
    if (!state.hasBegun("notification")) state.begin("notification");
    if (hasOldNotifications(known, listed))
      for (const [key, event] of known) if (event === undefined && !listed.has(key)) state.forgetNotification(key);
    await state.writeIndex();
    for (const [key, event] of events) this.#notify(key, event);
  }

  #notify(key: string, event: PendingNotification): void {
    const handler = this.#options.on.notification as Handler;
    this.#run(async () => {
      const noteEnd = () => this.#state.noteNotification(key);
      const end = await this.#handle(event, { handler, entryKey: notificationKey(key), noteEnd });
      if (end === "set-aside") await noteEnd();
    });
  }

  /** Hands an event that was set aside to its handler again; false if it is none, has no handler, or is handled now. */
  giveBack(eventId: string): boolean {
    const event = this.#findSetAside(eventId);
    if (event === undefined || this.#handlerOf(event) === undefined) return false;
    if (this.#givenBack.has(eventId) || this.#stop.aborted) return false;
    this.#givenBack.add(eventId);
    if (this.#hasBegun) this.#handOver(eventId);
    return true;
  }

  #findSetAside(eventId: string): SetAsideEvent["event"] | undefined {
    return this.#state.setAside.find(({ event }) => event.id === eventId)?.event;
  }

  #handOver(eventId: string): void {
    this.#run(async () => {
      const event = this.#findSetAside(eventId);
      const handler = event && this.#handlerOf(event);
      // In a single round, it stays set aside after one attempt.
      const attempts = this.#isRound ? 1 : undefined;
      const noteEnd = () => this.#state.takeBack(eventId);
      if (event && handler) await this.#handle(event, { handler, attempts, noteEnd });
      this.#givenBack.delete(eventId);
    });
  }

  #notice(key: RequestKey, noticed: Active): void {
    const active = this.#active.get(key);
    if (active === undefined) this.#start(key, noticed);
    else Object.assign(active, noticed);
  }

  #start(key: RequestKey, active: Active): void {
    this.#active.set(key, active);
    this.#run(async () => {
      let isPutOff = false;
      do isPutOff = (await this.#advance(key, active)) === "put-off";
      while (active.isChanged && !isPutOff);
      this.#active.delete(key);
    });
  }

  /** A failure that is not one of a handler ends following. */
  #run(task: () => Promise<void>): void {
    const running = task()
      .catch((error: unknown) => this.#endWith(error))
      .finally(() => this.#tasks.delete(running));
    this.#tasks.add(running);
  }

  /** Ends following because of an error, which is the reason of the stop if something else has ended it before. */
  #endWith(error: unknown): void {
    const stop = this.#stop;
    if (stop.aborted && error !== stop.reason) this.#failure ??= { error };
    else if (stop.aborted) this.#putOff(this.#clock.now());
    stop.abort(error);
  }

  #handlerOf({ type }: Pick<FollowedEvent | NotificationEvent, "type">): Handler | undefined {
    return this.#options.on[type] as Handler | undefined;
  }

  /** Reads a request, unless an earlier process was interrupted after it had read it, and handles its events. */
  async #advance(key: RequestKey, active: Active): Promise<"put-off" | undefined> {
    const { request: before, next: interrupted } = (await this.#state.read(key)) ?? {};
    if (interrupted === undefined && !active.isChanged) return;
    const { listedStatus } = this.#state.requests.get(key) ?? {};
    const reading: Reading =
      interrupted ?? (await this.#readRequest(key, active, before === undefined ? listedStatus : before.status));
    if (reading.state === "put-off") return "put-off";
    if (reading.state === "missing") {
      if (!this.#isOwn) this.#unlisted.add(key);
      else {
        this.#unlisted.delete(key);
        if (before !== undefined) this.#state.index(key, { progress: "unfound" });
        // Nothing is known of it but that it existed, if it did.
        else this.#state.index(key, listedStatus === undefined ? undefined : { progress: "unfound", listedStatus });
      }
      return;
    }
    const { state } = reading;
    const next = interrupted ?? {
      id: globalThis.crypto.randomUUID(),
      timestamp: this.#timestamp(),
      state,
      handled: 0,
    };
    const { id, timestamp, handled } = next;
    const events =
      before === undefined && listedStatus !== undefined
        ? eventsSinceStatus(listedStatus, state)
        : eventsBetween(before, state);
    const note = (count: number) => this.#state.write(key, { request: before, next: { ...next, handled: count } });
    // Written before a handler is called, so that a repetition is the same event with the same id.
    if (events.some((event) => this.#handlerOf(event))) {
      if (interrupted === undefined) await note(0);
      await this.#state.noteEntry(key);
    }
    for (const [index, event] of events.entries()) {
      const handler = this.#handlerOf(event);
      if (index < handled || handler === undefined) continue;
      const followed = { ...event, id: `${id}-${index}`, timestamp, kind: kindOf(key) };
      const noteEnd = () => note(index + 1);
      const end = await this.#handle(followed, {
        handler,
        entryKey: key,
        noteEnd,
      });
      if (end === "put-off") return "put-off";
      if (end === "set-aside") await noteEnd();
    }
    const isReadable = typeof state === "object";
    if (isReadable) {
      const { fingerprint } = reading;
      // What is stored is the same if there is no event, as at each poll that reads a request which is not listed.
      const isStored = before !== undefined && interrupted === undefined && events.length === 0;
      if (!isStored) await this.#state.write(key, { request: state });
      this.#state.index(key, fingerprint === undefined ? { progress: "changed" } : { progress: "read", fingerprint });
    } else await this.#state.forget(key);
    if (isReadable && interrupted === undefined && active.fingerprint === undefined) this.#unlisted.add(key);
    else this.#unlisted.delete(key);
    return undefined;
  }

  #timestamp(): string {
    return new Date(this.#clock.now()).toISOString();
  }

  /**
   * Any failure may concern this request alone. What concerns all of them also fails in a poll, which then ends.
   *
   * @param lastStatus the status with which it was last read, or first listed
   */
  async #readRequest(key: RequestKey, active: Active, lastStatus: string | undefined): Promise<Reading> {
    const requests = this.#context.requests[kindOf(key)];
    const { priority = 9 } = this.#options;
    let missingSince: number | undefined;
    const call = async () => {
      await this.#waitForShare();
      active.isChanged = false;
      const { fingerprint } = active;
      const request = await requests.get(idOf(key), { priority, signal: this.#stop.signal });
      this.#isOwn = true;
      return { state: request, fingerprint };
    };
    for (let failures = 0; ; failures += 1) {
      try {
        return await this.#readings.run(call);
      } catch (error) {
        throwIfAborted(this.#stop);
        if (RegError.is(error, "archived")) return { state: "archived" };
        // The list may show a new request before it can be read.
        const isMissing = RegError.is(error, "not-found") && active.fingerprint === undefined;
        const isDraft = [lastStatus, active.listedStatus].every((status = "Draft") => status === "Draft");
        if (isMissing && isDraft) return { state: this.#isOwn ? "removed" : "missing" };
        const pause = pauseAfter(await reportError(error, this.#polling));
        if (isMissing && !this.#isOwn) return { state: "missing" };
        if (this.#isRound) {
          if (this.#noteMissing(key, isMissing)) return { state: "missing" };
          this.#putOff(this.#clock.now() + Math.max(readAgainMs, pause));
          return { state: "put-off" };
        }
        const now = this.#clock.monotonic();
        missingSince = isMissing ? (missingSince ?? now) : undefined;
        if (missingSince !== undefined && now - missingSince >= missingAfterMs) return { state: "missing" };
        await sleep(this.#clock, delayAfter(failures), this.#stop);
      }
    }
  }

  /** Notes for a single round whether a request is neither listed nor found; returns whether it was for long enough. */
  #noteMissing(key: RequestKey, isMissing: boolean): boolean {
    const { missing, ...request } = this.#state.requests.get(key) ?? { progress: "unread" };
    const now = this.#clock.now();
    // The clock may have been set back.
    const since = Math.min(missing?.since ?? now, now);
    const rounds = 1 + (missing?.rounds ?? 0);
    this.#state.index(key, { ...request, missing: isMissing ? { since, rounds } : undefined });
    return isMissing && now - since >= missingAfterMs && rounds >= missingAfterRounds;
  }

  /** Leaves something to a later round. */
  #putOff(until: number): void {
    this.#dueAt = Math.min(this.#dueAt, until);
  }

  /** Readings take at most half of the rate limit: other calls need not wait for the rest. */
  async #waitForShare(): Promise<void> {
    const { allowed, window } = this.#context.throttle() ?? { allowed: 1, window: 0 };
    const now = this.#clock.monotonic();
    const at = Math.max(now, this.#nextReadingAt);
    this.#nextReadingAt = at + (2 * window) / Math.max(allowed, 1);
    await sleep(this.#clock, at - now, this.#stop);
  }

  /** Waits for what a function of the options has returned, unless following ends before. */
  async #untilStopped(result: unknown): Promise<void> {
    await unlessAborted(Promise.resolve(result), this.#stop);
  }

  /** Waits for what a function of the options has returned; after the deadline, because its failure must be known. */
  async #untilReported(result: unknown): Promise<void> {
    await (this.#stop.hasExpired ? result : this.#untilStopped(result));
  }

  /** Throws if following has ended, also if the timer of the deadline is late. */
  #throwIfOver(): void {
    if (this.#clock.monotonic() >= this.#endsAt) this.#stop.expire();
    throwIfAborted(this.#stop);
  }

  /**
   * Hands an event to its handler until it succeeds and its end is noted, or sets it aside. A single round hands it over
   * once, if it is due, and puts off what comes after a failure.
   */
  async #handle(
    event: SetAsideEvent["event"],
    { handler, entryKey, attempts = this.#options.attempts ?? 10, noteEnd }: Handling,
  ): Promise<"handled" | "set-aside" | "put-off"> {
    const { onHandlerError, onSetAside } = this.#options;
    const state = this.#state;
    const last = entryKey === undefined ? undefined : state.failureOf(entryKey, event.id);
    if (entryKey !== undefined && last !== undefined && !(await this.#waitAfter(last, entryKey))) return "put-off";
    for (let attempt = 1 + (this.#isRound ? (last?.attempts ?? 0) : 0); ; attempt += 1) {
      // Each call of a handler has a signal, to which it may add listeners, and a copy of the event, which it may change.
      const call = new AbortController();
      const followed = { ...structuredClone(event), attempt, signal: call.signal };
      const failure = await this.#handlers.run(async () => {
        throwIfAborted(this.#stop);
        await state.assertHeld();
        this.#throwIfOver();
        const unlisten = this.#stop.listen((reason) => call.abort(reason));
        try {
          await handler(followed);
        } catch (error) {
          return { error };
        } finally {
          unlisten();
        }
        // Before another handler begins: at most `concurrency` events are repeated after a kill or a failure.
        await noteEnd().catch((error: unknown) => {
          this.#isUnnoted = true;
          this.#stop.abort(error);
          throw error;
        });
        if (this.#isRound) this.#handled.push(event);
        return undefined;
      });
      if (failure === undefined) {
        if (entryKey !== undefined) state.forgetFailure(entryKey);
        return "handled";
      }
      // A handler that the deadline has cut off has failed: it could be cut off in each round.
      if (!this.#stop.hasExpired) throwIfAborted(this.#stop);
      const { error } = failure;
      const isUnknown = call.signal.aborted || (RegError.is(error) && error.outcome === "unknown");
      const delay = delayAfterHandler(attempt, isUnknown);
      const nextAt = this.#clock.now() + delay;
      if (this.#isRound && entryKey !== undefined)
        await state.noteFailure(entryKey, { eventId: event.id, attempts: attempt, nextAt, isUnknown });
      await this.#untilReported(onHandlerError?.(error, followed));
      if (attempt >= attempts) {
        const setAside = { event, error: messageOf(error) };
        await state.putAside(setAside);
        if (entryKey !== undefined) state.forgetFailure(entryKey);
        await this.#untilReported(onSetAside?.(setAside));
        return "set-aside";
      }
      if (this.#isRound) {
        this.#putOff(nextAt);
        return "put-off";
      }
      await sleep(this.#clock, delay, this.#stop);
    }
  }

  /**
   * Waits until an event may be handed over again whose handler has failed in a round. A single round does not wait, but
   * returns false. `follow` begins at once, unless what the handler has sent may still be processed.
   */
  async #waitAfter(failure: HandlerFailure, entryKey: string): Promise<boolean> {
    const delay = delayAfterHandler(failure.attempts, failure.isUnknown);
    const left = failure.nextAt - this.#clock.now();
    if (!this.#isRound) {
      if (failure.isUnknown) await sleep(this.#clock, Math.min(left, delay), this.#stop);
      return true;
    }
    if (left <= 0) return true;
    // The clock was set back: how much of the delay has passed is not known.
    const isClockSet = left > delay;
    const nextAt = isClockSet ? this.#clock.now() + delay : failure.nextAt;
    if (isClockSet) await this.#state.noteFailure(entryKey, { ...failure, nextAt });
    this.#putOff(nextAt);
    return false;
  }
}

/**
 * The shortest delay after an error whose outcome is unknown, in milliseconds: the service may still process the request
 * for the timeout of a call (30 seconds by default), and the handler would not find what it has created.
 */
const afterUnknownMs = 60_000;

/** The longest delay after a failure, in milliseconds: five minutes. */
const longestDelayMs = 300_000;

/** The delay after a number of failures before this one, in milliseconds: a second, doubled up to the longest. */
function delayAfter(failures: number): number {
  return Math.min(1000 * 2 ** failures, longestDelayMs);
}

/** The delay after a handler has failed this number of times, in milliseconds. */
function delayAfterHandler(attempts: number, isUnknown: boolean): number {
  return Math.max(delayAfter(attempts - 1), isUnknown ? afterUnknownMs : 0);
}

/** Whether so many notifications are remembered that those which are no longer listed are forgotten. */
export function hasOldNotifications(
  known: ReadonlyMap<string, unknown>,
  listed: ReadonlyMap<string, Notification>,
): boolean {
  return known.size - listed.size > rememberedNotifications;
}
