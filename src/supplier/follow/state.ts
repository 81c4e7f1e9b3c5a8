import { RegStateError } from "../../errors/errors.js";
import type { ServiceRequest } from "../../generated/supplier/models.js";
import type { Clock } from "../../http/call/clock.js";
import { accessState, type StateEntries, type StateFormat } from "../../state/entries.js";
import { RunLock } from "../../state/lock.js";
import { createEntries } from "../../state/open.js";
import { isObject, parseJson } from "../../values/json.js";
import type { RequestKind } from "../../values/kinds.js";
import type { NotificationEvent, SetAsideEvent } from "./types.js";

/** A request as it was last read: it is gone after a 410 or a 404 response. */
export type ReadRequest = ServiceRequest | "archived" | "removed";

/** What is known of a request. */
export interface FollowedRequest {
  /** That of its entry in the list when it was last read. */
  readonly fingerprint: string;
  /**
   * The request up to which all events were handled. Undefined: it is new, if it has `next`; otherwise it existed
   * before the state, and was not read yet.
   */
  readonly request?: ServiceRequest | undefined;
  /** The events that are being handled. */
  readonly next?: PendingEvents | undefined;
}

/** The events that lead to a state of a request. */
export interface PendingEvents {
  /** The beginning of the ids of the events. */
  readonly id: string;
  /** When the request was read, as ISO 8601. */
  readonly timestamp: string;
  readonly state: ReadRequest;
  /** How many of the events were handled, or have no handler. */
  readonly handled: number;
}

/** A request in the state, as far as it is kept in memory. */
interface KnownRequest extends Pick<FollowedRequest, "fingerprint"> {
  readonly isPending: boolean;
}

/** A notification that is known. */
interface KnownNotification {
  /** Undefined if it was handled, or existed before. */
  readonly event?: PendingNotification | undefined;
}

/** A notification that is being handled. */
export type PendingNotification = Omit<NotificationEvent, "attempt" | "signal">;

/** Where a request is stored: `service/` or `damage/`, and its id. */
export type RequestKey = `${RequestKind}/${string}`;

/** The beginnings of the keys of all other entries. */
const prefixes = { begun: "begun/", setAside: "set-aside/", notification: "notification/" } as const;

/** The states of `follow`. */
const followFormat: StateFormat = { name: "reg-follow", entryName: "entry", startingOver: "begin anew" };

interface FollowStateContext {
  readonly baseUrl: string;
  readonly clock: Clock;
  /** Called when another process has taken the state over, which only happens if this one stood still. */
  readonly onLost: (error: RegStateError) => void;
}

/** The state of `follow`: requests, notifications, events that were set aside, and of what the first list is known. */
export class FollowState {
  readonly #entries: StateEntries;
  readonly #lock: RunLock;
  readonly #setAside = new Map<string, SetAsideEvent>();
  readonly #begun = new Set<string>();
  readonly #notifications = new Map<string, PendingNotification | undefined>();
  #tidying: Promise<void> | undefined;

  private constructor(entries: StateEntries, lock: RunLock) {
    this.#entries = entries;
    this.#lock = lock;
  }

  /** @throws RegInputError for neither a path nor a store; RegStateError if another process uses it */
  static async open(option: unknown, { baseUrl, clock, onLost }: FollowStateContext): Promise<FollowState> {
    const kind = { format: followFormat, owner: { baseUrl }, clock, isReadOnly: false };
    const entries = await createEntries(option, kind);
    const lock = new RunLock(entries.lock, { clock, onLost, settlesAlways: true });
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
  async load(): Promise<Map<RequestKey, KnownRequest>> {
    const requests = new Map<RequestKey, KnownRequest>();
    await accessState("cannot be listed", async () => {
      for await (const { key, text } of this.#entries.list()) {
        if (key.startsWith(prefixes.begun)) this.#begun.add(key.slice(prefixes.begun.length));
        else if (key.startsWith(prefixes.setAside)) this.#addSetAside(parseEntry(text) as SetAsideEvent);
        else if (key.startsWith(prefixes.notification)) {
          const { event } = parseEntry(text) as KnownNotification;
          this.#notifications.set(key.slice(prefixes.notification.length), event);
        } else {
          const { fingerprint, next } = parseEntry(text) as FollowedRequest;
          requests.set(key as RequestKey, { fingerprint, isPending: next !== undefined });
        }
      }
    });
    return requests;
  }

  #addSetAside(setAside: SetAsideEvent): void {
    this.#setAside.set(setAside.event.id, setAside);
  }

  /** Whether the state knows which requests of a kind, or which notifications, existed before it. */
  hasBegun(list: RequestKind | "notification"): boolean {
    return this.#begun.has(list);
  }

  async begin(list: RequestKind | "notification"): Promise<void> {
    await this.#write(prefixes.begun + list, true);
    this.#begun.add(list);
  }

  /** @throws RegStateError if another process has taken the state over */
  assertHeld(): Promise<void> {
    return this.#lock.assertHeld();
  }

  async read(key: RequestKey): Promise<FollowedRequest | undefined> {
    const text = await accessState("cannot be read", () => this.#entries.get(key));
    return text === undefined || text === null ? undefined : (parseEntry(text) as FollowedRequest);
  }

  /** @param request undefined: the request is gone */
  write(key: RequestKey, request: FollowedRequest | undefined): Promise<void> {
    return this.#write(key, request);
  }

  /** The events of the notifications that are known, by their keys; undefined for those that were handled. */
  get notifications(): ReadonlyMap<string, PendingNotification | undefined> {
    return this.#notifications;
  }

  async noteNotification(key: string, event?: PendingNotification): Promise<void> {
    await this.#write(prefixes.notification + key, { event } satisfies KnownNotification);
    this.#notifications.set(key, event);
  }

  async forgetNotification(key: string): Promise<void> {
    await this.#write(prefixes.notification + key, undefined);
    this.#notifications.delete(key);
  }

  get setAside(): readonly SetAsideEvent[] {
    return [...this.#setAside.values()];
  }

  async putAside(setAside: SetAsideEvent): Promise<void> {
    await this.#write(prefixes.setAside + setAside.event.id, setAside);
    this.#addSetAside(setAside);
  }

  async takeBack(eventId: string): Promise<void> {
    await this.#write(prefixes.setAside + eventId, undefined);
    this.#setAside.delete(eventId);
  }

  async #write(key: string, content: unknown): Promise<void> {
    await this.#lock.assertHeld();
    while (this.#tidying !== undefined) await this.#tidying;
    await accessState("cannot be written", () =>
      content === undefined ? this.#entries.delete(key) : this.#entries.set(key, JSON.stringify(content)),
    );
  }

  /** Removes what is outdated. Everything that is written meanwhile waits. */
  async tidy(): Promise<void> {
    this.#tidying = accessState("cannot be written", () => this.#entries.tidy(() => this.assertHeld())).finally(() => {
      this.#tidying = undefined;
    });
    await this.#tidying;
  }

  async close(): Promise<void> {
    try {
      await accessState("cannot be written", () => this.#entries.close());
    } finally {
      await this.#lock.release();
    }
  }
}

/**
 * Lists the events that were set aside in a file, without its lock, so that another process can follow meanwhile.
 *
 * @throws RegInputError for no path; RegStateError if the file cannot be read
 */
export async function* listSetAside(path: string, clock: Clock): AsyncGenerator<SetAsideEvent> {
  const entries = await createEntries(path, { format: followFormat, owner: {}, clock, isReadOnly: true });
  await accessState("cannot be read", () => entries.open());
  try {
    for await (const { key, text } of entries.list())
      if (key.startsWith(prefixes.setAside)) yield parseEntry(text) as SetAsideEvent;
  } finally {
    await entries.close();
  }
}

function parseEntry(text: unknown): unknown {
  const content = typeof text === "string" ? parseJson(text) : undefined;
  if (isObject(content)) return content;
  throw new RegStateError("the state has an entry that follow has not written; give it a state of its own", {
    reason: "damaged",
  });
}
