import type { RegErrorKinds } from "./kinds.js";

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
