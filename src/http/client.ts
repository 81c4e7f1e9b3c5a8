import { type Invoke, invoke } from "./invoke.js";
import type { Lifecycle } from "./lifecycle.js";
import { buildPipeline } from "./pipeline.js";
import { requestWriter } from "./request-writer.js";
import type { Settings } from "./settings.js";
import type { TokenSource } from "./tokens/token-source.js";

/**
 * What every client is made of: the settings, the layers, and openapi-fetch in front of them.
 *
 * @param tokens undefined: requests carry no token
 */
export function createCaller(
  settings: Settings,
  lifecycle: Lifecycle,
  tokens: TokenSource | undefined,
): Invoke {
  const send = buildPipeline(settings, tokens);
  const request = requestWriter(settings.baseUrl, settings.headers, send);
  const caller = { request, lifecycle, settings };
  return (operation, input, options = {}) => invoke(caller, operation, input, options);
}
