import { RegApiError } from "../../errors/api-error.js";
import { RegConnectionError, RegResponseError, RegTimeoutError } from "../../errors/client-errors.js";
import type { Call } from "../call.js";

/** What is worth another attempt if repeating does no harm. */
function isTransient(error: unknown): boolean {
  if (error instanceof RegApiError)
    return error.status === 408 || error.status === 429 || error.status >= 500;
  if (error instanceof RegConnectionError) return error.transient;
  if (error instanceof RegTimeoutError) return error.limit === "timeout";
  if (error instanceof RegResponseError) return error.transient;
  return false;
}

/** Whether it is certain that the service did not act on the attempt. */
function provesNothingDone(error: unknown): boolean {
  if (error instanceof RegApiError) return error.status === 429;
  return error instanceof RegConnectionError && !error.sent;
}

/**
 * Whether a failed attempt may be repeated. Reads and idempotent writes may after any passing failure; creates
 * and transitions only when it is certain that the service did nothing. A stream is gone once it was sent.
 */
export function mayRetry({ operation, body }: Call, error: unknown): boolean {
  if (!isTransient(error) || body instanceof ReadableStream) return false;
  return operation.effects === "read" || operation.effects === "idempotent" || provesNothingDone(error);
}
