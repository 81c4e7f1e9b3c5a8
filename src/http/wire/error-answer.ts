import { apiErrorFor, type RegApiError } from "../../errors/api-error.js";
import { apiErrorMessage } from "../../errors/api-error-message.js";
import type { RegProblem } from "../../errors/problem.js";
import { type Call, doubtOnceSent } from "../call.js";
import { readProblem } from "../failures/read-problem.js";
import type { Features } from "../features.js";
import { parseRetryAfter } from "../retry/retry-after.js";
import type { Clock } from "../time/clock.js";
import { within } from "../time/waiting.js";
import { readBytes } from "./read-body.js";

/** The longest time that the body of an error answer is waited for, in milliseconds: its status has come already. */
const longestWait = 2000;

/** How an answer is read. */
export interface Reading {
  readonly clock: Clock;
  readonly maxBytes: number;
  /** What to do about each of the service's error codes. */
  readonly actions?: Features["actions"];
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
    outcome: status >= 500 || status === 408 ? doubtOnceSent(operation) : undefined,
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
  { endsAt, progress }: Call,
  response: Response,
  { clock, maxBytes }: Reading,
): Promise<Uint8Array> {
  const stop = new AbortController();
  const leftMs = Math.min(endsAt, progress.expiresAt) - clock.monotonic();
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
