import { RegError, RegResponseError } from "../../errors/errors.js";
import { addWorkflow } from "../../errors/messages.js";
import type { SupplierMethods } from "../../generated/supplier/methods.js";
import { sleep, throwIfAborted, unlessAborted } from "../../http/call/cancellation.js";
import type { Clock } from "../../http/call/clock.js";
import { toSortedJson } from "../../values/json.js";
import type { RequestKind } from "../../values/kinds.js";
import { hashText, messageOf } from "../../values/text.js";
import { type Difference, listOfKind, type PollingStop, pauseAfter, pollLists } from "../workflows/polling.js";
import type { WorkflowContext } from "../workflows/types.js";
import { eventsBetween } from "./events.js";
import type { FollowState, PendingEvents, PendingNotification, ReadRequest, RequestKey } from "./state.js";
import type { FollowedEvent, FollowOptions, NotificationEvent, SetAsideEvent } from "./types.js";

/** The operation that lists notifications. */
export type NotificationCall = SupplierMethods["lessors"]["notifications"];

/** What a follower works with. */
export interface FollowerParts {
  readonly contexts: Readonly<Record<RequestKind, WorkflowContext>>;
  readonly listNotifications: NotificationCall;
  readonly options: FollowOptions;
  readonly state: FollowState;
  readonly stop: PollingStop;
}

/** A request whose events are being handled. */
interface Active {
  /** The fingerprint of its entry in the list; undefined if it is no longer listed. */
  fingerprint: string | undefined;
  /** Whether it must be read, because its entry in the list has changed. */
  isChanged: boolean;
}

type Notification = NotificationEvent["notification"];

type Handler = (event: FollowedEvent | NotificationEvent) => unknown;

/** How many notifications are remembered that are no longer listed: they may be listed again. */
const rememberedNotifications = 1000;

/** The events of one request are handled in their order, those of several requests at the same time. */
export class Follower {
  readonly #contexts: FollowerParts["contexts"];
  readonly #listNotifications: NotificationCall;
  readonly #options: FollowOptions;
  readonly #state: FollowState;
  readonly #stop: PollingStop;
  readonly #clock: Clock;
  readonly #active = new Map<RequestKey, Active>();
  /** The requests that were read although the list no longer shows them: they may be archived a moment later. */
  readonly #unlisted = new Set<RequestKey>();
  readonly #givenBack = new Set<string>();
  readonly #tasks = new Set<Promise<void>>();
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor({ contexts, listNotifications, options, state, stop }: FollowerParts) {
    this.#contexts = contexts;
    this.#listNotifications = listNotifications;
    this.#options = options;
    this.#state = state;
    this.#stop = stop;
    this.#clock = contexts.service.clock;
  }

  /** Ends only by throwing, after the handlers in progress have ended. */
  async run(): Promise<never> {
    const stop = this.#stop;
    try {
      const known = await this.#state.load();
      throwIfAborted(stop);
      this.#options.onStart?.();
      for (const [key, { fingerprint, isPending }] of known)
        if (isPending) this.#start(key, { fingerprint, isChanged: false });
      if (this.#options.on.notification !== undefined) this.#run(() => this.#followNotifications());
      const lists = Object.values(this.#contexts).map(listOfKind);
      const fingerprints = new Map([...known].map(([key, { fingerprint }]) => [key as string, fingerprint]));
      const context = this.#contexts.service;
      const polling = { context, options: this.#options, operationId: "follow", lists, fingerprints, stop };
      for await (const { kind, differences, after } of pollLists(polling)) {
        if (!this.#state.hasBegun(kind)) await this.#begin(kind, differences);
        const unlisted = [...this.#unlisted].filter((key) => kindOf(key) === kind);
        for (const key of [...unlisted, ...differences.map((difference) => difference.key as RequestKey)])
          this.#notice(key, after.fingerprints.get(key));
        await this.#state.tidy();
      }
      throw stop.reason;
    } catch (error) {
      stop.abort(error);
      throw error;
    } finally {
      await Promise.all(this.#tasks);
    }
  }

  /** Notes which requests exist when the state is new, so that what has happened to them before is no event. */
  async #begin(kind: RequestKind, differences: readonly Difference[]): Promise<void> {
    const keys = this.#options.existing ? [] : differences.map(({ key }) => key as RequestKey);
    for (const key of keys)
      if ((await this.#state.read(key)) === undefined) await this.#state.write(key, { fingerprint: "" });
    await this.#state.begin(kind);
  }

  /** Reads the notifications as often as the lists. A failure to read them does not stop the requests. */
  async #followNotifications(): Promise<never> {
    const { every = 60_000, priority = 9 } = this.#options;
    for (const [key, event] of this.#state.notifications) if (event !== undefined) this.#notify(key, event);
    for (;;) {
      let pause = 0;
      const found = await this.#listNotifications(undefined, { priority, signal: this.#stop.signal })
        .then(entriesOf)
        .catch(async (error: unknown) => {
          pause = pauseAfter(await this.#report(error));
        });
      if (found !== undefined) await this.#noticeNotifications(found);
      await sleep(this.#clock, Math.max(every, pause), this.#stop);
    }
  }

  /**
   * A notification is known by the hash of its content, as an entry of a list of requests is, because the reference
   * shows neither an id nor a date.
   */
  async #noticeNotifications(found: readonly Notification[]): Promise<void> {
    const state = this.#state;
    const known = state.notifications;
    const isEvent = state.hasBegun("notification") || this.#options.existing;
    const listed = new Map(found.map((each) => [hashText(toSortedJson(each)).toString(36), each]));
    for (const [key, notification] of listed) {
      if (known.has(key)) continue;
      const id = globalThis.crypto.randomUUID();
      const event = { type: "notification", id, timestamp: this.#timestamp(), notification } as const;
      await state.noteNotification(key, isEvent ? event : undefined);
      if (isEvent) this.#notify(key, event);
    }
    if (!state.hasBegun("notification")) await state.begin("notification");
    if (known.size - listed.size <= rememberedNotifications) return;
    for (const [key, event] of known) if (event === undefined && !listed.has(key)) await state.forgetNotification(key);
  }

  #notify(key: string, event: PendingNotification): void {
    const handler = this.#options.on.notification as Handler;
    this.#run(async () => {
      const noteEnd = () => this.#state.noteNotification(key);
      if (!(await this.#handle(event, handler, noteEnd))) await noteEnd();
    });
  }

  /** Hands an event that was set aside to its handler again; false if it is none, has no handler, or is handled now. */
  giveBack(eventId: string): boolean {
    const event = this.#state.setAside.find((each) => each.event.id === eventId)?.event;
    const handler = event && this.#handlerOf(event);
    if (event === undefined || handler === undefined || this.#givenBack.has(eventId) || this.#stop.aborted)
      return false;
    this.#givenBack.add(eventId);
    this.#run(async () => {
      await this.#handle(event, handler, () => this.#state.takeBack(eventId));
      this.#givenBack.delete(eventId);
    });
    return true;
  }

  #notice(key: RequestKey, fingerprint: string | undefined): void {
    const active = this.#active.get(key);
    if (active === undefined) this.#start(key, { fingerprint, isChanged: true });
    else Object.assign(active, { fingerprint, isChanged: true });
  }

  #start(key: RequestKey, active: Active): void {
    this.#active.set(key, active);
    this.#run(async () => {
      do await this.#advance(key, active);
      while (active.isChanged);
      this.#active.delete(key);
    });
  }

  /** A failure that is not one of a handler ends following. */
  #run(task: () => Promise<void>): void {
    const running = task()
      .catch((error: unknown) => this.#stop.abort(error))
      .finally(() => this.#tasks.delete(running));
    this.#tasks.add(running);
  }

  #handlerOf({ type }: Pick<FollowedEvent | NotificationEvent, "type">): Handler | undefined {
    return this.#options.on[type] as Handler | undefined;
  }

  /** Reads a request, unless an earlier process was interrupted after it had read it, and handles its events. */
  async #advance(key: RequestKey, active: Active): Promise<void> {
    const stored = await this.#state.read(key);
    const { request: before, next: interrupted } = stored ?? {};
    const fingerprint = (interrupted === undefined ? active.fingerprint : stored?.fingerprint) ?? "";
    if (interrupted === undefined) active.isChanged = false;
    const next = interrupted ?? (await this.#readNext(key, active));
    const { id, timestamp, state, handled } = next;
    const existedBefore = stored !== undefined && before === undefined && interrupted === undefined;
    const events = existedBefore ? [] : eventsBetween(before, state);
    const note = (count: number) =>
      this.#state.write(key, { fingerprint, request: before, next: { ...next, handled: count } });
    // Written before a handler is called, so that a repetition is the same event with the same id.
    if (interrupted === undefined && events.some((event) => this.#handlerOf(event))) await note(0);
    for (const [index, event] of events.entries()) {
      const handler = this.#handlerOf(event);
      if (index < handled || handler === undefined) continue;
      const followed = { ...event, id: `${id}-${index}`, timestamp, kind: kindOf(key) };
      const noteEnd = () => note(index + 1);
      if (!(await this.#handle(followed, handler, noteEnd))) await noteEnd();
    }
    const isReadable = typeof state === "object";
    await this.#state.write(key, isReadable ? { fingerprint, request: state } : undefined);
    if (isReadable && active.fingerprint === undefined) this.#unlisted.add(key);
    else this.#unlisted.delete(key);
  }

  async #readNext(key: RequestKey, active: Active): Promise<PendingEvents> {
    const state = await this.#readRequest(key, active);
    return { id: globalThis.crypto.randomUUID(), timestamp: this.#timestamp(), state, handled: 0 };
  }

  #timestamp(): string {
    return new Date(this.#clock.now()).toISOString();
  }

  /** Any failure may concern this request alone. What concerns all of them also fails in a poll, which then ends. */
  async #readRequest(key: RequestKey, active: Active): Promise<ReadRequest> {
    const { requests } = this.#contexts[kindOf(key)];
    const { priority = 9 } = this.#options;
    for (let failures = 0; ; failures += 1) {
      try {
        return await requests.get(key.slice(key.indexOf("/") + 1), { priority, signal: this.#stop.signal });
      } catch (error) {
        throwIfAborted(this.#stop);
        if (RegError.is(error, "archived")) return "archived";
        // The list may show a new request before it can be read.
        if (RegError.is(error, "not-found") && active.fingerprint === undefined) return "removed";
        await this.#report(error);
        await sleep(this.#clock, delayAfter(failures), this.#stop);
      }
    }
  }

  /** Reports an error of the service, and throws any other one. */
  async #report(error: unknown): Promise<RegError> {
    throwIfAborted(this.#stop);
    if (!RegError.is(error)) throw error;
    addWorkflow(error, "follow");
    await unlessAborted(Promise.resolve(this.#options.onError?.(error)), this.#stop);
    return error;
  }

  /**
   * Hands an event to its handler until it succeeds and its end is noted, or sets it aside; returns whether it was
   * handled.
   */
  async #handle(event: SetAsideEvent["event"], handler: Handler, noteEnd: () => Promise<void>): Promise<boolean> {
    const { attempts = 10, onHandlerError, onSetAside } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      // A signal of its own, because a handler may add listeners to it; and a copy, because it may change it.
      const call = new AbortController();
      const followed = { ...structuredClone(event), attempt, signal: call.signal };
      const failure = await this.#whenFree(async () => {
        throwIfAborted(this.#stop);
        await this.#state.assertHeld();
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
          this.#stop.abort(error);
          throw error;
        });
        return undefined;
      });
      if (failure === undefined) return true;
      throwIfAborted(this.#stop);
      const { error } = failure;
      onHandlerError?.(error, followed);
      if (attempt >= attempts) {
        const setAside = { event, error: messageOf(error) };
        await this.#state.putAside(setAside);
        onSetAside?.(setAside);
        return false;
      }
      await sleep(this.#clock, delayAfter(attempt - 1), this.#stop);
    }
  }

  /** Calls a handler when fewer than `concurrency` are running. */
  async #whenFree<Result>(call: () => Promise<Result>): Promise<Result> {
    if (this.#running < (this.#options.concurrency ?? 8)) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await call();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}

/** The delay after a number of failures before this one, in milliseconds: a second, doubled up to five minutes. */
function delayAfter(failures: number): number {
  return Math.min(1000 * 2 ** failures, 300_000);
}

/** The entries of a list, or of each list in an object: the reference does not show which of them it is. */
function entriesOf(body: object): readonly Notification[] {
  const lists: Notification[][] = Array.isArray(body) ? [body] : Object.values(body).filter(Array.isArray);
  if (lists.length > 0) return lists.flat();
  throw new RegResponseError("the response contains no list; an adapter for lessors.notifications can return one", {
    operationId: "lessors.notifications",
    status: 200,
  });
}

const kindOf = (key: RequestKey): RequestKind => (key.startsWith("damage/") ? "damage" : "service");
