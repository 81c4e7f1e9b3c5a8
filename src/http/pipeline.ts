import type { Layer, Send } from "./call.js";
import { diagnostics } from "./diagnostics/diagnostics.js";
import { observeAttempt } from "./diagnostics/observe-attempt.js";
import type { Features } from "./features.js";
import { retry } from "./retry/retry.js";
import type { Settings } from "./settings.js";
import { throttled } from "./throttle/throttled.js";
import { attemptTimeout } from "./time/attempt-timeout.js";
import { SpareControllers } from "./time/spare-controllers.js";
import type { TimeLimits } from "./time/time-limits.js";
import { authorization } from "./tokens/authorization.js";
import { replayUnauthorized } from "./tokens/replay.js";
import type { TokenSource } from "./tokens/token-source.js";
import { transport } from "./wire/transport.js";

/**
 * The way of every call, from the outermost layer to the wire. The order is explained in the README;
 * outside it, `invoke` checks the input and starts the deadline.
 *
 * @param tokens undefined: requests carry no token
 */
export function buildPipeline(
  settings: Settings,
  tokens: TokenSource | undefined,
  limits: TimeLimits,
  features: Features,
): Send {
  const { clock, emit, reuseSignals, throttle } = settings;
  const layers: readonly (Layer | undefined)[] = [
    emit && diagnostics(clock, emit),
    retry(settings.retry, settings),
    tokens && replayUnauthorized(tokens, clock),
    throttle && throttled(throttle, settings.retry.maxRetryAfter, settings),
    tokens && authorization(tokens, clock, emit),
    emit && observeAttempt(clock, emit),
    attemptTimeout(limits, new SpareControllers(reuseSignals)),
  ];
  const wire = transport(settings, features);
  return layers.reduceRight<Send>((next, layer) => (layer === undefined ? next : layer(next)), wire);
}
