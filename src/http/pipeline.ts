import { unlessAborted } from "../base/cancellation.js";
import { authorization, type TokenProvider } from "./authorization/authorization.js";
import { type AttemptLayer, notSent, type Send, type SendAttempt } from "./call/call.js";
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
const askWorkflow: AttemptLayer = (next) => async (attempt) => {
  const { workflow, cancellation } = attempt;
  try {
    if (workflow?.beforeSending !== undefined) await unlessAborted(workflow.beforeSending(), cancellation);
  } catch (error) {
    return notSent(error);
  }
  const noteEnd = workflow?.onSending?.();
  const result = await next(attempt);
  noteEnd?.();
  return result;
};
