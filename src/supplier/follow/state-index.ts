import { isObject, parseJson } from "../../base/json.js";
import type { RequestKind } from "../../base/kinds.js";
import { toPrintable } from "../../base/text.js";
import { RegStateError } from "../../errors/errors.js";

/** Where a request is stored: `service/` or `damage/`, and its id. */
export type RequestKey = `${RequestKind}/${string}`;

/** What a single round has noted of an event whose handler failed. */
export interface HandlerFailure {
  readonly eventId: string;
  /** How often the event was handed over. */
  readonly attempts: number;
  /** When it is handed over again, in milliseconds since 1970. */
  readonly nextAt: number;
  /** Whether what the handler has sent may still be processed. */
  readonly isUnknown: boolean;
}

/** A request that single rounds have neither listed nor found. */
export interface MissingRequest {
  /** When it was first not found, in milliseconds since 1970. */
  readonly since: number;
  /** In how many rounds it was not found. */
  readonly rounds: number;
}

/** What the index says of a request. */
export interface IndexedRequest {
  /**
   * - `unread`: it must be read, and no event of it was handed to a handler. Only then may it have no entry.
   * - `changed`: it must be read again.
   * - `read`: all events up to its fingerprint were handled.
   * - `unfound`: it is neither listed nor found, and is read again when it is listed. With a listed status, it has no
   *   entry.
   */
  readonly progress: "unread" | "changed" | "read" | "unfound";
  /** That of its entry in the list, if it is `read`. */
  readonly fingerprint?: string | undefined;
  /** Its status in the first list, if it existed before the state; until it is `read`. */
  readonly listedStatus?: string | undefined;
  /** Until it is found or `unfound`. */
  readonly missing?: MissingRequest | undefined;
}

/** Whether a request must be read. */
export const isDue = ({ progress }: Pick<IndexedRequest, "progress">): boolean =>
  progress === "unread" || progress === "changed";

/** What the index of a state says. */
export interface IndexContent {
  readonly supplierId: string | undefined;
  readonly begun: ReadonlySet<string>;
  readonly requests: ReadonlyMap<RequestKey, IndexedRequest>;
  /** Whether each is being handled. */
  readonly notifications: ReadonlyMap<string, boolean>;
  /** The ids of the events that were set aside. */
  readonly setAside: readonly string[];
  readonly outdated: readonly string[];
  /** By the key of the entry that has the event. */
  readonly failures: ReadonlyMap<string, HandlerFailure>;
  /** The hash of the text of each list that shows exactly what `requests` has of its kind. */
  readonly lists: ReadonlyMap<RequestKind, string>;
}

/** The version of the states that this version of the package writes. */
export const version = 2;

/**
 * The entry from which a process learns what the state has, so that it lists no keys: a store may have those of
 * thousands of accounts.
 */
export interface StateIndex {
  readonly version: typeof version;
  /** The supplier to whom the state belongs, as text. Undefined: no list had an entry so far. */
  readonly supplierId?: string | undefined;
  /** The lists of which the first reading was noted. */
  readonly begun: readonly string[];
  /** The third part is the fingerprint of a request that is `read`, and the listed status of any other. */
  readonly requests: readonly (readonly [key: RequestKey, progress: IndexedRequest["progress"], last?: string])[];
  /** With true, if there is an entry with an event that is being handled. */
  readonly notifications: readonly (readonly [key: string, isPending: boolean])[];
  /** The ids of the events that were set aside. */
  readonly setAside: readonly string[];
  /** The keys of entries that are being deleted: a process that was killed may have left them. */
  readonly outdated: readonly string[];
  // Earlier versions drop of this what they do not know when they write the index. They must still find what is due, and
  // `lists` must not outlive a change of `requests`.
  /** The requests that are `unfound` but have no entry; `requests` has them as `unread`. */
  readonly unfound?: readonly RequestKey[] | undefined;
  readonly missing?: readonly (readonly [key: RequestKey, missing: MissingRequest])[] | undefined;
  /** By the key of the entry that has the event. */
  readonly failures?: readonly (readonly [key: string, failure: HandlerFailure])[] | undefined;
  /** The hash of the text of each list that shows exactly what `requests` has of its kind. */
  readonly lists?: readonly (readonly [kind: RequestKind, hash: string])[] | undefined;
}

/** What an index is written as. */
export function stateIndexOf(content: IndexContent): StateIndex {
  const unfound: RequestKey[] = [];
  const missing: [RequestKey, MissingRequest][] = [];
  for (const [key, request] of content.requests) {
    if (lacksEntry(request)) unfound.push(key);
    if (request.missing !== undefined) missing.push([key, request.missing]);
  }
  return {
    version,
    supplierId: content.supplierId,
    begun: [...content.begun],
    requests: [...content.requests].map(([key, request]) => {
      const progress = lacksEntry(request) ? "unread" : request.progress;
      const last = request.fingerprint ?? request.listedStatus;
      return last === undefined ? [key, progress] : [key, progress, last];
    }),
    notifications: [...content.notifications],
    setAside: content.setAside,
    outdated: content.outdated,
    unfound: unlessEmpty(unfound),
    missing: unlessEmpty(missing),
    failures: unlessEmpty([...content.failures]),
    lists: unlessEmpty([...content.lists]),
  };
}

/** @throws RegStateError for a text that `stateIndexOf` has not made */
export function parseIndex(text: string | undefined): IndexContent {
  const index = text === undefined ? undefined : (parseEntry(text, "notes") as StateIndex);
  if (index !== undefined && index.version !== version) throw ofOtherVersion();
  const { supplierId, begun = [], requests = [], notifications = [], setAside = [], outdated = [] } = index ?? {};
  const unfound = new Set(index?.unfound);
  const missing = new Map(index?.missing);
  return {
    supplierId,
    begun: new Set(begun),
    requests: new Map(
      requests.map(([key, progress, last]): [RequestKey, IndexedRequest] => {
        if (progress === "read") return [key, { progress, fingerprint: last }];
        const isUnfound = progress === "unread" && unfound.has(key);
        return [key, { progress: isUnfound ? "unfound" : progress, listedStatus: last, missing: missing.get(key) }];
      }),
    ),
    notifications: new Map(notifications),
    setAside,
    outdated,
    failures: new Map(index?.failures),
    lists: new Map(index?.lists),
  };
}

/** Whether a request is `unfound`, and only known from a list. */
const lacksEntry = ({ progress, listedStatus }: IndexedRequest) => progress === "unfound" && listedStatus !== undefined;

const unlessEmpty = <Item>(list: readonly Item[]) => (list.length > 0 ? list : undefined);

export function ofOtherVersion(): RegStateError {
  return new RegStateError(
    "the state was written by another version of the package; use that one, or another state to begin anew",
    { reason: "version" },
  );
}

/** @throws RegStateError for a text that `follow` has not written */
export function parseEntry(text: unknown, key: string): unknown {
  const content = typeof text === "string" ? parseJson(text) : undefined;
  if (isObject(content)) return content;
  throw new RegStateError(
    `the state has an entry that follow has not written, ${toPrintable(key)}; give it a state of its own`,
    { reason: "damaged" },
  );
}
