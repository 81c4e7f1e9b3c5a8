export {
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
export { type CodeEntry, errorCodes, type RegCode } from "./catalogue.js";
export {
  RegConnectionError,
  RegInputError,
  RegPreconditionError,
  RegResponseError,
  RegTimeoutError,
  RegTokenError,
} from "./client-errors.js";
export type { RegErrorKinds } from "./kinds.js";
export type { RegProblemEntry } from "./problem.js";
export { type AttemptRecord, type Outcome, RegError, type RegErrorKind } from "./reg-error.js";
