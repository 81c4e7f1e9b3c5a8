import { RegResponseError, RegTimeoutError } from "../../errors/client-errors.js";
import { type Answer, type Call, doubtOnceSent, type Send } from "../call.js";
import { harmlessHeaders } from "../diagnostics/harmless-headers.js";
import { type DownloadedFile, fileHeaders, type StreamedFile } from "../input/files.js";
import { timedOut } from "../time/attempt-timeout.js";
import type { Clock } from "../time/clock.js";
import { within } from "../time/waiting.js";
import { boundedStream } from "./bounded-stream.js";
import { connectionError } from "./connection-error.js";
import { errorAnswer, type Reading } from "./error-answer.js";
import { BodyTooLargeError, readBytes, readText } from "./read-body.js";
import type { Arrival } from "./transport.js";

const jsonType = /^application\/(?:[\w.+-]+\+)?json\b/i;

/**
 * Reads what came back, within bounds, and sorts it: a success becomes an answer, everything else an error.
 *
 * @param maxBytes the longest body that is read, in bytes
 */
export function readAnswer(send: (call: Call) => Promise<Arrival>, settings: ReadSettings): Send {
  return async (call) => {
    const started = settings.clock.monotonic();
    const { response, stopUpload } = await send(call);
    // Not the late answer of an attempt that is over: the next one may be under way.
    if (call.signal?.aborted !== true) call.progress.received = response;
    try {
      return await sort(call, response, { ...settings, started });
    } catch (error) {
      // The rest of the upload changes nothing any more; fetch would go on sending it.
      stopUpload?.(error);
      throw error;
    }
  };
}

interface ReadSettings {
  readonly clock: Clock;
  readonly maxBytes: number;
}

async function sort(call: Call, response: Response, reading: Reading): Promise<Answer> {
  if (response.status >= 300 && response.status < 400) {
    void discard(response);
    throw unreadable(call, response, "is a redirect, which is never followed; check baseUrl");
  }
  if (!response.ok) throw await errorAnswer(call, response, reading);
  const { status, headers } = response;
  if (call.stream && call.operation.output === "binary")
    return { status, headers, response, ...openFile(call, response, reading) };
  return { status, headers, response, data: await readData(call, response, reading.maxBytes) };
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

async function readData(call: Call, response: Response, maxBytes: number): Promise<unknown> {
  if (call.operation.output === "binary") return readFile(call, response, maxBytes);
  const text = await reading(call, response, () => readText(response, maxBytes));
  if (call.operation.output === "none") return undefined;
  if (text === "") {
    if (call.operation.output === "json?" || response.status === 204) return undefined;
    throw unreadable(call, response, "is empty, where a JSON body belongs");
  }
  const type = response.headers.get("content-type");
  if (type !== null && !jsonType.test(type))
    throw unreadable(call, response, `is not JSON but ${knownType(response.headers)}`);
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable(call, response, "is not complete JSON", true);
  }
}

async function readFile(call: Call, response: Response, maxBytes: number): Promise<DownloadedFile> {
  const file = fileHeaders(response.headers);
  const bytes = await reading(call, response, () => readBytes(response, maxBytes));
  return { ...file, blob: new Blob([bytes], { type: file.type }) };
}

function openFile(
  call: Call,
  response: Response,
  { clock, maxBytes }: ReadSettings,
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
    asError: (error) => readingError(call, response, error),
  });
  return { data: { ...fileHeaders(response.headers), stream }, finished };
}

async function reading<T>(call: Call, response: Response, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw readingError(call, response, error);
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
