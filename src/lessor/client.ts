import { release, takeOver } from "../base/streams.js";
import type { ServiceAdapter } from "../document/adapter.js";
import { aServiceAdapter, operationsAtService, readAdapters } from "../document/adapter.js";
import { completeOptions, lessorVariables } from "../errors/environment.js";
import { RegInputError } from "../errors/errors.js";
import { anything, checkInput, custom, optionsSchema } from "../errors/input.js";
import type { LessorMethods } from "../generated/lessor/methods.js";
import { lessorOperations, lessorTokenOperations } from "../generated/lessor/operations.js";
import type { LessorRoutes } from "../generated/lessor/routes.js";
import { TokenCache } from "../http/authorization/token-cache.js";
import { isTokenStore, SharedTokenStore, type TokenStore, tokenKey } from "../http/authorization/token-store.js";
import { bindClient, type ClientControls } from "../http/client.js";
import { createExecute } from "../http/execute.js";
import { InFlightCalls } from "../http/in-flight.js";
import { clientFields } from "../http/option-schemas.js";
import type { ClientOptions } from "../http/options.js";
import type { RouteMethods } from "../http/routes.js";
import { resolveOptions } from "../http/settings.js";
import type { FleetSource, FleetSyncOptions, FleetSyncReport } from "./sync/types.js";
import { requestToken } from "./token-request.js";

/**
 * The options of a lessor client. By default, `throttle` limits only the requests in flight: the reference shows no
 * rate limit (lessor-api.md §8).
 */
export interface LessorClientOptions extends ClientOptions {
  /** The id that the operator issued (lessor-api.md §5). Default: the environment variable REG_CLIENT_ID. */
  readonly clientId?: string | undefined;
  /**
   * The secret for this id. It is a password: keep it out of code and logs (lessor-api.md §5). Default: the environment
   * variable REG_CLIENT_SECRET.
   */
  readonly clientSecret?: string | undefined;
  /**
   * Stores the token for the next run of a job and for other processes, so that they need not request their own. A
   * Keyv instance can be used. Default: the token stays in this client.
   *
   * The key is `reg-token:baseUrl=…&clientId=…` (form-encoded, without the secret). The value is JSON that contains
   * the token, which is a secret: keep the store as private as the clientSecret. A store that fails, or does not
   * respond within 2 seconds, is ignored.
   *
   * With `createRedisTokenStore` of `@reg/sdk/redis`, which encrypts the token, or another store with the function
   * `lock`, one of the processes requests a token, and the others wait for it, at most 15 seconds.
   */
  readonly tokenStore?: TokenStore | undefined;
  /**
   * Bridges differences between the service and the documents of this package: see docs/adapters.md. Of the two parts,
   * this client uses `lessor`. Default: the service has the form of the documents.
   */
  readonly adapter?: ServiceAdapter | undefined;
}

const operations = { ...lessorOperations, ...lessorTokenOperations };

interface LessorCalls extends LessorMethods, RouteMethods<LessorRoutes> {}

/**
 * A client for the lessor API: every operation by name, every path by HTTP method, fleet sync, and the controls of
 * every client.
 */
export interface LessorClient extends LessorCalls, ClientControls {
  /**
   * Sends a fleet and keeps it current: only what has changed since the service confirmed it is sent, each vehicle
   * before its related data (lessor-api.md §4). Run it again after an interruption: it continues where the last run
   * stopped.
   *
   * A vehicle that fails does not stop the run: read `ok` and `failures` of the report, which is also returned if the
   * run was stopped. `close` stops a run as its `signal` does.
   *
   * @throws RegInputError for options or a source that cannot be used
   * @throws RegStateError if the state cannot be used: in use, damaged, of another version or address, or not readable
   * @throws RegClosedError after `close`
   *
   * @example
   * const report = await lessor.sync(readFleet(), { state: "fleet.state" });
   * if (!report.ok) console.error(report.stopped, report.failures);
   */
  sync(source: FleetSource, options: FleetSyncOptions): Promise<FleetSyncReport>;
}

const lessorOptions = optionsSchema<LessorClientOptions>({
  ...clientFields,
  clientId: anything,
  clientSecret: anything,
  tokenStore: custom(
    isTokenStore,
    "must have the functions get, set and delete; lock, if there is one, must also be a function",
  ),
  adapter: aServiceAdapter,
});

/**
 * Creates a client for the lessor API. It requests a token on first use, shares it between all calls and renews it
 * shortly before it expires. Without `baseUrl`, `clientId` and `clientSecret`, it reads the environment variables
 * REG_LESSOR_BASE_URL, REG_CLIENT_ID and REG_CLIENT_SECRET, once.
 *
 * @example
 * const lessor = createLessorClient(); // or { baseUrl: "https://…", clientId, clientSecret }
 * await lessor.vehicles.put({ licensePlate: "AB-123-C" });
 *
 * @throws RegInputError for an option that is missing or cannot be used
 */
export function createLessorClient(given: LessorClientOptions = {}): LessorClient {
  checkInput(lessorOptions, given);
  const options = completeOptions(given, lessorVariables);
  const credentials = {
    clientId: checkCredential("clientId", options.clientId),
    clientSecret: checkCredential("clientSecret", options.clientSecret),
  };
  const adapters = readAdapters(options.adapter, "lessor", operations);
  const throttled = { ...options, throttle: options.throttle ?? { limit: Number.POSITIVE_INFINITY } };
  const settings = resolveOptions(throttled, { version: "v1", adapters });
  const { clock, throttle, baseUrl } = settings;
  // Token requests are not throttled: a paused throttle would keep calls from getting their token.
  const tokenCalls = new InFlightCalls(clock);
  const executeTokenRequest = createExecute({
    settings: { ...settings, throttle: undefined },
    inFlight: tokenCalls,
  });
  const { tokenStore } = options;
  const stored = tokenStore && new SharedTokenStore(tokenStore, tokenKey(baseUrl, credentials.clientId), clock);
  const tokens = new TokenCache(() => requestToken(executeTokenRequest, credentials), clock, stored);
  const inFlight = new InFlightCalls(clock);
  const execute = createExecute({ settings, inFlight, tokens });
  const client = bindClient<LessorCalls>(operationsAtService(lessorOperations, adapters), execute, {
    async close(options) {
      await inFlight.close(options);
      await tokenCalls.close({ abort: true });
    },
    throttleStatistics: () => throttle?.statistics(),
  });
  const { clientId } = credentials;
  const context = {
    vehicles: client.vehicles,
    owner: { baseUrl, clientId },
    clock,
    inFlight,
    throttle: client.throttleStatistics,
  };
  return Object.freeze({
    ...client,
    // An eighth of the package, which most programs do not need.
    async sync(source: FleetSource, options: FleetSyncOptions) {
      takeOver(source);
      try {
        return await (await import("./sync/sync.js")).syncFleet(source, options, context);
      } catch (error) {
        release(source);
        throw error;
      }
    },
  });
}

function checkCredential(field: string, value: unknown): string {
  if (typeof value !== "string" || value.trim() === "") throw new RegInputError(field, "must be a non-empty string");
  return value;
}
