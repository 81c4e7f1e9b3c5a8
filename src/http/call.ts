import { type AttemptRecord, type Outcome, RegError } from "../errors/errors.js";
import type { CallCancellation } from "./cancellation.js";
import type { Shape } from "./content.js";
import type { GiveUpReason } from "./events.js";

/** A request body: serialized text, a file, or a stream, which can be sent only once. */
export type CallBody = string | Blob | Uint8Array<ArrayBuffer> | FormData | ReadableStream<Uint8Array>;

/** One call on its way through the layers. Every layer passes on the same object. */
export interface Call {
  readonly operation: Operation;
  readonly url: string;
  /** By lower-case name; the authorization layer sets the token of each attempt. */
  readonly headers: Record<string, string>;
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
  /** Return a file as a stream instead of a Blob. */
  readonly stream: boolean;
  /** What has happened so far. */
  readonly state: CallState;
}

/** How failed attempts of a call are retried. All times are in milliseconds. */
export interface RetrySettings {
  /** The most retries. */
  readonly retries: number;
  /** The longest possible first delay. */
  readonly minTimeout: number;
  /** The longest possible delay. */
  readonly maxTimeout: number;
  /** The longest `Retry-After` that the call waits for; with a longer one it fails at once. */
  readonly maxRetryAfter: number;
}

/** The latest time at which a whole call must be over. */
export interface Deadline {
  /** The longest time for the whole call, in milliseconds. */
  readonly limitMs: number;
  /** The monotonic time at which the call must be over, in milliseconds. */
  readonly expiresAt: number;
}

/** What an error summary and the outcome of a call need to know. */
export interface CallState {
  readonly attempts: AttemptHistory;
  /** The latest attempt that was sent; undefined before the first one. Only timeouts.ts sets it. */
  latest: Attempt | undefined;
}

/** The attempts of a call so far. Only retry.ts writes it. */
export interface AttemptHistory {
  /** The number of the current attempt; 0 before the first. The replay after a 401 has the same number. */
  current: number;
  readonly failures: AttemptRecord[];
  /** An earlier attempt may have been processed. */
  uncertain: boolean;
  /** Why a transient failure was not retried. */
  gaveUp: GiveUpReason | undefined;
}

/** One request that is handed to fetch. timeouts.ts creates it, and only transport.ts changes it. */
export interface Attempt {
  /** Aborted when the attempt takes too long or the call is cancelled. */
  readonly signal: AbortSignal;
  /** The monotonic time at which the attempt times out, in milliseconds. */
  readonly endsAt: number;
  /** Whether the service has processed the request, or will, is not known. */
  uncertain: boolean;
  /** The response; its body may not have been read yet. */
  received: Response | undefined;
  /** Reports what is known of a response whose body is still awaited. Called before the attempt is aborted. */
  reportIncomplete?: (() => void) | undefined;
}

/** The state of a call that has not started. */
export function startCallState(): CallState {
  return {
    attempts: { current: 0, failures: [], uncertain: false, gaveUp: undefined },
    latest: undefined,
  };
}

/** The outcome of a request that was sent and has no readable response: a read changes nothing. */
export function outcomeIfSent({ effects }: Operation): Outcome | undefined {
  return effects === "read" ? undefined : "unknown";
}

/** The outcome of a call that ends now, without a response. */
export function outcomeOf({ operation, state }: Pick<Call, "operation" | "state">): Outcome | undefined {
  if (state.attempts.uncertain) return "unknown";
  return state.latest?.uncertain ? outcomeIfSent(operation) : undefined;
}

/** The attempt that a layer below has sent; undefined if the latest attempt is still the `previous` one. */
export function attemptAfter(previous: Attempt | undefined, { state }: Call): Attempt | undefined {
  return state.latest === previous ? undefined : state.latest;
}

/**
 * Whether an error arose in this call, so that the layers may examine it and add details. The reason with which the
 * caller cancels a call may be an error of another call.
 */
export function isOwnError(error: unknown, { byCaller, reason }: CallCancellation): error is RegError {
  return error instanceof RegError && !(byCaller && error === reason);
}

/** A success response, read and parsed. */
export interface ParsedResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body, the file, or undefined. */
  readonly data: unknown;
  /** The response from fetch; its body has been read. */
  readonly response: Response;
  /** Only for a body that is returned as a stream: fulfilled when that stream ends, successfully or not. */
  readonly finished?: Promise<void>;
}

/** Runs `release` when the whole response has been read, or its stream has ended. */
export function whenFinished(response: ParsedResponse, release: () => void): void {
  if (response.finished === undefined) release();
  else void response.finished.then(release);
}

/** Sends a call and resolves to its success response; everything else rejects. */
export type Send = (call: Call) => Promise<ParsedResponse>;

/** Sends one attempt of a call, and resolves to its success response; everything else rejects. */
export type SendAttempt = (call: Call, attempt: Attempt) => Promise<ParsedResponse>;

/** One concern of every call, wrapped around the layers below it. */
export type Layer = (next: Send) => Send;

/** The effects of an operation decide whether a request may be sent again. From `x-reg-effects`. */
export type Effects = "read" | "idempotent" | "create" | "transition";

/** One entry of an operation table, which `openapi/generate.ts` writes from the OpenAPI documents. */
export interface Operation {
  /** The operationId: the operation's path on the client, such as `serviceRequests.components.put`. */
  readonly id: string;
  readonly method: "GET" | "PUT" | "POST" | "PATCH" | "DELETE";
  /** The path template, such as `/v2/servicerequests/{id}`. */
  readonly path: string;
  /** The names of the path parameters, in their order. */
  readonly pathParams: readonly string[];
  /** The argument after the path parameters: a query, a JSON body, form fields, a file, or none. */
  readonly input: "query" | "json" | "form" | "binary" | "none";
  /** The body of a success response: always JSON, JSON or nothing, a file, or none. */
  readonly output: "json" | "json?" | "binary" | "none";
  readonly effects: Effects;
  /** The parts that the JSON of a success response must have. Default: it is an object or a list. */
  readonly content?: Shape;
  /** The content of the response is in its `data` field. */
  readonly envelope?: boolean;
  /** The content type of an upload that has none. */
  readonly uploadType?: string;
  /** Set if the `Location` of a success response identifies the created resource. */
  readonly created?: LocationRule;
  /** The phases in which the reference allows the operation. */
  readonly phases?: readonly string[];
}

/** How to read the id of a created resource. */
export interface LocationRule {
  /** The template of the path in `Location`; its last parameter is the id. */
  readonly path: string;
  /** The name of that parameter. */
  readonly param: string;
  readonly integer?: boolean;
  /** The reference promises the header, so a response without an id cannot be used. */
  readonly promised?: boolean;
}

/** All operations of one API by operationId. */
export type OperationTable = Readonly<Record<string, Operation>>;
