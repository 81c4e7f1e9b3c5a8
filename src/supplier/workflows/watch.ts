import type { RegError } from "../../errors/errors.js";
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
import type { RequestChange, WorkflowContext } from "./types.js";
import { readCursor, scopeOf } from "./watch-cursor.js";
import { pollForChanges, type Watch } from "./watch-polling.js";

/** Gives the changes until it is stopped, or fails with what cannot pass. */
async function* follow(watch: Watch): AsyncGenerator<RequestChange, void, undefined> {
  const { parts, options, stop } = watch;
  const unfollow = stop.follow(options.signal, parts);
  try {
    yield* pollForChanges(watch);
  } catch (error) {
    // What a listener throws is the caller's, even if it has stopped the watch as well.
    if (!stop.aborted || stop.byCaller || error !== stop.reason) throw error;
  } finally {
    unfollow();
  }
}

/** How requests are watched; everything can be left out. */
export interface WatchOptions {
  /** The time from the end of a poll to the next one, in milliseconds, at least 1000. Default 60 000. */
  readonly every?: number | undefined;
  /** Where to go on: the `cursor` of the last change that was processed. Default: every open request is new. */
  readonly cursor?: string | undefined;
  /** Ends the watch, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Watch the requests for this vehicle only. A cursor belongs to the vehicle for which it was made, to
   * the kind of request and to the service at its `baseUrl`; any other is refused.
   */
  readonly licensePlate?: string | undefined;
  /** The place of each poll in the throttle's waiting line: 0 (first) to 9 (last). Default 9. */
  readonly priority?: number | undefined;
  /**
   * Is told of each poll that failed with what may pass; the watch goes on. What it throws, or rejects with, ends the
   * watch.
   */
  readonly onError?: ((error: RegError) => void | PromiseLike<void>) | undefined;
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

/** The end of a watch: by the caller's signal (then `byCaller`), or quietly, by the client's close or `return`. */
export class WatchStop extends CallCancellation {
  readonly #calls = new AbortController();

  /** For the calls of the watch: the caller's own may live long, and would be followed anew by each of them. */
  get signal(): AbortSignal {
    return this.#calls.signal;
  }

  override abort(reason?: unknown, byCaller = false): void {
    super.abort(reason, byCaller);
    this.#calls.abort(reason);
  }

  /** Ends with the signal or the client, whichever is first; returns what stops following them. */
  follow(signal: AbortSignal | undefined, client: Pick<WorkflowContext, "whenClosing">): () => void {
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

/** Gives the changes of the open requests, as long as nobody ends it. */
export function watch(
  parts: WorkflowContext,
  options: WatchOptions = {},
): AsyncGenerator<RequestChange, void, undefined> {
  const operationId = `${groupOf[parts.kind]}.watch`;
  checkInput(watchOptions, options, { operationId });
  const { cursor, licensePlate } = options;
  const scope = scopeOf(parts, licensePlate);
  const start = cursor === undefined ? undefined : readCursor(scope, cursor, operationId);
  const stop = new WatchStop();
  const changes = follow({ parts, options: { ...options }, operationId, scope, start, stop });
  const end = changes.return.bind(changes);
  // A generator alone would wait for its next change before it returns.
  changes.return = (value) => {
    stop.abort();
    return end(value);
  };
  return changes;
}
