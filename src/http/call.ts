import { type AttemptRecord, type Outcome, RegError } from "../errors/reg-error.js";
import type { GiveUpReason } from "./diagnostics/events.js";
import type { Operation } from "./operation.js";
import type { CallCancellation } from "./time/cancellation.js";

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
  readonly progress: Progress;
}

/** The state of a call. */
export interface Progress {
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
export function startProgress(): Progress {
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
export function doubtOnceSent({ effects }: Operation): Outcome | undefined {
  return effects === "read" ? undefined : "unknown";
}

/** What is known of a call that ends now, without an answer. */
export function outcomeOf({
  operation,
  progress,
}: Pick<Call, "operation" | "progress">): Outcome | undefined {
  if (progress.uncertain) return "unknown";
  return progress.inFlight ? doubtOnceSent(operation) : undefined;
}

/** Whether the layers may add to an error what they know: not if it is the reason with which a caller ended the call. */
export function isOurs(error: unknown, { byCaller, reason }: CallCancellation): error is RegError {
  return error instanceof RegError && !(byCaller && error === reason);
}

/** A success answer, read and parsed. */
export interface Answer {
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
export function whenFinished(answer: Answer, release: () => void): void {
  if (answer.finished === undefined) release();
  else void answer.finished.then(release);
}

/** Sends a call and resolves to its success answer; everything else rejects. */
export type Send = (call: Call) => Promise<Answer>;

/** One concern on the way of every call. */
export type Layer = (next: Send) => Send;
