import { RegStateError } from "../../errors/errors.js";
import type { ServiceRequest } from "../../generated/supplier/models.js";
import type { Clock } from "../../http/call/clock.js";
import { accessState, type StateEntries, type StateFormat } from "../../state/entries.js";
import { RunLock } from "../../state/lock.js";
import { createEntries } from "../../state/open.js";
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

const begunKey = "begun";

const followFormat: StateFormat = { name: "reg-follow", entryName: "entry", startingOver: "begin anew" };

interface FollowStateContext {
  readonly baseUrl: string;
  readonly clock: Clock;
  /** Called when another process has taken the state over, which only happens if this one stood still. */
  readonly onLost: (error: RegStateError) => void;
}

/** The state of `follow`: requests, events that were set aside, and whether the first poll was completed. */
export class FollowState {
  readonly #entries: StateEntries;
  readonly #lock: RunLock;
  readonly #setAside = new Map<string, SetAsideEvent>();
  #isBegun = false;

  private constructor(entries: StateEntries, lock: RunLock) {
    this.#entries = entries;
    this.#lock = lock;
  }

  /** @throws RegInputError for neither a path nor a store; RegStateError if another process uses it */
  static async open(option: unknown, { baseUrl, clock, onLost }: FollowStateContext): Promise<FollowState> {
    const kind = { format: followFormat, owner: { baseUrl }, clock, isReadOnly: false };
    const entries = await createEntries(option, kind);
    const lock = new RunLock(entries.lock, { clock, onLost });
    await lock.acquire();
    try {
      await accessState("cannot be read", () => entries.open());
    } catch (error) {
      await lock.release();
      throw error;
    }
    return new FollowState(entries, lock);
  }

  /** Reads the state, and returns the requests that it knows. */
  async load(): Promise<Map<RequestKey, FollowedRequest>> {
    const requests = new Map<RequestKey, FollowedRequest>();
    await accessState("cannot be listed", async () => {
      for await (const { key, text } of this.#entries.list()) {
        const content = parseEntry(text);
        const [kind] = key.split("/");
        const rest = key.slice(key.indexOf("/") + 1);
        if (key === begunKey) this.#isBegun = true;
        else if (kind === "set-aside") this.#setAside.set(rest, content as SetAsideEvent);
        else requests.set(key as RequestKey, content as FollowedRequest);
      }
    });
    return requests;
  }

  /** Whether every request that existed at the start is known. */
  get isBegun(): boolean {
    return this.#isBegun;
  }

  async begin(): Promise<void> {
    await this.#write(begunKey, true);
    this.#isBegun = true;
  }

  async read(key: RequestKey): Promise<FollowedRequest | undefined> {
    const text = await accessState("cannot be read", () => this.#entries.get(key));
    return text === undefined || text === null ? undefined : (parseEntry(text) as FollowedRequest);
  }

  /** @param request undefined: the request is gone */
  write(key: RequestKey, request: FollowedRequest | undefined): Promise<void> {
    return this.#write(key, request);
  }

  get setAside(): readonly SetAsideEvent[] {
    return [...this.#setAside.values()];
  }

  async putAside(setAside: SetAsideEvent): Promise<void> {
    await this.#write(`set-aside/${setAside.event.id}`, setAside);
    this.#setAside.set(setAside.event.id, setAside);
  }

  async takeBack(eventId: string): Promise<void> {
    await this.#write(`set-aside/${eventId}`, undefined);
    this.#setAside.delete(eventId);
  }

  async #write(key: string, content: unknown): Promise<void> {
    await this.#lock.assertHeld();
    await accessState("cannot be written", () =>
      content === undefined ? this.#entries.delete(key) : this.#entries.set(key, JSON.stringify(content)),
    );
  }

  /** Removes what is outdated. Nothing may be written meanwhile. */
  tidy(): Promise<void> {
    return accessState("cannot be written", () => this.#entries.tidy());
  }

  async close(): Promise<void> {
    try {
      await accessState("cannot be written", () => this.#entries.close());
    } finally {
      await this.#lock.release();
    }
  }
}

function parseEntry(text: unknown): unknown {
  const content = typeof text === "string" ? parseJson(text) : undefined;
  if (isObject(content) || content === true) return content;
  throw new RegStateError("the state has an entry that follow has not written; give it a state of its own", {
    reason: "damaged",
  });
}
