import type { ResponseDifference } from "../../document/difference.js";
import type { ErrorSummary } from "../../errors/summary.js";

/**
 * The fields that every event has. No event contains a token, a body, a query, an id, a license plate or a text of the
 * service: only the fields listed here, the response headers that describe its transfer, and for a difference from the
 * OpenAPI document names of fields and error codes.
 */
export interface EventBase {
  /** The same number for all events of one call; counts the calls of a client from 1, token requests included. */
  readonly callId: number;
  /** The time of the event, in milliseconds since 1970 UTC. */
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

/** Why a call with a transient failure was not retried. */
export type GiveUpReason = "retries" | "budget" | "deadline" | "retry-after";

/** Each reason as the end of a sentence about the call. */
export const giveUpTexts: Readonly<Record<GiveUpReason, string>> = {
  retries: "there were as many retries as retry.retries allows",
  budget: "the client's retry budget is used up, as it is in an outage",
  deadline: "the deadline would pass before the next attempt",
  "retry-after": "the service asks for a longer pause than retry.maxRetryAfter",
};

/** A call has started. Input that is rejected before that is not a call and has no events. */
export interface CallStartEvent {
  readonly type: "request";
}

/** The call had to wait for the throttle, and may now continue. */
export interface ThrottleEvent {
  readonly type: "throttle";
  /** In milliseconds. */
  readonly waitedMs: number;
}

/**
 * The service rejected the call because of its rate limit (429), or several in a row with a 503: the throttle pauses all
 * calls that share it.
 */
export interface PauseEvent {
  readonly type: "pause";
  /** How long no request is sent, in milliseconds. */
  readonly pausedForMs: number;
  /** How many requests the throttle sends in any window from now on: temporarily fewer than its limit. */
  readonly allowed: number;
}

/** The call had to wait for a token. */
export interface TokenEvent {
  readonly type: "token";
  /** In milliseconds. */
  readonly waitedMs: number;
}

/** A request is about to be handed to fetch. The replay after a 401 is also an attempt, with the same number. */
export interface AttemptEvent {
  readonly type: "attempt";
  /**
   * Present for a read that the fetch of this runtime may send a second time by itself, without a unit of the throttle:
   * on Bun and Deno, if a kept connection ends before the response.
   */
  readonly mayBeRepeated?: true;
}

/**
 * An attempt has ended with a status, an error, or both. Exactly one such event follows every `attempt`, however it
 * ends.
 */
export interface AttemptEndEvent {
  readonly type: "attempt-end";
  /**
   * The time to the last byte of the body, in milliseconds; for a file that is returned as a stream, to its headers.
   */
  readonly durationMs: number;
  readonly status?: number;
  /** `content-type` (if it is a common type), `content-length`, `date` and `retry-after`, as far as received. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly error?: ErrorSummary;
}

/** The attempt had a transient failure, and another attempt follows. */
export interface RetryEvent {
  readonly type: "retry";
  /** The delay before the next attempt, in milliseconds; the attempt may also have to wait for the throttle. */
  readonly delayMs: number;
  readonly error: ErrorSummary;
}

/** The attempt had a transient failure, and no other attempt follows: the call ends with its error. */
export interface GiveUpEvent {
  readonly type: "give-up";
  readonly reason: GiveUpReason;
  readonly error: ErrorSummary;
}

/**
 * A response differs from the OpenAPI document, which only the option `validateResponses` finds out: see
 * `createResponseValidator` of `@reg/sdk/validation`. The event contains types and names, and no values.
 */
export interface DifferenceEvent extends ResponseDifference {
  readonly type: "difference";
}

/** The call succeeded. */
export interface ResponseEvent {
  readonly type: "response";
  readonly status: number;
  /** In milliseconds. */
  readonly durationMs: number;
}

/** The call failed, and rejects with the error itself. */
export interface CallErrorEvent {
  readonly type: "error";
  /** In milliseconds. */
  readonly durationMs: number;
  readonly error: ErrorSummary;
  readonly status?: number;
  readonly traceId?: string;
}

/** The type of an event and its own fields, as listeners of the `on` option receive them. */
export type RegEventDetails =
  | CallStartEvent
  | ThrottleEvent
  | PauseEvent
  | TokenEvent
  | AttemptEvent
  | AttemptEndEvent
  | RetryEvent
  | GiveUpEvent
  | DifferenceEvent
  | ResponseEvent
  | CallErrorEvent;

/**
 * One event of a call, for the listeners of the option `on`: its `type` says what happened. It contains no token, body,
 * id, license plate or text of the service. See docs/observability.md.
 */
export type RegEvent = EventBase & RegEventDetails;

/**
 * Receives events. What it throws or rejects with is ignored, because observing a call must not break it.
 *
 * @param call identifies the call: one empty object for all events of one call, also if several clients share the
 *   listener, so that it can be the key of a WeakMap
 */
export type RegEventListener = (event: RegEvent, call: object) => void;
