import type { ErrorSummary } from "../errors/summary.js";

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

/** A call has begun. What is refused before that, such as bad input, is no call and has no events. */
export interface RequestEvent {
  readonly type: "request";
}

/** The call had to wait for the throttle, and has its turn now. */
export interface ThrottleEvent {
  readonly type: "throttle";
  /** In milliseconds. */
  readonly waitedMs: number;
}

/** The service refused the call by its limit (429): the throttle's gate is closed for everyone who shares it. */
export interface PauseEvent {
  readonly type: "pause";
  /** How long nobody sends anything, in milliseconds. */
  readonly pausedForMs: number;
  /** How many requests in any window the throttle sends from now on: fewer than its limit, for a while. */
  readonly allowed: number;
}

/** A token was awaited. */
export interface TokenEvent {
  readonly type: "token";
  /** In milliseconds. */
  readonly waitedMs: number;
}

/** A request is handed to fetch; a replay after a 401 is one as well, with the same number. */
export interface AttemptEvent {
  readonly type: "attempt";
}

/**
 * An attempt has ended: with a status, or with an error, or with both. One follows on every `attempt`, however it
 * ends.
 */
export interface AnswerEvent {
  readonly type: "answer";
  /** To the last byte of the body, in milliseconds; of a file that is handed out as a stream, to its headers. */
  readonly durationMs: number;
  readonly status?: number;
  /** `content-type` (where it is a common one), `content-length`, `date` and `retry-after`, as far as they came. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly error?: ErrorSummary;
}

/** The attempt failed in passing, and another one follows. */
export interface RetryEvent {
  readonly type: "retry";
  /** The pause before it, in milliseconds; it may have to wait for the throttle as well. */
  readonly delayMs: number;
  readonly error: ErrorSummary;
}

/** The attempt failed in passing, and no other one follows: the call ends with its error. */
export interface GiveUpEvent {
  readonly type: "give-up";
  readonly reason: GiveUpReason;
  readonly error: ErrorSummary;
}

/** The call succeeded. */
export interface ResponseEvent {
  readonly type: "response";
  readonly status: number;
  /** In milliseconds. */
  readonly durationMs: number;
}

/** The call failed; the error itself is what it rejects with. */
export interface CallErrorEvent {
  readonly type: "error";
  /** In milliseconds. */
  readonly durationMs: number;
  readonly error: ErrorSummary;
  readonly status?: number;
  readonly traceId?: string;
}

/** What happens to a call, as the `on` option sees it. */
export type RegEventDetails =
  | RequestEvent
  | ThrottleEvent
  | PauseEvent
  | TokenEvent
  | AttemptEvent
  | AnswerEvent
  | RetryEvent
  | GiveUpEvent
  | ResponseEvent
  | CallErrorEvent;

/** One event of a call. */
export type RegEvent = EventBase & RegEventDetails;

/**
 * Is told what happens; what it throws or rejects with is dropped, because watching a call must not break it.
 *
 * @param call stands for the call: one empty object for all events of one call, also where several clients share
 *   the listener, so that it can be the key of a WeakMap
 */
export type RegEventListener = (event: RegEvent, call: object) => void;
