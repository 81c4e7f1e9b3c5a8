/// <reference lib="esnext.disposable" preserve="true" />
import type { WithId } from "./created.js";
import type { Invoke } from "./invoke.js";
import type { CloseOptions } from "./lifecycle.js";
import { bindMethods } from "./methods.js";
import type { OperationTable } from "./operation.js";
import { bindRoutes } from "./routes.js";
import type { ThrottleStatistics } from "./throttle/statistics.js";

/** What every client has beside its operations. */
export interface ClientControls {
  /**
   * Takes no further calls (they reject with RegClosedError) and resolves when those under way have ended: by
   * themselves, or with RegClosedError if they are to be aborted. Calling it again is harmless.
   *
   * @throws RegInputError for an option that cannot be used
   */
  close(options?: CloseOptions): Promise<void>;
  /** The same as `close()`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
  /** How the throttle stands; undefined for a client without one. */
  throttleStatistics(): ThrottleStatistics | undefined;
}

/**
 * A client object: named methods and path-typed calls for every operation of the table, and its controls.
 *
 * @param withId undefined: no operation makes anything that has an id
 */
export function bindClient<Client extends object>(
  table: OperationTable,
  invoke: Invoke,
  controls: Omit<ClientControls, typeof Symbol.asyncDispose>,
  withId?: WithId,
): Client & ClientControls {
  return Object.freeze({
    ...bindMethods(table, invoke, withId),
    ...bindRoutes(table, invoke),
    ...controls,
    [Symbol.asyncDispose]: () => controls.close(),
  }) as Client & ClientControls;
}
