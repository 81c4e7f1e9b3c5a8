import { RegConnectionError } from "../../errors/client-errors.js";
import { type Call, doubtOnceSent } from "../call.js";
import type { ConnectionFailure } from "../failures/connection-failure.js";
import type { Failures } from "../failures/load-failures.js";

/**
 * The error for a connection that failed while sending, or while the answer's body was read.
 *
 * @param certainlySent an answer or an upload had begun: whatever the failure is called, the request had been sent
 */
export async function connectionError(
  error: unknown,
  call: Call,
  failures: Failures,
  certainlySent = false,
): Promise<RegConnectionError> {
  const told = failures.then(({ connectionFailure }) => connectionFailure(error, call, certainlySent));
  return errorFor(call, await told.catch(() => untold));
}

/** The error for an upload whose own stream failed. */
export async function uploadError(
  error: unknown,
  call: Call,
  failures: Failures,
): Promise<RegConnectionError> {
  const told = failures.then(({ uploadFailure }) => uploadFailure(error, call));
  return errorFor(call, await told.catch(() => untold));
}

/** What was thrown may hold a secret, so that nothing of it is shown. */
const untold: ConnectionFailure = {
  message:
    "the connection failed; why cannot be told, because a file of this package could not be loaded: start the program again",
  sent: true,
  transient: false,
};

function errorFor({ operation }: Call, { message, ...failure }: ConnectionFailure): RegConnectionError {
  return new RegConnectionError(message, {
    ...failure,
    operationId: operation.id,
    outcome: failure.sent ? doubtOnceSent(operation) : undefined,
  });
}
