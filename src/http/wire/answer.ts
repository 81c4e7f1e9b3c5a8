import { RegResponseError, RegTimeoutError } from "../../errors/client-errors.js";
import { type Call, doubtOnceSent, type Send } from "../call.js";
import { harmlessHeaders } from "../diagnostics/harmless-headers.js";
import type { Features } from "../features.js";
import type { FileHandling } from "../file-handling.js";
import type { Clock } from "../time/clock.js";
import { connectionError } from "./connection-error.js";
import { errorAnswer, type Reading } from "./error-answer.js";
import { announcedLength, BodyTooLargeError, readText } from "./read-body.js";
import type { Arrival } from "./transport.js";

const jsonType = /^application\/(?:[\w.+-]+\+)?json\b/i;

/** Reads what came back, within bounds, and sorts it: a success becomes an answer, everything else an error. */
export function readAnswer(
  send: (call: Call) => Promise<Arrival>,
  { clock, maxBytes }: ReadSettings,
  { files, actions }: Features,
): Send {
  return async (call) => {
    const { progress, signal } = call;
    const started = clock.monotonic();
    const { response, stopUpload } = await send(call);
    // Not the late answer of an attempt that is over: the next one may be under way.
    if (signal?.aborted !== true) progress.received = response;
    try {
      if (!response.ok) throw await failureOf(call, response, { clock, maxBytes, started, actions });
      const { status, headers } = response;
      if (files !== undefined && call.stream && call.operation.output === "binary") {
        const asError = (error: unknown) => readingError(call, response, error);
        return { status, headers, response, ...files.open(call, response, { clock, maxBytes, asError }) };
      }
      return { status, headers, response, data: await readData(call, response, maxBytes, files) };
    } catch (error) {
      // The rest of the upload changes nothing any more; fetch would go on sending it.
      stopUpload?.(error);
      throw error;
    }
  };
}

interface ReadSettings {
  readonly clock: Clock;
  /** The longest body that is read, in bytes. */
  readonly maxBytes: number;
}

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
  response: Response,
  problem: string,
  transient = false,
): RegResponseError {
  return new RegResponseError(`the answer with status ${response.status} ${problem}`, {
    operationId: operation.id,
    status: response.status,
    transient,
    outcome: doubtOnceSent(operation),
  });
}

async function readData(
  call: Call,
  response: Response,
  maxBytes: number,
  files: FileHandling | undefined,
): Promise<unknown> {
  const { headers, status } = response;
  const { output } = call.operation;
  const options = { announced: announcedLength(headers) };
  let text: string;
  try {
    if (files !== undefined && output === "binary") return await files.read(response, maxBytes, options);
    text = await readText(response, maxBytes, options);
  } catch (error) {
    throw readingError(call, response, error);
  }
  if (output === "none") return undefined;
  if (text === "") {
    if (output === "json?" || status === 204) return undefined;
    throw unreadable(call, response, "is empty, where a JSON body belongs");
  }
  const type = headers.get("content-type");
  if (type !== null && !jsonType.test(type))
    throw unreadable(call, response, `is not JSON but ${knownType(headers)}`);
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable(call, response, "is not complete JSON", true);
  }
}

/** Gives a failure while reading its proper error. */
function readingError(call: Call, response: Response, error: unknown): unknown {
  if (call.signal?.aborted) return call.signal.reason;
  if (error instanceof RegTimeoutError) return error;
  if (error instanceof BodyTooLargeError) return unreadable(call, response, `is too large: ${error.message}`);
  return connectionError(error, call, true);
}

/** Only a common type is named: a service may repeat anything in a header. */
const knownType = (headers: Headers) => harmlessHeaders(headers)["content-type"] ?? "of an uncommon type";
