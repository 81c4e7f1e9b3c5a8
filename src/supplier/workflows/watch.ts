import { throwIfAborted } from "../../base/cancellation.js";
import { toPrintable } from "../../base/text.js";
import { groupOf } from "../../domain/vocabulary.js";
import { RegInputError } from "../../errors/errors.js";
import { aFunction, anAbortSignal, checkInput, custom, optionsSchema, priority } from "../../errors/input.js";
import {
  type Comparison,
  type Difference,
  listOfKind,
  PollingStop,
  pollingInterval,
  pollLists,
  type WatchedList,
} from "./polling.js";
import type { RequestChange, WatchOptions, WorkflowContext } from "./types.js";
import { type CursorContent, createScope, readCursor, writeCursor } from "./watch-cursor.js";

/** Yields the changes of the open requests of one kind until the caller or the client ends it. */
export function watch(
  context: WorkflowContext,
  options?: WatchOptions,
): AsyncGenerator<RequestChange, void, undefined> {
  const list: WatchedList = { ...listOfKind(context), keyPrefix: "" };
  return startWatch({ context, options, operationId: `${groupOf[context.kind]}.watch`, lists: [list] });
}

/** Yields the changes of the open requests of both kinds until the caller or the client ends it. */
export function watchBoth(
  contexts: readonly [WorkflowContext, WorkflowContext],
  options?: WatchOptions,
): AsyncGenerator<RequestChange, void, undefined> {
  return startWatch({ context: contexts[0], options, operationId: "watch", lists: contexts.map(listOfKind) });
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
  const known = cursor === undefined ? { fingerprints: new Map() } : readCursor(scope, cursor, operationId);
  const stop = new PollingStop();
  const watching = { context, options: { ...options }, operationId, lists, scope, known, stop };
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
  /** What the cursor contains. */
  readonly known: CursorContent;
  readonly stop: PollingStop;
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

/** Polls and yields the changes; ends only by throwing. */
async function* pollForChanges(watching: Watching): AsyncGenerator<RequestChange, void, undefined> {
  const { scope, stop, operationId } = watching;
  const { fingerprints } = watching.known;
  let { supplierId } = watching.known;
  const createSupplierError = (expected: string, found: string) => ofOtherSupplier(operationId, expected, found);
  for await (const comparison of pollLists({ ...watching, fingerprints, supplierId, createSupplierError })) {
    if (typeof comparison === "string") continue;
    supplierId = comparison.supplierId ?? supplierId;
    for (const [index, difference] of comparison.differences.entries()) {
      throwIfAborted(stop);
      const isLastOfPoll = index === comparison.differences.length - 1;
      const cursor = () => writeCursor(scope, { fingerprints: fingerprintsAfter(index + 1, comparison), supplierId });
      yield toChange(difference, isLastOfPoll, cursor);
    }
  }
}

function ofOtherSupplier(operationId: string, expected: string, found: string): RegInputError {
  const problem = `belongs to the supplier ${expected}, but the service lists requests of the supplier ${found}: store one for each`;
  return new RegInputError("cursor", toPrintable(problem), { operationId });
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

const isText = (value: unknown) => typeof value === "string" && value !== "";

const watchOptions = optionsSchema<WatchOptions>({
  every: pollingInterval,
  cursor: custom(isText, "must be the text of `change.cursor`, or left out"),
  signal: anAbortSignal,
  licensePlate: custom(isText, "must be a text"),
  priority,
  onError: aFunction,
});
