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
  RegClosedError,
  RegConnectionError,
  RegInputError,
  RegPreconditionError,
  RegResponseError,
  RegThrottleError,
  RegTimeoutError,
  RegTokenError,
  type ThrottleReason,
} from "./client-errors.js";
export { type Explanation, explain } from "./explain.js";
export type { RegErrorKinds } from "./kinds.js";
export type { RegProblemEntry } from "./problem.js";
export {
  type AttemptRecord,
  type Outcome,
  RegError,
  type RegErrorKind,
} from "./reg-error.js";
export { type CheckName, type RuleCode, type RuleEntry, ruleCodes } from "./rule-codes.js";
export type { ErrorSummary } from "./summary.js";
