import { unlessAborted } from "../base/cancellation.js";
import { authorization, type TokenProvider } from "./authorization/authorization.js";
import { type Attempt, type AttemptLayer, notSent, type SendAttempt, type TakeTurn } from "./call/call.js";
import type { WorkflowPart } from "./call/options.js";
import { observeAttempt } from "./diagnostics/diagnostics.js";
import { type MakeAttempts, retry } from "./retry.js";
import type { ResolvedOptions } from "./settings.js";
import { takeUnit } from "./throttle/layer.js";

/** What `execute` does with a call. */
interface Pipeline {
  readonly takeTurn: TakeTurn;
  readonly makeAttempts: MakeAttempts;
}

/**
 * The layers of every attempt, from the outermost to the one that sends and reads; docs/retries.md explains their order.
 * `execute` has checked the input and started the deadline before them. A layer receives one attempt and returns its
 * result. Each attempt begins with its turn; the first turn of a call comes before everything else.
 *
 * @param tokens undefined: requests have no token
 */
export function buildPipeline(settings: ResolvedOptions, tokens: TokenProvider | undefined): Pipeline {
  const { emit, throttle } = settings;
  const attemptLayers: readonly (AttemptLayer | undefined)[] = [
    tokens && authorization(tokens, settings),
    askWorkflow,
    emit && observeAttempt(emit, settings),
  ];
  const sendAttempt = attemptLayers.reduceRight<SendAttempt>(
    (next, layer) => layer?.(next) ?? next,
    settings.sendAttempt,
  );
  const takeTurn: TakeTurn =
    throttle === undefined ? (call, next) => next(call, sendAttempt) : takeUnit(throttle, settings, sendAttempt);
  return { takeTurn, makeAttempts: retry(settings, takeTurn) };
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
