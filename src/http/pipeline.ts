import { authorization, createTokenRenewal, type TokenProvider } from "./auth.js";
import type { Layer, Send } from "./call.js";
import { observeAttempt, observeCall } from "./diagnostics.js";
import { retry } from "./retry.js";
import type { ResolvedOptions } from "./settings.js";
import { takeUnit } from "./throttle/layer.js";
import { AbortControllerPool, startAttempt } from "./timeouts.js";
import { transport } from "./transport.js";

/**
 * The layers of every call, from the outermost to the transport. docs/retries.md explains their order. `execute`
 * has checked the input and started the deadline before them.
 *
 * @param tokens undefined: requests have no token
 */
export function buildPipeline(settings: ResolvedOptions, tokens: TokenProvider | undefined): Send {
  const { emit, throttle } = settings;
  const layers: readonly (Layer | undefined)[] = [
    emit && observeCall(emit, settings),
    retry(settings),
    tokens && authorization(tokens, settings),
    throttle && takeUnit(throttle, settings, tokens && createTokenRenewal(tokens, settings)),
    emit && observeAttempt(emit, settings),
  ];
  const controllers = new AbortControllerPool(settings.reuseSignals);
  const sendAttempt = startAttempt(controllers, settings)(transport(settings));
  return layers.reduceRight<Send>((next, layer) => layer?.(next) ?? next, sendAttempt);
}
