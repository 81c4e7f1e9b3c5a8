import { apiErrorFor } from "../../errors/api-error.js";
import { RegResponseError, RegTimeoutError } from "../../errors/client-errors.js";
import { parseProblem, type RegProblem } from "../../errors/problem.js";
import { type Call, doubtOnceSent, type Send } from "../call.js";
import { harmlessHeaders } from "../diagnostics/harmless-headers.js";
import { type DownloadedFile, fileHeaders, type StreamedFile } from "../input/files.js";
import { parseRetryAfter } from "../retry/retry-after.js";
import { timedOut } from "../time/attempt-timeout.js";
import type { Clock } from "../time/clock.js";
import { within } from "../time/waiting.js";
import { BodyTooLargeError, boundedStream, readBytes, readText } from "./read-body.js";
import { connectionError } from "./transport.js";

const jsonType = /^application\/(?:[\w.+-]+\+)?json\b/i;

/**
 * Reads what came back, within bounds, and sorts it: a success becomes an answer, everything else an error.
 *
 * @param maxBytes the longest body that is read, in bytes
 */
export function readAnswer(
  send: (call: Call) => Promise<Response>,
  { clock, maxBytes }: { clock: Clock; maxBytes: number },
): Send {
  return async (call) => {
    const response = await send(call);
    // Not the late answer of an attempt that is over: the next one may be under way.
    if (call.signal?.aborted !== true) call.progress.received = response;
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      throw unreadable(call, response, "is a redirect, which is never followed; check baseUrl");
    }
    if (!response.ok) throw await apiError(call, response, { clock, maxBytes });
    const { status, headers } = response;
    if (call.stream && call.operation.output === "binary")
      return { status, headers, response, ...openFile(call, response, { clock, maxBytes }) };
    return { status, headers, response, data: await readData(call, response, maxBytes) };
  };
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
  { clock, maxBytes }: { clock: Clock; maxBytes: number },
): { data: StreamedFile; finished: Promise<void> } {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const stream = boundedStream(response.body ?? new Blob([]).stream(), maxBytes, {
    onEnd: finish,
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

async function apiError(
  call: Call,
  response: Response,
  { clock, maxBytes }: { clock: Clock; maxBytes: number },
) {
  const { operation } = call;
  const { status, headers } = response;
  return apiErrorFor({
    status,
    operationId: operation.id,
    problem: await readProblem(call, response, maxBytes),
    retryAfterMs: parseRetryAfter(headers.get("retry-after"), clock.now()),
    outcome: status >= 500 || status === 408 ? doubtOnceSent(operation) : undefined,
  });
}

/** The status is what counts: a body that cannot be read is as good as none. */
async function readProblem(call: Call, response: Response, maxBytes: number): Promise<RegProblem> {
  try {
    const body: unknown = JSON.parse(await readText(response, maxBytes));
    // Not before it is parsed: JSON can write the same character in several ways.
    const problem = parseProblem(body, (text) => withoutToken(text, call));
    return call.operation.input === "form" ? onlyCode(problem) : problem;
  } catch {
    return parseProblem(undefined);
  }
}

/** A service or proxy may echo the request, token and all. */
function withoutToken(text: string, { progress: { token } }: Call): string {
  return token ? text.replaceAll(token, "[redacted]") : text;
}

/** Of the token endpoint's refusal only the code is kept: its texts may echo the secret. */
function onlyCode({ error }: RegProblem): RegProblem {
  return { errors: [], error: error !== undefined && /^[a-z_]{1,40}$/.test(error) ? error : undefined };
}

/** Only a common type is named: a service may repeat anything in a header. */
const knownType = (headers: Headers) => harmlessHeaders(headers)["content-type"] ?? "of an uncommon type";
