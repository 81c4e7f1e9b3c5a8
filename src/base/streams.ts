/** What is used of a readable stream of Node.js, of any version and implementation. */
interface NodeStream {
  on(event: "error", listener: () => void): unknown;
  destroy(): unknown;
  readonly destroyed?: boolean;
  readonly readableDidRead?: boolean;
  readonly readableEnded?: boolean;
  readonly errored?: Error | null;
}

const isClaimed = Symbol.for("reg-sdk.isClaimed");

/**
 * Claims a stream for one reader; false if another call has it already. Two readers would each receive a part, which
 * Bun and Deno do not reject. The mark is on the stream, so that it also holds between two copies of this package.
 */
export function claim(source: object): boolean {
  if (Reflect.has(source, isClaimed)) return false;
  Reflect.defineProperty(source, isClaimed, { value: true });
  return true;
}

/**
 * Takes over a value that a caller has given to be read. A stream of Node.js that fails while nothing reads it would end
 * the process by its event `error`. Reading it later still rejects with this error.
 */
export function takeOver(source: unknown): void {
  if (isNodeStream(source)) source.on("error", () => {});
}

/** Closes a stream of Node.js that is not read to its end: the iterator of one that was never read releases nothing. */
export function release(source: unknown): void {
  if (isNodeStream(source)) source.destroy();
}

/**
 * Whether something was read of a stream, or it was closed, so that its beginning is lost. Not of one that has failed:
 * reading it says why.
 */
export function wasRead(source: unknown): boolean {
  if (source instanceof ReadableStream) return isDisturbed(source);
  if (!isNodeStream(source)) return false;
  const { destroyed, readableDidRead, readableEnded, errored } = source;
  return !errored && [destroyed, readableDidRead, readableEnded].includes(true);
}

/** A web stream does not say it itself, but no runtime accepts such a one as a body. */
function isDisturbed(stream: ReadableStream): boolean {
  try {
    new Response(stream);
    return false;
  } catch {
    return true;
  }
}

function isNodeStream(source: unknown): source is NodeStream {
  if (typeof source !== "object" || source === null) return false;
  return ["on", "destroy"].every((name) => typeof Reflect.get(source, name) === "function");
}
