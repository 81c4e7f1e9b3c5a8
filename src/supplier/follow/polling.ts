import { throwIfAborted, unlessAborted } from "../../base/cancellation.js";
import { longestRetryAfter } from "../../base/clock.js";
import { isObject, isSameJson, toSortedJson, withSortedFields } from "../../base/json.js";
import type { RequestKind } from "../../base/kinds.js";
import { hashText, toPrintable } from "../../base/text.js";
import { isPathValue } from "../../document/serialize.js";
import { groupOf } from "../../domain/vocabulary.js";
import { type AnyRegError, RegError, RegResponseError, RegStateError } from "../../errors/errors.js";
import { addToMessage, completeError } from "../../errors/messages.js";
import { mayRepeat } from "../../errors/repeat.js";
import type { ServiceRequestListItem } from "../../generated/supplier/models.js";
import { type RepeatedCallOptions, type RepeatedRead, repeatedRead } from "../../http/call/options.js";
import { isOutsideProgram } from "../../http/transport/failures.js";
import { type EntryList, type FollowContext, type FollowStop, listEntries } from "./context.js";
import type { IndexContent, RequestKey } from "./state-index.js";
import type { FollowOptions, NotificationEvent } from "./types.js";

/** What the lists have shown so far. */
export interface KnownLists {
  /** The open requests of each kind, by their ids. */
  readonly entries: Readonly<Record<RequestKind, Map<string, Entry>>>;
  /** The supplier to whom they belong, as text; undefined if that is not known. */
  supplierId: string | undefined;
  /** The last responses, which most polls of `follow` find again; a single round only takes their text. */
  readonly responses?: Readonly<Record<RequestKind, RepeatedRead>> | undefined;
  /** For a single round: the hash of the text of each list that shows exactly what `entries` has. */
  readonly hashes?: IndexContent["lists"] | undefined;
}

/** What is known of a request from its list. */
export interface Entry {
  /** A hash of its content; undefined if the request is no longer listed. */
  readonly fingerprint: string | undefined;
  /** The status with which it was listed last; undefined if that was before a restart. */
  readonly status: string | undefined;
  /** A copy of its content, which is compared sooner than it is hashed; undefined if it was not listed since a start. */
  readonly content?: unknown;
}

/** How a list differs from what was known. */
interface Comparison {
  readonly kind: RequestKind;
  /** Whether the list shows all open requests of its kind. */
  readonly isComplete: boolean;
  /** First the listed requests, in the order of the list, then those that are no longer listed. */
  readonly differences: ReadonlyMap<RequestKey, Entry>;
  /** For a single round: the hash of its text; undefined for what an adapter has converted. */
  readonly hash: string | undefined;
}

/** How a list differs from what was known, and whose it is. */
export interface OwnedComparison extends Comparison {
  /** The supplier, as text, if the list or the other one of the round shows it. */
  readonly supplierId: string | undefined;
}

/** Of the lessors, as they are listed. */
export type Notification = NotificationEvent["notification"];

/** The method of the client that follows, for messages. */
export type FollowMethod = "follow" | "followOnce";

/** What reports an error to the caller. */
interface Reporting {
  readonly options: Pick<FollowOptions, "onError">;
  readonly method: FollowMethod;
  readonly stop: FollowStop;
}

/** What is polled, and until when. */
export interface Polling extends Reporting {
  readonly context: FollowContext;
  readonly options: Pick<FollowOptions, "every" | "priority" | "onError">;
  /** For the calls. */
  readonly signal: AbortSignal | undefined;
  /** When a single round must be over, by the monotonic clock. */
  readonly endsAt?: number | undefined;
}

/** What the lists are compared with, and who learns of it. */
interface ListHandling {
  readonly known: KnownLists;
  readonly notice: (comparison: OwnedComparison) => Promise<void> | void;
  /**
   * Takes the error of a list with which a single round rejects, after it has read the other list. Without it, an error
   * that is not temporary is thrown at once.
   */
  readonly onFailure?: ((error: AnyRegError) => void) | undefined;
}

/** What follows from a poll of both lists. */
export interface ListReading {
  /** When to read them again, by the monotonic clock. */
  readonly next: number;
  /** How long the service asks to wait before the next call, in milliseconds; 0 if it does not. */
  readonly pause: number;
  /** Whether the deadline of a single round has left no time for the second list. */
  readonly isCutOff: boolean;
}

/** The kind of the request that a key names. */
export const kindOf = (key: RequestKey): RequestKind => (key.startsWith("damage/") ? "damage" : "service");

/** The id of the request that a key names. */
export const idOf = (key: RequestKey): string => key.slice(key.indexOf("/") + 1);

/** What a state says of the lists. */
export function knownLists({ requests, supplierId }: Pick<IndexContent, "requests" | "supplierId">): KnownLists {
  const entries = noEntries();
  for (const [key, { progress, fingerprint = "" }] of requests)
    if (progress !== "unfound") entries[kindOf(key)].set(idOf(key), { fingerprint, status: undefined });
  return { entries, supplierId };
}

/** What the lists have shown before the first one is read. */
export const noEntries = (): KnownLists["entries"] => ({ service: new Map(), damage: new Map() });

const noDifferences: Comparison["differences"] = new Map();

/** What is known of the responses with the lists, before the first one. */
export const noResponses = (): NonNullable<KnownLists["responses"]> => ({
  service: { known: undefined, read: undefined },
  damage: { known: undefined, read: undefined },
});

/**
 * Reads both lists once, and hands each comparison to `notice`.
 *
 * Rejects with the reason of the stop, an error that is not temporary, or that of a list of another supplier.
 */
export async function readLists(polling: Polling, { known, notice, onFailure }: ListHandling): Promise<ListReading> {
  const { context, options } = polling;
  // An empty list does not show whose it is, but the other one may: nothing is said to be gone before.
  const held: Comparison[] = [];
  let shown: string | undefined;
  const release = async () => {
    for (const { kind, isComplete, differences, hash } of held.splice(0))
      await notice({ kind, isComplete, differences, hash, supplierId: shown });
  };
  let next = 0;
  let pause = 0;
  let isCutOff = false;
  let isForbidden = false;
  for (const kind of ["service", "damage"] as const) {
    const last = known.responses?.[kind];
    const read = await readList(polling, { kind, isOtherForbidden: isForbidden, onFailure, last });
    const isError = RegError.is(read);
    pause = isError ? pauseAfter(read) : 0;
    next = context.clock.monotonic() + Math.max(options.every ?? 60_000, pause);
    if (isError) isForbidden = lacksPermission(read);
    else {
      const usable = read.serviceRequests.filter(isUsable);
      shown = checkSupplier(known, usable) ?? shown;
      const isComplete = !read.hasMore && usable.length === read.serviceRequests.length;
      const hash = known.hashes && last?.read && hashList(last.read.text);
      const isKnown = last?.read !== undefined && last.read === last.known;
      const isSame = isKnown || (hash !== undefined && hash === known.hashes?.get(kind));
      const differences = isSame ? noDifferences : compare(known.entries[kind], kind, usable, isComplete);
      held.push({ kind, isComplete, differences, hash });
      // Now: the response of a call that was aborted was not compared.
      if (last !== undefined) last.known = last.read;
      if (shown !== undefined) await release();
    }
    // The pause that the service asks for also applies to the other list.
    if (pause > 0) break;
    isCutOff = kind === "service" && isOver(polling);
    if (isCutOff) break;
  }
  await release();
  return { next, pause, isCutOff };
}

/** Whether the deadline of a single round has passed. */
export function isOver({ context, endsAt = Number.POSITIVE_INFINITY }: Pick<Polling, "context" | "endsAt">): boolean {
  return context.clock.monotonic() >= endsAt;
}

function callOptionsOf({ context, options, signal, endsAt }: Polling, last?: RepeatedRead): RepeatedCallOptions {
  const { priority = 9 } = options;
  // A call must have some time.
  const deadline = endsAt === undefined ? undefined : Math.max(Math.ceil(endsAt - context.clock.monotonic()), 1);
  return { priority, signal, deadline, [repeatedRead]: last };
}

/** Reports an error to the caller; throws one that is not of this package. */
export async function reportError(error: unknown, { options, method, stop }: Reporting): Promise<AnyRegError> {
  throwIfAborted(stop);
  if (!RegError.is(error)) throw error;
  completeError(error, method);
  await unlessAborted(Promise.resolve(options.onError?.(error)), stop);
  return error;
}

/** A list of one kind. */
interface ListOfKind extends Pick<ListHandling, "onFailure"> {
  readonly kind: RequestKind;
  readonly isOtherForbidden: boolean;
  readonly last: RepeatedRead | undefined;
}

/**
 * Reads a list. A temporary error is reported to `onError` and returned; so is a 403 response, unless the other list is
 * forbidden as well.
 */
async function readList(
  polling: Polling,
  { kind, isOtherForbidden, onFailure, last }: ListOfKind,
): Promise<EntryList | AnyRegError> {
  const { context, method, stop } = polling;
  if (last !== undefined) last.read = undefined;
  let list: EntryList;
  try {
    list = await listEntries(kind, context.execute, callOptionsOf(polling, last));
  } catch (error) {
    throwIfAborted(stop);
    if (!RegError.is(error)) throw error;
    if (isAboutToken(error) && !context.hasTokenFunction && onFailure === undefined)
      addToMessage(error, "With a function as the option token, following would go on with the token that it returns.");
    completeError(error, method);
    // An account may have the right to one kind of request only: the reference does not show it.
    const isOnlyOne = lacksPermission(error) && !isOtherForbidden;
    const isFinal = !isOnlyOne && !isTemporary(error, context.hasTokenFunction);
    if (isFinal && onFailure === undefined) throw error;
    if (!isFinal) await reportError(error, polling);
    if (!isOnlyOne) onFailure?.(error);
    return error;
  }
  const problem = problemOf(list);
  if (problem !== undefined) {
    const details = { operationId: `${groupOf[kind]}.list`, status: 200 };
    await reportError(new RegResponseError(`${problem}; everything else in it is used`, details), polling);
  }
  return list;
}

/**
 * Reads the notifications of lessors, by their keys, and how long the service asks to wait after an error, which is
 * reported. A notification is known by the hash of its content, as an entry of a list of requests is, because the
 * reference shows neither an id nor a date.
 */
export async function readNotifications(
  polling: Polling,
): Promise<{ readonly listed: ReadonlyMap<string, Notification> | undefined; readonly pause: number }> {
  try {
    const body = await polling.context.notifications(undefined, callOptionsOf(polling));
    const listed = new Map(entriesOf(body).map((each) => [hashText(toSortedJson(each)).toString(36), each]));
    return { listed, pause: 0 };
  } catch (error) {
    return { listed: undefined, pause: pauseAfter(await reportError(error, polling)) };
  }
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

/** A sentence about the first entry that is incomplete; undefined if there is none. */
function problemOf({ serviceRequests }: EntryList): string | undefined {
  for (const [index, entry] of serviceRequests.entries()) {
    const lacking = lackOf(entry);
    if (lacking !== undefined) return `the list contains no ${lacking} in serviceRequests[${index}]`;
  }
  return undefined;
}

function lackOf(entry: unknown): string | undefined {
  if (!isUsable(entry)) return "id";
  if (typeof entry.status !== "string") return "status";
  return entry.supplierId == null || readSupplierId(entry) !== undefined ? undefined : "usable supplierId";
}

/** A request can be read, and be part of a key, if the list has its id. */
function isUsable(entry: unknown): entry is ServiceRequestListItem {
  const id = isObject(entry) ? entry["id"] : undefined;
  return typeof id === "string" && isPathValue(id);
}

/** The account of a request, as text: a whole number, or a text. */
function readSupplierId({ supplierId }: ServiceRequestListItem): string | undefined {
  const value: unknown = supplierId;
  return Number.isSafeInteger(value) || (typeof value === "string" && value.trim() !== "") ? String(value) : undefined;
}

/**
 * Whether polling continues after it failed with this error: also after a response that may come from a gateway, and if
 * a proxy or a certificate prevents the connection, but not with a client that is closed, nor with a token that is given
 * as text. A function that supplies the token may fail, or return a token that has expired or was revoked, and return a
 * valid one later.
 */
function isTemporary(error: AnyRegError, hasTokenFunction: boolean): boolean {
  if (error.kind === "closed") return false;
  if (error.kind === "connection") return isOutsideProgram(error);
  if (mayBeForeign(error)) return true;
  if (isAboutToken(error) && !hasTokenFunction) return false;
  return mayRepeat(error) || error.kind === "response";
}

const isAboutToken = ({ kind }: AnyRegError) => kind === "token" || kind === "authentication";

/** Whether an error status may be that of a gateway: it is a page, or has nothing of the service's form of errors. */
function mayBeForeign(error: AnyRegError): boolean {
  if (!RegError.is(error, "api")) return false;
  if (error.isHtml) return true;
  // These may have no body, and a poll that goes on would send a token again that is not accepted.
  if (error.kind === "authentication" || error.kind === "permission") return false;
  return error.errors.length === 0 && error.traceId === undefined;
}

/** How long the service asks to wait after an error, in milliseconds; 0 if it does not. */
export function pauseAfter(error: RegError): number {
  const pause: unknown = Reflect.get(error, "retryAfterMs");
  return typeof pause === "number" ? Math.min(pause, longestRetryAfter) : 0;
}

/** The longest delay after a failure, in milliseconds: five minutes. */
const longestDelayMs = 300_000;

/** The delay after a number of failures before this one, in milliseconds: a second, doubled up to the longest. */
export function delayAfter(failures: number): number {
  return Math.min(1000 * 2 ** failures, longestDelayMs);
}

/** Whether the account may not read a list. */
function lacksPermission(error: AnyRegError): boolean {
  return error.kind === "permission" && !mayBeForeign(error);
}

/**
 * Notes the supplier whose requests a list shows, and returns it: at most one by the reference (supplier-api.md §5).
 *
 * @throws RegStateError if they are of another supplier than before
 */
function checkSupplier(known: KnownLists, listed: readonly ServiceRequestListItem[]): string | undefined {
  let shown: string | undefined;
  for (const entry of listed) {
    const found = readSupplierId(entry);
    if (found === undefined) continue;
    if (known.supplierId !== undefined && known.supplierId !== found) throw ofOtherSupplier(known.supplierId, found);
    known.supplierId = shown = found;
  }
  return shown;
}

function ofOtherSupplier(expected: string, found: string): RegStateError {
  return new RegStateError(
    `the state belongs to the supplier ${toPrintable(expected)}, but the service lists requests of the supplier ${toPrintable(found)}; nothing of them was handled. Give each supplier a file of its own, or in a shared store the option account`,
    { reason: "version" },
  );
}

/**
 * Compares a list with what is known, and updates that. Times are only compared for equality, as part of the content,
 * because the service's clock may be set back. A list that is cut off (`hasMore`), or has an entry without an id, is not
 * complete: it does not show which requests are gone.
 */
function compare(
  known: Map<string, Entry>,
  kind: RequestKind,
  listed: readonly ServiceRequestListItem[],
  isComplete: boolean,
): Comparison["differences"] {
  const differences = new Map<RequestKey, Entry>();
  // If the list contains a request twice, the later entry counts.
  const requests = new Map(listed.map((request) => [request.id, request]));
  for (const [id, request] of requests) {
    const last = known.get(id);
    if (last !== undefined && isSameJson(request, last.content)) continue;
    const content = withSortedFields(request) as ServiceRequestListItem;
    const entry = { fingerprint: hashEntry(content), status: request.status, content };
    if (last?.fingerprint !== entry.fingerprint) differences.set(`${kind}/${id}`, entry);
    known.set(id, entry);
  }
  if (!isComplete || known.size === requests.size) return differences;
  for (const [id, { status }] of known) {
    if (requests.has(id)) continue;
    differences.set(`${kind}/${id}`, { fingerprint: undefined, status });
    known.delete(id);
  }
  return differences;
}

/**
 * Makes a short text that differs where the text of two lists differs. It is longer than the hash of an entry, because a
 * change that it does not show may be that of any request: two hashes of different factors, made in one loop, because
 * that takes less time.
 */
function hashList(text: string): string {
  let [one, other] = [0x811c9dc5, text.length];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(other ^ unit, 0x85ebca6b);
  }
  return [text.length, one >>> 0, other >>> 0].map((number) => number.toString(36)).join("-");
}

/**
 * Makes a short text that differs where the content of two entries differs: `lastModifiedUtc`, which is precise to the
 * second only, and everything else that the list shows. `href` is left out, because a new address is not a change of the
 * request. The fields must be in one order.
 *
 * It is FNV-1a over the JSON, with 32 bits. Only the old and the new content of the same request are compared, so a
 * change is missed in one of 4 thousand million cases, and then until the next change of that request.
 */
function hashEntry(entry: ServiceRequestListItem): string {
  // JSON leaves out what is undefined. Not with a spread, as in http/retry.ts.
  return hashText(JSON.stringify(Object.assign({}, entry, { href: undefined }))).toString(36);
}
