import type { WholeBody } from "../http/wire/own-transport.js";
import { concat } from "../http/wire/read-body.js";
/** Where the bytes of a body come from. Only one reads it at a time. */
export interface BodySource {
  /** The next chunk, undefined at the end; a promise only if it is not there yet, which rejects if the body breaks off. */
  next(): Chunk | Promise<Chunk>;
  /** Lets go of the rest. What waits for a chunk gets the end. */
  cancel(): void;
}

/** A piece of a body; undefined: there are no more. */
export type Chunk = Uint8Array<ArrayBuffer> | undefined;

/**
 * Reads a body to its end.
 *
 * @param limit the most bytes
 */
export async function collect(source: BodySource, limit: number, stop?: AbortSignal): Promise<WholeBody> {
  const onStop = () => source.cancel();
  stop?.addEventListener("abort", onStop, { once: true });
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const next = source.next();
    const chunk = next instanceof Promise ? await next : next;
    if (chunk === undefined) return { done: true, value: join(chunks) };
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > limit) {
      source.cancel();
      return { done: true, value: null };
    }
  }
}

function join(chunks: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const [first] = chunks;
  return first !== undefined && chunks.length === 1 ? first : concat(chunks);
}

/**
 * The body as a web stream, which asks the source only for what is asked of it.
 *
 * @param onUse called when something was asked of it, or it was cancelled
 */
export function streamOf(source: BodySource, onUse: () => void): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream(
    {
      async pull(controller) {
        onUse();
        const chunk = await source.next();
        if (chunk === undefined) controller.close();
        // A copy, as fetch makes: the chunk may lie in the buffer of its neighbours.
        else controller.enqueue(new Uint8Array(chunk));
      },
      cancel() {
        onUse();
        source.cancel();
      },
    },
    { highWaterMark: 0 },
  );
}

/** A web stream as a source. */
export function sourceOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): BodySource {
  const reader = stream.getReader();
  return {
    next: async () => (await reader.read()).value,
    cancel() {
      reader.cancel().catch(() => {});
    },
  };
}
