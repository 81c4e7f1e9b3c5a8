import { authorization, reauthenticate, type TokenProvider } from "./auth.js";
import type { Layer, Send } from "./call.js";
import { observeAttempt, observeCall } from "./diagnostics.js";
import { retry } from "./retry.js";
import type { ResolvedOptions } from "./settings.js";
import { throttled } from "./throttle/layer.js";
import { AbortControllerPool, attemptTimeout } from "./timeouts.js";
import { transport } from "./transport.js";

/**
 * The layers of every call, from the outermost to the transport. The README explains their order; `execute` checks the
 * input and starts the deadline before.
 *
 * @param tokens undefined: requests have no token
 */
export function buildPipeline(settings: ResolvedOptions, tokens: TokenProvider | undefined): Send {
  const { clock, emit, reuseSignals, throttle } = settings;
  const layers: readonly (Layer | undefined)[] = [
    emit && observeCall(clock, emit),
    retry(settings.retry, settings),
    tokens && reauthenticate(tokens, clock),
    throttle && throttled(throttle, settings.retry.maxRetryAfter, settings),
    tokens && authorization(tokens, clock, emit),
    emit && observeAttempt(clock, emit),
    attemptTimeout(clock, new AbortControllerPool(reuseSignals)),
  ];
  return layers.reduceRight<Send>((next, layer) => layer?.(next) ?? next, transport(settings));
}
