import type { FollowedEvent, FollowOptions, RegError, StateStore, SupplierClientOptions } from "@reg/sdk";
import { onTestFinished } from "vitest";
import { eventTypes } from "../../../src/domain/events.js";
import { supplierOver } from "../../support/clients.js";
import { ManualClock, settle } from "../../support/clock.js";
import { fakeFetch, json, type Reply } from "../../support/fetch.js";

// They are loaded when a process begins to follow, or a call has an adapter, which takes real time once.
await import("../../../src/http/transport/adapted.js");
await import("../../../src/supplier/follow/state.js");
await import("../../../src/supplier/follow/follower.js");
await import("../../../src/supplier/follow/unlocked.js");
await import("../../../src/supplier/follow/erase.js");

/** An error in the form of the service's own. */
export const ownError = (status: number) => json({ status, traceId: "trace-1", errors: [] }, { status });

/** A service that lists and returns what the test puts into it, for one supplier. */
export class ListedService {
  /** The entries of both lists, by the path. */
  readonly lists: Record<"servicerequests" | "damageservicerequests", unknown[]> = {
    servicerequests: [],
    damageservicerequests: [],
  };
  /** Replies in place of the usual ones, by the id of a request or the path of a list. */
  readonly replies = new Map<string, Reply>();
  /** The ids of the requests that were read. */
  readonly reads: string[] = [];
  /** How many lists were read. */
  polls = 0;
  readonly #requests = new Map<string, object>();
  readonly #supplierId: number;
  #changes = 0;

  constructor(supplierId = 4711) {
    this.#supplierId = supplierId;
  }

  readonly fetch = fakeFetch((sent) => {
    const [, , path, id] = sent.url.pathname.split("/");
    const list = id === undefined ? this.lists[path as "servicerequests"] : undefined;
    if (list !== undefined) this.polls += 1;
    if (id !== undefined) this.reads.push(id);
    const reply = this.replies.get(id ?? String(path));
    if (reply !== undefined) return reply(sent);
    if (list !== undefined) return json({ serviceRequests: list, hasMore: false })(sent);
    const request = this.#requests.get(String(id));
    return request === undefined ? ownError(404)(sent) : json({ data: request })(sent);
  });

  /** Lists a request with this status, and makes it readable. */
  put(id: string, status: string, { fields = {}, path = "servicerequests" as keyof ListedService["lists"] } = {}) {
    this.unlist(id);
    this.#changes += 1;
    this.lists[path].push({ id, status, supplierId: this.#supplierId, lastModifiedUtc: this.#changes });
    this.#requests.set(id, { id, status, components: [], ...fields });
  }

  /** Removes a request from the lists. */
  unlist(id: string): void {
    const isOther = (entry: unknown) => Reflect.get(Object(entry), "id") !== id;
    for (const list of Object.values(this.lists)) list.splice(0, list.length, ...list.filter(isOther));
  }

  remove(id: string): void {
    this.unlist(id);
    this.#requests.delete(id);
  }
}

/** Returns what follows a service with the clock of the test. */
export function setUpListed({
  service = new ListedService(),
  clock = new ManualClock(),
  client = {},
}: {
  service?: ListedService;
  clock?: ManualClock;
  client?: Partial<SupplierClientOptions>;
} = {}) {
  const supplier = supplierOver(service.fetch, { clock, retry: false, throttle: false, ...client });
  const store = new Map<string, string>();
  /** Lets time pass, and everything happen that is due. */
  const pass = async (ms = 1000) => {
    await clock.advance(ms);
    for (let turn = 0; turn < 10; turn += 1) await settle();
  };
  /** Follows, and returns each event as `id type`. */
  const follow = async ({ on, ...options }: Partial<FollowOptions> = {}) => {
    const handled: string[] = [];
    const events: FollowedEvent[] = [];
    const errors: RegError[] = [];
    const stop = new AbortController();
    const handle = (event: FollowedEvent) => {
      handled.push(`${event.request.id} ${event.type}`);
      events.push(event);
    };
    const following = supplier.follow({
      every: 1000,
      state: store,
      signal: stop.signal,
      on: { ...Object.fromEntries(eventTypes.map((type) => [type, handle])), ...on },
      onError: (error) => void errors.push(error),
      ...options,
    });
    const ended = following.ended.catch((reason: unknown) => reason);
    const end = () => {
      stop.abort("over");
      return ended;
    };
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    // A process that waits for the lock ends at its next look at it.
    onTestFinished(async () => {
      for (void end(); !isOver; ) await pass(500);
    });
    // A store may take the lock only when nobody else can have found it free.
    await pass(200);
    return { handled, events, errors, following, ended, end };
  };
  return { service, clock, supplier, store, pass, follow };
}

/** The entries of a store as a process leaves them that is killed: its lock would become out of date. */
export function withoutLock(store: Map<string, string>): Map<string, string> {
  return new Map([...store].filter(([key]) => key.includes("&")));
}

/** A store that can do no more than what is needed. */
export function minimalStore(entries = new Map<string, string>()) {
  const calls: string[] = [];
  const called =
    <Args extends [string, ...unknown[]], Result>(name: string, call: (...args: Args) => Result) =>
    (...args: Args) => {
      if (args[0].includes("&")) calls.push(`${name} ${decodeURIComponent(args[0].replace(/^.*&/, ""))}`);
      return call(...args);
    };
  const store: StateStore = {
    get: called("get", (key: string) => entries.get(key)),
    set: called("set", (key: string, text: string) => void entries.set(key, text)),
    delete: called("delete", (key: string) => entries.delete(key)),
  };
  return { store, entries, calls };
}
