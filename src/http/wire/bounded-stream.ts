import { BoundedReader } from "./read-body.js";

/** What {@link boundedStream} tells its owner, and asks of it. */
export interface StreamOwner {
  /** Called once when the stream is over, in whatever way. */
  onEnd(): void;
  /** Ends the stream, also while nobody reads it. */
  readonly signal: AbortSignal | undefined;
  /** Reads a chunk; may reject instead of waiting for too long, which ends the stream. */
  bounded<T>(read: () => Promise<T>): Promise<T>;
  /** The error that the stream's reader is to see, where reading failed. */
  asError(error: unknown): unknown;
}

/** The same stream, which errors beyond `limit` bytes and when the signal is aborted. */
export function boundedStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  limit: number,
  { onEnd, signal, bounded, asError }: StreamOwner,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = new BoundedReader(body, limit);
  let over = false;
  let onAbort = () => {};
  const end = () => {
    over = true;
    signal?.removeEventListener("abort", onAbort);
    onEnd();
  };
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      onAbort = () => fail(controller, signal?.reason);
      signal?.addEventListener("abort", onAbort);
      if (signal?.aborted) onAbort();
    },
    async pull(controller) {
      try {
        const chunk = await bounded(() => reader.read());
        if (over) return;
        if (chunk !== undefined) return controller.enqueue(chunk);
        end();
        controller.close();
      } catch (error) {
        fail(controller, asError(error));
      }
    },
    async cancel(reason) {
      end();
      await reader.cancel(reason);
    },
  });

  function fail(controller: ReadableStreamDefaultController<Uint8Array>, error: unknown): void {
    if (over) return;
    end();
    controller.error(error);
    reader.cancel().catch(() => {});
  }
}
