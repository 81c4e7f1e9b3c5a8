import { RegStateError } from "../../errors/errors.js";
import type { ServiceRequest } from "../../generated/supplier/models.js";
import { isObject, parseJson } from "../../values/json.js";
import type { RequestKind } from "../../values/kinds.js";
import type { SetAsideEvent } from "./types.js";

/** A request as it was last read: it is gone after a 410 or a 404 response. */
export type RequestState = ServiceRequest | "archived" | "removed";

/** What is known of a request. */
export interface FollowedRequest {
  /** That of its entry in the list when it was last read. */
  readonly fingerprint: string;
  /** The request up to which all events were handled; undefined if none was, because the request is new. */
  readonly request?: ServiceRequest | undefined;
  /** How many events the request has had: the next one gets this number. */
  readonly events: number;
  /** The state to which the events lead that are being handled, and how many of them were handled. */
  readonly next?: { readonly state: RequestState; readonly handled: number } | undefined;
}

/** Where a request is stored: `service/` or `damage/`, and its id. */
export type RequestKey = `${RequestKind}/${string}`;

/** The texts of a state. */
export interface FollowEntries {
  get(key: string): unknown;
  set(key: string, text: string): Promise<void>;
  delete(key: string): Promise<void>;
  list(): AsyncIterable<readonly [key: string, text: unknown]>;
}

const begunKey = "begun";
const requestPrefix = "request/";
const setAsidePrefix = "set-aside/";

/** The state of `follow`: requests, events that were set aside, and whether the first poll was completed. */
export class FollowState {
  readonly #entries: FollowEntries;
  readonly #setAside = new Map<string, SetAsideEvent>();
  #isBegun = false;

  constructor(entries: FollowEntries) {
    this.#entries = entries;
  }

  /** Reads the state, and returns the requests that it knows. */
  async load(): Promise<Map<RequestKey, FollowedRequest>> {
    const requests = new Map<RequestKey, FollowedRequest>();
    for await (const [key, text] of this.#entries.list()) {
      const content = parseEntry(text);
      if (key === begunKey) this.#isBegun = true;
      else if (key.startsWith(setAsidePrefix))
        this.#setAside.set(key.slice(setAsidePrefix.length), content as SetAsideEvent);
      else if (key.startsWith(requestPrefix))
        requests.set(key.slice(requestPrefix.length) as RequestKey, content as FollowedRequest);
    }
    return requests;
  }

  /** Whether every request that existed at the start is known. */
  get isBegun(): boolean {
    return this.#isBegun;
  }

  async begin(): Promise<void> {
    await this.#entries.set(begunKey, "true");
    this.#isBegun = true;
  }

  async read(key: RequestKey): Promise<FollowedRequest | undefined> {
    const text = await this.#entries.get(requestPrefix + key);
    return text == null ? undefined : (parseEntry(text) as FollowedRequest);
  }

  async write(key: RequestKey, request: FollowedRequest | undefined): Promise<void> {
    if (request === undefined) await this.#entries.delete(requestPrefix + key);
    else await this.#entries.set(requestPrefix + key, JSON.stringify(request));
  }

  get setAside(): readonly SetAsideEvent[] {
    return [...this.#setAside.values()];
  }

  async putAside(setAside: SetAsideEvent): Promise<void> {
    await this.#entries.set(setAsidePrefix + setAside.event.id, JSON.stringify(setAside));
    this.#setAside.set(setAside.event.id, setAside);
  }

  async takeBack(eventId: string): Promise<void> {
    await this.#entries.delete(setAsidePrefix + eventId);
    this.#setAside.delete(eventId);
  }
}

function parseEntry(text: unknown): unknown {
  const content = typeof text === "string" ? parseJson(text) : undefined;
  if (isObject(content) || content === true) return content;
  throw new RegStateError("the state has an entry that follow has not written; give it a state of its own", {
    reason: "damaged",
  });
}
