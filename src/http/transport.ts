import {
  apiErrorFor,
  type RegApiError,
  RegConnectionError,
  RegError,
  RegResponseError,
  RegTimeoutError,
} from "../errors/errors.js";
import { apiErrorMessage } from "../errors/messages.js";
import type { RegProblem } from "../errors/problem.js";
import { announcedLength, BodyReading, BodyTooLargeError, readBytes } from "./body.js";
import { type Call, outcomeIfSent, type Send } from "./call.js";
import { within } from "./cancellation.js";
import type { Clock } from "./clock.js";
import { allowedHeaders } from "./diagnostics.js";
import {
  type ConnectionFailure,
  connectionFailure,
  notAResponse,
  readProblem,
  uploadFailure,
} from "./failures.js";
import { fileOf, openFile, type UploadStream, uploadStream } from "./files.js";
import type { Fetch } from "./options.js";
import { parseRetryAfter } from "./retry.js";

/**
 * The error for a connection that failed while sending, or while the response's body was read.
 *
 * @param certainlySent a response or an upload had begun: whatever the failure is called, the request had been sent
 */
export function connectionError(error: unknown, call: Call, certainlySent = false): RegConnectionError {
  return errorFor(call, connectionFailure(error, call, certainlySent));
}

/** The error for what fetch rejected with; it may be the upload's own stream that failed. */
export function sendingError(
  error: unknown,
  call: Call,
  upload: UploadStream | undefined,
): RegConnectionError {
  if (!upload?.failed) return connectionError(error, call, upload?.started);
  return errorFor(call, uploadFailure(error, call));
}

/** The error for a fetch that resolved to anything else than a response. */
function noResponse(call: Call): RegConnectionError {
  return errorFor(call, notAResponse);
}

function errorFor({ operation }: Call, { message, ...failure }: ConnectionFailure): RegConnectionError {
  return new RegConnectionError(message, {
    ...failure,
    operationId: operation.id,
    outcome: failure.sent ? outcomeIfSent(operation) : undefined,
  });
}

/** The longest time that the body of an error answer is waited for, in milliseconds: its status has come already. */
const longestWait = 2000;

/** How an answer is read. */
export interface Reading {
  readonly clock: Clock;
  readonly maxBytes: number;
  /** What to do about each of the service's error codes. */
  readonly actions?: Readonly<Record<string, string>> | undefined;
}

/** Turns an answer with an error status into its error. */
export async function errorAnswer(call: Call, response: Response, reading: Reading): Promise<RegApiError> {
  const { operation } = call;
  const { status, headers } = response;
  const problem = await problemOf(call, response, reading);
  const retryAfterMs = parseRetryAfter(headers.get("retry-after"), reading.clock.now());
  return apiErrorFor({
    status,
    operationId: operation.id,
    problem,
    message: apiErrorMessage({ status, problem, retryAfterMs, actions: reading.actions }),
    retryAfterMs,
    outcome: status >= 500 || status === 408 ? outcomeIfSent(operation) : undefined,
  });
}

/** The status is what counts: a body that cannot be read, or does not come, is as good as none. */
async function problemOf(call: Call, response: Response, reading: Reading): Promise<RegProblem> {
  try {
    return readProblem(await readInTime(call, response, reading), call);
  } catch {
    return { errors: [] };
  }
}

/** Waits for no more than half of the time left, so that the attempt does not end before its status is known. */
async function readInTime(
  { endsAt, deadline }: Call,
  response: Response,
  { clock, maxBytes }: Reading,
): Promise<Uint8Array> {
  const stop = new AbortController();
  const leftMs = Math.min(endsAt, deadline?.expiresAt ?? endsAt) - clock.monotonic();
  return within(
    clock,
    Math.min(longestWait, leftMs / 2),
    readBytes(response, maxBytes, { stop: stop.signal }),
    () => {
      stop.abort();
      return new Error("the body of the error answer did not come in time");
    },
  );
}

const jsonType = /^application\/(?:[\w.+-]+\+)?json\b/i;

/** The error for an answer that is no success. */
async function failureOf(call: Call, response: Response, reading: Reading): Promise<Error> {
  const { status } = response;
  if (status < 300 || status >= 400) return errorAnswer(call, response, reading);
  void discard(response);
  return unreadable(call, response, "is a redirect, which is never followed; check baseUrl");
}

/** Never awaited: a body may be broken, or take for ever to cancel. */
async function discard({ body }: Response): Promise<void> {
  try {
    await body?.cancel();
  } catch {}
}

function unreadable(
  { operation }: Call,
  { status }: Pick<Response, "status">,
  problem: string,
  transient = false,
): RegResponseError {
  return new RegResponseError(`the answer with status ${status} ${problem}`, {
    operationId: operation.id,
    status,
    transient,
    outcome: outcomeIfSent(operation),
  });
}

/** What the text of a success answer holds. */
function parse(call: Call, head: Pick<Response, "status" | "headers">, text: string): unknown {
  const { headers, status } = head;
  const { output } = call.operation;
  if (output === "none") return undefined;
  if (text === "") {
    if (output === "json?" || status === 204) return undefined;
    throw unreadable(call, head, "is empty, where a JSON body belongs");
  }
  const type = headers.get("content-type");
  if (type !== null && !jsonType.test(type)) {
    // Only a common type is named: a service may repeat anything in a header.
    const known = allowedHeaders(headers)["content-type"] ?? "of an uncommon type";
    throw unreadable(call, head, `is not JSON but ${known}`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable(call, head, "is not complete JSON", true);
  }
}

/** Gives a failure while reading its proper error. */
function readingError(call: Call, response: Response, error: unknown): unknown {
  if (call.signal?.aborted) return call.signal.reason;
  if (error instanceof RegTimeoutError) return error;
  if (error instanceof BodyTooLargeError) return unreadable(call, response, `is too large: ${error.message}`);
  return connectionError(error, call, true);
}

/** How requests are sent and answers read. */
export interface TransportSettings {
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** The longest body that is read, in bytes. */
  readonly maxBytes: number;
  /** For messages: the next step for each of the service's error codes. */
  readonly errorActions?: Readonly<Record<string, string>> | undefined;
}

/**
 * Sends one attempt, reads what comes back, within bounds, and sorts it: a success becomes an answer, everything else
 * an error. One function from the request to the last byte, because each one that waits costs every call a little.
 */
export function transport({ fetch, clock, maxBytes, errorActions: actions }: TransportSettings): Send {
  return async (call) => {
    const { signal, operation } = call;
    const { requests } = call.state;
    requests.sent += 1;
    requests.inFlight = true;
    requests.received = undefined;
    let upload: UploadStream | undefined;
    try {
      let response: Response;
      try {
        if (call.body instanceof ReadableStream) upload = uploadStream(call.body, signal);
        response = await fetch(call.url, requestInit(call, upload));
      } catch (error) {
        throw sendingError(error, call, upload);
      }
      // Once: a Response checks at each look at it whether it is one.
      const { status, headers } = Object(response) as Response;
      if (typeof status !== "number" || typeof headers?.get !== "function") throw noResponse(call);
      // Not the late answer of an attempt that is over: the next one may be under way.
      if (signal?.aborted !== true) requests.received = response;
      if (!(status >= 200 && status < 300))
        throw await failureOf(call, response, { clock, maxBytes, actions });
      const isFile = operation.output === "binary";
      if (isFile && call.stream) {
        const asError = (error: unknown) => readingError(call, response, error);
        return { status, headers, response, ...openFile(call, response, { clock, maxBytes, asError }) };
      }
      let body: BodyReading;
      try {
        body = new BodyReading(response, maxBytes, { announced: announcedLength(headers) });
        while (!body.isOver) body.take(await body.next());
      } catch (error) {
        throw readingError(call, response, error);
      }
      const data = isFile ? fileOf(headers, body.chunks) : parse(call, { status, headers }, body.text());
      return { status, headers, response, data };
    } catch (error) {
      // The rest of the upload changes nothing any more; fetch would go on sending it.
      upload?.stop(error);
      // An aborted attempt may still be processed, and the next one may be in flight by now.
      if (signal?.aborted !== true && error instanceof RegError)
        requests.inFlight = error.outcome === "unknown";
      throw error;
    }
  };
}

/**
 * What fetch is given for one attempt. Redirects are never followed, because a followed one would carry the body
 * elsewhere.
 *
 * @param upload what is sent in the place of a body that is a stream
 */
function requestInit(
  { operation, headers, signal, body }: Call,
  upload: UploadStream | undefined,
): RequestInit {
  const init: RequestInit = { method: operation.method, headers, redirect: "manual" };
  if (signal !== undefined) init.signal = signal;
  if (upload !== undefined) {
    init.body = upload.body;
    init.duplex = "half";
  } else if (body !== undefined) init.body = body;
  return init;
}
