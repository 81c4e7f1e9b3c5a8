import { RegError, type RegErrorDetails } from "./reg-error.js";
import type { Violation } from "./violation.js";

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
