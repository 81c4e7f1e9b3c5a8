/** The body was larger than allowed. */
export class BodyTooLargeError extends Error {
  constructor(limit: number) {
    super(`the body is larger than ${limit} bytes`);
  }
}

/**
 * Reads a whole body, but no more than `limit` bytes of it (as they are after decompression); rejects with
 * {@link BodyTooLargeError} beyond, having cancelled the rest.
 */
export async function readBytes(response: Response, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  if (response.body === null) return new Uint8Array(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bounded(response.body, limit)) {
    chunks.push(chunk);
    size += chunk.byteLength;
  }
  return concat(chunks, size);
}

/** Reads a whole body as UTF-8 text, with the same bound. */
export async function readText(response: Response, limit: number): Promise<string> {
  if (lengthIsKnown(response.headers, limit)) return response.text();
  return new TextDecoder().decode(await readBytes(response, limit));
}

/** A body that says its length, and is not compressed, cannot be longer than it says. */
function lengthIsKnown(headers: Headers, limit: number): boolean {
  const length = headers.get("content-length");
  return length !== null && Number(length) <= limit && !headers.has("content-encoding");
}

async function* bounded(body: ReadableStream<Uint8Array>, limit: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > limit) throw new BodyTooLargeError(limit);
    yield chunk;
  }
}

/** The same stream, which errors beyond `limit` bytes, and calls `onEnd` once when it is over in whatever way. */
export function boundedStream(
  body: ReadableStream<Uint8Array>,
  limit: number,
  onEnd: () => void,
): ReadableStream<Uint8Array> {
  const chunks = bounded(body, limit);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await chunks.next();
        if (!done) return controller.enqueue(value);
        onEnd();
        controller.close();
      } catch (error) {
        onEnd();
        controller.error(error);
      }
    },
    async cancel() {
      onEnd();
      await chunks.return(undefined);
    },
  });
}

function concat(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
