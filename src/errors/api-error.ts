import type { RegProblem, RegProblemEntry } from "./problem.js";
import { RegError, type RegErrorDetails, type RegErrorKind } from "./reg-error.js";

/** What an answer with an error status tells. */
export interface ApiErrorDetails extends RegErrorDetails {
  readonly status: number;
  readonly problem: RegProblem;
  /** The pause that the answer's `Retry-After` asks for, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** See `apiErrorMessage`. Default: the status alone. */
  readonly message?: string | undefined;
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
  constructor(details: ApiErrorDetails, ...kinds: readonly RegErrorKind[]) {
    super(details.message ?? `the service answered ${details.status}`, ["api", ...kinds], details);
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
    super(details, "validation");
  }
}

/** 401: the token is missing, malformed or expired (supplier-api.md §5, lessor-api.md §5). */
export class RegAuthenticationError extends RegApiError {
  declare readonly kind: "authentication";
  /** @internal */
  constructor(details: ApiErrorDetails) {
    super(details, "authentication");
  }
}

/** 403: the token's owner may not do this, for example a cluster administrator reading a default service level. */
export class RegPermissionError extends RegApiError {
  declare readonly kind: "permission";
  /** @internal */
  constructor(details: ApiErrorDetails) {
    super(details, "permission");
  }
}

/** 404: there is no such thing, or not for this token. */
export class RegNotFoundError extends RegApiError {
  declare readonly kind: "not-found";
  /** @internal */
  constructor(details: ApiErrorDetails) {
    super(details, "not-found");
  }
}

/** 409: another caller was faster, for example with an invoice for the same request. Read it again first. */
export class RegConflictError extends RegApiError {
  declare readonly kind: "conflict";
  /** @internal */
  constructor(details: ApiErrorDetails) {
    super(details, "conflict");
  }
}

/** 410: the request is archived and can no longer be read or changed; its invoice methods go on. */
export class RegArchivedError extends RegApiError {
  declare readonly kind: "archived";
  /** @internal */
  constructor(details: ApiErrorDetails) {
    super(details, "archived");
  }
}

/** 429: more requests than the service takes in a minute. `retryAfterMs` holds the pause that it asks for, in milliseconds. */
export class RegRateLimitError extends RegApiError {
  declare readonly kind: "rate-limit";
  /** @internal */
  constructor(details: ApiErrorDetails) {
    super(details, "rate-limit");
  }
}

/** 5xx: the service failed. */
export class RegServerError extends RegApiError {
  declare readonly kind: "server";
  /** @internal */
  constructor(details: ApiErrorDetails) {
    super(details, "server");
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
