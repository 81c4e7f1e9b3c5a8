import type { RegProblem, RegProblemEntry } from "./problem.js";
import { RegError, type RegErrorDetails, type RegErrorKind } from "./reg-error.js";

/** What an answer with an error status tells. */
export interface ApiErrorDetails extends RegErrorDetails {
  readonly status: number;
  readonly problem: RegProblem;
  /** The pause that the answer's `Retry-After` asks for, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** What to do about each of the service's codes. */
  readonly actions?: Readonly<Record<string, string>> | undefined;
}

/** A message is for people; everything that the service listed stands in `errors`. */
const longestMessage = 4000;
const longestField = 100;

function describeEntry(
  { code, description, context }: RegProblemEntry,
  actions: Readonly<Record<string, string>>,
): string {
  const { fieldName } = context;
  const field = typeof fieldName === "string" ? ` (field ${fieldName.slice(0, longestField)})` : "";
  // The code is the service's, and may be the name of what every object inherits.
  const action = Object.hasOwn(actions, code) ? actions[code] : undefined;
  return `${code}${field}: ${description}${action === undefined ? "" : ` ${action}`}`;
}

function describe(details: ApiErrorDetails, summary: string): string {
  const { status, problem, retryAfterMs, actions = {} } = details;
  const lines = problem.errors.map((entry) => describeEntry(entry, actions));
  if (lines.length === 0 && problem.detail) lines.push(problem.detail);
  const trace = problem.traceId ? ` [trace ${problem.traceId}]` : "";
  const list = lines.join(" | ");
  const text = list.length > longestMessage ? `${list.slice(0, longestMessage)}…` : list;
  const pause = retryAfterMs === undefined ? "" : `; it asks for a pause of ${retryAfterMs} ms`;
  return `the service answered ${status}, ${summary}${pause}${trace}${text === "" ? "" : `. ${text}`}`;
}

/** The service answered with an error status. Source: supplier-api.md §7, lessor-api.md §7. */
export class RegApiError extends RegError {
  /** The HTTP status. */
  readonly status: number;
  /** The service's trace id: name it when you ask the operator about the failure. */
  readonly traceId: string | undefined;
  /** Short text about the status, from the service. */
  readonly title: string | undefined;
  /** Longer text, from the service. */
  readonly detail: string | undefined;
  /** Every error that the service lists; empty if the answer had no readable body. */
  readonly errors: readonly RegProblemEntry[];
  /** The code of a token endpoint's refusal, such as `invalid_client`; no other answer carries one (RFC 6749 §5.2). */
  readonly oauthError: string | undefined;
  /** The pause that the service asked for in `Retry-After`, in milliseconds; absent if it asked for none. */
  readonly retryAfterMs: number | undefined;

  /** @internal */
  constructor(details: ApiErrorDetails, kinds: readonly RegErrorKind[] = [], summary = "an error status") {
    super(describe(details, summary), ["api", ...kinds], details);
    this.status = details.status;
    this.traceId = details.problem.traceId;
    this.title = details.problem.title;
    this.detail = details.problem.detail;
    this.errors = details.problem.errors;
    this.oauthError = details.problem.error;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** 400: the service refused the content. `errors` names each field and rule. */
export class RegValidationError extends RegApiError {
  declare readonly kind: "validation";
  /** @internal */
  constructor(details: ApiErrorDetails) {
    super(details, ["validation"], "it refuses the content");
  }
}

/** 401: the token is missing, malformed or expired (supplier-api.md §5, lessor-api.md §5). */
export class RegAuthenticationError extends RegApiError {
  declare readonly kind: "authentication";
  /** @internal */
  constructor(details: ApiErrorDetails) {
    super(details, ["authentication"], "it does not accept the token; supply a current one");
  }
}

/** 403: the token's owner may not do this, for example a cluster administrator reading a default service level. */
export class RegPermissionError extends RegApiError {
  declare readonly kind: "permission";
  /** @internal */
  constructor(details: ApiErrorDetails) {
    super(details, ["permission"], "the owner of the token may not do this");
  }
}

/** 404: there is no such thing, or not for this token. */
export class RegNotFoundError extends RegApiError {
  declare readonly kind: "not-found";
  /** @internal */
  constructor(details: ApiErrorDetails) {
    super(details, ["not-found"], "it knows no such thing for this token");
  }
}

/** 409: another caller was faster, for example with an invoice for the same request. Read it again first. */
export class RegConflictError extends RegApiError {
  declare readonly kind: "conflict";
  /** @internal */
  constructor(details: ApiErrorDetails) {
    super(details, ["conflict"], "another caller was faster; read the current state before you go on");
  }
}

/** 410: the request is archived and can no longer be read or changed; its invoice methods go on. */
export class RegArchivedError extends RegApiError {
  declare readonly kind: "archived";
  /** @internal */
  constructor(details: ApiErrorDetails) {
    super(details, ["archived"], "the request is archived; only its invoice methods remain");
  }
}

/** 429: more requests than the service takes in a minute. `retryAfterMs` holds the pause that it asks for, in milliseconds. */
export class RegRateLimitError extends RegApiError {
  declare readonly kind: "rate-limit";
  /** @internal */
  constructor(details: ApiErrorDetails) {
    super(details, ["rate-limit"], "too many requests in a minute");
  }
}

/** 5xx: the service failed. */
export class RegServerError extends RegApiError {
  declare readonly kind: "server";
  /** @internal */
  constructor(details: ApiErrorDetails) {
    super(details, ["server"], "it failed");
  }
}

const byStatus: Readonly<Record<number, new (details: ApiErrorDetails) => RegApiError>> = {
  400: RegValidationError,
  401: RegAuthenticationError,
  403: RegPermissionError,
  404: RegNotFoundError,
  409: RegConflictError,
  410: RegArchivedError,
  429: RegRateLimitError,
};

/** The error that belongs to a status. @internal */
export function apiErrorFor(details: ApiErrorDetails): RegApiError {
  const ErrorClass = byStatus[details.status] ?? (details.status >= 500 ? RegServerError : RegApiError);
  return new ErrorClass(details);
}
