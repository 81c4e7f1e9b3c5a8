import { sleep, throwIfAborted, unlessAborted } from "../../base/cancellation.js";
import type { Clock } from "../../base/clock.js";
import type { RequestKind } from "../../base/kinds.js";
import { eventsBetween, eventsSinceStatus } from "../../domain/events.js";
import { groupOf } from "../../domain/vocabulary.js";
import { RegResponseError } from "../../errors/errors.js";
import type { FollowContext, FollowStop } from "./context.js";
import { Handlers } from "./handlers.js";
import {
  type FollowMethod,
  idOf,
  type KnownLists,
  kindOf,
  knownLists,
  type Notification,
  noResponses,
  type OwnedComparison,
  type Polling,
  readLists,
  readNotifications,
  reportError,
} from "./polling.js";
import { type ActiveRequest, type Reading, RequestReader } from "./request-reader.js";
import type { FollowState } from "./state.js";
import { isDue, type RequestKey } from "./state-index.js";
import { notificationKey, type PendingNotification } from "./stored.js";
import type { FollowOptions, SetAsideEvent } from "./types.js";

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

/** How many notifications are remembered that are no longer listed: they may be listed again. */
const rememberedNotifications = 1000;

/**
 * Notices what has changed, and has a task for each request and notification: the events of one request are handled in
 * their order, those of several requests at the same time.
 */
export class Follower {
  readonly #options: FollowOptions;
  readonly #state: FollowState;
  readonly #stop: FollowStop;
  readonly #clock: Clock;
  readonly #polling: Polling;
  readonly #reader: RequestReader;
  readonly #handlers: Handlers;
  readonly #active = new Map<RequestKey, ActiveRequest>();
  /** The requests that were read although the list no longer shows them: they may be archived a moment later. */
  readonly #unlisted = new Set<RequestKey>();
  readonly #givenBack: Set<string>;
  /** The kinds of which it was reported that their list is not complete. */
  readonly #incomplete = new Set<RequestKind>();
  readonly #tasks = new Set<Promise<void>>();
  /** Of a single round: when the first of what was put off is due. Milliseconds since 1970. */
  #dueAt = Number.POSITIVE_INFINITY;
  #failure: { readonly error: unknown } | undefined;
  /** Whether a list was read: before, the state may belong to another supplier. */
  #hasBegun = false;

  constructor({ context, options, method, state, givenBack, stop, endsAt }: FollowerParts) {
    const polling = { context, options, method, stop, signal: stop.signal, endsAt };
    this.#options = options;
    this.#state = state;
    this.#stop = stop;
    this.#clock = context.clock;
    this.#polling = polling;
    this.#reader = new RequestReader(polling, state);
    this.#handlers = new Handlers(polling, state);
    this.#givenBack = givenBack;
  }

  /** Ends only by throwing, after the handlers in progress have ended. */
  async run(): Promise<never> {
    const stop = this.#stop;
    const state = this.#state;
    try {
      throwIfAborted(stop);
      await unlessAborted(Promise.resolve(this.#options.onStart?.()), stop);
      const known = { ...knownLists(state), responses: noResponses() };
      const notice = (comparison: OwnedComparison) => this.#noticeList(comparison, known.entries);
      for (;;) {
        // A function may return the token of another account.
        if (this.#polling.context.hasTokenFunction) this.#reader.forgetOwner();
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
    const { handled, isUnnoted } = this.#handlers;
    return { handled, isUnnoted, dueAt: this.#dueAt, failure: this.#failure };
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
      this.#reader.noteOwner();
    }
    const noticed = new Map<RequestKey, ActiveRequest>();
    for (const key of this.#unlisted)
      if (this.#reader.isOwn && kindOf(key) === kind)
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
      if (this.#polling.method === "follow") this.#run(() => this.#followNotifications());
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
    const noteEnd = () => this.#state.noteNotification(key);
    this.#run(async () => this.#putOff(await this.#handlers.handle(event, noteEnd, notificationKey(key))));
  }

  /** Hands an event that was set aside to its handler again; false if it is none, has no handler, or is handled now. */
  giveBack(eventId: string): boolean {
    const event = this.#findSetAside(eventId);
    if (event === undefined || !this.#handlers.has(event)) return false;
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
      const noteEnd = () => this.#state.takeBack(eventId);
      if (event !== undefined && this.#handlers.has(event)) await this.#handlers.handle(event, noteEnd);
      this.#givenBack.delete(eventId);
    });
  }

  #notice(key: RequestKey, noticed: ActiveRequest): void {
    const active = this.#active.get(key);
    if (active === undefined) this.#start(key, noticed);
    else Object.assign(active, noticed);
  }

  #start(key: RequestKey, active: ActiveRequest): void {
    this.#active.set(key, active);
    this.#run(async () => {
      let dueAt: number | undefined;
      do dueAt = await this.#advance(key, active);
      while (active.isChanged && dueAt === undefined);
      this.#active.delete(key);
      this.#putOff(dueAt);
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

  /** Leaves something to a later round. Undefined: nothing. */
  #putOff(dueAt = Number.POSITIVE_INFINITY): void {
    this.#dueAt = Math.min(this.#dueAt, dueAt);
  }

  /**
   * Reads a request, unless an earlier process was interrupted after it had read it, and handles its events.
   *
   * @returns when it is due again, in milliseconds since 1970, if it was put off
   */
  async #advance(key: RequestKey, active: ActiveRequest): Promise<number | undefined> {
    const { request: before, next: interrupted } = (await this.#state.read(key)) ?? {};
    if (interrupted === undefined && !active.isChanged) return undefined;
    const { listedStatus } = this.#state.requests.get(key) ?? {};
    const lastStatus = before === undefined ? listedStatus : before.status;
    const reading: Reading = interrupted ?? (await this.#reader.read(key, active, lastStatus));
    if (reading.state === "put-off") return reading.dueAt;
    if (reading.state === "missing") {
      if (!this.#reader.isOwn) this.#unlisted.add(key);
      else {
        this.#unlisted.delete(key);
        if (before !== undefined) this.#state.index(key, { progress: "unfound" });
        // Nothing is known of it but that it existed, if it did.
        else this.#state.index(key, listedStatus === undefined ? undefined : { progress: "unfound", listedStatus });
      }
      return undefined;
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
    if (events.some((event) => this.#handlers.has(event))) {
      if (interrupted === undefined) await note(0);
      await this.#state.noteEntry(key);
    }
    for (const [index, event] of events.entries()) {
      if (index < handled || !this.#handlers.has(event)) continue;
      const followed = { ...event, id: `${id}-${index}`, timestamp, kind: kindOf(key) };
      const noteEnd = () => note(index + 1);
      const dueAt = await this.#handlers.handle(followed, noteEnd, key);
      if (dueAt !== undefined) return dueAt;
    }
    if (typeof state === "string") {
      await this.#state.forget(key);
      this.#unlisted.delete(key);
      return undefined;
    }
    const { fingerprint } = reading;
    // What is stored is the same if there is no event, as at each poll that reads a request which is not listed.
    const isStored = before !== undefined && interrupted === undefined && events.length === 0;
    if (!isStored) await this.#state.write(key, { request: state });
    this.#state.index(key, fingerprint === undefined ? { progress: "changed" } : { progress: "read", fingerprint });
    if (interrupted === undefined && active.fingerprint === undefined) this.#unlisted.add(key);
    else this.#unlisted.delete(key);
    return undefined;
  }

  #timestamp(): string {
    return new Date(this.#clock.now()).toISOString();
  }
}

/** Whether so many notifications are remembered that those which are no longer listed are forgotten. */
export function hasOldNotifications(
  known: ReadonlyMap<string, unknown>,
  listed: ReadonlyMap<string, Notification>,
): boolean {
  return known.size - listed.size > rememberedNotifications;
}
