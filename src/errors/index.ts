export { type Explanation, explain, type RegCode, type RuleCode } from "./codes.js";
export {
  type AnyRegCode,
  type AnyRegError,
  type AttemptRecord,
  type Outcome,
  RegApiError,
  RegArchivedError,
  RegAuthenticationError,
  RegClosedError,
  RegConflictError,
  RegConnectionError,
  RegError,
  type RegErrorKind,
  type RegErrorKinds,
  RegInputError,
  RegNotFoundError,
  RegPermissionError,
  RegPreconditionError,
  RegRateLimitError,
  RegResponseError,
  RegServerError,
  RegStateError,
  RegThrottleError,
  RegTimeoutError,
  RegTokenError,
  RegValidationError,
  type StateProblem,
  type ThrottleReason,
} from "./errors.js";
export { httpStatusOf } from "./http-status.js";
export type { ErrorProblem, ProblemLine, RegProblemEntry, Violation } from "./problem.js";
export { mayRepeat } from "./repeat.js";
export type { RuleId } from "./rules.js";
export type { ErrorSummary } from "./summary.js";
