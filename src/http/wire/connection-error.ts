import { RegConnectionError } from "../../errors/client-errors.js";
import { type Call, doubtOnceSent } from "../call.js";
import {
  type ConnectionFailure,
  connectionFailure,
  notAResponse,
  uploadFailure,
} from "../failures/connection-failure.js";
import type { UploadStream } from "./upload-stream.js";

/**
 * The error for a connection that failed while sending, or while the response's body was read.
 *
 * @param certainlySent a response or an upload had begun: whatever the failure is called, the request had been sent
 */
export function connectionError(error: unknown, call: Call, certainlySent = false): RegConnectionError {
  return errorFor(call, connectionFailure(error, call, certainlySent));
}

/** The error for what fetch rejected with; it may be the upload's own stream that failed. */
export function sendingError(
  error: unknown,
  call: Call,
  upload: UploadStream | undefined,
): RegConnectionError {
  if (!upload?.failed) return connectionError(error, call, upload?.started);
  return errorFor(call, uploadFailure(error, call));
}

/** The error for a fetch that resolved to anything else than a response. */
export function noResponse(call: Call): RegConnectionError {
  return errorFor(call, notAResponse);
}

function errorFor({ operation }: Call, { message, ...failure }: ConnectionFailure): RegConnectionError {
  return new RegConnectionError(message, {
    ...failure,
    operationId: operation.id,
    outcome: failure.sent ? doubtOnceSent(operation) : undefined,
  });
}
