import { onAbort } from "../../base/abort.js";
import { CallCancellation, sleep, throwIfAborted, unlessAborted } from "../../base/cancellation.js";
import { longestRetryAfter } from "../../base/clock.js";
import { isObject } from "../../base/json.js";
import type { RequestKind } from "../../base/kinds.js";
import { isPathValue } from "../../document/serialize.js";
import { groupOf } from "../../domain/vocabulary.js";
import { type AnyRegError, RegError, RegResponseError } from "../../errors/errors.js";
import { custom, type Schema } from "../../errors/input.js";
import { completeError } from "../../errors/messages.js";
import { mayRepeat } from "../../errors/repeat.js";
import type { ServiceRequestListItem } from "../../generated/supplier/models.js";
import { supplierOperations } from "../../generated/supplier/operations.js";
import { namedMethod } from "../../http/client.js";
import type { Execute } from "../../http/execute.js";
import { isOutsideProgram } from "../../http/transport/failures.js";
import type { EntryList, WatchOptions, WorkflowContext } from "./types.js";
import { fingerprint } from "./watch-cursor.js";

/** Creates the method that lists open requests without a check of each entry. */
export function bindEntryList(kind: RequestKind, execute: Execute): WorkflowContext["listEntries"] {
  const list = { ...supplierOperations[`${groupOf[kind]}.list`], content: { serviceRequests: [] } };
  return namedMethod(list, execute) as WorkflowContext["listEntries"];
}

/** A list of open requests that is polled. */
export interface WatchedList {
  readonly kind: RequestKind;
  readonly list: WorkflowContext["listEntries"];
  /** Precedes the id in the keys of a snapshot, if the watch has several lists. */
  readonly keyPrefix: string;
}

/** The list of one of two kinds. */
export function listOfKind({ kind, listEntries }: WorkflowContext): WatchedList {
  return { kind, list: listEntries, keyPrefix: `${kind}/` };
}

/** What is polled, and until when. */
export interface Polling {
  readonly context: WorkflowContext;
  readonly options: Pick<WatchOptions, "every" | "licensePlate" | "priority" | "onError">;
  readonly operationId: string;
  readonly lists: readonly WatchedList[];
  /** The fingerprints of the requests that are known, by their keys. */
  readonly fingerprints: ReadonlyMap<string, string>;
  /** The supplier to whom they belong, as text; undefined if that is not known. */
  readonly supplierId: string | undefined;
  /** Creates the error for a list of another supplier. */
  readonly createSupplierError: (expected: string, found: string) => RegError;
  readonly stop: PollingStop;
}

/** What a round yields: its begin, how each list differs from what was known, and its end. */
export type PollStep = "begin" | Comparison | "end";

/**
 * Reads the lists in rounds. Ends only by throwing: the reason of the stop, an error that is not temporary, or that of a
 * list of another supplier.
 */
export async function* pollLists(polling: Polling): AsyncGenerator<PollStep, never, undefined> {
  const { context, options, lists, fingerprints, stop } = polling;
  const { clock } = context;
  let { supplierId } = polling;
  for (let before: Snapshot = { fingerprints, requests: new Map() }; ; ) {
    yield "begin";
    // An empty list does not show whose it is, but the other one may: nothing is said to be gone before.
    const held: ListComparison[] = [];
    let shown: string | undefined;
    const release = () => held.splice(0).map((comparison) => ({ ...comparison, supplierId: shown }));
    let next = 0;
    let forbidden = 0;
    for (const list of lists) {
      const { comparison, pause, isForbidden } = await poll(polling, list, { before, forbidden });
      if (isForbidden) forbidden += 1;
      next = clock.monotonic() + Math.max(options.every ?? 60_000, pause);
      if (comparison !== undefined) {
        for (const found of comparison.supplierIds) {
          if (supplierId !== undefined && supplierId !== found) throw polling.createSupplierError(supplierId, found);
          supplierId = shown = found;
        }
        before = comparison.after;
        held.push(comparison);
        if (shown !== undefined) yield* release();
      }
      // The pause that the service asks for also applies to the other list.
      if (pause > 0) break;
    }
    yield* release();
    yield "end";
    await sleep(clock, next - clock.monotonic(), stop);
  }
}

interface PollResult {
  /** Undefined after an error. */
  readonly comparison: ListComparison | undefined;
  /** Whether the account may not read this list. */
  readonly isForbidden: boolean;
  /** What the service asks for, in milliseconds. */
  readonly pause: number;
}

/**
 * Reads a list once. A temporary error is reported to `onError`; so is a 403 response, unless all other lists were
 * forbidden as well.
 */
async function poll(
  { context, options, operationId, lists, stop }: Polling,
  watched: WatchedList,
  { before, forbidden }: { readonly before: Snapshot; readonly forbidden: number },
): Promise<PollResult> {
  const { licensePlate, priority = 9, onError } = options;
  const report = async (error: AnyRegError) => {
    completeError(error, operationId);
    await unlessAborted(Promise.resolve(onError?.(error)), stop);
  };
  let list: EntryList;
  try {
    const query = licensePlate === undefined ? undefined : { licensePlate };
    list = await watched.list(query, { priority, signal: stop.signal });
  } catch (error) {
    throwIfAborted(stop);
    if (!RegError.is(error)) throw error;
    completeError(error, operationId);
    // An account may have the right to one kind of request only: the reference does not show it.
    const isForbidden = error.kind === "permission" && !mayBeForeign(error);
    const isOnlyOne = isForbidden && forbidden < lists.length - 1;
    if (!isOnlyOne && !isTemporary(error, context.hasTokenFunction)) throw error;
    await report(error);
    return { comparison: undefined, isForbidden, pause: pauseAfter(error) };
  }
  const problem = problemOf(list);
  if (problem !== undefined) {
    const details = { operationId: `${groupOf[watched.kind]}.list`, status: 200 };
    await report(new RegResponseError(`${problem}; everything else in it is used`, details));
  }
  return { comparison: compare(before, watched, list), isForbidden: false, pause: 0 };
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
  const isAboutToken = error.kind === "token" || error.kind === "authentication";
  if (isAboutToken && !hasTokenFunction) return false;
  return mayRepeat(error) || error.kind === "response";
}

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

/** The open requests at one time; it is never modified, so that a cursor can be written later. */
export interface Snapshot {
  /** The fingerprint of each open request, by its key (`keyPrefix` and id): the content of a cursor. */
  readonly fingerprints: ReadonlyMap<string, string>;
  /** Each open request as it was last seen, by its key; after a restart only those that were seen since. */
  readonly requests: ReadonlyMap<string, ServiceRequestListItem>;
}

/** How a request in a list differs from what was known. */
export type Difference = {
  readonly kind: RequestKind;
  readonly id: string;
  readonly key: string;
} & (
  | { readonly type: "new" | "changed"; readonly request: ServiceRequestListItem }
  | { readonly type: "gone"; readonly request: ServiceRequestListItem | undefined }
);

/** The differences between a snapshot and a list, and the snapshots before and after all of them. */
interface ListComparison {
  /** Whether the list shows all open requests of its kind. */
  readonly isComplete: boolean;
  /** The kind of the requests in the list. */
  readonly kind: RequestKind;
  readonly before: Snapshot;
  readonly differences: readonly Difference[];
  readonly after: Snapshot;
  /** The accounts of the requests in the list, as text: at most one by the reference (supplier-api.md §5). */
  readonly supplierIds: readonly string[];
}

/** How a list differs from what was known, and whose it is. */
export interface Comparison extends Omit<ListComparison, "supplierIds"> {
  /** The account, as text, if the list or the other one of the round shows it. */
  readonly supplierId: string | undefined;
}

/**
 * Compares a snapshot with a list: first the listed requests, in the order of the list, then those that are gone.
 * Times are only compared for equality, as part of the fingerprint, because the service's clock may be set back.
 * A list that is cut off (`hasMore`), or has an entry without an id, does not show which requests are gone.
 */
function compare(
  before: Snapshot,
  { kind, keyPrefix }: WatchedList,
  { serviceRequests, hasMore }: EntryList,
): ListComparison {
  const usable = serviceRequests.filter(isUsable);
  const supplierIds = [...new Set(usable.map(readSupplierId).filter((id) => id !== undefined))];
  const differences: Difference[] = [];
  const fingerprints = new Map(before.fingerprints);
  const requests = new Map(before.requests);
  // If the list contains a request twice, the later entry counts.
  const listed = new Map(usable.map((request) => [keyPrefix + request.id, request]));
  for (const [key, request] of listed) {
    const { id } = request;
    const current = fingerprint(request);
    const known = fingerprints.get(key);
    if (known === undefined) differences.push({ type: "new", kind, id, key, request });
    else if (known !== current) differences.push({ type: "changed", kind, id, key, request });
    fingerprints.set(key, current);
    requests.set(key, request);
  }
  const isComplete = !hasMore && usable.length === serviceRequests.length;
  const comparison = { isComplete, kind, before, differences, after: { fingerprints, requests }, supplierIds };
  if (!isComplete) return comparison;
  for (const key of before.fingerprints.keys()) {
    if (listed.has(key) || !key.startsWith(keyPrefix)) continue;
    const id = key.slice(keyPrefix.length);
    differences.push({ type: "gone", kind, id, key, request: before.requests.get(key) });
    fingerprints.delete(key);
    requests.delete(key);
  }
  return comparison;
}

/** The end of polling: by the caller's signal (then `byCaller`), or without an error by `close()` or `return`. */
export class PollingStop extends CallCancellation {
  readonly #calls = new AbortController();

  /** For the calls of the polling: the caller's signal may live long, and each call would add a listener to it. */
  get signal(): AbortSignal {
    return this.#calls.signal;
  }

  override abort(reason?: unknown, byCaller = false): void {
    super.abort(reason, byCaller);
    this.#calls.abort(reason);
  }

  /** Ends with the signal or the client, whichever is first; returns a function that removes both listeners. */
  listenTo(signal: AbortSignal | undefined, { inFlight }: WorkflowContext): () => void {
    const forgetSignal = onAbort(signal, (reason) => this.abort(reason, true));
    const forgetClosing = inFlight.whenClosing(() => this.abort());
    return () => {
      forgetSignal();
      forgetClosing();
    };
  }
}

/** The time between two polls. */
export const pollingInterval: Schema = custom(
  (value) => typeof value === "number" && value >= 1000 && Number.isFinite(value),
  "must be a number of milliseconds from 1000",
);
