import { type AnyRegError, RegError, type RegErrorKind } from "../../errors/errors.js";
import { addWorkflow } from "../../errors/messages.js";
import type { ServiceRequestList, ServiceRequestListItem } from "../../generated/supplier/models.js";
import { CallCancellation, sleep, throwIfAborted, unlessAborted } from "../../http/cancellation.js";
import {
  aFunction,
  anAbortSignal,
  checkInput,
  custom,
  optionsSchema,
  priority,
} from "../../http/validate.js";
import { groupOf } from "../domain.js";
import type { RequestChange, WatchOptions, WorkflowContext } from "./types.js";
import { createScope, fingerprint, readCursor, writeCursor } from "./watch-cursor.js";

/** Yields the changes of the open requests until the caller or the client ends it. */
export function watch(
  context: WorkflowContext,
  options: WatchOptions = {},
): AsyncGenerator<RequestChange, void, undefined> {
  const operationId = `${groupOf[context.kind]}.watch`;
  checkInput(watchOptions, options, { operationId });
  const { cursor, licensePlate } = options;
  const scope = createScope(context, licensePlate);
  const fingerprints = cursor === undefined ? undefined : readCursor(scope, cursor, operationId);
  const stop = new WatchStop();
  const watching = { context, options: { ...options }, operationId, scope, fingerprints, stop };
  const changes = yieldUntilStopped(watching);
  const end = changes.return.bind(changes);
  // Without this, `return` would wait until the generator reaches its next change.
  changes.return = (value) => {
    stop.abort();
    return end(value);
  };
  return changes;
}

interface Watching {
  readonly context: WorkflowContext;
  readonly options: WatchOptions;
  readonly operationId: string;
  /** The requests that are watched; see `createScope`. */
  readonly scope: string;
  /** The fingerprints of the cursor; undefined without one. */
  readonly fingerprints: ReadonlyMap<string, string> | undefined;
  readonly stop: WatchStop;
}

/** Yields the changes until the watch is stopped, or a poll fails with an error that is not temporary. */
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
  const { context, options, scope, fingerprints = new Map(), stop } = watching;
  const { clock } = context;
  for (let before: Snapshot = { fingerprints, requests: new Map() }; ; ) {
    const { comparison, pause } = await poll(watching, before);
    const next = clock.monotonic() + Math.max(options.every ?? 60_000, pause);
    for (const [index, difference] of comparison.differences.entries()) {
      throwIfAborted(stop);
      yield toChange(difference, () => writeCursor(scope, fingerprintsAfter(index + 1, comparison)));
    }
    before = comparison.after;
    await sleep(clock, next - clock.monotonic(), stop);
  }
}

/** Reads the list once. After a temporary error there are no differences, and `onError` has been called. */
async function poll(
  { context, options, operationId, stop }: Watching,
  before: Snapshot,
): Promise<{ readonly comparison: Comparison; readonly pause: number }> {
  const { licensePlate, priority = 9, onError } = options;
  try {
    const query = licensePlate === undefined ? undefined : { licensePlate };
    const list = await context.polled.list(query, { priority, signal: stop.signal });
    return { comparison: compare(before, list), pause: 0 };
  } catch (error) {
    throwIfAborted(stop);
    if (RegError.is(error)) addWorkflow(error, operationId);
    if (!isTemporary(error)) throw error;
    await unlessAborted(Promise.resolve(onError?.(error)), stop);
    return { comparison: { before, differences: [], after: before }, pause: pauseAfter(error) };
  }
}

/** Whether an error of each kind may be temporary: a watch continues after these, and ends after the others. */
const temporaryKinds: Readonly<Record<RegErrorKind, boolean>> = {
  connection: true,
  timeout: true,
  response: true,
  server: true,
  "rate-limit": true,
  throttle: true,
  conflict: true,
  // Except if the function that supplies the token failed: see isTemporary.
  token: false,
  authentication: false,
  permission: false,
  validation: false,
  "not-found": false,
  archived: false,
  api: false,
  input: false,
  precondition: false,
  closed: false,
};

/**
 * Whether a watch continues after a poll failed with this error. A rejected certificate is rejected again. A token that
 * cannot be used, such as an expired one, stays so; but if the function that supplies it fails, that may be temporary,
 * and then the error has a cause.
 */
export function isTemporary(error: unknown): error is AnyRegError {
  if (!RegError.is(error)) return false;
  if (RegError.is(error, "connection")) return error.transient;
  return temporaryKinds[error.kind] || (RegError.is(error, "token") && error.cause !== undefined);
}

/** The longest pause that the service can ask for, as in the throttle: an hour, in milliseconds. */
const maxPause = 3_600_000;

/** The time for which the service asks clients to pause, in milliseconds. */
function pauseAfter(error: RegError): number {
  const pause: unknown = Reflect.get(error, "retryAfterMs");
  return typeof pause === "number" ? Math.min(pause, maxPause) : 0;
}

/** The open requests at one time; it is never modified, so that a cursor can be written later. */
interface Snapshot {
  /** The fingerprint of each open request, by its id: the content of a cursor. */
  readonly fingerprints: ReadonlyMap<string, string>;
  /** Each open request as it was last seen; after a restart only those that were seen since. */
  readonly requests: ReadonlyMap<string, ServiceRequestListItem>;
}

/** One difference between a snapshot and a list. */
type Difference =
  | { readonly type: "new" | "changed"; readonly id: string; readonly request: ServiceRequestListItem }
  | { readonly type: "gone"; readonly id: string; readonly request: ServiceRequestListItem | undefined };

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
function compare(before: Snapshot, { serviceRequests, hasMore }: ServiceRequestList): Comparison {
  const differences: Difference[] = [];
  const fingerprints = new Map(before.fingerprints);
  const requests = new Map(before.requests);
  // If the list contains a request twice, the later entry counts.
  const listed = new Map(serviceRequests.map((request) => [request.id, request]));
  for (const [id, request] of listed) {
    const current = fingerprint(request);
    const known = fingerprints.get(id);
    if (known === undefined) differences.push({ type: "new", id, request });
    else if (known !== current) differences.push({ type: "changed", id, request });
    fingerprints.set(id, current);
    requests.set(id, request);
  }
  if (hasMore) return { before, differences, after: { fingerprints, requests } };
  for (const id of before.fingerprints.keys()) {
    if (listed.has(id)) continue;
    differences.push({ type: "gone", id, request: before.requests.get(id) });
    fingerprints.delete(id);
    requests.delete(id);
  }
  return { before, differences, after: { fingerprints, requests } };
}

/** The fingerprints after the first `count` differences, and before the others. */
function fingerprintsAfter(count: number, { before, differences, after }: Comparison): Map<string, string> {
  const fingerprints = new Map(before.fingerprints);
  for (const { id } of differences.slice(0, count)) {
    const current = after.fingerprints.get(id);
    if (current === undefined) fingerprints.delete(id);
    else fingerprints.set(id, current);
  }
  return fingerprints;
}

/** The cursor is written when it is read, because a first list has thousands of changes. */
function toChange(difference: Difference, cursor: () => string): RequestChange {
  return Object.defineProperty({ ...difference, cursor: "" }, "cursor", { get: cursor });
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
    const onAbort = () => this.abort(signal?.reason, true);
    if (signal?.aborted) onAbort();
    signal?.addEventListener("abort", onAbort, { once: true });
    const unlisten = inFlight.whenClosing(() => this.abort());
    return () => {
      signal?.removeEventListener("abort", onAbort);
      unlisten();
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
