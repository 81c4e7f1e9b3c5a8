import type { FileHandling } from "./file-handling.js";
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
 * @param files undefined: no operation takes a file or answers with one
 */
export function createCaller(
  settings: Settings,
  lifecycle: Lifecycle,
  tokens: TokenSource | undefined,
  files?: FileHandling,
): Invoke {
  const limits = new TimeLimits(settings.clock);
  const send = buildPipeline(settings, tokens, limits, files);
  const caller = { send, lifecycle, limits, settings, files };
  return (operation, input, options) => invoke(caller, operation, input, options);
}
