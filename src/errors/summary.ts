import { type Outcome, RegError, type RegErrorKind, type ThrottleReason } from "./errors.js";

/**
 * What may be known of an error outside the call: an allow-list. Neither texts of the service (they can hold names,
 * phone numbers or an IBAN) nor an error of the user's own (it can hold anything) are part of it.
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
  readonly traceId?: string;
  readonly outcome?: Outcome;
  /** The system's code of a broken connection, such as `ECONNRESET`. */
  readonly code?: string;
  /** Which limit of time was passed. */
  readonly limit?: "timeout" | "deadline";
  /** The token endpoint's code, such as `invalid_client`. */
  readonly oauthError?: string;
  /** The option or argument that cannot be used. */
  readonly field?: string;
  /** Why the throttle gave no turn. */
  readonly reason?: ThrottleReason;
  /** The pause that was asked for, in milliseconds. */
  readonly retryAfterMs?: number;
}

type Shape = (value: unknown) => unknown;

const number: Shape = (value) => (typeof value === "number" ? value : undefined);
const text =
  (shape: RegExp): Shape =>
  (value) =>
    typeof value === "string" && shape.test(value) ? value : undefined;

/** The shape of the service's codes (supplier-api.md §7): another text in that place may say anything. */
const serviceCode = text(/^REG-[A-Z]{2,6}\d{1,8}$/);

/** Of each field that is not the SDK's own word, what can be shown: one short word, of a list or a known shape. */
const shapes: Readonly<Record<Exclude<keyof ErrorSummary, "name" | "kind" | "codes">, Shape>> = {
  status: number,
  traceId: text(/^[\w.:-]{1,100}$/),
  outcome: text(/^unknown$/),
  code: text(/^[A-Z][A-Z\d_]{1,60}$/),
  limit: text(/^(timeout|deadline)$/),
  // RFC 6749 §5.2, and the two of §4.1.2.1 that token endpoints answer as well.
  oauthError: text(
    /^(invalid_(request|client|grant|scope)|unauthorized_client|unsupported_grant_type|server_error|temporarily_unavailable)$/,
  ),
  field: text(/^[\w.[\]-]{1,100}$/),
  reason: text(/^(full|waited|paused|failed)$/),
  retryAfterMs: number,
};

/**
 * The allow-listed part of whatever a call rejected with, also of an error from another copy of the package.
 *
 * @param outcomeOfAbort whether a call that its caller ended may have been carried out
 */
export function summarize(error: unknown, outcomeOfAbort?: Outcome): ErrorSummary {
  if (!RegError.is(error))
    return Object.freeze({
      name: abortName(error),
      ...(outcomeOfAbort !== undefined && { outcome: outcomeOfAbort }),
    });
  const { name, kind } = error;
  const fields = Object.entries(shapes)
    .map(([field, shape]) => [field, shape(Reflect.get(error, field))] as const)
    .filter(([, value]) => value !== undefined);
  const codes = codesOf(error);
  return Object.freeze({ name, kind, ...(codes.length > 0 && { codes }), ...Object.fromEntries(fields) });
}

/** Each once: the service names a code for every field that breaks the same rule. */
function codesOf(error: object): readonly string[] {
  const entries: unknown[] = [Reflect.get(error, "errors"), Reflect.get(error, "violations")].flat();
  const codes = entries.map((entry) => serviceCode(Reflect.get(Object(entry), "code")));
  return Object.freeze([...new Set(codes)].filter((code) => typeof code === "string"));
}

function abortName(reason: unknown): string {
  return reason instanceof DOMException && reason.name === "TimeoutError" ? "TimeoutError" : "AbortError";
}
