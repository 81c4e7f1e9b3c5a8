import { RegInputError } from "../errors/errors.js";
import { boundedStream } from "./body.js";
import type { Call, CallBody, Operation } from "./call.js";
import { type Cancellation, throwIfAborted, within } from "./cancellation.js";
import type { Clock } from "./clock.js";
import type { AnyCallOptions } from "./execute.js";
import type { CallOptions } from "./options.js";
import { timedOut } from "./timeouts.js";
import { either, everyCall, isWellFormed, type RulesFor, uploadEncoding } from "./validate.js";

const mediaType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:[ \t]*;[\t\x20-\x7e]*)?$/;

/** Whether a text is a media type such as `text/plain; charset=utf-8`: it can stand in a header as it is. */
function isMediaType(text: unknown): text is string {
  return typeof text === "string" && mediaType.test(text);
}

/** What a call can be told that may be about a file. */
const fileCallOptions: RulesFor<AnyCallOptions> = {
  ...everyCall,
  as: either("blob", "stream"),
  fileName: {
    check: (value) => typeof value === "string" && isWellFormed(value),
    must: "be a text in well-formed Unicode",
  },
  contentType: { check: isMediaType, must: "be a media type such as application/pdf" },
  uploadEncoding,
};

/** A `Content-Disposition` value that carries a file name in any script (RFC 6266, RFC 8187). */
export function attachmentHeader(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** The file name in a `Content-Disposition` value, without any folder that it may pretend to be in. */
export function fileNameIn(header: string | null): string | undefined {
  if (header === null) return undefined;
  const name = extendedName(header) ?? plainName(header);
  const base = name?.split(/[/\\]/).at(-1);
  return base === undefined || /^\.{0,2}$/.test(base) ? undefined : base;
}

function extendedName(header: string): string | undefined {
  const encoded = /;\s*filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

function plainName(header: string): string | undefined {
  const [, quoted, token] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s"]+))/i.exec(header) ?? [];
  return quoted?.replace(/\\(.)/g, "$1") ?? token;
}

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
export function cancelStream(body: unknown, reason: unknown): void {
  if (body instanceof ReadableStream && !body.locked) body.cancel(reason).catch(() => {});
}

/**
 * Reads a stream of bytes to its end.
 *
 * @throws the reason as soon as the call is ended, TypeError for a chunk that is no bytes; the source is let go of
 */
async function readAll(source: ReadableStream<Uint8Array>, cancellation: Cancellation): Promise<Blob> {
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
  cancellation.listen((reason) => cancelStream(content, reason));
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
function fileHeaders(headers: Headers): { name: string | undefined; type: string } {
  return { name: fileNameIn(headers.get("content-disposition")), type: headers.get("content-type") ?? "" };
}

/** The file that an answer holds. */
export function fileOf(headers: Headers, chunks: readonly Uint8Array<ArrayBuffer>[]): DownloadedFile {
  const file = fileHeaders(headers);
  return { ...file, blob: new Blob([...chunks], { type: file.type }) };
}

/** How a file is handed out as a stream. */
interface OpenSettings {
  readonly clock: Clock;
  readonly maxBytes: number;
  /** The error that the stream's reader is to see. */
  readonly asError: (error: unknown) => unknown;
}

/** Hands out an answer that is a file, while it arrives. */
export function openFile(
  call: Call,
  response: Response,
  { clock, maxBytes, asError }: OpenSettings,
): { data: StreamedFile; finished: Promise<void> } {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const stream = boundedStream(response.body ?? new Blob([]).stream(), maxBytes, {
    onEnd: finish,
    signal: call.signal,
    // The reader sets the pace, but the service must not let them wait for longer than a whole attempt may take.
    bounded: (read) =>
      within(clock, call.timeout, read(), () =>
        timedOut(call, "no further part of the file within the timeout"),
      ),
    asError,
  });
  return { data: { ...fileHeaders(response.headers), stream }, finished };
}

/** A stream on its way to fetch. */
export interface UploadStream {
  /** What fetch reads. */
  readonly body: ReadableStream<Uint8Array>;
  /** Something was asked of the source: from then on the service may have got the request. */
  readonly started: boolean;
  /** The source itself failed. */
  readonly failed: boolean;
  /** Lets go of the source, because nobody reads it any more. */
  stop(reason: unknown): void;
}

/**
 * A stream over the user's own, which ends with the attempt. Fetch alone would go on reading the source after an
 * abort, and would never let go of one that waits. The source is asked only for what fetch asks for.
 *
 * @throws TypeError if the source is being read already
 */
export function uploadStream(
  source: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): UploadStream {
  const reader = source.getReader();
  const state = { started: false, failed: false };
  let over = false;
  let stop = (_reason: unknown) => {};
  const onAbort = () => stop(signal?.reason);
  const finish = () => {
    over = true;
    signal?.removeEventListener("abort", onAbort);
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stop = (reason) => {
          if (over) return;
          finish();
          controller.error(reason);
          reader.cancel(reason).catch(() => {});
        };
        signal?.addEventListener("abort", onAbort);
        if (signal?.aborted) onAbort();
      },
      async pull(controller) {
        state.started = true;
        const { done, value } = await reader.read().catch((error: unknown) => {
          state.failed = !over;
          finish();
          throw error;
        });
        if (over) return;
        if (!done) return controller.enqueue(value);
        finish();
        controller.close();
      },
      async cancel(reason) {
        finish();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  return {
    body,
    get started() {
      return state.started;
    },
    get failed() {
      return state.failed;
    },
    stop: (reason) => stop(reason),
  };
}

/** What a client does with files. One whose API has none is made without it, and so need not load it. */
export interface FileHandling {
  /** What a call can be told, where it may be about a file. */
  readonly callOptions: RulesFor<AnyCallOptions>;
  readonly pack: typeof packUpload;
  readonly upload: typeof uploadStream;
  readonly cancelStream: typeof cancelStream;
  readonly of: typeof fileOf;
  readonly open: typeof openFile;
}

/** For the clients whose operations take files or give them. */
export const fileHandling: FileHandling = {
  callOptions: fileCallOptions,
  pack: packUpload,
  upload: uploadStream,
  cancelStream,
  of: fileOf,
  open: openFile,
};
