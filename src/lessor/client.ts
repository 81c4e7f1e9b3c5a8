import { release, takeOver } from "../base/streams.js";
import type { ServiceAdapter } from "../document/adapter.js";
import { aServiceAdapter, operationsAtService, readAdapters } from "../document/adapter.js";
import { completeOptions, lessorVariables } from "../errors/environment.js";
import { RegInputError } from "../errors/errors.js";
import { anything, custom, optionsSchema, takeOptions } from "../errors/input.js";
import type { LessorMethods } from "../generated/lessor/methods.js";
import { lessorOperations, lessorTokenOperations } from "../generated/lessor/operations.js";
import type { LessorRoutes } from "../generated/lessor/routes.js";
import { TokenCache } from "../http/authorization/token-cache.js";
import { isTokenStore, SharedTokenStore, type TokenStore, tokenKey } from "../http/authorization/token-store.js";
import { type ClientControls, type ClientCore, clientClass, type Members } from "../http/client.js";
import { createExecute, type Execute } from "../http/execute.js";
import { type CloseOptions, InFlightCalls } from "../http/in-flight.js";
import { checkDerivedOptions, clientFields } from "../http/option-schemas.js";
import type { ClientOptions, DerivedOptions } from "../http/options.js";
import { RetryBudget } from "../http/retry.js";
import type { RouteMethods } from "../http/routes.js";
import { changeSettings, type ResolvedOptions, resolveOptions } from "../http/settings.js";
import type { Throttle } from "../http/throttle/throttle.js";
import type { FleetSource, FleetSyncOptions, FleetSyncReport } from "./sync/types.js";
import { type ClientCredentials, requestToken } from "./token-request.js";

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

/**
 * The options in which a derived client can differ. With another `clientId` and its `clientSecret` it has a token and a
 * throttle of its own, unless its options or those of the first client contain a throttle that several clients share.
 */
export interface DerivedLessorOptions extends DerivedOptions {
  /** With its `clientSecret`; undefined is rejected. Default: that of the client from which it is derived. */
  readonly clientId?: string;
  /** That of `clientId`; undefined is rejected. */
  readonly clientSecret?: string;
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
  /**
   * Creates a client that differs in these options, such as `clientId` and `clientSecret` of another lessor, and shares
   * everything else: the transport with its connections, the token store, adapters, validators, and the code of its
   * methods. It is small and quickly made.
   *
   * With other credentials, it has a token and a throttle of its own; otherwise it shares those of this client. `close`
   * ends its own calls only; closing the first client ends those of all.
   *
   * @throws RegInputError for an option that cannot be used, or is the same in all derived clients, such as `baseUrl`
   *
   * @example
   * const patient = lessor.withOptions({ timeout: 120_000 });
   */
  withOptions(options: DerivedLessorOptions): LessorClient;
}

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
  const options = completeOptions(takeOptions(lessorOptions, given), lessorVariables);
  const adapters = readAdapters(options.adapter, "lessor", operations);
  const throttled = { ...options, throttle: options.throttle ?? { limit: Number.POSITIVE_INFINITY } };
  const settings = resolveOptions(throttled, { version: "v1", adapters });
  const Client = clientClass(operationsAtService(lessorOperations, adapters), lessorMembers) as ClientClass;
  const common: CommonParts = { Client, tokenStore: options.tokenStore };
  const { clock } = settings;
  const account = createAccount(options, { settings, common, tokenCalls: new InFlightCalls(clock) });
  return new LessorCore({ settings, account, inFlight: new InFlightCalls(clock), common }).client;
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

type ClientClass = new (core: LessorCore) => LessorClient;

/** Whose fleet a client sends. */
interface Account {
  readonly credentials: ClientCredentials;
  readonly tokens: TokenCache;
  readonly tokenCalls: InFlightCalls;
  /** How many clients of the account are not closed: with the last one, its token requests end. */
  openClients: number;
}

/** What all clients share that are derived from one. */
interface CommonParts {
  readonly Client: ClientClass;
  readonly tokenStore: TokenStore | undefined;
}

interface CoreParts {
  readonly settings: ResolvedOptions;
  readonly account: Account;
  readonly inFlight: InFlightCalls;
  readonly common: CommonParts;
}

interface AccountParts {
  readonly settings: ResolvedOptions;
  readonly common: CommonParts;
  readonly tokenCalls: InFlightCalls;
}

function createAccount(
  { clientId, clientSecret }: Pick<LessorClientOptions, keyof ClientCredentials>,
  { settings, common, tokenCalls }: AccountParts,
): Account {
  const credentials = {
    clientId: checkCredential("clientId", clientId),
    clientSecret: checkCredential("clientSecret", clientSecret),
  };
  const { baseUrl, clock, retryBudget } = settings;
  // Token requests are not throttled: a paused throttle would keep calls from getting their token.
  const own = { ...settings, throttle: undefined, retryBudget: retryBudget && new RetryBudget() };
  const execute = createExecute({ settings: own, inFlight: tokenCalls });
  const { tokenStore } = common;
  const stored = tokenStore && new SharedTokenStore(tokenStore, tokenKey(baseUrl, credentials.clientId), clock);
  const tokens = new TokenCache(() => requestToken(execute, credentials), clock, stored);
  return { credentials, tokens, tokenCalls, openClients: 0 };
}

function checkCredential(field: string, value: unknown): string {
  if (typeof value !== "string" || value.trim() === "") throw new RegInputError(field, "must be a non-empty string");
  return value;
}

/** What the members of a client share. */
class LessorCore implements ClientCore {
  readonly #parts: CoreParts;
  readonly client: LessorClient;
  #execute: Execute | undefined;
  #isOpen = true;

  constructor(parts: CoreParts) {
    this.#parts = parts;
    this.client = Object.freeze(new parts.common.Client(this));
    parts.account.openClients += 1;
  }

  get throttle(): Throttle | undefined {
    return this.#parts.settings.throttle;
  }

  get execute(): Execute {
    const { settings, inFlight, account } = this.#parts;
    this.#execute ??= createExecute({ settings, inFlight, tokens: account.tokens });
    return this.#execute;
  }

  async close(options?: CloseOptions): Promise<void> {
    const { inFlight, account } = this.#parts;
    await inFlight.close(options);
    if (this.#isOpen) account.openClients -= 1;
    this.#isOpen = false;
    // Another client of the account may wait for its token.
    if (inFlight.isFirst || account.openClients === 0) await account.tokenCalls.close({ abort: true });
  }

  async sync(source: FleetSource, options: FleetSyncOptions): Promise<FleetSyncReport> {
    const { client } = this;
    const { settings, account, inFlight } = this.#parts;
    const { baseUrl, clock } = settings;
    const owner = { baseUrl, clientId: account.credentials.clientId };
    const context = { vehicles: client.vehicles, owner, clock, inFlight, throttle: client.throttleStatistics };
    takeOver(source);
    try {
      // An eighth of the package, which most programs do not need.
      return await (await import("./sync/sync.js")).syncFleet(source, options, context);
    } catch (error) {
      release(source);
      throw error;
    }
  }

  withOptions(given: DerivedLessorOptions): LessorClient {
    checkDerivedOptions(lessorOptions, given);
    const { settings, account, inFlight, common } = this.#parts;
    const { clientId, clientSecret } = given;
    const isGiven = clientId !== undefined || clientSecret !== undefined;
    const isOther = isGiven && clientId !== account.credentials.clientId;
    const isSame = !isGiven || (!isOther && clientSecret === account.credentials.clientSecret);
    const changed = changeSettings(settings, given, isOther);
    const accountParts = { settings: changed, common, tokenCalls: account.tokenCalls.derive() };
    return new LessorCore({
      settings: changed,
      account: isSame ? account : createAccount({ clientId, clientSecret }, accountParts),
      inFlight: inFlight.derive(),
      common,
    }).client;
  }
}

/** The members that a client has beside its operations and its controls. */
const lessorMembers: Members<LessorCore> = {
  sync: (core) => (source: FleetSource, options: FleetSyncOptions) => core.sync(source, options),
  withOptions: (core) => (options: DerivedLessorOptions) => core.withOptions(options),
};
