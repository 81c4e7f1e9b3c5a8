import { type Cancellation, throwIfAborted, within } from "../../base/cancellation.js";
import type { Clock } from "../../base/clock.js";
import { attachmentHeader, fileNameIn } from "../../base/content-disposition.js";
import type { CallBody } from "../../base/files.js";
import { type DownloadedFile, isUpload, type StreamedFile, type Upload } from "../../base/files.js";
import { isInstance } from "../../base/instances.js";
import { claim, release, takeOver, wasRead } from "../../base/streams.js";
import type { Operation } from "../../document/operation.js";
import { RegInputError } from "../../errors/errors.js";
import { asInput, isMediaType } from "../../errors/input.js";
import type { Call } from "../call/call.js";
import type { CallOptions, UploadOptions } from "../call/options.js";
import { timeoutError } from "../call/timeouts.js";
import { announcedLength, boundedStream, endingStream, type StreamEnd } from "./body.js";
import type { BodyReader, TransportResponse } from "./types.js";

/**
 * Takes over a file that a caller has given: from now on, `cancelStream` closes a stream of any kind, and nothing that it
 * fails with ends the process.
 */
export function takeUpload(file: unknown, operationId?: string): unknown {
  if (!isUpload(file) || file instanceof ReadableStream || !(Symbol.asyncIterator in file)) return file;
  takeOver(file);
  return streamFrom(file, operationId);
}

/**
 * Turns a file into a body and its headers. A stream is cancelled if its call is cancelled before the stream is read.
 *
 * @throws RegInputError for a value that is not a file or cannot be read, for a type or name that a header cannot
 *   contain, and for a header that would replace the content type of a form
 */
export async function packUpload(
  file: Upload,
  { id: operationId, uploadType = "application/octet-stream" }: Operation,
  { options, cancellation }: { readonly options: UploadOptions; readonly cancellation: Cancellation },
): Promise<{ readonly body: CallBody; readonly headers: Record<string, string> }> {
  const inputError = (problem: string, cause?: unknown) => new RegInputError("file", problem, { operationId, cause });
  const content = asInput("file", operationId, () => contentOf(file));
  if (content === undefined) {
    throw inputError(
      "must be a Blob, bytes (Uint8Array, Buffer, ArrayBuffer) that were not transferred, or a stream of bytes; of a file on the disk, give `await openAsBlob(path)`",
    );
  }
  if (content instanceof ReadableStream && content.locked)
    throw inputError("is a stream that is being read, or was read before; open it again");
  if (wasRead(content)) throw inputError(readBefore);
  const type = options.contentType ?? (isInstance(file, "Blob", "File") && file.type !== "" ? file.type : uploadType);
  const name = options.fileName ?? (isInstance(file, "File") ? file.name : undefined);
  // A File of another library may have any type or name; the error of fetch would print it.
  if (!isMediaType(type)) throw inputError("has a type that is no media type; name one with contentType");
  if (options.uploadEncoding === "multipart") {
    // The form has its own content type, with the boundary between its parts.
    if (hasContentType(options.headers))
      throw new RegInputError(
        "headers.content-type",
        "would replace the content type of the form; name the file's type with contentType",
        { operationId },
      );
    const form = new FormData();
    const bytes = await readContent(content, cancellation).catch((error: unknown) => {
      throw error instanceof RegInputError
        ? error
        : inputError("could not be read to its end; nothing was sent", error);
    });
    if (content instanceof ReadableStream && bytes instanceof Blob && bytes.size === 0) throw inputError(noBytes);
    form.append("file", new Blob([bytes], { type }), name ?? "file");
    return { body: form, headers: {} };
  }
  cancellation.listen((reason) => cancelStream(content, reason));
  const disposition = name === undefined ? {} : { "content-disposition": attachmentHeader(name) };
  return { body: content, headers: { "content-type": type, ...disposition } };
}

const readBefore = "is a stream that was read before, or is closed; open it again";
const givenBefore = "is a stream that another call was given; open it again";
const noBytes = "has no bytes: it is empty, or was read before; open it again";

type Content = Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

function contentOf(file: Upload): Content | undefined {
  if (file instanceof ReadableStream || isInstance(file, "Blob", "File")) return file;
  if (!isUpload(file)) return undefined;
  if (isInstance(file, "ArrayBuffer")) return new Uint8Array(file);
  return isInstance(file, "Uint8Array") ? file : undefined;
}

function hasContentType(headers: CallOptions["headers"] = {}): boolean {
  return Object.entries(headers).some(([name, value]) => value !== undefined && name.toLowerCase() === "content-type");
}

async function readContent(
  content: Content,
  cancellation: Cancellation,
): Promise<Blob | ArrayBuffer | Uint8Array<ArrayBuffer>> {
  if (content instanceof ReadableStream) return readAll(content, cancellation);
  return isInstance(content, "Uint8Array") ? content : content.arrayBuffer();
}

/**
 * Reads a stream of bytes to its end.
 *
 * @throws the reason as soon as the call is cancelled, TypeError for a chunk that is not bytes; the source is cancelled
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
      if (!isBytes(value)) throw new TypeError("a chunk of the stream is not a Uint8Array");
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
  return isInstance(chunk, "Uint8Array");
}

/**
 * Like `ReadableStream.from`, which older type declarations lack; cancelling it also destroys a Node stream. It fails if
 * the source was read before, or another call has it, which then goes on reading it.
 */
function streamFrom(source: AsyncIterable<Uint8Array>, operationId: string | undefined): ReadableStream<Uint8Array> {
  const isOurs = claim(source);
  const problem = wasRead(source) ? readBefore : isOurs ? undefined : givenBefore;
  let chunks: AsyncIterator<Uint8Array> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (problem !== undefined) {
          if (isOurs) release(source);
          throw new RegInputError("file", problem, { operationId });
        }
        chunks ??= source[Symbol.asyncIterator]();
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel(reason) {
        if (!isOurs) return;
        release(source);
        await (chunks ?? source[Symbol.asyncIterator]()).return?.(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * Returns a body of the classes that fetch knows. It would send a Blob or a form of another environment, such as those of
 * jsdom, as the text `[object Blob]`.
 */
export async function bodyForFetch<Body>(body: Body): Promise<Body | CallBody> {
  if (!isInstance(body, "Blob", "File", "FormData") || isKnownToFetch(body)) return body;
  if (!isInstance(body, "FormData")) return new Uint8Array(await body.arrayBuffer());
  // The only way to the form of fetch, if the global one is another.
  const form = await new Response(new URLSearchParams()).formData();
  for (const [name, value] of body) {
    if (typeof value === "string") form.append(name, value);
    else {
      const file = new Response(await value.arrayBuffer(), { headers: { "content-type": value.type } });
      form.append(name, await file.blob(), value.name);
    }
  }
  return form;
}

function isKnownToFetch(body: Blob | FormData): boolean {
  try {
    // Node 20 takes any form, but reads no file of another environment.
    const parts = isInstance(body, "FormData") ? [...body.values()] : [];
    if (!parts.every((part) => typeof part === "string" || isKnownToFetch(part))) return false;
    // The type of a text. That of a Blob has no capital letters.
    return new Response(body).headers.get("content-type") !== "text/plain;charset=UTF-8";
  } catch {
    return false;
  }
}

/** Cancels the source of a body, such as an open file, unless something reads it already. */
export function cancelStream(body: unknown, reason: unknown): void {
  if (body instanceof ReadableStream && !body.locked) body.cancel(reason).catch(() => {});
}

/** The stream of an upload as fetch reads it. */
export interface UploadStream {
  readonly body: ReadableStream<Uint8Array>;
  /**
   * Reads the first bytes, before anything is sent.
   *
   * @throws RegInputError if there are none: a stream that was read to its end before would be stored as an empty file;
   *   and what the source fails with
   */
  begin(): Promise<void>;
  /** The source was read: from then on the service may have received the request. */
  readonly started: boolean;
  /** The source was read to its end. */
  readonly finished: boolean;
  /** The source itself failed. */
  readonly failed: boolean;
  /** Cancels the source, because nothing reads it any more. */
  stop(reason: unknown): void;
}

/**
 * Wraps the user's stream in one that ends with the attempt. Fetch alone would go on reading the source after an
 * abort, and would never cancel one that waits. The source is asked only for the chunks that fetch asks for.
 *
 * @throws TypeError if the source is being read already
 */
export function uploadStream(
  source: ReadableStream<Uint8Array>,
  { signal, operationId }: { readonly signal: AbortSignal; readonly operationId: string },
): UploadStream {
  const reader = source.getReader() as BodyReader;
  const state = { started: false, finished: false, failed: false };
  let first: ReturnType<BodyReader["read"]> | undefined;
  const read = () => {
    state.started = true;
    const next = first ?? reader.read();
    first = undefined;
    return next;
  };
  const begin = async () => {
    let result = await reader.read();
    while (!result.done && result.value.byteLength === 0) result = await reader.read();
    if (result.done) throw new RegInputError("file", noBytes, { operationId });
    first = Promise.resolve(result);
  };
  const onEnd = (how: StreamEnd) => {
    state.finished = how === "finished";
    state.failed = how === "failed";
  };
  const stream = endingStream({ read, cancel: (reason) => reader.cancel(reason) }, signal, { onEnd, highWaterMark: 0 });
  return Object.assign(state, stream, { begin });
}

/** Makes a file of a response that was read to its end. */
export function fileOf(headers: Headers, bytes: Uint8Array<ArrayBuffer>): DownloadedFile {
  const { name, type } = describeFile(headers);
  return { name, type, blob: new Blob([bytes], { type }) };
}

interface FileReading {
  readonly call: Call;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly maxBytes: number;
  readonly asError: (error: unknown) => unknown;
}

/** Makes a file of a response that is still arriving. */
export function openFile(
  { headers, body }: TransportResponse,
  { call, signal, clock, maxBytes, asError }: FileReading,
): { data: StreamedFile; finished: Promise<void> } {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const stream = boundedStream(body, maxBytes, {
    announced: announcedLength(headers),
    onEnd: finish,
    signal,
    // The reader determines the pace, but no chunk may take longer than a whole attempt.
    bounded: (read) =>
      within(read(), {
        clock,
        limitMs: call.timeout,
        createError: () => timeoutError(call, "no further part of the file within the timeout"),
      }),
    asError,
  });
  return { data: { ...describeFile(headers), stream }, finished };
}

function describeFile(headers: Headers): { name: string | undefined; type: string } {
  return { name: fileNameIn(headers.get("content-disposition")), type: headers.get("content-type") ?? "" };
}
