import type { ApiName } from "../../document/apis.js";
import type { Confidence, ResponseDifference } from "../../document/difference.js";
import type { BodyShapes } from "../../document/shapes/types.js";

/** The verdict on something that the documents of this package infer or assume. It rests on one run. */
export interface AssumptionVerdict {
  /** Tells it from every other assumption, such as `ServiceRequest.appointment.supplierNumber`. */
  readonly id: string;
  readonly confidence: Exclude<Confidence, "documented">;
  /** The assumption in a sentence or two. */
  readonly statement: string;
  readonly verdict: "confirmed" | "refuted" | "not-seen";
  /** Confirmed and refuted: what was seen, as types. Not seen: what would show it. */
  readonly evidence: string;
  /** Only if it was not seen: what may show it. */
  readonly needs?: Need;
}

/**
 * What may show an assumption: another value of an enumeration, an error of the service, calls that the limit of
 * requests has kept from being sent, other values of an option, or other data.
 */
export type Need = "other-value" | "error" | "max-requests" | "license-plate" | "id" | "write" | "other-data";

/** A verdict and what it rests on. */
export type Judgement = Pick<AssumptionVerdict, "verdict" | "evidence" | "needs">;

/** An operation that was called and never succeeded. */
export interface FailedOperation {
  readonly operationId: string;
  /** How often it responded with each status. */
  readonly statuses: Readonly<Record<string, number>>;
  /**
   * Where the ids of the calls came from: `service`: from other responses of the run; `given`: from the options;
   * `none`: it takes none. Calls for what does not exist are not counted.
   */
  readonly ids: "service" | "given" | "none";
  /** Whether it should have succeeded: the service has named the ids, or it takes none. It leads to exit code 1. */
  readonly isUnexpected: boolean;
}

/** What the command `verify` prints with `--json`, and writes with `--out`. It contains no values of the service. */
export interface VerifyReport {
  readonly api: ApiName;
  /** Whether the run reached its end. False: it was interrupted, or the service did not let it go on. */
  readonly complete: boolean;
  readonly differences: readonly ResponseDifference[];
  /** The operations that were called and never succeeded. */
  readonly withoutSuccess: readonly FailedOperation[];
  readonly assumptions: readonly AssumptionVerdict[];
  /** The number of requests, those for tokens included. */
  readonly requests: number;
  /** If the limit of requests ended the reads: the operations that would have been called next. */
  readonly notSent?: readonly string[];
  /** The operations that were called, and how often each responded with each status. */
  readonly operations: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly shapes: BodyShapes;
  readonly service: ServiceFacts;
  /** With `--baseline`: how many differences and verdicts are left out, because the baseline has them. */
  readonly known?: { readonly differences: number; readonly assumptions: number };
}

/** What the run measured. Undefined: it was not observed. */
export interface ServiceFacts {
  /** The service's `Date` minus the local time, in milliseconds. */
  readonly clockSkewMs?: number;
  /** The lifetime of a token, in milliseconds. */
  readonly tokenLifetimeMs?: number;
  /** The median and the maximum time to the end of a response, in milliseconds. */
  readonly latencyMs?: { readonly median: number; readonly maximum: number };
  /** The names of the headers that describe a rate limit, in lower case. */
  readonly rateLimitHeaders: readonly string[];
}
