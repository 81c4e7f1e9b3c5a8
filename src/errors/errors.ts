import { findClose } from "../base/similar-names.js";
import { toPrintable } from "../base/text.js";
import type { RegCode, RuleCode } from "./codes.js";
import type { ErrorProblem, RegProblem, RegProblemEntry, Violation } from "./problem.js";

/** Each kind that `RegError.is` accepts, and the class that it narrows to. */
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
  state: RegStateError;
  throttle: RegThrottleError;
  closed: RegClosedError;
}

/**
 * Every kind of error, for {@link RegError.is}. `api` covers every kind that comes from a response with an error
 * status.
 */
export type RegErrorKind = keyof RegErrorKinds;

/**
 * A code for {@link RegError.is}: of the service, of a rule that was checked before sending, or of the sandbox. It may
 * be one that this package does not know.
 */
// Without the record, TypeScript would not offer the known codes for completion.
export type AnyRegCode = RegCode | RuleCode | (`${"REG" | "RULE" | "SANDBOX"}-${string}` & Record<never, never>);

/**
 * Every error of this package: a `switch` on its `kind` narrows it. `api` is an error status that has no other kind.
 */
export type AnyRegError = RegErrorKinds[Exclude<RegErrorKind, "api">] | (RegApiError & { readonly kind: "api" });

type RegErrorWithCode =
  | (RegApiError & { readonly errors: readonly [RegProblemEntry, ...RegProblemEntry[]] })
  | (RegPreconditionError & { readonly violations: readonly [Violation, ...Violation[]] });

/**
 * Whether the service may have acted on a request whose response never arrived or could not be read.
 * `unknown` means that it may have: check before you send the same request again.
 */
export type Outcome = "unknown";

/** A failed attempt of a call, as listed in an error's `attempts`. */
export interface AttemptRecord {
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** The error's class name, for example `RegServerError`. */
  readonly error: string;
  /** The status of the response, if there was one. */
  readonly status?: number;
  /** From the start of the attempt until its failure, with its waits for a token and the throttle, in milliseconds. */
  readonly durationMs: number;
  /** The delay before the next attempt, in milliseconds; absent if there was no next attempt. */
  readonly delayMs?: number;
}

/** The details that every error of this package can carry beside its message. */
export interface RegErrorDetails {
  readonly operationId?: string | undefined;
  readonly outcome?: Outcome | undefined;
  readonly cause?: unknown;
  readonly problems?: readonly ErrorProblem[];
}

/**
 * Marks errors of this package. From the global symbol registry, so that copies of the package recognise each other's.
 */
const brand = Symbol.for("@reg/sdk/error");

/**
 * The base class of every failure of this package, except an abort: an aborted call rejects with the reason of the
 * caller's own signal. {@link RegError.is} and `instanceof` also recognise errors of another copy of the package in the
 * same process. See docs/errors.md.
 *
 * @example
 * if (RegError.is(error, "precondition")) for (const { description } of error.violations) console.warn(description);
 * else if (RegError.is(error) && error.outcome === "unknown") await lookBeforeSendingAgain(error.operationId);
 */
export abstract class RegError extends Error {
  /** The kind of failure, as one word. */
  readonly kind: RegErrorKind;
  /** The operation or workflow that failed: its path on the client, such as `serviceRequests.invoices.create`. */
  operationId: string | undefined;
  /** `"unknown"` if the service may have carried out the request despite the error. */
  outcome: Outcome | undefined;
  /**
   * True if a file was not sent to its end, because its stream failed or the connection ended: a gateway may have
   * passed the part on as a whole file. Delete what you find before you upload it again. Otherwise absent.
   */
  declare partlyUploaded?: true;
  /** Every failed attempt of the call, oldest first; empty if the call ended before its first attempt. */
  attempts: readonly AttemptRecord[] = [];
  /**
   * What is wrong, in one form for every error: `errors` of the service, broken rules (`violations`), or the invalid
   * `field`. Empty for other errors. JSON and logs leave it out, because they would contain it twice.
   */
  declare readonly problems: readonly ErrorProblem[];

  /**
   * @param kinds from the general kind to the specific one
   * @internal
   */
  protected constructor(message: string, kinds: readonly RegErrorKind[], details: RegErrorDetails = {}) {
    const { operationId, outcome, cause, problems = [] } = details;
    super(
      // Texts of the service are in many messages.
      toPrintable(operationId === undefined ? message : `${operationId}: ${message}`),
      cause === undefined ? undefined : { cause },
    );
    const kind = kinds.at(-1) ?? "api";
    this.kind = kind;
    this.operationId = operationId;
    this.outcome = outcome;
    Object.defineProperty(this, brand, { value: kinds });
    Object.defineProperty(this, "problems", { value: problems });
    Object.defineProperty(this, "name", { value: classNameOf(kind), configurable: true });
  }

  /** The loggable fields: no stack, no cause, nothing from the request. */
  toJSON(): Record<string, unknown> {
    return Object.assign({ name: this.name, message: this.message } as Record<string, unknown>, this);
  }

  /**
   * Whether a caught value is an error of this package, is of a kind, or carries a code, which may be one that this
   * package does not know. Without a kind or code it narrows to a union, so that `switch (error.kind)` narrows further.
   *
   * @throws RegInputError for a text that is neither a kind nor has the form of a code: it would never match
   *
   * @example
   * RegError.is(error)                    // any error of this package
   * RegError.is(error, "conflict")        // by kind
   * RegError.is(error, "REG-INV000105")   // by the service's code
   * RegError.is(error, "RULE-APPROVAL")   // by the code of a rule that was checked before sending
   */
  static is(error: unknown): error is AnyRegError;
  static is<K extends RegErrorKind>(error: unknown, kind: K): error is RegErrorKinds[K];
  static is(error: unknown, code: AnyRegCode): error is RegErrorWithCode;
  static is(error: unknown, kindOrCode?: string): boolean {
    checkKindOrCode(kindOrCode);
    const kinds = brandedKinds(error);
    if (kinds.length === 0) return false;
    if (kindOrCode === undefined || kinds.includes(kindOrCode)) return true;
    return readCodes(error as object).includes(kindOrCode);
  }

  /**
   * Makes `instanceof` recognise errors of another copy of the package, with each class of this file. For a class that
   * a program derives, `instanceof` is as usual.
   */
  static override [Symbol.hasInstance](error: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: subclasses inherit this function
    return isInstance(error, this);
  }
}

function isInstance(error: unknown, Class: unknown): boolean {
  const kinds = brandedKinds(error);
  if (Class === RegError) return kinds.length > 0;
  const kind = Object.entries(classes).find(([, own]) => own === Class)?.[0];
  if (kind !== undefined) return kinds.includes(kind);
  return Function.prototype[Symbol.hasInstance].call(Class, error);
}

function checkKindOrCode(given: unknown): void {
  if (given === undefined) return;
  const text = typeof given === "string" ? given : "";
  if (Object.hasOwn(classes, text) || /^(REG|RULE|SANDBOX)-./.test(text)) return;
  const close = findClose(text, Object.keys(classes));
  const hint = close === undefined ? "" : `; did you mean "${close}"?`;
  throw new RegInputError("RegError.is", `needs a kind of error, or a code such as REG-INV000105${hint}`);
}

/** `rate-limit` → `RegRateLimitError`. Not taken from the class, whose name a minifier may change. */
export function classNameOf(kind: RegErrorKind): string {
  const words = kind.split("-").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `Reg${words.join("")}Error`;
}

function brandedKinds(error: unknown): readonly string[] {
  if (typeof error !== "object" || error === null) return [];
  try {
    const kinds: unknown = Reflect.get(error, brand);
    return Array.isArray(kinds) ? kinds : [];
  } catch {
    // A proxy that throws is no error of this package; a program asks this of whatever it has caught.
    return [];
  }
}

/** Every code of an error, among the service's errors and among broken rules. */
export function readCodes(error: object): readonly string[] {
  const entries: unknown[] = [Reflect.get(error, "errors"), Reflect.get(error, "violations")].flat();
  return entries.map((entry) => Reflect.get(Object(entry), "code")).filter((code) => typeof code === "string");
}

interface RetryDelay {
  /** How long to wait before another attempt, in milliseconds, if it is known. */
  readonly retryAfterMs?: number | undefined;
}

/** The details of a response with an error status; its `retryAfterMs` comes from `Retry-After`. */
export interface ApiErrorDetails extends RegErrorDetails, RetryDelay {
  readonly status: number;
  readonly problem: RegProblem;
  /** Whether the body is an HTML page. Default false. */
  readonly isHtml?: boolean;
  /** See `apiErrorMessage`. Default: only the status. */
  readonly message?: string | undefined;
}

/** The service responded with an error status. Source: supplier-api.md §7, lessor-api.md §7. */
export class RegApiError extends RegError {
  /** The HTTP status. */
  readonly status: number;
  /** The service's trace id: include it when you ask the operator about the failure. */
  readonly traceId: string | undefined;
  /** A short text about the status, from the service. */
  readonly title: string | undefined;
  /** A longer text, from the service. */
  readonly detail: string | undefined;
  /** Every error that the service lists; empty if the response had no readable body. */
  readonly errors: readonly RegProblemEntry[];
  /** The error code of a token endpoint, such as `invalid_client`; no other response carries one (RFC 6749 §5.2). */
  readonly oauthError: string | undefined;
  /** The delay that the service asked for in `Retry-After`, in milliseconds; absent if it asked for none. */
  readonly retryAfterMs: number | undefined;
  /**
   * True if the body is an HTML page, as gateways, firewalls and login pages send: the status may not be that of the
   * service. Otherwise absent.
   */
  declare readonly isHtml?: true;

  /** @internal */
  constructor(details: ApiErrorDetails) {
    const { status, problem, retryAfterMs, message } = details;
    const [kind] = classFor(status);
    super(message ?? `the service responded with status ${status}`, kind === "api" ? ["api"] : ["api", kind], {
      ...details,
      problems: problem.errors,
    });
    this.status = status;
    this.traceId = problem.traceId;
    this.title = problem.title;
    this.detail = problem.detail;
    this.errors = problem.errors;
    this.oauthError = problem.error;
    this.retryAfterMs = retryAfterMs;
    if (details.isHtml) this.isHtml = true;
  }
}

/**
 * 400: the service rejected the content. `errors` has a code, a description and often the field for each mistake;
 * `explain(code)` says what to do about it.
 */
export class RegValidationError extends RegApiError {
  declare readonly kind: "validation";
}

/**
 * 401: the token is missing, malformed or expired. A supplier copies a new one from the token page of the web
 * application; a lessor client has requested one already, so check its credentials.
 *
 * @see supplier-api.md §5, lessor-api.md §5
 */
export class RegAuthenticationError extends RegApiError {
  declare readonly kind: "authentication";
}

/**
 * 403: the token's owner is not allowed to do this, for example a cluster administrator reading a default service
 * level.
 */
export class RegPermissionError extends RegApiError {
  declare readonly kind: "permission";
}

/** 404: what the call names does not exist, or not for this token. */
export class RegNotFoundError extends RegApiError {
  declare readonly kind: "not-found";
}

/** 409: another caller was faster, for example with an invoice for the same request. Read the request again first. */
export class RegConflictError extends RegApiError {
  declare readonly kind: "conflict";
}

/** 410: the request is archived and can no longer be read or changed; its invoice methods remain available. */
export class RegArchivedError extends RegApiError {
  declare readonly kind: "archived";
}

/**
 * 429: more requests than the service accepts in a minute. `retryAfterMs` holds the delay that it asks for, in
 * milliseconds.
 */
export class RegRateLimitError extends RegApiError {
  declare readonly kind: "rate-limit";
}

/**
 * 5xx: the service failed. If `outcome` is `unknown`, it may have acted nevertheless: look before you send the call
 * again.
 */
export class RegServerError extends RegApiError {
  declare readonly kind: "server";
}

type ApiErrorClass = readonly [kind: RegErrorKind, Class: new (details: ApiErrorDetails) => RegApiError];

const classesByStatus: Readonly<Record<number, ApiErrorClass>> = {
  400: ["validation", RegValidationError],
  401: ["authentication", RegAuthenticationError],
  403: ["permission", RegPermissionError],
  404: ["not-found", RegNotFoundError],
  409: ["conflict", RegConflictError],
  410: ["archived", RegArchivedError],
  429: ["rate-limit", RegRateLimitError],
};

function classFor(status: number): ApiErrorClass {
  if (status >= 500) return ["server", RegServerError];
  return classesByStatus[status] ?? ["api", RegApiError];
}

/** Creates the error of the class that belongs to its status. @internal */
export function apiErrorFor(details: ApiErrorDetails): RegApiError {
  const [, Class] = classFor(details.status);
  return new Class(details);
}

/**
 * No response arrived: the connection could not be made, or it broke. If `outcome` is `unknown`, the service may have
 * acted nevertheless: look before you send the call again.
 */
export class RegConnectionError extends RegError {
  declare readonly kind: "connection";
  /** `false` if it is certain that nothing reached the service; `true` if something may have. */
  readonly sent: boolean;
  /** The system's error code, such as `ECONNRESET`, or the status of a proxy that refused: `PROXY_407`. */
  readonly code: string | undefined;
  /** Whether another attempt can succeed: not if the certificate is rejected. */
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

/**
 * An attempt took longer than `timeout`, or the whole call longer than `deadline`. If `outcome` is `unknown`, the
 * service may have acted nevertheless: look before you send the call again.
 */
export class RegTimeoutError extends RegError {
  declare readonly kind: "timeout";
  /** Which of the two limits was exceeded. */
  readonly limit: "timeout" | "deadline";
  /** That limit, in milliseconds. */
  readonly limitMs: number;
  /** The earliest turn in the throttle, in milliseconds from now, if it is after the deadline; otherwise absent. */
  readonly retryAfterMs: number | undefined;

  /** @internal */
  constructor(
    message: string,
    details: RegErrorDetails & RetryDelay & { limit: "timeout" | "deadline"; limitMs: number },
  ) {
    super(message, ["timeout"], details);
    this.limit = details.limit;
    this.limitMs = details.limitMs;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/**
 * A response cannot be read (not JSON, cut off, too large, a redirect), lacks content, or was rejected by a validator.
 * If `outcome` is `unknown`, the service may have acted nevertheless: look before you send the call again.
 */
export class RegResponseError extends RegError {
  declare readonly kind: "response";
  /** The status of that response. */
  readonly status: number;
  /** Whether another attempt can succeed: with JSON that was cut off, but not with an HTML page. */
  readonly transient: boolean;

  /** @internal */
  constructor(message: string, details: RegErrorDetails & { status: number; transient?: boolean }) {
    super(message, ["response"], details);
    this.status = details.status;
    this.transient = details.transient ?? false;
  }
}

/** Why the state of a fleet sync or of `follow` cannot be used. */
export type StateProblem = "locked" | "damaged" | "version" | "failed";

/**
 * The state of a fleet sync or of `follow` cannot be used; without it, nothing is sent or handled. A state is never
 * emptied or repaired silently.
 */
export class RegStateError extends RegError {
  declare readonly kind: "state";
  /**
   * `locked`: another run uses it; `damaged`: it is not a state, or parts of it are unreadable; `version`: it belongs
   * to another version of this package, address, client id, source or supplier; `failed`: reading or writing failed, see `cause`.
   */
  readonly reason: StateProblem;

  /** @internal */
  constructor(message: string, details: RegErrorDetails & { reason: StateProblem }) {
    super(message, ["state"], details);
    this.reason = details.reason;
  }
}

/** Why the throttle did not let an attempt start. */
export type ThrottleReason = "full" | "waited" | "paused" | "failed";

/**
 * The throttle did not let the attempt start. An earlier one may have been sent: `outcome` applies to the whole call.
 */
export class RegThrottleError extends RegError {
  declare readonly kind: "throttle";
  /**
   * `full`: as many calls wait as `queueLimit` allows; `waited`: the call waited longer than `maxWait`, or is certain
   * to; `paused`: the service asked for a longer pause than `maxRetryAfter`; `failed`: the Redis of a throttle of
   * `createRedisThrottle`, or a throttle of the user's own, failed, see the `cause` of this error.
   */
  readonly reason: ThrottleReason;
  /**
   * The earliest time at which an attempt can start, in milliseconds from now; absent if it is not known. A pause
   * counts as at most one hour, or as one window if that is longer, whatever the service asks for.
   */
  readonly retryAfterMs: number | undefined;

  /** @internal */
  constructor(message: string, details: RegErrorDetails & RetryDelay & { reason: ThrottleReason }) {
    super(message, ["throttle"], details);
    this.reason = details.reason;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** The client was closed: before the call, or while it was in flight. */
export class RegClosedError extends RegError {
  declare readonly kind: "closed";

  /** @internal */
  constructor(message: string, details: RegErrorDetails = {}) {
    super(message, ["closed"], details);
  }
}

/**
 * A rule of the service or of this package is broken; nothing was changed. `violations` lists every broken rule: each
 * has a code, a description for people, and the field.
 */
export class RegPreconditionError extends RegError {
  declare readonly kind: "precondition";
  /** Every broken rule, in the form of the service's own errors. */
  readonly violations: readonly Violation[];

  /** @internal */
  constructor(violations: readonly Violation[], details: RegErrorDetails = {}) {
    const list = violations.map(({ code, description }) => `${code}: ${description}`).join(" | ");
    super(`nothing was changed, because a rule is broken. ${list}`, ["precondition"], {
      ...details,
      problems: violations,
    });
    this.violations = violations;
  }
}

/** An option or argument is invalid; nothing was sent. The message names the field, never its value. */
export class RegInputError extends RegError {
  declare readonly kind: "input";
  /** The option, parameter or path in the body that is wrong, such as `baseUrl` or `components[0].price`. */
  readonly field: string;

  /** @internal */
  constructor(field: string, problem: string, details: RegErrorDetails & Pick<ErrorProblem, "rule" | "values"> = {}) {
    const { rule, values, ...others } = details;
    const description = toPrintable(`${field} ${problem}`);
    const data = rule !== undefined && { rule, values };
    super(description, ["input"], { ...others, problems: [{ description, context: { fieldName: field }, ...data }] });
    this.field = field;
  }
}

/** No usable token could be obtained; the call was not sent. The message never shows the token. */
export class RegTokenError extends RegError {
  declare readonly kind: "token";
  /** The OAuth error code of the token endpoint, such as `invalid_client`, if it gave one (RFC 6749 §5.2). */
  readonly oauthError: string | undefined;
  /**
   * The delay that the token endpoint asked for in `Retry-After`, or the rest of it, in milliseconds; absent if it
   * asked for none. Until it has passed (at most one hour), no call asks for a token.
   */
  readonly retryAfterMs: number | undefined;

  /** @internal */
  constructor(message: string, details: RegErrorDetails & RetryDelay & { oauthError?: string | undefined } = {}) {
    super(message, ["token"], details);
    this.oauthError = details.oauthError;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** The class of each kind. */
const classes: { readonly [Kind in RegErrorKind]: abstract new (...args: never) => RegErrorKinds[Kind] } = {
  api: RegApiError,
  validation: RegValidationError,
  authentication: RegAuthenticationError,
  permission: RegPermissionError,
  "not-found": RegNotFoundError,
  conflict: RegConflictError,
  archived: RegArchivedError,
  "rate-limit": RegRateLimitError,
  server: RegServerError,
  connection: RegConnectionError,
  timeout: RegTimeoutError,
  response: RegResponseError,
  precondition: RegPreconditionError,
  input: RegInputError,
  token: RegTokenError,
  state: RegStateError,
  throttle: RegThrottleError,
  closed: RegClosedError,
};
