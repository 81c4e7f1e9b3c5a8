import { RegError, RegResponseError, RegTimeoutError } from "../errors/errors.js";
import { announcedLength, BodyTooLargeError, decodeText, hasDirectBody, readChunks } from "./body.js";
import { type Call, outcomeIfSent, type SendAttempt } from "./call.js";
import type { Clock } from "./clock.js";
import { findMissing, findRoundedInteger } from "./content.js";
import { type Emit, pickAllowedHeaders } from "./diagnostics.js";
import { connectionError, notAResponseError, readApiError, uploadError } from "./failures.js";
import { fileOf, openFile, type UploadStream, uploadStream } from "./files.js";
import { createInspection, type Inspect } from "./inspection.js";
import type { Fetch } from "./options.js";
import { redactor } from "./redact.js";
import type { ResponseValidator } from "./validation.js";

/** How requests are sent and responses read. */
export interface TransportSettings {
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** The longest body that is read, in bytes. */
  readonly maxBytes: number;
  /** The next step for each of the service's error codes, for messages. */
  readonly errorActions?: Readonly<Record<string, string>> | undefined;
  /** Compare each response with the document, before it is checked here. */
  readonly validators?: readonly ResponseValidator[];
  readonly emit?: Emit | undefined;
}

/**
 * Sends one attempt, reads its response within bounds, and parses it. Every response other than a success rejects with
 * an error of this package.
 */
export function transport(settings: TransportSettings): SendAttempt {
  const { fetch, clock, maxBytes, errorActions: actions } = settings;
  const inspect = createInspection(settings);
  return async (call, attempt) => {
    const { signal } = attempt;
    let upload: UploadStream | undefined;
    try {
      let response: Response;
      try {
        if (call.body instanceof ReadableStream) upload = uploadStream(call.body, signal);
        response = await fetch(call.url, requestInit(call, signal, upload));
      } catch (error) {
        throw upload?.failed ? uploadError(error, call) : connectionError(error, call, upload?.started);
      }
      // Read once, because a Response validates itself at every access.
      const { status, headers } = Object(response) as Response;
      if (typeof status !== "number" || typeof headers?.get !== "function") throw notAResponseError(call);
      // The response of an aborted attempt is too late: its status must not be reported, nor pause the throttle.
      if (!signal.aborted) attempt.received = response;
      if (!(status >= 200 && status < 300)) {
        if (status < 300 || status >= 400)
          throw await readApiError({ call, attempt, response }, { clock, maxBytes, actions, inspect });
        void discard(response);
        inspect?.(call, { status, headers });
        throw unreadableResponseError(call, { status, problem: describeRedirection(status) });
      }
      const asError = (error: unknown) => readingError(error, { call, signal, status });
      const isFile = call.operation.output === "binary";
      if (isFile) inspectFile(inspect, call, response);
      if (isFile && (status === 204 || status === 205))
        throw unreadableResponseError(call, { status, problem: "is empty where a file is expected" });
      if (isFile && isUnverifiable(response)) {
        void discard(response);
        throw unreadableResponseError(call, {
          status,
          problem:
            "is compressed although the request asked for an uncompressed file, so a file that was cut off would look complete; use undiciFetch, which checks the end of a compressed body",
        });
      }
      // Fetch would go on sending the upload, although the response has ended.
      const stopUpload = () => upload?.stop(new Error("the service responded before the end of the upload"));
      if (isFile && call.stream) {
        const file = openFile(response, { call, attempt, clock, maxBytes, asError });
        void file.finished.then(stopUpload);
        return { status, headers, response, ...file };
      }
      // A file is inspected already.
      if (inspect !== undefined && !isFile)
        attempt.reportIncomplete = () => inspect(call, { status, headers, isIncomplete: true });
      const chunks = await readBody(response, headers, maxBytes).catch((error: unknown) => {
        if (!signal.aborted) attempt.reportIncomplete?.();
        throw asError(error);
      });
      attempt.reportIncomplete = undefined;
      const text = isFile ? "" : decodeText(chunks);
      if (!isFile) inspect?.(call, { status, headers, text });
      const data = isFile ? fileOf(headers, chunks) : parseBody(call, { status, headers }, text);
      attempt.uncertain = false;
      stopUpload();
      return { status, headers, response, data };
    } catch (error) {
      // Fetch would go on sending the upload, although the attempt is over.
      upload?.stop(error);
      // An aborted attempt may still be processed.
      if (!signal.aborted && error instanceof RegError) attempt.uncertain = error.outcome === "unknown";
      throw error;
    }
  };
}

/** Inspects a file before it is read. */
function inspectFile(inspect: Inspect | undefined, call: Call, response: Response): void {
  try {
    inspect?.(call, { status: response.status, headers: response.headers });
  } catch (error) {
    void discard(response);
    throw error;
  }
}

/**
 * The settings of one attempt for fetch. Redirects are never followed, because a followed one would send the body to
 * another address.
 *
 * @param upload sent instead of a body that is a stream
 */
function requestInit(
  { operation, headers, body }: Call,
  signal: AbortSignal,
  upload: UploadStream | undefined,
): RequestInit {
  // A copy of the headers, because a user's fetch may add some, and the next attempt has another token.
  const init: RequestInit = { method: operation.method, headers: { ...headers }, redirect: "manual", signal };
  if (upload !== undefined) {
    init.body = upload.body;
    init.duplex = "half";
  } else if (body !== undefined) init.body = body;
  return init;
}

/** What a status from 300 to 399 says about the request. */
function describeRedirection(status: number): string {
  if (status === 304)
    return "says that nothing has changed since the condition in the headers of the request; conditional requests are not supported, so leave out headers such as if-none-match";
  return [301, 302, 303, 307, 308].includes(status)
    ? "is a redirect, which is never followed; check baseUrl"
    : "is neither a success, an error nor a redirect that fetch knows; check baseUrl";
}

/** Reads a whole body. If the headers of another package lack a method, it rejects as it does for a broken body. */
async function readBody(response: Response, headers: Headers, maxBytes: number) {
  return readChunks(response, maxBytes, { announced: announcedLength(headers) });
}

/** The response whose body could not be read to its end. */
interface BrokenResponse {
  readonly call: Call;
  readonly signal: AbortSignal;
  readonly status: number;
}

/** Creates the error for a body that could not be read to its end. */
function readingError(error: unknown, { call, signal, status }: BrokenResponse): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof RegTimeoutError) return error;
  if (error instanceof BodyTooLargeError) {
    const problem = `is too large: ${error.message}; see maxResponseBytes`;
    return unreadableResponseError(call, { status, problem });
  }
  return connectionError(error, call, true);
}

/** The encodings that fetch decodes by itself. */
const decodedByFetch = /\b(gzip|deflate|br|zstd)\b/i;

/** Whether it cannot be known if the whole body has arrived. Only our own transport checks the end of compressed data. */
function isUnverifiable(response: Response): boolean {
  return decodedByFetch.test(response.headers.get("content-encoding") ?? "") && !hasDirectBody(response);
}

/** The longest path of a field in a message, in characters. */
const longestField = 200;

const jsonType = /^application\/(?:[\w.+-]+\+)?json\b/i;

/** Parses the text of a success response as its operation expects. */
function parseBody(call: Call, head: Pick<Response, "status" | "headers">, text: string): unknown {
  const { headers, status } = head;
  const { output, created } = call.operation;
  if (output === "none") return undefined;
  const unreadable = (problem: string, transient?: boolean) =>
    unreadableResponseError(call, { status, problem, transient });
  if (text === "") {
    if (output === "json?") return undefined;
    throw unreadable("is empty where a JSON body is expected");
  }
  // The reference promises the address of what was created, and does not show a body beside it.
  const hasAddress = created !== undefined && Boolean(headers.get("location"));
  const type = headers.get("content-type");
  if (type !== null && !jsonType.test(type)) {
    if (hasAddress) return undefined;
    // Only a common type is named: a service may echo anything in a header.
    const known = pickAllowedHeaders(headers)["content-type"] ?? "of an uncommon type";
    throw unreadable(`is not JSON but ${known}`);
  }
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    if (hasAddress) return undefined;
    throw unreadable("is not valid JSON; it may be cut off", true);
  }
  const rounded = findRoundedInteger(body, text);
  if (rounded !== undefined)
    throw unreadable(
      // The service chooses the names of fields, and may repeat a header in one.
      `contains an integer in ${redactor(call)(rounded).slice(0, longestField)} that is larger than JavaScript can represent exactly`,
    );
  if (created !== undefined) return body;
  if (output === "json?" && body === null) return undefined;
  const missing = findMissing(body, call.operation);
  if (missing !== undefined) throw unreadable(missing);
  return body;
}

interface UnreadableResponse {
  readonly status: number;
  readonly problem: string;
  /** Whether another attempt may get a readable response. */
  readonly transient?: boolean | undefined;
}

function unreadableResponseError(
  { operation }: Call,
  { status, problem, transient = false }: UnreadableResponse,
): RegResponseError {
  return new RegResponseError(`the response with status ${status} ${problem}`, {
    operationId: operation.id,
    status,
    transient,
    outcome: outcomeIfSent(operation),
  });
}

/** Cancels an unread body. Never awaited, because a body may be broken, or cancelling it can hang. */
async function discard({ body }: Response): Promise<void> {
  try {
    await body?.cancel();
  } catch {}
}
