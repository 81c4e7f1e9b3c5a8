import { isInstance } from "../base/instances.js";
import { type Outcome, RegError, type RegErrorKind, readCodes, type ThrottleReason } from "./errors.js";

/**
 * The facts about an error that may leave the call: an allow-list. It contains neither texts of the service (they can
 * contain names, phone numbers or an IBAN) nor an error of the user (which can contain anything).
 */
export interface ErrorSummary {
  /**
   * The error's class name, such as `RegConflictError`; for a call that its caller ended `AbortError`, or
   * `TimeoutError` if it was ended by `AbortSignal.timeout`.
   */
  readonly name: string;
  /** Absent for an aborted call. */
  readonly kind?: RegErrorKind;
  /** The HTTP status. */
  readonly status?: number;
  /** The service's codes, such as `REG-INV000105`; absent if there are none. */
  readonly codes?: readonly string[];
  /** The service's trace id, if it has a common form; `traceId` of the error has any other. */
  readonly traceId?: string;
  readonly outcome?: Outcome;
  /** The system's code of a broken connection, such as `ECONNRESET`. */
  readonly code?: string;
  /** Which time limit was exceeded. */
  readonly limit?: "timeout" | "deadline";
  /** The token endpoint's code, such as `invalid_client`. */
  readonly oauthError?: string;
  /** The invalid option or argument. */
  readonly field?: string;
  /** Why the throttle did not let the attempt start. */
  readonly reason?: ThrottleReason;
  /** The delay that was asked for, in milliseconds. */
  readonly retryAfterMs?: number;
}

/**
 * Picks the allow-listed part of a call's error, which may come from another copy of the package.
 *
 * @param outcome that of the call, for an error that has none of its own
 */
export function summarize(error: unknown, outcome?: Outcome): ErrorSummary {
  const ofCall = outcome !== undefined && { outcome };
  if (!RegError.is(error)) return Object.freeze({ name: abortName(error), ...ofCall });
  const { name, kind } = error;
  const fields = Object.entries(allowedFields)
    .map(([field, filter]) => [field, filter(Reflect.get(error, field))] as const)
    .filter(([, value]) => value !== undefined);
  const codes = serviceCodes(error);
  return Object.freeze({ name, kind, ...ofCall, ...(codes.length > 0 && { codes }), ...Object.fromEntries(fields) });
}

type Filter = (value: unknown) => unknown;

const number: Filter = (value) => (typeof value === "number" ? value : undefined);
const text =
  (pattern: RegExp): Filter =>
  (value) =>
    typeof value === "string" && pattern.test(value) ? value : undefined;

/** A W3C traceparent, a GUID, 32 or 16 hexadecimal digits, or ASP.NET Core's. The reference does not show the form. */
const knownTraceId =
  /^([\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{32}|[\da-f]{16}|0H[\dA-V]{2,11}:[\dA-F]{1,8})$/i;

/** Any value that the SDK did not choose itself must match a list or a known pattern of one short word. */
const allowedFields: Readonly<Record<Exclude<keyof ErrorSummary, "name" | "kind" | "codes">, Filter>> = {
  status: number,
  traceId: text(knownTraceId),
  outcome: text(/^unknown$/),
  code: text(/^[A-Z][A-Z\d_]{1,60}$/),
  limit: text(/^(timeout|deadline)$/),
  // RFC 6749 §5.2, and two codes of §4.1.2.1 that token endpoints also use.
  oauthError: text(
    /^(invalid_(request|client|grant|scope)|unauthorized_client|unsupported_grant_type|server_error|temporarily_unavailable)$/,
  ),
  field: text(/^[\w.[\]-]{1,100}$/),
  reason: text(/^(full|waited|paused|failed)$/),
  retryAfterMs: number,
};

/**
 * The pattern of all codes that the reference shows (supplier-api.md §7), and that of the sandbox's own: other text in
 * that place can contain anything, even a name or a secret.
 */
const serviceCode = /^(REG-[A-Z]{3}\d{6}|SANDBOX-[A-Z-]{1,40})$/;

/** Whether a text has the form of the service's codes, so that it may be shown. */
export const isServiceCode = (text: string): boolean => serviceCode.test(text);

/** Lists each code once: the service repeats a code for every field that breaks the same rule. */
function serviceCodes(error: object): readonly string[] {
  return Object.freeze([...new Set(readCodes(error).filter(isServiceCode))]);
}

function abortName(reason: unknown): string {
  return isInstance(reason, "DOMException") && reason.name === "TimeoutError" ? "TimeoutError" : "AbortError";
}
