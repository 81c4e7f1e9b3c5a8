import type { Features } from "./features.js";
import { type Invoke, invoke } from "./invoke.js";
import type { Lifecycle } from "./lifecycle.js";
import { buildPipeline } from "./pipeline.js";
import type { Settings } from "./settings.js";
import { TimeLimits } from "./time/time-limits.js";
import type { TokenSource } from "./tokens/token-source.js";

/**
 * What every client is made of: the settings, and the layers.
 *
 * @param tokens undefined: requests carry no token
 * @param features what the API needs beyond what all do
 */
export function createCaller(
  settings: Settings,
  lifecycle: Lifecycle,
  tokens: TokenSource | undefined,
  features: Features = {},
): Invoke {
  const limits = new TimeLimits(settings.clock, settings.armTimer);
  const send = buildPipeline(settings, tokens, limits, features);
  const caller = { send, lifecycle, limits, settings, files: features.files };
  return (operation, input, options, resultOf) => invoke(caller, operation, input, options, resultOf);
}
