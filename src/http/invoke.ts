import { addCallerStack } from "../errors/caller-stack.js";
import { type Answer, type CallBody, isOurs, startProgress, whenFinished } from "./call.js";
import { addEpilogue } from "./epilogue.js";
import { packBody } from "./input/body.js";
import { checkCallOptions, optionalObject } from "./input/check-options.js";
import type { UploadSettings } from "./input/files.js";
import { checkHeaders } from "./input/headers.js";
import { fillPath } from "./input/path.js";
import { writeQuery } from "./input/query.js";
import { letGo } from "./input/stream-source.js";
import type { Lifecycle } from "./lifecycle.js";
import type { Operation } from "./operation.js";
import type { CallOptions } from "./options.js";
import type { CallSettings, RequestWriter } from "./request-writer.js";
import type { Settings } from "./settings.js";
import { throwIfAborted } from "./time/cancellation.js";
import { startDeadline } from "./time/deadline.js";
import { unlessAborted } from "./time/waiting.js";

/** What a call sends. */
export interface CallInput {
  readonly path?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** Every option that a call of any kind knows. */
export type AnyCallOptions = CallOptions & UploadSettings & { readonly as?: "blob" | "stream" | undefined };

/** Carries out one operation. */
export type Invoke = (operation: Operation, input: CallInput, options?: AnyCallOptions) => Promise<Answer>;

/** What a call needs of its client. */
export interface Caller {
  readonly request: RequestWriter;
  readonly lifecycle: Lifecycle;
  readonly settings: Settings;
}

/**
 * Checks what a caller gave, and carries out the call from its beginning to its end.
 *
 * @throws RegInputError for what cannot be sent, RegClosedError after the client was closed
 */
export async function invoke(
  { request, lifecycle, settings }: Caller,
  operation: Operation,
  input: CallInput,
  options: AnyCallOptions,
): Promise<Answer> {
  const { id } = operation;
  checkCallOptions(options, id);
  const progress = startProgress();
  const { cancellation, end } = lifecycle.begin({ operation, progress }, options.signal);
  const deadline = options.deadline ?? settings.deadline;
  const endDeadline = startDeadline({ operation, progress, cancellation, deadline }, settings.clock);
  let body: CallBody | undefined;
  try {
    const path = fillPath(operation.path, optionalObject("path", input.path, id), id);
    const search = writeQuery(optionalObject("query", input.query, id), id);
    const headers = checkHeaders(options.headers, id);
    const uploadEncoding = options.uploadEncoding ?? settings.uploadEncoding;
    const packing = packBody(operation, input.body, { ...options, uploadEncoding }, cancellation);
    // Always awaited, so that what is aborted in the same turn sends nothing.
    const packed = await (packing instanceof Promise ? unlessAborted(packing, cancellation) : packing);
    body = packed.body;
    throwIfAborted(cancellation);
    const call: CallSettings = {
      operation,
      path,
      progress,
      cancellation,
      timeout: options.timeout ?? settings.timeout,
      deadline,
      priority: options.priority ?? settings.priority,
      stream: options.as === "stream",
    };
    const content = { search, body: packed.body, headers: { ...packed.headers, ...headers } };
    const answer = await request(call, content);
    whenFinished(answer, end);
    return answer;
  } catch (error) {
    end();
    letGo(body, error);
    if (isOurs(error, cancellation)) {
      addEpilogue(error, progress);
      addCallerStack(error);
    }
    throw error;
  } finally {
    endDeadline();
  }
}
