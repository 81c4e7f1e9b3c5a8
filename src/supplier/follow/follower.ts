import { RegError } from "../../errors/errors.js";
import { sleep, throwIfAborted, unlessAborted } from "../../http/call/cancellation.js";
import type { Clock } from "../../http/call/clock.js";
import type { RequestKind } from "../../values/kinds.js";
import { type Difference, isTemporary, type PollingStop, pollLists, type WatchedList } from "../workflows/polling.js";
import type { WorkflowContext } from "../workflows/types.js";
import { eventsBetween } from "./events.js";
import type { FollowedRequest, FollowState, RequestKey, RequestState } from "./state.js";
import type { FollowedEvent, FollowOptions, SetAsideEvent } from "./types.js";

/** What a follower works with. */
export interface FollowerParts {
  readonly contexts: Readonly<Record<RequestKind, WorkflowContext>>;
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

/** The events of one request are handled in their order, those of several requests at the same time. */
export class Follower {
  readonly #contexts: FollowerParts["contexts"];
  readonly #options: FollowOptions;
  readonly #state: FollowState;
  readonly #stop: PollingStop;
  readonly #clock: Clock;
  readonly #active = new Map<RequestKey, Active>();
  readonly #givenBack = new Set<string>();
  readonly #tasks = new Set<Promise<void>>();
  readonly #slots: Slots;

  constructor({ contexts, options, state, stop }: FollowerParts) {
    this.#contexts = contexts;
    this.#options = options;
    this.#state = state;
    this.#stop = stop;
    this.#clock = contexts.service.clock;
    this.#slots = new Slots(options.concurrency ?? 8);
  }

  /** Ends only by throwing, after the handlers in progress have ended. */
  async run(): Promise<never> {
    const stop = this.#stop;
    try {
      const requests = await this.#state.load();
      for (const [key, { fingerprint, next }] of requests)
        if (next !== undefined) this.#start(key, { fingerprint, isChanged: false });
      const lists = Object.values(this.#contexts).map(toList);
      const unread = new Set(lists.map(({ kind }) => kind));
      const fingerprints = new Map([...requests].map(([key, { fingerprint }]) => [key as string, fingerprint]));
      const context = this.#contexts.service;
      const polling = { context, options: this.#options, operationId: "follow", lists, fingerprints, stop };
      for await (const { kind, differences, after } of pollLists(polling)) {
        for (const difference of differences) this.#notice(difference, after.fingerprints.get(difference.key));
        unread.delete(kind);
        if (!this.#state.isBegun && unread.size === 0) {
          await Promise.all(this.#tasks);
          throwIfAborted(stop);
          await this.#state.begin();
        }
        if (this.#tasks.size === 0) await this.#state.tidy();
      }
      throw stop.reason;
    } catch (error) {
      stop.abort(error);
      throw error;
    } finally {
      await Promise.all(this.#tasks);
    }
  }

  /** Hands an event that was set aside to its handler again; false if there is none, or if it is handled now. */
  giveBack(eventId: string): boolean {
    const found = this.#state.setAside.find(({ event }) => event.id === eventId);
    if (found === undefined || this.#givenBack.has(eventId) || this.#stop.aborted) return false;
    this.#givenBack.add(eventId);
    this.#run(async () => {
      const isHandled = await this.#handle(found.event);
      if (isHandled) await this.#state.takeBack(eventId);
      this.#givenBack.delete(eventId);
    });
    return true;
  }

  #notice({ key }: Difference, fingerprint: string | undefined): void {
    const active = this.#active.get(key as RequestKey);
    if (active === undefined) this.#start(key as RequestKey, { fingerprint, isChanged: true });
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

  /** Reads a request, unless an earlier process was interrupted after it had read it, and handles its events. */
  async #advance(key: RequestKey, active: Active): Promise<void> {
    const stored = await this.#state.read(key);
    let { next } = stored ?? {};
    let fingerprint = stored?.fingerprint ?? "";
    if (next === undefined) {
      fingerprint = active.fingerprint ?? "";
      active.isChanged = false;
      next = { state: await this.#readRequest(key), handled: 0 };
    }
    const { state } = next;
    const isKnownSilently = !this.#state.isBegun && stored === undefined && this.#options.existing !== true;
    const events = isKnownSilently ? [] : eventsBetween(stored?.request, state);
    let request: FollowedRequest = { fingerprint, request: stored?.request, events: stored?.events ?? 0, next };
    for (const event of events.slice(next.handled)) {
      const id = `${key.slice(key.indexOf("/") + 1)}.${request.events}`;
      const kind = kindOf(key);
      if (this.#options.on[event.type] !== undefined) await this.#handle({ ...event, id, kind });
      next = { state, handled: next.handled + 1 };
      request = { ...request, events: request.events + 1, next };
      // Written once for the events up to the next one that has a handler.
      if (next.handled < events.length && this.#options.on[event.type] !== undefined)
        await this.#state.write(key, request);
    }
    const isGone = typeof state !== "object";
    await this.#state.write(key, isGone ? undefined : { fingerprint, request: state, events: request.events });
  }

  async #readRequest(key: RequestKey): Promise<RequestState> {
    const { requests, hasTokenFunction } = this.#contexts[kindOf(key)];
    const { priority = 9, onError } = this.#options;
    for (let failures = 0; ; failures += 1) {
      try {
        return await requests.get(key.slice(key.indexOf("/") + 1), { priority, signal: this.#stop.signal });
      } catch (error) {
        throwIfAborted(this.#stop);
        if (RegError.is(error, "archived")) return "archived";
        if (RegError.is(error, "not-found")) return "removed";
        if (!isTemporary(error, hasTokenFunction)) throw error;
        await unlessAborted(Promise.resolve(onError?.(error)), this.#stop);
        await sleep(this.#clock, delayAfter(failures), this.#stop);
      }
    }
  }

  /** Hands an event to its handler until it succeeds, or sets it aside; returns whether it was handled. */
  async #handle(event: SetAsideEvent["event"]): Promise<boolean> {
    const { attempts = 10, on, onHandlerError, onSetAside } = this.#options;
    const handler = on[event.type] as ((event: FollowedEvent) => unknown) | undefined;
    for (let attempt = 1; ; attempt += 1) {
      const followed: FollowedEvent = { ...event, attempt, signal: this.#stop.signal };
      try {
        await this.#slots.use(async () => {
          throwIfAborted(this.#stop);
          await handler?.(followed);
        });
        return true;
      } catch (error) {
        throwIfAborted(this.#stop);
        onHandlerError?.(error, followed);
        if (attempt >= attempts) {
          const setAside = { event, error: error instanceof Error ? error.message : String(error) };
          await this.#state.putAside(setAside);
          onSetAside?.(setAside);
          return false;
        }
        await sleep(this.#clock, delayAfter(attempt - 1), this.#stop);
      }
    }
  }
}

/** The delay after a number of failures before this one, in milliseconds: a second, doubled up to five minutes. */
function delayAfter(failures: number): number {
  return Math.min(1000 * 2 ** failures, 300_000);
}

function toList({ kind, requests }: WorkflowContext): WatchedList {
  return { kind, list: requests.list, keyPrefix: `${kind}/` };
}

const kindOf = (key: RequestKey): RequestKind => (key.startsWith("damage/") ? "damage" : "service");

/** Lets a number of tasks run at a time. */
class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async use<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#free === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#free -= 1;
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
