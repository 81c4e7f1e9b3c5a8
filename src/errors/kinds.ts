import type {
  RegApiError,
  RegArchivedError,
  RegAuthenticationError,
  RegConflictError,
  RegNotFoundError,
  RegPermissionError,
  RegRateLimitError,
  RegServerError,
  RegValidationError,
} from "./api-error.js";
import type {
  RegClosedError,
  RegConnectionError,
  RegInputError,
  RegPreconditionError,
  RegResponseError,
  RegThrottleError,
  RegTimeoutError,
  RegTokenError,
} from "./client-errors.js";

/** Each kind that `RegError.is` knows, and the class that it narrows to. */
export interface RegErrorKinds {
  api: RegApiError;
  validation: RegValidationError;
  authentication: RegAuthenticationError;
  permission: RegPermissionError;
  "not-found": RegNotFoundError;
  conflict: RegConflictError;
  archived: RegArchivedError;
  "rate-limit": RegRateLimitError;
  server: RegServerError;
  connection: RegConnectionError;
  timeout: RegTimeoutError;
  response: RegResponseError;
  precondition: RegPreconditionError;
  input: RegInputError;
  token: RegTokenError;
  throttle: RegThrottleError;
  closed: RegClosedError;
}
