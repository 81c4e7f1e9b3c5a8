import { throwIfAborted } from "../base/cancellation.js";
import type { Operation } from "../document/operation.js";
import type { RegError } from "../errors/errors.js";
import { asInput, checkInput, type Schema } from "../errors/input.js";
import { addToMessage, completeError } from "../errors/messages.js";
import type { TokenProvider } from "./authorization/authorization.js";
import { type AttemptHistory, isOwnError, type ParsedResponse, startHistory, whenFinished } from "./call/call.js";
import { giveUpTexts } from "./call/events.js";
import { partOfWorkflow } from "./call/options.js";
import { startDeadline } from "./call/timeouts.js";
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
  const send = buildPipeline(settings, tokens);
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
    const { [partOfWorkflow]: workflow } = options;
    const running = inFlight.begin(operation.id, options.signal, workflow !== undefined);
    const { cancellation } = running;
    const deadline = startDeadline(operation.id, options.deadline ?? settings.deadline, {
      cancellation,
      clock: settings.clock,
    });
    try {
      const { url, headers, body } = await buildRequest(operation, input, { settings, cancellation });
      // The call may have been aborted since the request was built; then nothing is sent.
      throwIfAborted(cancellation);
      const call = {
        operation,
        url,
        headers,
        body,
        history,
        cancellation,
        timeout: options.timeout ?? settings.timeout,
        deadline,
        retry: resolveRetry(options.retry, settings.retry),
        priority: options.priority ?? defaultPriority,
        workflow,
        stream: options.as === "stream",
      };
      return await send(call, (response) => {
        whenFinished(response, () => inFlight.end(running));
        return read(response);
      });
    } catch (error) {
      inFlight.end(running);
      workflow?.onFailure?.(history.outcome);
      if (isOwnError(error, cancellation)) {
        error.outcome ??= history.outcome;
        addFailureSummary(error, operation, history);
        completeError(error);
      }
      throw error;
    } finally {
      deadline?.cancel();
    }
  }
}

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
