import type { RequestKind } from "../base/kinds.js";
import type { ServiceAdapter } from "../document/adapter.js";
import { aServiceAdapter, operationsAtService, readAdapters } from "../document/adapter.js";
import { groupOf } from "../domain/vocabulary.js";
import { completeOptions, supplierVariables } from "../errors/environment.js";
import { anything, checkInput, optionsSchema, trueOrFalse } from "../errors/input.js";
import { errorActions } from "../generated/error-codes.js";
import type {
  DamageServiceRequestsMethods,
  ServiceRequestsMethods,
  SupplierMethods,
} from "../generated/supplier/methods.js";
import { supplierOperations } from "../generated/supplier/operations.js";
import type { SupplierRoutes } from "../generated/supplier/routes.js";
import { parseBearerToken, tokenChecker } from "../http/authorization/bearer-token.js";
import { suppliedToken, type TokenOption } from "../http/authorization/supplied-token.js";
import { bindClient, type ClientControls } from "../http/client.js";
import { createExecute } from "../http/execute.js";
import { InFlightCalls } from "../http/in-flight.js";
import { clientFields, fileCallOptions } from "../http/option-schemas.js";
import type { ClientOptions } from "../http/options.js";
import type { RouteMethods } from "../http/routes.js";
import { resolveOptions } from "../http/settings.js";
import { bindEntryList, type FollowContext } from "./follow/context.js";
import { follow } from "./follow/follow.js";
import type { Following, FollowOptions } from "./follow/types.js";
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
  checkInput(supplierOptions, given);
  const options = completeOptions(given, supplierVariables);
  if (typeof options.token !== "function") parseBearerToken(options.token);
  const adapters = readAdapters(options.adapter, "supplier", supplierOperations);
  const throttled = { ...options, throttle: options.throttle ?? {} };
  const settings = resolveOptions(throttled, { version: "v2", errorActions, adapters });
  const { baseUrl, clock, throttle } = settings;
  const check = tokenChecker(clock, options.checkTokenExpiry ?? true);
  const inFlight = new InFlightCalls(clock);
  const tokens = suppliedToken(options.token, check, clock);
  const execute = createExecute({ settings, inFlight, tokens, optionsOfCall: fileCallOptions });
  const throttleStatistics = () => throttle?.statistics();
  const client = bindClient<SupplierCalls>(operationsAtService(supplierOperations, adapters), execute, {
    close: (options) => inFlight.close(options),
    throttleStatistics,
  });
  const createContext = (kind: RequestKind) => ({
    kind,
    requests: client[groupOf[kind]],
    contracts: client.lessors.contracts,
    activeContracts: client.contracts,
    clock,
    inFlight,
  });
  const followContext: FollowContext = {
    lists: { service: bindEntryList("service", execute), damage: bindEntryList("damage", execute) },
    requests: { service: client.serviceRequests, damage: client.damageServiceRequests },
    notifications: client.lessors.notifications,
    baseUrl,
    hasTokenFunction: typeof options.token === "function",
    clock,
    throttle: throttleStatistics,
    inFlight,
  };
  // Only a service request can be a rental.
  const { extendRental: _, ...damageWorkflows } = createWorkflows(createContext("damage"));
  return Object.freeze({
    ...client,
    serviceRequests: { ...client.serviceRequests, ...createWorkflows(createContext("service")) },
    damageServiceRequests: { ...client.damageServiceRequests, ...damageWorkflows },
    follow: (options: FollowOptions) => follow(followContext, options),
  });
}

const supplierOptions = optionsSchema<SupplierClientOptions>({
  ...clientFields,
  token: anything,
  checkTokenExpiry: trueOrFalse,
  adapter: aServiceAdapter,
});
