import type { CallCancellation } from "../../base/cancellation.js";
import type { CallBody } from "../../base/files.js";
import type { Operation } from "../../document/operation.js";
import { type AttemptRecord, type Outcome, RegError } from "../../errors/errors.js";
import type { GiveUpReason } from "./events.js";
import type { RepeatedRead, RetrySettings, WorkflowPart } from "./options.js";

/** One call. The retry layer makes an `Attempt` of it for each request. */
export interface Call {
  readonly operation: Operation;
  readonly url: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: CallBody | undefined;
  /** Ends the call: by the caller's signal, the deadline or `close()`; the call then rejects with its reason. */
  readonly cancellation: CallCancellation;
  /** The longest time for one attempt, in milliseconds. */
  readonly timeout: number;
  /** Undefined: the call may take any time. */
  readonly deadline: Deadline | undefined;
  readonly retry: RetrySettings;
  /** 0 (first) to 9 (last) in the throttle's queue. */
  readonly priority: number;
  /** What the workflow of the call wants to know; undefined: the call belongs to none. */
  readonly workflow: WorkflowPart | undefined;
  /** What is known of the last response; undefined: the call is not repeated. */
  readonly repeated?: RepeatedRead | undefined;
  /** Return a file as a stream instead of a Blob. */
  readonly stream: boolean;
  /** The monotonic time at which the call began, before its wait for the throttle, in milliseconds. */
  readonly begunAt: number;
  /** Makes the result of the call from its success response. */
  readonly read: (response: ParsedResponse) => unknown;
  /** What has happened so far. */
  readonly history: AttemptHistory;
}

/** The latest time at which a whole call must be over. */
export interface Deadline {
  /** The longest time for the whole call, in milliseconds. */
  readonly limitMs: number;
  /** The monotonic time at which the call must be over, in milliseconds. */
  readonly expiresAt: number;
  /** Stops the timer when the call is over. */
  cancel(): void;
}

/**
 * What the error and the events of a call say about its attempts. Only retry.ts writes it, once execute.ts has begun the
 * first attempt. There is one object for each call; its events are numbered by this object, because each attempt has
 * another `Call`.
 */
export interface AttemptHistory {
  /** The number of the current attempt; 0 before the first. The replay after a 401 has the same number. */
  current: number;
  failures: readonly AttemptRecord[];
  /** The service may have received an attempt. */
  wasSent: boolean;
  /** `unknown` if an attempt may have been processed. */
  outcome: Outcome | undefined;
  /** Why a transient failure was not retried. */
  gaveUp: GiveUpReason | undefined;
}

// One list for all calls, because thousands of them may wait.
const noFailures: readonly AttemptRecord[] = [];

/** The history of a call that has not started. */
export function startHistory(): AttemptHistory {
  return { current: 0, failures: noFailures, wasSent: false, outcome: undefined, gaveUp: undefined };
}

/** One attempt of a call. */
export interface Attempt extends Call {
  /** The authorization layer replaces them by others, with the token. */
  headers: Readonly<Record<string, string>>;
  /**
   * The monotonic time at which the attempt began, before its waits for the throttle and a token, in milliseconds. The
   * replay after a 401 belongs to the same attempt.
   */
  readonly startedAt: number;
  /** It repeats the request of an attempt that received a 401. */
  readonly isReplay: boolean;
}

/** An attempt without a success response. */
export interface AttemptFailure {
  /** What the call rejects with if there is no further attempt. */
  readonly error: unknown;
  /** Whether the service may have received the request. */
  readonly wasSent: boolean;
  /** `unknown` if the service may have processed the request. */
  readonly outcome: Outcome | undefined;
  /** The response, if there was one; its body may not have arrived. */
  readonly received?: ResponseHead | undefined;
  /** The delay that an error response asks for, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** Only after a 429 whose throttle paces the requests that follow: for how long it pauses, in milliseconds. */
  readonly pausedForMs?: number | undefined;
  /** Only after a 401: resolves to whether the request may be sent again, with another token. */
  readonly waitForNewToken?: (() => Promise<boolean>) | undefined;
}

/** The status and the headers of a response. */
export type ResponseHead = Pick<Response, "status" | "headers">;

export type AttemptResult = ParsedResponse | AttemptFailure;

/** Whether an attempt has no success response. */
export const isFailure = (result: AttemptResult): result is AttemptFailure => "error" in result;

/** The result of an attempt that ends before its request is sent. */
export const notSent = (error: unknown): AttemptFailure => ({ error, wasSent: false, outcome: undefined });

/** The outcome of a request that was sent and has no readable response: a read changes nothing. */
export function outcomeIfSent({ effects }: Operation): Outcome | undefined {
  return effects === "read" ? undefined : "unknown";
}

/**
 * Whether an error arose in this call, so that the layers may examine it and add details. The reason with which the
 * caller cancels a call may be an error of another call.
 */
export function isOwnError(error: unknown, { byCaller, reason }: CallCancellation): error is RegError {
  return error instanceof RegError && !(byCaller && error === reason);
}

/** What identifies that which a request has created. */
export interface CreatedResource {
  /** Undefined only where the reference does not promise it. */
  readonly id: string | number | undefined;
  /** The response's `Location`. */
  readonly location: string | undefined;
}

/** A success response, read and parsed. */
export interface ParsedResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body, the file, or undefined. */
  readonly data: unknown;
  /** Only of an operation that creates something. */
  readonly created?: CreatedResource | undefined;
  /** For the caller; its body has been read, or is not part of it. */
  readonly response: Response;
  /** Only for a body that is returned as a stream: fulfilled when that stream ends, successfully or not. */
  readonly finished?: Promise<void>;
}

/** Runs `release` when the whole response has been read, or its stream has ended. */
export function whenFinished(response: ParsedResponse, release: () => void): void {
  if (response.finished === undefined) release();
  else void response.finished.then(release);
}

/** Sends one attempt; never rejects. */
export type SendAttempt = (attempt: Attempt) => Promise<AttemptResult>;

/**
 * Waits until a call may send a request, and then continues with the function that sends its attempt. For a call that
 * gets no turn, this function returns the failure.
 */
export type TakeTurn = <Result>(
  call: Call,
  next: (call: Call, send: SendAttempt) => Promise<Result>,
) => Promise<Result>;

/** One concern of every attempt, wrapped around the layers below it. */
export type AttemptLayer = (next: SendAttempt) => SendAttempt;
