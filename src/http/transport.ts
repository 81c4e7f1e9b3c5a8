import { RegError, RegResponseError, RegTimeoutError } from "../errors/errors.js";
import { announcedLength, BodyReading, BodyTooLargeError } from "./body.js";
import { type Call, outcomeIfSent, type Send } from "./call.js";
import type { Clock } from "./clock.js";
import { pickAllowedHeaders } from "./diagnostics.js";
import { connectionError, errorResponse, notAResponseError, uploadError } from "./failures.js";
import { fileOf, openFile, type UploadStream, uploadStream } from "./files.js";
import type { Fetch } from "./options.js";

/** How requests are sent and responses read. */
export interface TransportSettings {
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** The longest body that is read, in bytes. */
  readonly maxBytes: number;
  /** The next step for each of the service's error codes, for messages. */
  readonly errorActions?: Readonly<Record<string, string>> | undefined;
}

/**
 * Sends one attempt, reads its response within bounds, and parses it. Every response other than a success rejects with
 * an error of this package.
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
        throw upload?.failed ? uploadError(error, call) : connectionError(error, call, upload?.started);
      }
      // Read once, because a Response validates itself at every access.
      const { status, headers } = Object(response) as Response;
      if (typeof status !== "number" || typeof headers?.get !== "function") throw notAResponseError(call);
      // A late response of an aborted attempt must not count as the response of the next attempt.
      if (signal?.aborted !== true) requests.received = response;
      if (!(status >= 200 && status < 300)) {
        if (status < 300 || status >= 400)
          throw await errorResponse(call, response, { clock, maxBytes, actions });
        void discard(response);
        throw responseError(call, status, "is a redirect, which is never followed; check baseUrl");
      }
      const isFile = operation.output === "binary";
      if (isFile && call.stream) {
        const asError = (error: unknown) => readingError(call, status, error);
        return { status, headers, response, ...openFile(call, response, { clock, maxBytes, asError }) };
      }
      const body = await readBody(call, response, maxBytes);
      const data = isFile ? fileOf(headers, body.chunks) : parseBody(call, { status, headers }, body.text());
      requests.inFlight = false;
      return { status, headers, response, data };
    } catch (error) {
      // Fetch would go on sending the upload, although the attempt is over.
      upload?.stop(error);
      // An aborted attempt may still be processed, and the next one may be in flight by now.
      if (signal?.aborted !== true && error instanceof RegError)
        requests.inFlight = error.outcome === "unknown";
      throw error;
    }
  };
}

/**
 * The settings of one attempt for fetch. Redirects are never followed, because a followed one would send the body to
 * another address.
 *
 * @param upload sent instead of a body that is a stream
 */
function requestInit(
  { operation, headers, signal, body }: Call,
  upload: UploadStream | undefined,
): RequestInit {
  // A copy, because a user's fetch may add headers, and the next attempt has another token.
  const init: RequestInit = { method: operation.method, headers: { ...headers }, redirect: "manual" };
  if (signal !== undefined) init.signal = signal;
  if (upload !== undefined) {
    init.body = upload.body;
    init.duplex = "half";
  } else if (body !== undefined) init.body = body;
  return init;
}

async function readBody(call: Call, response: Response, maxBytes: number): Promise<BodyReading> {
  try {
    const body = new BodyReading(response, maxBytes, { announced: announcedLength(response.headers) });
    while (!body.isOver) body.take(await body.next());
    return body;
  } catch (error) {
    throw readingError(call, response.status, error);
  }
}

/** Creates the error for a body that could not be read to its end. */
function readingError(call: Call, status: number, error: unknown): unknown {
  if (call.signal?.aborted) return call.signal.reason;
  if (error instanceof RegTimeoutError) return error;
  if (error instanceof BodyTooLargeError)
    return responseError(call, status, `is too large: ${error.message}; see maxResponseBytes`);
  return connectionError(error, call, true);
}

const jsonType = /^application\/(?:[\w.+-]+\+)?json\b/i;

/** Parses the text of a success response as its operation expects. */
function parseBody(call: Call, head: Pick<Response, "status" | "headers">, text: string): unknown {
  const { headers, status } = head;
  const { output } = call.operation;
  if (output === "none") return undefined;
  if (text === "") {
    if (output === "json?" || status === 204) return undefined;
    throw responseError(call, status, "is empty where a JSON body is expected");
  }
  const type = headers.get("content-type");
  if (type !== null && !jsonType.test(type)) {
    // Only a common type is named: a service may echo anything in a header.
    const known = pickAllowedHeaders(headers)["content-type"] ?? "of an uncommon type";
    throw responseError(call, status, `is not JSON but ${known}`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw responseError(call, status, "is not valid JSON; it may be cut off", true);
  }
}

function responseError(
  { operation }: Call,
  status: number,
  problem: string,
  transient = false,
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
