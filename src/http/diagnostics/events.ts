import type { ErrorSummary } from "../../errors/summary.js";

/**
 * What every event tells about its call. No event carries a token, a body, a query, an id, a license plate or a
 * text of the service: only what is listed here, and those headers of the answer that tell how it was sent.
 */
export interface EventBase {
  /** The same number for all events of one call; counts the calls of a client from 1, token requests included. */
  readonly callId: number;
  /** When it happened, in milliseconds since 1970 UTC. */
  readonly time: number;
  /** The operation: its path on the client. */
  readonly operationId: string;
  readonly method: string;
  /** The path template, such as `/v2/servicerequests/{id}`; never the path itself, which holds ids and plates. */
  readonly urlTemplate: string;
  /** Scheme, host and port of the service, such as `https://api.example.com`. */
  readonly origin: string;
  /** The number of the attempt, from 1; 0 before the first. */
  readonly attempt: number;
}

/** Why a call that failed in passing was not tried again. */
export type GiveUpReason = "retries" | "budget" | "deadline" | "retry-after";

/** What happens to a call, as the `on` option sees it; durations in milliseconds. */
export type RegEventDetails =
  /** A call has begun. */
  | { readonly type: "request" }
  /** The call had to wait for the throttle. */
  | { readonly type: "throttle"; readonly waitedMs: number }
  /** A token was awaited. */
  | { readonly type: "token"; readonly waitedMs: number }
  /** A request is handed to fetch; a replay after a 401 is one as well, with the same number. */
  | { readonly type: "attempt" }
  /**
   * An attempt has ended: with a status, or with an error, or with both. One follows on every `attempt`, however it
   * ends. The time runs to the last byte of the body, or to the first one of a file that is handed out as a stream.
   */
  | {
      readonly type: "answer";
      readonly durationMs: number;
      readonly status?: number;
      /** `content-type` (where it is a common one), `content-length`, `date` and `retry-after`, as far as they came. */
      readonly headers?: Readonly<Record<string, string>>;
      readonly error?: ErrorSummary;
    }
  /** The next attempt follows after `delayMs`. */
  | { readonly type: "retry"; readonly delayMs: number; readonly error: ErrorSummary }
  /** An attempt failed in passing, and no other follows: the call ends with its error. */
  | { readonly type: "give-up"; readonly reason: GiveUpReason; readonly error: ErrorSummary }
  /** The call succeeded. */
  | { readonly type: "response"; readonly status: number; readonly durationMs: number }
  /** The call failed; the error itself is what the call rejects with. */
  | {
      readonly type: "error";
      readonly durationMs: number;
      readonly error: ErrorSummary;
      readonly status?: number;
      readonly traceId?: string;
    };

/** One event of a call. */
export type RegEvent = EventBase & RegEventDetails;

/**
 * Is told what happens; what it throws or rejects with is dropped, because watching a call must not break it.
 *
 * @param call stands for the call: one empty object for all events of one call, also where several clients share
 *   the listener, so that it can be the key of a WeakMap
 */
export type RegEventListener = (event: RegEvent, call: object) => void;
