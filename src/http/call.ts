import { type AttemptRecord, type Outcome, RegError } from "../errors/errors.js";
import type { CallCancellation } from "./cancellation.js";
import type { GiveUpReason } from "./events.js";

/** What can be sent as a body: text once serialised, a file, or a stream that can be sent only once. */
export type CallBody = string | Blob | Uint8Array<ArrayBuffer> | FormData | ReadableStream<Uint8Array>;

/** One call on its way through the layers. Every layer hands on the same call; an attempt, a copy with a signal of its own. */
export interface Call {
  readonly operation: Operation;
  readonly url: string;
  /** By their names in lower case; with the token of the latest attempt, which the authorization layer sets. */
  readonly headers: Record<string, string>;
  readonly body: CallBody | undefined;
  /** Ends the call: by the caller's signal, the deadline or `close()`; the rejection is its reason. */
  readonly cancellation: CallCancellation;
  /** The signal of the attempt under way, for fetch. */
  readonly signal: AbortSignal | undefined;
  /** The longest time for one attempt, in milliseconds. */
  readonly timeout: number;
  /** The monotonic instant by which the attempt under way must be over, in milliseconds; 0 before the first. */
  readonly endsAt: number;
  /** The longest time for the whole call, in milliseconds. */
  readonly deadline: number | undefined;
  /** 0 (first) to 9 (last) in the throttle's waiting line. */
  readonly priority: number;
  /** Hand out a file as a stream instead of a Blob. */
  readonly stream: boolean;
  /** What happened so far, shared by all copies of the call. */
  readonly progress: CallState;
}

/** The state of a call. */
export interface CallState {
  /** The call's number among those of its client; 0 until somebody is told of it. */
  callId: number;
  /** The number of the attempt under way; 0 before the first. */
  attempt: number;
  /** A request is under way that the service may be acting on. */
  inFlight: boolean;
  /** A request of this call was handed to fetch. */
  sent: boolean;
  /** An earlier attempt may have been carried out. */
  uncertain: boolean;
  /** Why an attempt that failed in passing was the last one. */
  gaveUp: GiveUpReason | undefined;
  /** The token of the latest attempt. */
  token: string | undefined;
  /** A 401 was answered by one replay already. */
  replayed: boolean;
  /** What the attempt under way got as its answer; its body may not have been read yet. */
  received: Response | undefined;
  /** The monotonic instant by which the call must be over, in milliseconds. */
  expiresAt: number;
  readonly failures: AttemptRecord[];
}

/** The state of a call that has not begun. */
export function startCallState(): CallState {
  return {
    callId: 0,
    attempt: 0,
    inFlight: false,
    sent: false,
    uncertain: false,
    gaveUp: undefined,
    token: undefined,
    replayed: false,
    received: undefined,
    expiresAt: Number.POSITIVE_INFINITY,
    failures: [],
  };
}

/** What is known of a request that was sent and has no readable answer: a read changes nothing. */
export function outcomeIfSent({ effects }: Operation): Outcome | undefined {
  return effects === "read" ? undefined : "unknown";
}

/** What is known of a call that ends now, without an answer. */
export function outcomeOf({
  operation,
  progress,
}: Pick<Call, "operation" | "progress">): Outcome | undefined {
  if (progress.uncertain) return "unknown";
  return progress.inFlight ? outcomeIfSent(operation) : undefined;
}

/** Whether the layers may add to an error what they know: not if it is the reason with which a caller ended the call. */
export function isSdkError(error: unknown, { byCaller, reason }: CallCancellation): error is RegError {
  return error instanceof RegError && !(byCaller && error === reason);
}

/** A success answer, read and parsed. */
export interface ParsedResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body, the file, or undefined. */
  readonly data: unknown;
  /** The answer as fetch gave it; its body has been read. */
  readonly response: Response;
  /** Only where the body is handed out as a stream: fulfilled when that stream is over, in whatever way. */
  readonly finished?: Promise<void>;
}

/** Runs `release` when nothing of the answer is awaited any more. */
export function whenFinished(answer: ParsedResponse, release: () => void): void {
  if (answer.finished === undefined) release();
  else void answer.finished.then(release);
}

/** Sends a request: the signature of the global `fetch`, for a URL and plain settings. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Sends a call and resolves to its success answer; everything else rejects. */
export type Send = (call: Call) => Promise<ParsedResponse>;

/** One concern on the way of every call. */
export type Layer = (next: Send) => Send;

/** What calling an operation does, which decides what may be sent again. From `x-reg-effects`. */
export type Effects = "read" | "idempotent" | "create" | "transition";

/** One row of an operation table, as `openapi/generate.ts` writes it from the OpenAPI documents. */
export interface Operation {
  /** The operationId: the operation's path on the client, such as `serviceRequests.components.put`. */
  readonly id: string;
  readonly method: "GET" | "PUT" | "POST" | "PATCH" | "DELETE";
  /** The path template, such as `/v2/servicerequests/{id}`. */
  readonly path: string;
  /** The names of the path parameters, in their order. */
  readonly pathParams: readonly string[];
  /** What follows the path parameters: a query, a JSON body, form fields, a file, or nothing. */
  readonly input: "query" | "json" | "form" | "binary" | "none";
  /** What a success answer holds: a JSON body for certain, perhaps one, a file, or nothing to read. */
  readonly output: "json" | "json?" | "binary" | "none";
  readonly effects: Effects;
  /** The answer's body stands under `data`. */
  readonly envelope?: boolean;
  /** The content type of an upload that brings none of its own. */
  readonly uploadType?: string;
  /** Set where a success answer names what was made in `Location`. */
  readonly created?: Created;
  /** The phases in which the reference allows the operation. */
  readonly phases?: readonly string[];
}

/** How to read the id of what a call made. */
export interface Created {
  /** The template that the path in `Location` follows; its last parameter is the id. */
  readonly path: string;
  /** The name of that parameter. */
  readonly param: string;
  readonly integer?: boolean;
  /** The reference promises the header, so that an answer without any id cannot be used. */
  readonly promised?: boolean;
}

/** All operations of one API by operationId. */
export type OperationTable = Readonly<Record<string, Operation>>;
