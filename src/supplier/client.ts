import type { RequestKind } from "../base/kinds.js";
import { importedOnce } from "../base/lazily.js";
import type { ServiceAdapter } from "../document/adapter.js";
import { aServiceAdapter, operationsAtService, readAdapters } from "../document/adapter.js";
import { groupOf } from "../domain/vocabulary.js";
import { completeOptions, supplierVariables } from "../errors/environment.js";
import { anything, optionsSchema, takeOptions, trueOrFalse } from "../errors/input.js";
import { errorActions } from "../generated/error-codes.js";
import type {
  DamageServiceRequestsMethods,
  ServiceRequestsMethods,
  SupplierMethods,
} from "../generated/supplier/methods.js";
import { supplierOperations } from "../generated/supplier/operations.js";
import type { SupplierRoutes } from "../generated/supplier/routes.js";
import type { TokenProvider } from "../http/authorization/authorization.js";
import { parseBearerToken, tokenChecker } from "../http/authorization/bearer-token.js";
import { suppliedToken, type TokenOption } from "../http/authorization/supplied-token.js";
import { type ClientControls, type ClientCore, clientClass, type Members } from "../http/client.js";
import { createExecute, type Execute } from "../http/execute.js";
import { type CloseOptions, InFlightCalls } from "../http/in-flight.js";
import { checkDerivedOptions, clientFields, fileCallOptions } from "../http/option-schemas.js";
import type { ClientOptions, DerivedOptions } from "../http/options.js";
import type { RouteMethods } from "../http/routes.js";
import { changeSettings, type ResolvedOptions, resolveOptions } from "../http/settings.js";
import type { Throttle } from "../http/throttle/throttle.js";
import type { FollowContext } from "./follow/context.js";
import { deleteFollowState } from "./follow/delete-state.js";
import { follow } from "./follow/follow.js";
import { followOnce } from "./follow/once.js";
import type {
  DeleteFollowStateOptions,
  Following,
  FollowOnceOptions,
  FollowOptions,
  FollowRound,
} from "./follow/types.js";
import { createWorkflows, type RentalWorkflows, type RequestWorkflows } from "./workflows/workflows.js";

/** The options of a supplier client. `throttle` is 5000 requests a minute by default (supplier-api.md §8). */
export interface SupplierClientOptions extends ClientOptions {
  /**
   * The access token, from the token page in the settings of the web application (supplier-api.md §5): as text, or as a
   * function, which can supply a new token without a restart. Default: the environment variable REG_TOKEN, which is
   * read once.
   *
   * The function is called when a request is about to be sent, and again after a 401. It should keep the token itself,
   * and must not call a client with the same throttle. A call waits for it for at most 30 s. See
   * docs/authentication.md.
   */
  readonly token?: TokenOption | undefined;
  /**
   * Whether a call fails with RegTokenError instead of sending a JWT that has expired by the system clock. Turn it off
   * if that clock may be wrong when the client is created. Default true.
   */
  readonly checkTokenExpiry?: boolean | undefined;
  /**
   * Bridges differences between the service and the documents of this package: see docs/adapters.md. Of the two parts,
   * this client uses `supplier`. Default: the service has the form of the documents.
   */
  readonly adapter?: ServiceAdapter | undefined;
}

/**
 * The options in which a derived client can differ. With another `token` it is of another account, and has a throttle of
 * its own, unless its options or those of the first client contain a throttle that several clients share.
 */
export interface DerivedSupplierOptions extends DerivedOptions, Pick<SupplierClientOptions, "checkTokenExpiry"> {
  /** As of `createSupplierClient`; undefined is rejected. Default: that of the client from which it is derived. */
  readonly token?: TokenOption;
}

/** The operations on service requests, and the workflows that combine several of them. */
export interface ServiceRequests extends ServiceRequestsMethods, RequestWorkflows, RentalWorkflows {}

/** The operations on damage service requests, and the workflows that combine several of them. */
export interface DamageServiceRequests extends DamageServiceRequestsMethods, RequestWorkflows {}

interface SupplierCalls extends SupplierMethods, RouteMethods<SupplierRoutes> {}

/**
 * The supplier API: every operation by name, every path by HTTP method, the workflows that combine several operations,
 * and the controls that every client has.
 */
export interface SupplierClient extends SupplierCalls, ClientControls {
  readonly serviceRequests: ServiceRequests;
  readonly damageServiceRequests: DamageServiceRequests;
  /**
   * Calls your function for each event in the life of the requests, such as `denied` or `ready-to-invoice`. It polls
   * the lists of both kinds. Its state notes what was handled, so that a program that is started again goes on.
   *
   * An event is handled at least once, and those of a request in their order. A handler that fails is called again;
   * after `attempts` the event is set aside. See docs/events.md.
   *
   * @throws RegInputError at once, for an option that cannot be used
   *
   * @example
   * const following = supplier.follow({
   *   state: "requests.state",
   *   on: { "ready-to-invoice": ({ request }) => supplier.serviceRequests.invoice(request.id, invoiceOf(request)) },
   *   signal,
   * });
   * await following.ended;
   */
  follow(options: FollowOptions): Following;
  /**
   * Runs one round of `follow`, for a job of cron, of a queue or of a cloud function: polls once, hands over what is due,
   * and resolves. What a handler could not do is handed over again by a later round. Rounds and `follow` can share a
   * state. See docs/events.md.
   *
   * Rejects with the error of a list that could not be read, once what the other list shows was handled; with the reason
   * of `signal`; with RegStateError for a state that cannot be used, but not if another process uses it; and with
   * RegInputError for an option that cannot be used.
   *
   * @example
   * const { events, nextAt, locked } = await supplier.followOnce({
   *   state: "requests.state",
   *   on: { denied: ({ request }) => console.log(request.id, "was denied") },
   *   deadline: 50_000,
   * });
   */
  followOnce(options: FollowOnceOptions): Promise<FollowRound>;
  /**
   * Deletes what `follow` and `followOnce` have stored of an account that has left, such as its requests. Nothing is sent,
   * and `close` waits for it. Remove the job of the account first, and let a round in progress end: a later one begins a
   * new state. It resolves also if nothing is stored. What a process was writing when it was killed may stay if no round
   * has run since.
   *
   * Rejects with RegStateError: `locked` while another process uses the state (call it again then), `failed` if the store
   * failed (another call deletes what is left), otherwise for a state that cannot be read; and with RegInputError for an
   * option that cannot be used.
   *
   * @example
   * const state = new Map<string, string>(); // or a Keyv
   * await supplier.deleteFollowState({ state, account: "workshop-17" });
   */
  deleteFollowState(options: DeleteFollowStateOptions): Promise<void>;
  /**
   * Creates a small client that differs in these options, such as the `token` of another account, and shares the rest:
   * connections, adapter, validators.
   *
   * With another token, it has a throttle of its own, with the same settings: derive one client for each account, and
   * keep it: another one would not know what it has sent. Otherwise it shares the throttle of this client. `close` ends
   * its own calls only; closing the first client ends all. See docs/many-suppliers.md.
   *
   * @throws RegInputError for an option that cannot be used, or is the same in all derived clients, such as `baseUrl`
   * @throws RegTokenError for a token that is empty or contains characters that a bearer token cannot have
   *
   * @example
   * const account = supplier.withOptions({ token: process.env.REG_TOKEN_OF_4711 ?? "" });
   */
  withOptions(options: DerivedSupplierOptions): SupplierClient;
}

/**
 * Creates a client for the supplier API. Nothing is sent until it is used. Without `baseUrl` and `token`, it reads the
 * environment variables REG_BASE_URL and REG_TOKEN, once.
 *
 * @example
 * const supplier = createSupplierClient(); // or { baseUrl: "https://…", token: () => vault.get("reg-token") }
 * const request = await supplier.serviceRequests.get(id);
 *
 * @throws RegInputError for an option that is missing or cannot be used
 * @throws RegTokenError for a token that is empty or contains characters that a bearer token cannot have
 */
export function createSupplierClient(given: SupplierClientOptions = {}): SupplierClient {
  const options = completeOptions(takeOptions(supplierOptions, given), supplierVariables);
  const adapters = readAdapters(options.adapter, "supplier", supplierOperations);
  const throttled = { ...options, throttle: options.throttle ?? {} };
  const settings = resolveOptions(throttled, { version: "v2", errorActions, adapters });
  const { token } = options;
  const account = createAccount({ token, checkTokenExpiry: options.checkTokenExpiry ?? true }, settings);
  const Client = clientClass(operationsAtService(supplierOperations, adapters), supplierMembers) as ClientClass;
  return new SupplierCore({
    settings,
    account,
    inFlight: new InFlightCalls(settings.clock),
    Client,
    loadRound: importedOnce(() => import("./follow/round.js")),
  }).client;
}

const supplierOptions = optionsSchema<SupplierClientOptions>({
  ...clientFields,
  token: anything,
  checkTokenExpiry: trueOrFalse,
  adapter: aServiceAdapter,
});

type ClientClass = new (core: SupplierCore) => SupplierClient;

/** Whose requests a client sees. */
interface Account {
  readonly token: TokenOption;
  readonly checkTokenExpiry: boolean;
  readonly provider: TokenProvider;
}

/** A token as it is sent, or the function that supplies it. */
const clean = (token: TokenOption) => (typeof token === "function" ? token : parseBearerToken(token));

function createAccount({ token, checkTokenExpiry }: Omit<Account, "provider">, { clock }: ResolvedOptions): Account {
  clean(token);
  return { token, checkTokenExpiry, provider: suppliedToken(token, tokenChecker(clock, checkTokenExpiry), clock) };
}

interface CoreParts {
  readonly settings: ResolvedOptions;
  readonly account: Account;
  readonly inFlight: InFlightCalls;
  readonly Client: ClientClass;
  readonly loadRound: FollowContext["loadRound"];
}

/** What the members of a client share. Most clients of a backend with many accounts are rarely used, so it is small. */
class SupplierCore implements ClientCore {
  readonly #parts: CoreParts;
  readonly client: SupplierClient;
  #execute: Execute | undefined;
  #workflows: Partial<Record<RequestKind, RequestWorkflows & RentalWorkflows>> | undefined;

  constructor(parts: CoreParts) {
    this.#parts = parts;
    this.client = Object.freeze(new parts.Client(this));
  }

  get throttle(): Throttle | undefined {
    return this.#parts.settings.throttle;
  }

  get execute(): Execute {
    const { settings, inFlight, account } = this.#parts;
    this.#execute ??= createExecute({ settings, inFlight, tokens: account.provider, optionsOfCall: fileCallOptions });
    return this.#execute;
  }

  close(options?: CloseOptions): Promise<void> {
    return this.#parts.inFlight.close(options);
  }

  workflows(kind: RequestKind): RequestWorkflows & RentalWorkflows {
    const { client } = this;
    const { inFlight, settings } = this.#parts;
    this.#workflows ??= {};
    this.#workflows[kind] ??= createWorkflows({
      kind,
      requests: client[groupOf[kind]],
      contracts: client.lessors.contracts,
      activeContracts: client.contracts,
      clock: settings.clock,
      inFlight,
    });
    return this.#workflows[kind];
  }

  get followContext(): FollowContext {
    const { execute, client } = this;
    const { settings, account, inFlight, loadRound } = this.#parts;
    return {
      execute,
      requests: { service: client.serviceRequests, damage: client.damageServiceRequests },
      notifications: client.lessors.notifications,
      baseUrl: settings.baseUrl,
      hasTokenFunction: typeof account.token === "function",
      clock: settings.clock,
      throttle: client.throttleStatistics,
      inFlight,
      loadRound,
    };
  }

  deleteFollowState(options: DeleteFollowStateOptions): Promise<void> {
    const { settings, inFlight } = this.#parts;
    const { baseUrl, clock } = settings;
    return deleteFollowState({ baseUrl, clock, inFlight }, options);
  }

  withOptions(given: DerivedSupplierOptions): SupplierClient {
    checkDerivedOptions(supplierOptions, given);
    const { settings, account, inFlight, Client, loadRound } = this.#parts;
    const { token = account.token, checkTokenExpiry = account.checkTokenExpiry } = given;
    const isOther = clean(token) !== clean(account.token);
    const isSame = !isOther && checkTokenExpiry === account.checkTokenExpiry;
    return new SupplierCore({
      settings: changeSettings(settings, given, isOther),
      account: isSame ? account : createAccount({ token, checkTokenExpiry }, settings),
      inFlight: inFlight.derive(),
      Client,
      loadRound,
    }).client;
  }
}

const requestWorkflows = [
  "createAndSubmit",
  "submit",
  "resubmit",
  "cancelOrDelete",
  "invoice",
  "markNotInvoiced",
] as const satisfies readonly (keyof RequestWorkflows)[];

const workflowsOf = (kind: RequestKind, names: readonly (keyof (RequestWorkflows & RentalWorkflows))[]) =>
  Object.fromEntries(names.map((name) => [name, (core: SupplierCore) => core.workflows(kind)[name]]));

/** The members that a client has beside its operations and its controls. */
const supplierMembers: Members<SupplierCore> = {
  // Only a service request can be a rental.
  serviceRequests: workflowsOf("service", [...requestWorkflows, "extendRental"]),
  damageServiceRequests: workflowsOf("damage", requestWorkflows),
  follow: (core) => (options: FollowOptions) => follow(core.followContext, options),
  deleteFollowState: (core) => (options: DeleteFollowStateOptions) => core.deleteFollowState(options),
  followOnce: (core) => (options: FollowOnceOptions) => followOnce(core.followContext, options),
  withOptions: (core) => (options: DerivedSupplierOptions) => core.withOptions(options),
};
