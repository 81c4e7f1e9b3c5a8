import { isInstance } from "./instances.js";

/** A request body: serialized text, a file, or a stream, which can be sent only once. */
export type CallBody = string | Blob | Uint8Array<ArrayBuffer> | FormData | ReadableStream<Uint8Array>;

/**
 * A file to upload: a Blob or File, bytes (including a Node Buffer), or a stream of bytes (including a Node stream).
 * A stream can be read only once, so a failed upload of a stream is never retried.
 */
export type Upload = Blob | Uint8Array | ArrayBuffer | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** A downloaded file. */
export interface DownloadedFile {
  /** The name that the response gave it, if any; never with a folder. */
  readonly name: string | undefined;
  /** The media type; an empty string if the response named none. */
  readonly type: string;
  /** The content. */
  readonly blob: Blob;
}

/** A file that is read while it arrives; `stream` must be read to its end or cancelled. */
export interface StreamedFile {
  readonly name: string | undefined;
  readonly type: string;
  readonly stream: ReadableStream<Uint8Array>;
}

/** Whether a value is of a kind that can be uploaded. Nothing is read. */
export function isUpload(value: unknown): value is Upload {
  const bytes = ArrayBuffer.isView(value) ? value.buffer : value;
  if (isInstance(bytes, "ArrayBuffer") && isDetached(bytes)) return false;
  if (value instanceof ReadableStream || isInstance(value, "Blob", "File", "ArrayBuffer", "Uint8Array")) return true;
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

/**
 * Whether a buffer was transferred, such as to a worker: it would be sent as an empty file. Node 20 has no `detached`.
 */
function isDetached(buffer: ArrayBuffer): boolean {
  try {
    return new Uint8Array(buffer).length < 0;
  } catch {
    return true;
  }
}
