import type { Clock } from "../../base/clock.js";
import { toPrintable } from "../../base/text.js";
import { RegStateError } from "../../errors/errors.js";
import type { ServiceRequest } from "../../generated/supplier/models.js";
import { notesKey, type StateEntries, type StateFormat, type StateKind, type StateOwner } from "../../state/entries.js";
import type { RunLock } from "../../state/lock.js";
import { ofOtherVersion, parseEntry, version } from "./state-index.js";
import type { NotificationEvent } from "./types.js";

/** A request as it was last read: it is gone after a 410 or a 404 response. */
export type ReadRequest = ServiceRequest | "archived" | "removed";

/** What is stored of a request. */
export interface FollowedRequest {
  /** The request up to which all events were handled. Undefined: it was not read before. */
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

/** A notification that is being handled. */
export type PendingNotification = Omit<NotificationEvent, "attempt" | "signal">;

/** The beginnings of the keys of all other entries, beside the index. */
export const prefixes = { setAside: "set-aside/", notification: "notification/" } as const;

/** The key of the entry of a notification that is being handled. */
export const notificationKey = (key: string): string => prefixes.notification + key;

/** The key of an entry that follows the first index: a state that has it is not new, whatever the store returns. */
export const markKey = "index";

/** The states of `follow`. */
export const followFormat: StateFormat = {
  name: "reg-follow",
  version,
  entryName: "entry",
  startingOver: "begin anew",
};

/** Where a state is, and of what it is. */
export interface FollowStateContext {
  readonly baseUrl: string;
  readonly clock: Clock;
  /** The name that the user gives the account. */
  readonly account: string | undefined;
}

export function stateKindOf({ baseUrl, clock, account }: FollowStateContext, isReadOnly: boolean): StateKind {
  const owner: StateOwner = account === undefined ? { baseUrl } : { baseUrl, account };
  return { format: followFormat, owner, clock, isReadOnly };
}

/** Undefined for a state that is new. */
export async function readIndexText(entries: StateEntries): Promise<string | undefined> {
  const text = await entries.get(notesKey);
  if (text != null) return text as string;
  if ((await entries.get(markKey)) != null) throw notReturned("the index");
  // Version 0.1.0 wrote no index. Which of the two lists it had noted depends on the rights of the account.
  if (await hasEntryOf(entries, ["begun/service", "begun/damage"])) throw ofOtherVersion();
  return undefined;
}

/** Undefined only for a state that is new: a store that fails for a moment may return nothing, too. */
export async function readSureIndexText(entries: StateEntries, lock: RunLock): Promise<string | undefined> {
  const text = await readIndexText(entries);
  if (text !== undefined) return text;
  await lock.assertStored();
  return readIndexText(entries);
}

/** Reads an entry that the state has: some stores return nothing while they fail, such as Keyv over Redis. */
export async function readEntry(entries: StateEntries, key: string): Promise<unknown> {
  const text = await entries.get(key);
  if (text == null) throw notReturned(`the entry ${toPrintable(key)}`);
  return parseEntry(text, key);
}

export function notReturned(what: string): RegStateError {
  return new RegStateError(
    `the state cannot be read: the store did not return ${what}; if it never does, it has lost it: use another state to begin anew`,
    { reason: "failed" },
  );
}

async function hasEntryOf(entries: StateEntries, keys: readonly string[]): Promise<boolean> {
  for (const key of keys) if ((await entries.get(key)) != null) return true;
  return false;
}
