import { type Cancellation, throwIfAborted } from "../time/cancellation.js";

/** `ReadableStream.from`, which older type declarations do not know; cancelling it also ends a Node stream. */
export function streamFrom(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel(reason) {
        // The iterator of a Node stream that was never read lets go of nothing.
        if (isNodeStream(source)) source.destroy();
        await chunks.return?.(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

function isNodeStream(source: object): source is { destroy(): void } {
  return "destroy" in source && typeof source.destroy === "function";
}

/** Lets go of a body's source, such as an open file, if nobody has begun to read it. */
export function letGo(body: unknown, reason: unknown): void {
  if (body instanceof ReadableStream && !body.locked) body.cancel(reason).catch(() => {});
}

/**
 * Reads a stream of bytes to its end.
 *
 * @throws the reason as soon as the call is ended, TypeError for a chunk that is no bytes; the source is let go of
 */
export async function readAll(source: ReadableStream<Uint8Array>, cancellation: Cancellation): Promise<Blob> {
  const reader = source.getReader();
  const stop = (reason: unknown) => void reader.cancel(reason).catch(() => {});
  const unlisten = cancellation.listen(stop);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  try {
    for (;;) {
      throwIfAborted(cancellation);
      const { done, value } = await reader.read();
      throwIfAborted(cancellation);
      if (done) return new Blob(chunks);
      if (!isBytes(value)) throw new TypeError("a chunk of the stream is no Uint8Array");
      chunks.push(value);
    }
  } catch (error) {
    stop(error);
    throw error;
  } finally {
    unlisten();
  }
}

function isBytes(chunk: unknown): chunk is Uint8Array<ArrayBuffer> {
  return chunk instanceof Uint8Array;
}
