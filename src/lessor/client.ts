import { RegInputError } from "../errors/client-errors.js";
import type { LessorMethods } from "../generated/lessor/methods.js";
import { lessorOperations } from "../generated/lessor/operations.js";
import type { LessorRoutes } from "../generated/lessor/routes.js";
import { createCaller } from "../http/client.js";
import { bindClient } from "../http/client-shape.js";
import { checkClientOptions } from "../http/input/check-options.js";
import type { ClientOptions } from "../http/options.js";
import type { RouteMethods } from "../http/routes.js";
import { systemClock } from "../http/time/clock.js";
import { TokenCache } from "../http/tokens/token-cache.js";
import { requestToken } from "./token-request.js";

/** What a lessor client can be told. `throttle` is off by default: no limit is shown (lessor-api.md §8). */
export interface LessorClientOptions extends ClientOptions {
  /** The id that the operator handed out (lessor-api.md §5). */
  readonly clientId: string;
  /** The secret that goes with it: a password, to be kept out of code and logs (lessor-api.md §5). */
  readonly clientSecret: string;
}

/** The lessor API: every operation by name, and every path by HTTP method. */
export interface LessorClient extends LessorMethods, RouteMethods<LessorRoutes> {}

/**
 * Makes a client for the lessor API (lessor-api.md). It asks for a token when it is first used, keeps it for its
 * lifetime, shares it between concurrent calls and renews it shortly before it expires.
 *
 * @example
 * const lessor = createLessorClient({ baseUrl: "https://…", clientId, clientSecret });
 * await lessor.vehicles.put({ licensePlate: "AB-123-C" });
 *
 * @throws RegInputError for an option that cannot be used
 */
export function createLessorClient(options: LessorClientOptions): LessorClient {
  checkClientOptions(options);
  const credentials = {
    clientId: checkCredential("clientId", options.clientId),
    clientSecret: checkCredential("clientSecret", options.clientSecret),
  };
  const askForToken = createCaller({ ...options, throttle: false }, undefined);
  const tokens = new TokenCache(() => requestToken(askForToken, credentials), options.clock ?? systemClock);
  return bindClient<LessorClient>(lessorOperations, createCaller(options, tokens));
}

function checkCredential(field: string, value: unknown): string {
  if (typeof value !== "string" || value.trim() === "")
    throw new RegInputError(field, "must be a non-empty string");
  return value;
}
