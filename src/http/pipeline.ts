import { authorization, reauthenticate, type TokenProvider } from "./auth.js";
import type { Layer, Send } from "./call.js";
import { observeAttempt, observeCall } from "./diagnostics.js";
import { retry } from "./retry.js";
import type { ResolvedOptions } from "./settings.js";
import { throttled } from "./throttle/layer.js";
import { AbortControllerPool, attemptTimeout, type TimeLimits } from "./timeouts.js";
import { transport } from "./transport.js";

/**
 * The way of every call, from the outermost layer to the wire. The order is explained in the README;
 * outside it, `execute` checks the input and starts the deadline.
 *
 * @param tokens undefined: requests carry no token
 */
export function buildPipeline(
  settings: ResolvedOptions,
  tokens: TokenProvider | undefined,
  limits: TimeLimits,
): Send {
  const { clock, emit, reuseSignals, throttle } = settings;
  const layers: readonly (Layer | undefined)[] = [
    emit && observeCall(clock, emit),
    retry(settings.retry, settings),
    tokens && reauthenticate(tokens, clock),
    throttle && throttled(throttle, settings.retry.maxRetryAfter, settings),
    tokens && authorization(tokens, clock, emit),
    emit && observeAttempt(clock, emit),
    attemptTimeout(limits, new AbortControllerPool(reuseSignals)),
  ];
  const wire = transport(settings);
  return layers.reduceRight<Send>((next, layer) => (layer === undefined ? next : layer(next)), wire);
}
