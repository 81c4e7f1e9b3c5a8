import type { RegError } from "../errors/errors.js";
import { addCallerStack, addToMessage } from "../errors/messages.js";
import {
  type CallBody,
  type CallState,
  isSdkError,
  type Operation,
  type ParsedResponse,
  type Send,
  startCallState,
  whenFinished,
} from "./call.js";
import { throwIfAborted, unlessAborted } from "./cancellation.js";
import type { GiveUpReason } from "./events.js";
import type { FileHandling, UploadSettings } from "./files.js";
import type { InFlightCalls } from "./in-flight.js";
import type { CallOptions } from "./options.js";
import { checkHeaders, packBody, writeUrl } from "./request.js";
import type { ResolvedOptions } from "./settings.js";
import { startDeadline } from "./timeouts.js";
import { checkCallOptions } from "./validate.js";

const reasons: Readonly<Record<GiveUpReason, string>> = {
  retries: "there were as many retries as retry.retries allows",
  budget: "the client's retry budget is used up, as it is in an outage",
  deadline: "the deadline would pass before",
  "retry-after": "the service asks for a longer pause than retry.maxRetryAfter",
};

/**
 * Adds to the message of a call's error what only the whole call knows: why there was no further attempt, and whether
 * something may have been carried out. What one reads first in the night must not hide it in a property.
 */
function addFailureSummary(error: RegError, { attempts, requests }: CallState): void {
  const { current, failures, gaveUp } = attempts;
  if (error.attempts.length === 0) error.attempts = [...failures];
  const sentences = [
    gaveUp && `Given up after ${current === 1 ? "1 attempt" : `${current} attempts`}: ${reasons[gaveUp]}`,
    error.outcome === "unknown" &&
      "It may have been carried out: look (reconcile does) before you send it again",
    (error.kind === "timeout" || error.kind === "closed") && requests.sent === 0 && "Nothing was sent",
  ];
  const said = sentences.filter((sentence) => typeof sentence === "string");
  if (said.length > 0) addToMessage(error, said.join(". "));
}

/** What a call sends. */
export interface CallInput {
  readonly path?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** Every option that a call of any kind knows. */
export type AnyCallOptions = CallOptions & UploadSettings & { readonly as?: "blob" | "stream" | undefined };

/**
 * Carries out one operation, and resolves to what `resultOf` makes of its answer. That may throw, but not of an answer
 * whose body is handed out as a stream: nobody would close it.
 */
export type Execute = <Result>(
  operation: Operation,
  input: CallInput,
  options: AnyCallOptions | undefined,
  resultOf: (answer: ParsedResponse) => Result,
) => Promise<Result>;

/** What a call needs of its client. */
export interface Caller {
  readonly send: Send;
  readonly lifecycle: InFlightCalls;
  readonly settings: ResolvedOptions;
  /** Undefined: no operation takes a file or answers with one. */
  readonly files: FileHandling | undefined;
}

/**
 * Checks what a caller gave, and carries out the call from its beginning to its end.
 *
 * @throws RegInputError for what cannot be sent, RegClosedError after the client was closed
 */
export async function execute<Result>(
  { send, lifecycle, settings, files }: Caller,
  operation: Operation,
  input: CallInput,
  options: AnyCallOptions = none,
  resultOf: (answer: ParsedResponse) => Result,
): Promise<Result> {
  const { id } = operation;
  if (options !== none) checkCallOptions(options, id, files?.callOptions);
  const state = startCallState();
  const { signal } = options;
  const running = lifecycle.begin({ operation, state }, signal);
  const { cancellation } = running;
  const deadlineMs = options.deadline ?? settings.deadline;
  const deadline = startDeadline({ operation, state, cancellation }, deadlineMs, settings.clock);
  let body: CallBody | undefined;
  try {
    const url = writeUrl(settings.baseUrl, operation, input);
    const ownHeaders = checkHeaders(options.headers, id);
    const packing = packBody(operation, input.body, options, settings.uploadEncoding, cancellation, files);
    // Always awaited, so that what is aborted in the same turn sends nothing.
    const packed = await (packing instanceof Promise ? unlessAborted(packing, cancellation) : packing);
    body = packed.body;
    throwIfAborted(cancellation);
    const accept = operation.output === "binary" ? "*/*" : "application/json";
    const answer = await send({
      operation,
      url,
      headers: { ...settings.headers, accept, ...packed.headers, ...ownHeaders },
      body,
      state,
      cancellation,
      signal: undefined,
      timeout: options.timeout ?? settings.timeout,
      endsAt: 0,
      deadline,
      priority: options.priority ?? settings.priority,
      stream: options.as === "stream",
    });
    whenFinished(answer, () => lifecycle.end(running));
    return resultOf(answer);
  } catch (error) {
    lifecycle.end(running);
    files?.cancelStream(body, error);
    if (isSdkError(error, cancellation)) {
      addFailureSummary(error, state);
      addCallerStack(error);
    }
    throw error;
  } finally {
    deadline?.cancel();
  }
}

const none: AnyCallOptions = {};
