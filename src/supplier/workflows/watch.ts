import { type AnyRegError, RegError, type RegErrorKind } from "../../errors/errors.js";
import { addWorkflow } from "../../errors/messages.js";
import type { ServiceRequestList, ServiceRequestListItem } from "../../generated/supplier/models.js";
import { CallCancellation, sleep, throwIfAborted, unlessAborted } from "../../http/call/cancellation.js";
import { aFunction, anAbortSignal, checkInput, custom, optionsSchema, priority } from "../../http/call/check-input.js";
import { onAbort } from "../../values/abort.js";
import type { RequestKind } from "../../values/kinds.js";
import { groupOf } from "../domain.js";
import type { RequestChange, WatchOptions, WorkflowContext } from "./types.js";
import { createScope, fingerprint, readCursor, writeCursor } from "./watch-cursor.js";

/** Yields the changes of the open requests of one kind until the caller or the client ends it. */
export function watch(
  context: WorkflowContext,
  options?: WatchOptions,
): AsyncGenerator<RequestChange, void, undefined> {
  const list: WatchedList = { kind: context.kind, list: context.requests.list, keyPrefix: "" };
  return startWatch({ context, options, operationId: `${groupOf[context.kind]}.watch`, lists: [list] });
}

/** Yields the changes of the open requests of both kinds until the caller or the client ends it. */
export function watchBoth(
  contexts: readonly [WorkflowContext, WorkflowContext],
  options?: WatchOptions,
): AsyncGenerator<RequestChange, void, undefined> {
  const lists = contexts.map(({ kind, requests }) => ({ kind, list: requests.list, keyPrefix: `${kind}/` }));
  return startWatch({ context: contexts[0], options, operationId: "watch", lists });
}

interface WatchedList extends Pick<WorkflowContext["requests"], "list"> {
  readonly kind: RequestKind;
  /** Precedes the id in the keys of a snapshot, if the watch has several lists. */
  readonly keyPrefix: string;
}

interface WatchStart {
  readonly context: WorkflowContext;
  readonly options: WatchOptions | undefined;
  readonly operationId: string;
  readonly lists: readonly WatchedList[];
}

function startWatch(start: WatchStart): AsyncGenerator<RequestChange, void, undefined> {
  const { context, options = {}, operationId, lists } = start;
  checkInput(watchOptions, options, { operationId });
  const { cursor, licensePlate } = options;
  const kind = lists.length > 1 ? "both" : context.kind;
  const scope = createScope({ baseUrl: context.baseUrl, kind }, licensePlate);
  const fingerprints = cursor === undefined ? undefined : readCursor(scope, cursor, operationId);
  const stop = new WatchStop();
  const watching = { context, options: { ...options }, operationId, lists, scope, fingerprints, stop };
  const changes = yieldUntilStopped(watching);
  const end = changes.return.bind(changes);
  // Without this, `return` would wait until the generator reaches its next change.
  changes.return = (value) => {
    stop.abort();
    return end(value);
  };
  return changes;
}

interface Watching extends WatchStart {
  readonly options: WatchOptions;
  /** The requests that are watched; see `createScope`. */
  readonly scope: string;
  /** The fingerprints of the cursor; undefined without one. */
  readonly fingerprints: ReadonlyMap<string, string> | undefined;
  readonly stop: WatchStop;
}

async function* yieldUntilStopped(watching: Watching): AsyncGenerator<RequestChange, void, undefined> {
  const { context, options, stop } = watching;
  const unlisten = stop.listenTo(options.signal, context);
  try {
    yield* pollForChanges(watching);
  } catch (error) {
    // An error that `onError` throws belongs to the caller, even if it has stopped the watch as well.
    if (!stop.aborted || stop.byCaller || error !== stop.reason) throw error;
  } finally {
    unlisten();
  }
}

/** Polls and yields the changes; ends only by throwing: the reason of the stop, or an error that is not temporary. */
async function* pollForChanges(watching: Watching): AsyncGenerator<RequestChange, never, undefined> {
  const { context, options, lists, scope, fingerprints = new Map(), stop } = watching;
  const { clock } = context;
  for (let before: Snapshot = { fingerprints, requests: new Map() }; ; ) {
    let next = 0;
    for (const list of lists) {
      const { comparison, pause } = await poll(watching, list, before);
      next = clock.monotonic() + Math.max(options.every ?? 60_000, pause);
      for (const [index, difference] of comparison.differences.entries()) {
        throwIfAborted(stop);
        const isLastOfPoll = index === comparison.differences.length - 1;
        const cursor = () => writeCursor(scope, fingerprintsAfter(index + 1, comparison));
        yield toChange(difference, isLastOfPoll, cursor);
      }
      before = comparison.after;
      // The pause that the service asks for also applies to the other list.
      if (pause > 0) break;
    }
    await sleep(clock, next - clock.monotonic(), stop);
  }
}

/** Reads a list once. After a temporary error there are no differences, and `onError` has been called. */
async function poll(
  { context, options, operationId, stop }: Watching,
  watched: WatchedList,
  before: Snapshot,
): Promise<{ readonly comparison: Comparison; readonly pause: number }> {
  const { licensePlate, priority = 9, onError } = options;
  try {
    const query = licensePlate === undefined ? undefined : { licensePlate };
    const list = await watched.list(query, { priority, signal: stop.signal });
    return { comparison: compare(before, watched, list), pause: 0 };
  } catch (error) {
    throwIfAborted(stop);
    if (RegError.is(error)) addWorkflow(error, operationId);
    if (!isTemporary(error, context.hasTokenFunction)) throw error;
    await unlessAborted(Promise.resolve(onError?.(error)), stop);
    return { comparison: { before, differences: [], after: before }, pause: pauseAfter(error) };
  }
}

const temporaryKinds: readonly RegErrorKind[] = ["timeout", "response", "server", "rate-limit", "throttle", "conflict"];

/**
 * Whether a watch continues after a poll failed with this error. A rejected certificate is rejected again, and so is a
 * token that is given as text. A function that supplies the token may fail, or return a token that has expired or was
 * revoked, and return a valid one later.
 */
function isTemporary(error: unknown, hasTokenFunction: boolean): error is AnyRegError {
  if (!RegError.is(error)) return false;
  if (RegError.is(error, "connection")) return error.transient;
  // As for a retry: of the statuses without a class, only 408 may be temporary.
  if (error.kind === "api") return error.status === 408;
  const isAboutToken = RegError.is(error, "token") || RegError.is(error, "authentication");
  return temporaryKinds.includes(error.kind) || (hasTokenFunction && isAboutToken);
}

/** The longest pause that the service can ask for, as in the throttle: an hour, in milliseconds. */
const maxPause = 3_600_000;

function pauseAfter(error: RegError): number {
  const pause: unknown = Reflect.get(error, "retryAfterMs");
  return typeof pause === "number" ? Math.min(pause, maxPause) : 0;
}

/** The open requests at one time; it is never modified, so that a cursor can be written later. */
interface Snapshot {
  /** The fingerprint of each open request, by its key (`keyPrefix` and id): the content of a cursor. */
  readonly fingerprints: ReadonlyMap<string, string>;
  /** Each open request as it was last seen, by its key; after a restart only those that were seen since. */
  readonly requests: ReadonlyMap<string, ServiceRequestListItem>;
}

type Difference = {
  readonly kind: RequestKind;
  readonly id: string;
  readonly key: string;
} & (
  | { readonly type: "new" | "changed"; readonly request: ServiceRequestListItem }
  | { readonly type: "gone"; readonly request: ServiceRequestListItem | undefined }
);

/** The differences between a snapshot and a list, and the snapshots before and after all of them. */
interface Comparison {
  readonly before: Snapshot;
  readonly differences: readonly Difference[];
  readonly after: Snapshot;
}

/**
 * Compares a snapshot with a list: first the listed requests, in the order of the list, then those that are gone.
 * Times are only compared for equality, as part of the fingerprint, because the service's clock may be set back.
 * A list that is cut off (`hasMore`) does not show which requests are gone.
 */
function compare(
  before: Snapshot,
  { kind, keyPrefix }: WatchedList,
  { serviceRequests, hasMore }: ServiceRequestList,
): Comparison {
  const differences: Difference[] = [];
  const fingerprints = new Map(before.fingerprints);
  const requests = new Map(before.requests);
  // If the list contains a request twice, the later entry counts.
  const listed = new Map(serviceRequests.map((request) => [keyPrefix + request.id, request]));
  for (const [key, request] of listed) {
    const { id } = request;
    const current = fingerprint(request);
    const known = fingerprints.get(key);
    if (known === undefined) differences.push({ type: "new", kind, id, key, request });
    else if (known !== current) differences.push({ type: "changed", kind, id, key, request });
    fingerprints.set(key, current);
    requests.set(key, request);
  }
  if (hasMore) return { before, differences, after: { fingerprints, requests } };
  for (const key of before.fingerprints.keys()) {
    if (listed.has(key) || !key.startsWith(keyPrefix)) continue;
    const id = key.slice(keyPrefix.length);
    differences.push({ type: "gone", kind, id, key, request: before.requests.get(key) });
    fingerprints.delete(key);
    requests.delete(key);
  }
  return { before, differences, after: { fingerprints, requests } };
}

function fingerprintsAfter(count: number, { before, differences, after }: Comparison): Map<string, string> {
  const fingerprints = new Map(before.fingerprints);
  for (const { key } of differences.slice(0, count)) {
    const current = after.fingerprints.get(key);
    if (current === undefined) fingerprints.delete(key);
    else fingerprints.set(key, current);
  }
  return fingerprints;
}

/** The cursor is written when it is read, because a first list has thousands of changes. */
function toChange({ key: _, ...difference }: Difference, isLastOfPoll: boolean, cursor: () => string): RequestChange {
  return Object.defineProperty({ ...difference, isLastOfPoll, cursor: "" }, "cursor", { get: cursor });
}

/** The end of a watch: by the caller's signal (then `byCaller`), or without an error by `close()` or `return`. */
class WatchStop extends CallCancellation {
  readonly #calls = new AbortController();

  /** For the calls of the watch: the caller's signal may live long, and each call would add a listener to it. */
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

const isText = (value: unknown) => typeof value === "string" && value !== "";

const watchOptions = optionsSchema<WatchOptions>({
  every: custom(
    (value) => typeof value === "number" && value >= 1000 && Number.isFinite(value),
    "must be a number of milliseconds from 1000",
  ),
  cursor: custom(isText, "must be the text of `change.cursor`, or left out"),
  signal: anAbortSignal,
  licensePlate: custom(isText, "must be a text"),
  priority,
  onError: aFunction,
});
