import { RegResponseError, RegTimeoutError } from "../../errors/client-errors.js";
import { type Call, doubtOnceSent } from "../call.js";
import { harmlessHeaders } from "../diagnostics/harmless-headers.js";
import { connectionError } from "./connection-error.js";
import { errorAnswer, type Reading } from "./error-answer.js";
import { BodyTooLargeError } from "./read-body.js";

const jsonType = /^application\/(?:[\w.+-]+\+)?json\b/i;

/** The error for an answer that is no success. */
export async function failureOf(call: Call, response: Response, reading: Reading): Promise<Error> {
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
    outcome: doubtOnceSent(operation),
  });
}

/** What the text of a success answer holds. */
export function parse(call: Call, head: Pick<Response, "status" | "headers">, text: string): unknown {
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
    const known = harmlessHeaders(headers)["content-type"] ?? "of an uncommon type";
    throw unreadable(call, head, `is not JSON but ${known}`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable(call, head, "is not complete JSON", true);
  }
}

/** Gives a failure while reading its proper error. */
export function readingError(call: Call, response: Response, error: unknown): unknown {
  if (call.signal?.aborted) return call.signal.reason;
  if (error instanceof RegTimeoutError) return error;
  if (error instanceof BodyTooLargeError) return unreadable(call, response, `is too large: ${error.message}`);
  return connectionError(error, call, true);
}
