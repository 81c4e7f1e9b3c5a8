import { unlessAborted } from "../base/cancellation.js";
import { authorization, type TokenProvider } from "./authorization/authorization.js";
import { type Attempt, type AttemptLayer, notSent, type Send, type SendAttempt } from "./call/call.js";
import type { WorkflowPart } from "./call/options.js";
import { observeAttempt, observeCall } from "./diagnostics/diagnostics.js";
import { retry } from "./retry.js";
import type { ResolvedOptions } from "./settings.js";
import { takeUnit } from "./throttle/layer.js";

/**
 * The layers of every call, from the outermost to the one that sends and reads; docs/retries.md explains their order. `execute` has
 * checked the input and started the deadline before them. Below the retry layer, a layer receives one attempt and
 * returns its result.
 *
 * @param tokens undefined: requests have no token
 */
export function buildPipeline(settings: ResolvedOptions, tokens: TokenProvider | undefined): Send {
  const { emit, throttle } = settings;
  const attemptLayers: readonly (AttemptLayer | undefined)[] = [
    throttle && takeUnit(throttle, settings),
    tokens && authorization(tokens, settings),
    askWorkflow,
    emit && observeAttempt(emit, settings),
  ];
  const sendAttempt = attemptLayers.reduceRight<SendAttempt>(
    (next, layer) => layer?.(next) ?? next,
    settings.sendAttempt,
  );
  const sendCall = retry(settings)(sendAttempt);
  return emit === undefined ? sendCall : observeCall(emit, settings)(sendCall);
}

/** Asks a workflow after all waits whether to send the request, and tells it when the request is in flight. */
const askWorkflow: AttemptLayer = (next) => {
  const ask = async (attempt: Attempt, { beforeSending, onSending }: WorkflowPart) => {
    try {
      if (beforeSending !== undefined) await unlessAborted(beforeSending(), attempt.cancellation);
    } catch (error) {
      return notSent(error);
    }
    const noteEnd = onSending?.();
    const result = await next(attempt);
    noteEnd?.();
    return result;
  };
  return (attempt) => (attempt.workflow === undefined ? next(attempt) : ask(attempt, attempt.workflow));
};
