import { RegConnectionError } from "../../errors/client-errors.js";
import { type Call, doubtOnceSent } from "../call.js";
import type { ConnectionFailure } from "../failures/connection-failure.js";
import type { Failures } from "../failures/load-failures.js";
import type { UploadStream } from "./upload-stream.js";

/**
 * The error for a connection that failed while sending, or while the answer's body was read.
 *
 * @param certainlySent an answer or an upload had begun: whatever the failure is called, the request had been sent
 */
export function connectionError(
  error: unknown,
  call: Call,
  failures: Failures,
  certainlySent = false,
): Promise<RegConnectionError> {
  const told = failures.then(({ connectionFailure }) => connectionFailure(error, call, certainlySent));
  return errorFor(call, told);
}

/** The error for what fetch rejected with; it may be the upload's own stream that failed. */
export function sendingError(
  error: unknown,
  call: Call,
  failures: Failures,
  upload: UploadStream | undefined,
): Promise<RegConnectionError> {
  if (!upload?.failed) return connectionError(error, call, failures, upload?.started);
  const told = failures.then(({ uploadFailure }) => uploadFailure(error, call));
  return errorFor(call, told);
}

/** The error for a fetch that resolved to anything else than a response. */
export function noResponse(call: Call, failures: Failures): Promise<RegConnectionError> {
  return errorFor(
    call,
    failures.then(({ notAResponse }) => notAResponse),
  );
}

async function errorFor({ operation }: Call, told: Promise<ConnectionFailure>): Promise<RegConnectionError> {
  const { message, ...failure } = await told.catch(() => untold);
  return new RegConnectionError(message, {
    ...failure,
    operationId: operation.id,
    outcome: failure.sent ? doubtOnceSent(operation) : undefined,
  });
}

/** What was thrown may hold a secret, so that nothing of it is shown. */
const untold: ConnectionFailure = {
  message:
    "the connection failed; why cannot be told, because a file of this package could not be loaded: start the program again",
  sent: true,
  transient: false,
};
