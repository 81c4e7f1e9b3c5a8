import { apiErrorFor, type RegApiError } from "../../errors/api-error.js";
import { parseProblem, type RegProblem } from "../../errors/problem.js";
import { type Call, doubtOnceSent } from "../call.js";
import type { Features } from "../features.js";
import { parseRetryAfter } from "../retry/retry-after.js";
import type { Clock } from "../time/clock.js";
import { within } from "../time/waiting.js";
import { readText } from "./read-body.js";
import { redactor } from "./redact.js";

/** The longest time that the body of an error answer is waited for, in milliseconds: its status has come already. */
const longestWait = 2000;

/** How an answer is read. */
export interface Reading {
  readonly clock: Clock;
  readonly maxBytes: number;
  /** When the attempt began, on the monotonic clock, in milliseconds. */
  readonly started: number;
  /** What to do about each of the service's error codes. */
  readonly actions?: Features["actions"];
}

/** Turns an answer with an error status into its error. */
export async function errorAnswer(call: Call, response: Response, reading: Reading): Promise<RegApiError> {
  const { operation } = call;
  const { status, headers } = response;
  return apiErrorFor({
    status,
    operationId: operation.id,
    problem: await readProblem(call, response, reading),
    actions: reading.actions,
    retryAfterMs: parseRetryAfter(headers.get("retry-after"), reading.clock.now()),
    outcome: status >= 500 || status === 408 ? doubtOnceSent(operation) : undefined,
  });
}

/** The status is what counts: a body that cannot be read, or does not come, is as good as none. */
async function readProblem(call: Call, response: Response, reading: Reading): Promise<RegProblem> {
  try {
    const body: unknown = JSON.parse(await readInTime(call, response, reading));
    // Not before it is parsed: JSON can write the same character in several ways.
    const problem = parseProblem(body, redactor(call));
    return call.operation.input === "form" ? onlyCode(problem) : problem;
  } catch {
    return parseProblem(undefined);
  }
}

/** Waits for no more than half of the time left, so that the attempt does not end before its status is known. */
async function readInTime(
  { timeout, progress }: Call,
  response: Response,
  { clock, maxBytes, started }: Reading,
): Promise<string> {
  const stop = new AbortController();
  const leftMs = Math.min(started + timeout, progress.expiresAt) - clock.monotonic();
  return within(
    clock,
    Math.min(longestWait, leftMs / 2),
    readText(response, maxBytes, { stop: stop.signal }),
    () => {
      stop.abort();
      return new Error("the body of the error answer did not come in time");
    },
  );
}

/** Of the token endpoint's refusal only the code is kept: its texts may echo the secret. */
function onlyCode({ error }: RegProblem): RegProblem {
  return { errors: [], error: error !== undefined && /^[a-z_]{1,40}$/.test(error) ? error : undefined };
}
