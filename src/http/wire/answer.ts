import { RegResponseError, RegTimeoutError } from "../../errors/client-errors.js";
import { type Call, doubtOnceSent, type Send } from "../call.js";
import { harmlessHeaders } from "../diagnostics/harmless-headers.js";
import type { Failures } from "../failures/load-failures.js";
import type { Features } from "../features.js";
import type { DownloadedFile } from "../input/files.js";
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
  failures: Failures,
): Send {
  return async (call) => {
    const { progress, signal, operation } = call;
    const started = clock.monotonic();
    const { response, stopUpload } = await send(call);
    // Not the late answer of an attempt that is over: the next one may be under way.
    if (signal?.aborted !== true) progress.received = response;
    try {
      if (!response.ok)
        throw await failureOf(call, response, { clock, maxBytes, started, actions, failures });
      const { status, headers } = response;
      const file = operation.output === "binary" ? files : undefined;
      if (file !== undefined && call.stream) {
        const asError = (error: unknown) => readingError(call, response, error, failures);
        return { status, headers, response, ...file.open(call, response, { clock, maxBytes, asError }) };
      }
      const announced = announcedLength(headers);
      // Not in a function of its own, because each one that waits costs every call a little.
      let content: DownloadedFile | string;
      try {
        if (file !== undefined) content = await file.read(response, maxBytes, { announced });
        else content = await readText(response, maxBytes, { announced });
      } catch (error) {
        throw await readingError(call, response, error, failures);
      }
      const data = typeof content === "string" ? parse(call, response, content) : content;
      return { status, headers, response, data };
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

/** What the text of a success answer holds. */
function parse(call: Call, response: Response, text: string): unknown {
  const { headers, status } = response;
  const { output } = call.operation;
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
async function readingError(
  call: Call,
  response: Response,
  error: unknown,
  failures: Failures,
): Promise<unknown> {
  if (call.signal?.aborted) return call.signal.reason;
  if (error instanceof RegTimeoutError) return error;
  if (error instanceof BodyTooLargeError) return unreadable(call, response, `is too large: ${error.message}`);
  return connectionError(error, call, failures, true);
}

/** Only a common type is named: a service may repeat anything in a header. */
const knownType = (headers: Headers) => harmlessHeaders(headers)["content-type"] ?? "of an uncommon type";
