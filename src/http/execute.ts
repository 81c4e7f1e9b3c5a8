import { throwIfAborted } from "../base/cancellation.js";
import type { Operation } from "../document/operation.js";
import type { RegError } from "../errors/errors.js";
import { asInput, checkInput, type Schema } from "../errors/input.js";
import { addToMessage, completeError } from "../errors/messages.js";
import type { TokenProvider } from "./authorization/authorization.js";
import {
  type AttemptHistory,
  type Call,
  isOwnError,
  type ParsedResponse,
  type SendAttempt,
  startHistory,
  whenFinished,
} from "./call/call.js";
import { giveUpTexts } from "./call/events.js";
import { partOfWorkflow, repeatedRead } from "./call/options.js";
import { startDeadline } from "./call/timeouts.js";
import { describeFailure, describeSuccess } from "./diagnostics/diagnostics.js";
import type { InFlightCalls } from "./in-flight.js";
import { callOptions } from "./option-schemas.js";
import { buildPipeline } from "./pipeline.js";
import { buildRequest, type CallInput } from "./request.js";
import { type ResolvedOptions, resolveRetry } from "./settings.js";
import { cancelStream, takeUpload } from "./transport/files.js";

/**
 * Executes an operation and returns what `read` makes of the response. `read` may throw, except for a response whose
 * body is returned as a stream, because nothing would close that stream.
 *
 * @throws RegInputError for input that cannot be sent, RegClosedError after the client was closed
 */
export type Execute = <Result>(operation: Operation, input: CallInput, read: Read<Result>) => Promise<Result>;

type Read<Result> = (response: ParsedResponse) => Result;

/** The parts that all calls of a client share. */
export interface SharedParts {
  readonly settings: ResolvedOptions;
  readonly inFlight: InFlightCalls;
  /** Undefined: requests carry no token. */
  readonly tokens?: TokenProvider | undefined;
  /** The options of a call. Default: those of an API without files. */
  readonly optionsOfCall?: Schema;
}

/** In the middle between 0 (first) and 9 (last). */
const defaultPriority = 5;

/** Creates the function that executes every call of a client, named and path-typed. */
export function createExecute({ settings, inFlight, tokens, optionsOfCall = callOptions }: SharedParts): Execute {
  const { takeTurn, makeAttempts } = buildPipeline(settings, tokens);
  const { clock, emit } = settings;
  return (operation, input, read) =>
    operation.input === "binary" ? executeUpload(operation, input, read) : execute(operation, input, read);

  /** Closes the stream of a call that ends before it was read, whatever the reason is. */
  async function executeUpload<Result>(operation: Operation, input: CallInput, read: Read<Result>): Promise<Result> {
    const body = asInput("file", operation.id, () => takeUpload(input.body, operation.id));
    try {
      return await execute(operation, { ...input, body }, read);
    } catch (error) {
      cancelStream(body, error);
      throw error;
    }
  }

  async function execute<Result>(operation: Operation, input: CallInput, read: Read<Result>): Promise<Result> {
    const { options = {} } = input;
    if (input.options !== undefined) checkInput(optionsOfCall, options, { operationId: operation.id });
    const history = startHistory();
    // Now, because the caller may change the options while the request is built.
    const { [partOfWorkflow]: workflow, [repeatedRead]: repeated, as } = options;
    const { timeout = settings.timeout, priority = defaultPriority } = options;
    const retry = resolveRetry(options.retry, settings.retry);
    const cancellation = inFlight.begin(operation.id, options.signal, workflow !== undefined);
    const deadline = startDeadline(operation.id, options.deadline ?? settings.deadline, { cancellation, clock });
    let call: Call;
    try {
      const { url, headers, body } = await buildRequest(operation, input, { settings, cancellation });
      // The call may have been aborted since the request was built; then nothing is sent.
      throwIfAborted(cancellation);
      call = {
        operation,
        url,
        headers,
        body,
        history,
        cancellation,
        timeout,
        deadline,
        retry,
        priority,
        workflow,
        repeated,
        stream: as === "stream",
        begunAt: clock.monotonic(),
        read,
      };
    } catch (error) {
      fail({ operation, history, cancellation, deadline, workflow }, error);
      throw error;
    }
    emit?.(call, { type: "request" });
    history.current = 1;
    // Thousands of calls may wait for their first turn. Until then, only the call is in memory.
    return takeTurn(call, complete) as Promise<Result>;
  }

  async function complete(call: Call, sendFirst: SendAttempt): Promise<unknown> {
    try {
      const response = await makeAttempts(call, sendFirst);
      whenFinished(response, () => inFlight.end(call.cancellation));
      call.deadline?.cancel();
      const result = call.read(response);
      emit?.(call, describeSuccess(call, response, clock));
      return result;
    } catch (error) {
      // First, so that the call has ended even if the reason of the caller cannot be described.
      fail(call, error);
      emit?.(call, describeFailure(call, error, clock));
      throw error;
    }
  }

  /** Ends a call that has failed. Its error may be one of the client, or the reason with which the caller aborted it. */
  function fail({ operation, history, cancellation, deadline, workflow }: BegunCall, error: unknown): void {
    deadline?.cancel();
    inFlight.end(cancellation);
    workflow?.onFailure?.(history.outcome);
    if (!isOwnError(error, cancellation)) return;
    error.outcome ??= history.outcome;
    addFailureSummary(error, operation, history);
    completeError(error);
  }
}

/** A call whose request may not have been built. */
type BegunCall = Pick<Call, "operation" | "history" | "cancellation" | "deadline" | "workflow">;

/**
 * Adds to an error what only the whole call knows: its attempts, why there was no further one, and whether the request
 * may have been processed. On-call engineers read the message first, so properties are not enough.
 */
function addFailureSummary(error: RegError, { id, effects, input }: Operation, history: AttemptHistory): void {
  const { current, failures, gaveUp, wasSent } = history;
  error.attempts = [...failures];
  if (gaveUp !== undefined) {
    const count = current === 1 ? "1 attempt" : `${current} attempts`;
    addToMessage(error, `Given up after ${count}: ${giveUpTexts[gaveUp]}`);
  }
  // The lookups for `reconcile` find requests and invoices, but no files.
  const lookup = input === "binary" ? `${id.replace(/\w+$/, "list")} shows it` : "reconcile does";
  if (error.outcome === "unknown")
    addToMessage(
      error,
      effects === "idempotent"
        ? "The service may have processed it; sending it again does no harm"
        : `The service may have processed it: check (${lookup}) before you send it again`,
    );
  if ((error.kind === "timeout" || error.kind === "closed") && !wasSent) addToMessage(error, "Nothing was sent");
}
