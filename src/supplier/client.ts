import type { SupplierMethods } from "../generated/supplier/methods.js";
import { supplierOperations } from "../generated/supplier/operations.js";
import type { SupplierRoutes } from "../generated/supplier/routes.js";
import { createCaller } from "../http/client.js";
import { bindClient } from "../http/client-shape.js";
import { checkClientOptions } from "../http/input/check-options.js";
import type { ClientOptions } from "../http/options.js";
import type { RouteMethods } from "../http/routes.js";
import { systemClock } from "../http/time/clock.js";
import { cleanToken, tokenChecker } from "../http/tokens/bearer.js";
import { suppliedToken, type TokenOption } from "../http/tokens/token-source.js";

/** What a supplier client can be told. `throttle` is 5000 requests a minute by default (supplier-api.md §8). */
export interface SupplierClientOptions extends ClientOptions {
  /**
   * The access token, from the token page in the settings of the web application (supplier-api.md §5): as text,
   * or a function that is asked before every attempt and should keep the token itself.
   */
  readonly token: TokenOption;
  /** Fail with RegTokenError instead of sending a JWT that has expired. Default true. */
  readonly checkTokenExpiry?: boolean | undefined;
}

/** The supplier API: every operation by name, and every path by HTTP method. */
export interface SupplierClient extends SupplierMethods, RouteMethods<SupplierRoutes> {}

/**
 * Makes a client for the supplier API (supplier-api.md). Nothing is sent until it is used.
 *
 * @example
 * const supplier = createSupplierClient({ baseUrl: "https://…", token: () => vault.get("reg-token") });
 * const request = await supplier.serviceRequests.get(id);
 *
 * @throws RegInputError for an option that cannot be used
 * @throws RegTokenError for a token that is empty or holds what no bearer token can hold
 */
export function createSupplierClient(options: SupplierClientOptions): SupplierClient {
  checkClientOptions(options);
  if (typeof options.token !== "function") cleanToken(options.token);
  const check = tokenChecker(options.clock ?? systemClock, options.checkTokenExpiry ?? true);
  const invoke = createCaller(
    { ...options, throttle: options.throttle ?? {} },
    suppliedToken(options.token, check),
  );
  return bindClient<SupplierClient>(supplierOperations, invoke);
}
