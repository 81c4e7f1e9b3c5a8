import { CallCancellation } from "../../http/cancellation.js";
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
import { createScope, readCursor } from "./watch-cursor.js";
import { pollForChanges } from "./watch-polling.js";

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

/** Yields the changes until the watch is stopped, or a poll fails with an error that is not temporary. */
async function* yieldUntilStopped(
  watching: Parameters<typeof pollForChanges>[0] & { readonly stop: WatchStop },
): AsyncGenerator<RequestChange, void, undefined> {
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
  listenTo(signal: AbortSignal | undefined, client: Pick<WorkflowContext, "whenClosing">): () => void {
    const onAbort = () => this.abort(signal?.reason, true);
    if (signal?.aborted) onAbort();
    signal?.addEventListener("abort", onAbort, { once: true });
    const unlisten = client.whenClosing(() => this.abort());
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
