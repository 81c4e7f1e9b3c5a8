import { authorization, reauthenticate, type TokenProvider } from "./auth.js";
import type { Layer, Send } from "./call.js";
import { observeAttempt, observeCall } from "./diagnostics.js";
import { retry } from "./retry.js";
import type { ResolvedOptions } from "./settings.js";
import { throttled } from "./throttle/layer.js";
import { AbortControllerPool, attemptTimeout } from "./timeouts.js";
import { transport } from "./transport.js";

/**
 * The layers of every call, from the outermost to the transport. docs/retries.md explains their order; `execute` checks the
 * input and starts the deadline before.
 *
 * @param tokens undefined: requests have no token
 */
export function buildPipeline(settings: ResolvedOptions, tokens: TokenProvider | undefined): Send {
  const { emit, throttle } = settings;
  const layers: readonly (Layer | undefined)[] = [
    emit && observeCall(emit, settings),
    retry(settings),
    tokens && reauthenticate(tokens, settings),
    throttle && throttled(throttle, settings),
    tokens && authorization(tokens, settings),
    emit && observeAttempt(emit, settings),
  ];
  const startAttempt = attemptTimeout(new AbortControllerPool(settings.reuseSignals), settings);
  return layers.reduceRight<Send>((next, layer) => layer?.(next) ?? next, startAttempt(transport(settings)));
}
