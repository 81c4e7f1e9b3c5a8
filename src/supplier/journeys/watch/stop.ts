import { CallCancellation } from "../../../http/time/cancellation.js";
import type { JourneyParts } from "../parts.js";

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
  follow(signal: AbortSignal | undefined, client: Pick<JourneyParts, "whenClosing">): () => void {
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
