import type { RegCode, RuleCode } from "./codes.js";
import type { RegProblem, RegProblemEntry } from "./problem.js";

/** Every kind of error, for {@link RegError.is}. `api` covers all kinds that stem from an answer with an error status. */
export type RegErrorKind = keyof RegErrorKinds;

/**
 * Whether the service may have acted on a request whose answer never arrived or could not be read.
 * `unknown` means that it may have: look before you send the same thing again.
 */
export type Outcome = "unknown";

/** One attempt of a call that failed, as `attempts` on an error shows it. */
export interface AttemptRecord {
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** The error's class name, for example `RegServerError`. */
  readonly error: string;
  /** The status of the answer, if there was one. */
  readonly status?: number;
  /** From handing the attempt to the throttle until its failure, in milliseconds. */
  readonly durationMs: number;
  /** The pause before the next attempt, in milliseconds; absent if there was none. */
  readonly delayMs?: number;
}

/** What every error of this package can carry beside its message. */
export interface RegErrorDetails {
  readonly operationId?: string | undefined;
  readonly outcome?: Outcome | undefined;
  readonly cause?: unknown;
}

const brand = Symbol.for("@reg/sdk/error");

/** `rate-limit` → `RegRateLimitError`; not the class's own name, which a minifier may change. */
function nameOf(kind: RegErrorKind): string {
  const words = kind.split("-").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `Reg${words.join("")}Error`;
}

function brandsOf(error: unknown): readonly string[] {
  if (typeof error !== "object" || error === null) return [];
  const kinds: unknown = Reflect.get(error, brand);
  return Array.isArray(kinds) ? kinds : [];
}

function codesOf(error: object): readonly string[] {
  const entries = [Reflect.get(error, "errors"), Reflect.get(error, "violations")].flat();
  return entries.map((entry) => entry?.code).filter((code) => typeof code === "string");
}

/**
 * What every failure of this package is an instance of, except an abort: an aborted call rejects with the
 * reason of the caller's own signal.
 *
 * Tell errors apart with {@link RegError.is} rather than `instanceof`: it also knows errors that come from
 * another copy of the package in the same process.
 */
export abstract class RegError extends Error {
  /** What went wrong, as one word. */
  readonly kind: RegErrorKind;
  /** The operation that failed: its path on the client, such as `serviceRequests.invoices.create`. */
  readonly operationId: string | undefined;
  /** `"unknown"` if the service may have carried out the request all the same. */
  outcome: Outcome | undefined;
  /** Every failed attempt of the call, oldest first; empty if the call ended before its first attempt. */
  attempts: readonly AttemptRecord[] = [];

  /** @internal */
  protected constructor(message: string, kinds: readonly RegErrorKind[], details: RegErrorDetails = {}) {
    super(
      details.operationId === undefined ? message : `${details.operationId}: ${message}`,
      details.cause === undefined ? undefined : { cause: details.cause },
    );
    const kind = kinds.at(-1) ?? "api";
    this.kind = kind;
    this.operationId = details.operationId;
    this.outcome = details.outcome;
    Object.defineProperty(this, brand, { value: kinds });
    Object.defineProperty(this, "name", { value: nameOf(kind), configurable: true });
  }

  /** What can be logged: no stack, no cause, nothing of the request. */
  toJSON(): Record<string, unknown> {
    return Object.assign({ name: this.name, message: this.message } as Record<string, unknown>, this);
  }

  /**
   * Whether a caught value is an error of this package, of a kind, or carries a code.
   *
   * @example
   * RegError.is(error)                    // any error of this package
   * RegError.is(error, "conflict")        // by kind
   * RegError.is(error, "REG-INV000105")   // by the service's code
   * RegError.is(error, "RULE-APPROVAL")   // by the code of a rule that was checked before sending
   */
  static is(error: unknown): error is RegError;
  static is<K extends RegErrorKind>(error: unknown, kind: K): error is RegErrorKinds[K];
  static is(
    error: unknown,
    code: `${"REG" | "RULE"}-${string}`,
  ): error is RegErrorKinds["api" | "precondition"];
  static is(error: unknown, kindOrCode?: string): boolean {
    const kinds = brandsOf(error);
    if (kinds.length === 0) return false;
    if (kindOrCode === undefined || kinds.includes(kindOrCode)) return true;
    return codesOf(error as object).includes(kindOrCode);
  }
}

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

/** No answer arrived: the connection could not be made, or broke. */
export class RegConnectionError extends RegError {
  declare readonly kind: "connection";
  /** `false` if it is certain that nothing reached the service; `true` if something may have. */
  readonly sent: boolean;
  /** The system's code, such as `ECONNRESET`, if there is one. */
  readonly code: string | undefined;
  /** Whether another attempt has a chance: not with a certificate that is refused. */
  readonly transient: boolean;

  /** @internal */
  constructor(
    message: string,
    details: RegErrorDetails & { sent: boolean; code?: string | undefined; transient?: boolean },
  ) {
    super(message, ["connection"], details);
    this.sent = details.sent;
    this.code = details.code;
    this.transient = details.transient ?? true;
  }
}

/** An attempt took longer than `timeout`, or the whole call longer than `deadline`. */
export class RegTimeoutError extends RegError {
  declare readonly kind: "timeout";
  /** Which of the two limits was passed. */
  readonly limit: "timeout" | "deadline";
  /** That limit, in milliseconds. */
  readonly limitMs: number;

  /** @internal */
  constructor(
    message: string,
    details: RegErrorDetails & { limit: "timeout" | "deadline"; limitMs: number },
  ) {
    super(message, ["timeout"], details);
    this.limit = details.limit;
    this.limitMs = details.limitMs;
  }
}

/** An answer came that cannot be read: not JSON, cut off, too large, a redirect, or without what it must hold. */
export class RegResponseError extends RegError {
  declare readonly kind: "response";
  /** The status of that answer. */
  readonly status: number;
  /** Whether another attempt has a chance: with JSON that was cut off, but not with a page of HTML. */
  readonly transient: boolean;

  /** @internal */
  constructor(message: string, details: RegErrorDetails & { status: number; transient?: boolean }) {
    super(message, ["response"], details);
    this.status = details.status;
    this.transient = details.transient ?? false;
  }
}

/** Why a call got no turn from the throttle. */
export type ThrottleReason = "full" | "waited" | "paused" | "failed";

/**
 * The call got no turn from the throttle: this attempt was not sent. An earlier one may have been; `outcome` speaks for
 * the call.
 */
export class RegThrottleError extends RegError {
  declare readonly kind: "throttle";
  /**
   * `full`: as many calls wait as `queueLimit` allows; `waited`: it waited longer than `maxWait`, or is certain to;
   * `paused`: the service asked for a longer pause than `maxRetryAfter`; `failed`: the waiting line does not work, for
   * the `cause` of this error.
   */
  readonly reason: ThrottleReason;
  /**
   * When a turn can be had at the earliest, in milliseconds from now; absent if it is not known. A pause counts as an
   * hour at most, or as a window if that is longer, whatever the service asks for.
   */
  readonly retryAfterMs: number | undefined;

  /** @internal */
  constructor(
    message: string,
    details: RegErrorDetails & { reason: ThrottleReason; retryAfterMs?: number | undefined },
  ) {
    super(message, ["throttle"], details);
    this.reason = details.reason;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** The client was closed: before the call, or while it was under way. */
export class RegClosedError extends RegError {
  declare readonly kind: "closed";

  /** @internal */
  constructor(message: string, details: RegErrorDetails = {}) {
    super(message, ["closed"], details);
  }
}

/** A rule of the service would be broken; nothing was sent. `violations` lists every broken rule. */
export class RegPreconditionError extends RegError {
  declare readonly kind: "precondition";
  /** Every broken rule, in the shape of the service's own errors. */
  readonly violations: readonly Violation[];

  /** @internal */
  constructor(violations: readonly Violation[], details: RegErrorDetails = {}) {
    const list = violations.map(({ code, description }) => `${code}: ${description}`).join(" | ");
    super(`nothing was sent, because the service would refuse it. ${list}`, ["precondition"], details);
    this.violations = violations;
  }
}

/** An option or argument cannot be used; nothing was sent. The message names the field, never its value. */
export class RegInputError extends RegError {
  declare readonly kind: "input";
  /** The option, parameter or path in the body that is wrong, such as `baseUrl` or `components[0].price`. */
  readonly field: string;

  /** @internal */
  constructor(field: string, problem: string, details: RegErrorDetails = {}) {
    super(`${field} ${problem}`, ["input"], details);
    this.field = field;
  }
}

/** No usable token could be had; the call was not sent. The message never shows the token. */
export class RegTokenError extends RegError {
  declare readonly kind: "token";
  /** The OAuth error code of the token endpoint, such as `invalid_client`, if it gave one (RFC 6749 §5.2). */
  readonly oauthError: string | undefined;
  /**
   * The pause that the token endpoint asked for in `Retry-After`, or what is left of it, in milliseconds; absent if it
   * asked for none. Until it has passed (an hour at most), no call asks for a token.
   */
  readonly retryAfterMs: number | undefined;

  /** @internal */
  constructor(
    message: string,
    details: RegErrorDetails & { oauthError?: string | undefined; retryAfterMs?: number | undefined } = {},
  ) {
    super(message, ["token"], details);
    this.oauthError = details.oauthError;
    this.retryAfterMs = details.retryAfterMs;
  }
}

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

/** A broken rule, in the shape of the service's own errors (supplier-api.md §7). */
export interface Violation extends RegProblemEntry {
  /** The service's own code where the reference shows one, else a code of this package, such as `RULE-APPROVAL`. */
  readonly code: RegCode | RuleCode;
  /** What is wrong, and what to do about it, in one or two sentences. Holds no personal data. */
  readonly description: string;
  /** `fieldName` is the path of the field at fault, such as `components[0].subcomponents[1].price`. */
  readonly context: { readonly fieldName: string };
}
