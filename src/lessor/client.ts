import { RegInputError } from "../errors/errors.js";
import type { LessorMethods } from "../generated/lessor/methods.js";
import { lessorOperations } from "../generated/lessor/operations.js";
import type { LessorRoutes } from "../generated/lessor/routes.js";
import { bindClient, type ClientControls, type RouteMethods } from "../http/client.js";
import { createExecute } from "../http/execute.js";
import { InFlightCalls } from "../http/in-flight.js";
import { clientFields, closeOptions } from "../http/option-schemas.js";
import type { ClientOptions } from "../http/options.js";
import { resolveOptions } from "../http/settings.js";
import {
  isTokenStore,
  respectRetryAfter,
  StoredToken,
  TokenCache,
  type TokenStore,
  tokenKey,
} from "../http/token-cache.js";
import { addressWithout, anything, checkInput, optionsSchema } from "../http/validate.js";
import { requestToken } from "./token-request.js";

/** What a lessor client can be told. `throttle` is off by default: no limit is shown (lessor-api.md §8). */
export interface LessorClientOptions extends ClientOptions {
  /** The id that the operator handed out (lessor-api.md §5). */
  readonly clientId: string;
  /** The secret that goes with it: a password, to be kept out of code and logs (lessor-api.md §5). */
  readonly clientSecret: string;
  /**
   * Keeps the token for the next run of a job and for other processes, so that they need not ask for one of their
   * own; a Keyv instance will do. Default: the token stays in this client.
   *
   * The key is `reg-token:baseUrl=…&clientId=…` (form-encoded, without the secret). The value is JSON that holds the
   * token: a secret, so keep the store as private as the clientSecret. A store that fails, or does not answer
   * within 2 seconds, is ignored.
   */
  readonly tokenStore?: TokenStore | undefined;
}

interface LessorCalls extends LessorMethods, RouteMethods<LessorRoutes> {}

/** The lessor API: every operation by name, and every path by HTTP method; and what every client has. */
export interface LessorClient extends LessorCalls, ClientControls {}

const lessorOptions = optionsSchema<LessorClientOptions>({
  ...clientFields,
  baseUrl: addressWithout("v1"),
  clientId: anything,
  clientSecret: anything,
  tokenStore: anything,
});

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
  checkInput(lessorOptions, options);
  const credentials = {
    clientId: checkCredential("clientId", options.clientId),
    clientSecret: checkCredential("clientSecret", options.clientSecret),
  };
  const store = checkTokenStore(options.tokenStore);
  const settings = resolveOptions(options);
  const { clock, throttle, baseUrl } = settings;
  // The endpoint of the tokens has a budget of its own: behind the throttle's gate no call could get its token.
  const tokenCalls = new InFlightCalls(clock);
  const askForToken = createExecute({ settings: { ...settings, throttle: undefined }, calls: tokenCalls });
  const stored = store && new StoredToken(store, tokenKey(baseUrl, credentials.clientId), clock);
  const issue = respectRetryAfter(() => requestToken(askForToken, credentials), clock);
  const tokens = new TokenCache(issue, clock, stored);
  const calls = new InFlightCalls(clock);
  return bindClient<LessorCalls>(lessorOperations, createExecute({ settings, calls, tokens }), {
    async close(how = {}) {
      checkInput(closeOptions, how);
      await calls.close(how);
      await tokenCalls.close({ abort: true });
    },
    throttleStatistics: () => throttle?.statistics(),
  });
}

function checkCredential(field: string, value: unknown): string {
  if (typeof value !== "string" || value.trim() === "")
    throw new RegInputError(field, "must be a non-empty string");
  return value;
}

function checkTokenStore(value: unknown): TokenStore | undefined {
  if (value === undefined || isTokenStore(value)) return value;
  throw new RegInputError("tokenStore", "must have the functions get, set and delete");
}
