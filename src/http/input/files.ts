import { RegInputError } from "../../errors/client-errors.js";
import type { CallBody } from "../call.js";
import type { Operation } from "../operation.js";
import type { CallOptions } from "../options.js";
import type { Cancellation } from "../time/cancellation.js";
import { attachmentHeader, fileNameIn } from "./content-disposition.js";
import { isMediaType } from "./media-type.js";
import { letGo, readAll, streamFrom } from "./stream-source.js";
import { isWellFormed } from "./unicode.js";

/**
 * What can be uploaded: a Blob or File, bytes (a Node Buffer too), or a stream of bytes (a Node stream too).
 * A stream can be read only once, so a failed upload of a stream is never tried again.
 */
export type Upload = Blob | Uint8Array | ArrayBuffer | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** Whether a value is of a kind that can be uploaded. Nothing is read. */
export function isUpload(value: unknown): value is Upload {
  const bytes = ArrayBuffer.isView(value) ? value.buffer : value;
  if (bytes instanceof ArrayBuffer && isDetached(bytes)) return false;
  const isBinary = [Blob, ArrayBuffer, Uint8Array, ReadableStream].some((kind) => value instanceof kind);
  return isBinary || (typeof value === "object" && value !== null && Symbol.asyncIterator in value);
}

/** How an upload is packed; the reference does not show which of the two the service reads. */
export type UploadEncoding = "binary" | "multipart";

/** What can be said about an upload. */
export interface UploadSettings {
  /** The file's name. Default: the name of a File, otherwise none. */
  readonly fileName?: string | undefined;
  /** The file's media type. Default: the type of a Blob, otherwise the operation's own, otherwise `application/octet-stream`. */
  readonly contentType?: string | undefined;
  /** Default: the client's `uploadEncoding`, which is `binary` by default. */
  readonly uploadEncoding?: UploadEncoding | undefined;
}

/** What an upload can be told. */
export interface UploadOptions extends CallOptions, UploadSettings {}

/** What a download can be told; the file comes as a Blob. */
export interface DownloadOptions extends CallOptions {
  readonly as?: "blob" | undefined;
}

/** What a download can be told; the file comes as a stream, and `maxResponseBytes` bounds it. */
export interface StreamOptions extends CallOptions {
  readonly as: "stream";
}

/** A downloaded file. */
export interface DownloadedFile {
  /** The name that the answer gave it, if it gave one; never with a folder. */
  readonly name: string | undefined;
  /** The media type; an empty string if the answer named none. */
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

/** An upload, ready to be sent. */
export interface PackedUpload {
  readonly body: CallBody;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Turns what the user gave into a body and its headers. A stream whose call is ended before it is read is let go of.
 *
 * @throws RegInputError for what is no file, cannot be read, or has a type or name that no header can carry; and for a
 *   header that would say something else than a form
 */
export async function packUpload(
  file: Upload,
  settings: UploadOptions,
  { id: operationId, uploadType = "application/octet-stream" }: Operation,
  cancellation: Cancellation,
): Promise<PackedUpload> {
  const refuse = (problem: string, cause?: unknown) =>
    new RegInputError("file", problem, { operationId, cause });
  const content = contentOf(file);
  if (content === undefined) {
    throw refuse(
      "must be a Blob, bytes (Uint8Array, Buffer, ArrayBuffer) that were not handed to somebody else, or a stream of bytes",
    );
  }
  if (content instanceof ReadableStream && content.locked)
    throw refuse("is a stream that is being read already");
  const type = settings.contentType ?? (file instanceof Blob && file.type !== "" ? file.type : uploadType);
  const name = settings.fileName ?? (file instanceof File ? file.name : undefined);
  // A file of another library may say anything; fetch would repeat it in its own error.
  if (!isMediaType(type)) throw refuse("has a type that is no media type; name one with contentType");
  if (name !== undefined && !isWellFormed(name)) throw refuse("has a name that is not well-formed Unicode");
  if (settings.uploadEncoding === "multipart") {
    if (namesContentType(settings.headers)) throw contentTypeOfForm(operationId);
    const form = new FormData();
    const bytes = await readContent(content, cancellation).catch((error: unknown) => {
      throw refuse("could not be read to its end; nothing was sent", error);
    });
    form.append("file", new Blob([bytes], { type }), name ?? "file");
    return { body: form, headers: {} };
  }
  cancellation.listen((reason) => letGo(content, reason));
  const disposition = name === undefined ? {} : { "content-disposition": attachmentHeader(name) };
  return { body: content, headers: { "content-type": type, ...disposition } };
}

function namesContentType(headers: CallOptions["headers"] = {}): boolean {
  return Object.entries(headers).some(
    ([name, value]) => value !== undefined && name.toLowerCase() === "content-type",
  );
}

/** Fetch writes it, with the boundary between the parts. */
function contentTypeOfForm(operationId: string): RegInputError {
  return new RegInputError(
    "headers.content-type",
    "would take the place of the form's own; name the file's type with contentType",
    { operationId },
  );
}

function readContent(
  content: Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  cancellation: Cancellation,
): Promise<Blob | ArrayBuffer> {
  return content instanceof ReadableStream
    ? readAll(content, cancellation)
    : new Response(content).arrayBuffer();
}

function contentOf(file: Upload): Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | undefined {
  if (file instanceof Blob || file instanceof ReadableStream) return file;
  if (!isUpload(file)) return undefined;
  if (file instanceof ArrayBuffer) return new Uint8Array(file);
  return file instanceof Uint8Array ? (file as Uint8Array<ArrayBuffer>) : streamFrom(file);
}

/**
 * Whether the bytes have been handed to a worker, say: what is left looks like an empty file. Node 20 does not know
 * `detached`, but refuses a view of such a buffer. The view is used, or a bundler might leave it out.
 */
function isDetached(buffer: ArrayBuffer): boolean {
  try {
    return new Uint8Array(buffer).length < 0;
  } catch {
    return true;
  }
}

/** The name and type of a downloaded file, from the answer's headers. */
export function fileHeaders(headers: Headers): { name: string | undefined; type: string } {
  return { name: fileNameIn(headers.get("content-disposition")), type: headers.get("content-type") ?? "" };
}
