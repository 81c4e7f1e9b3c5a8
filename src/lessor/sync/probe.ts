import { isSuccess } from "../../base/status.js";
import { type RegApiError, RegError, RegResponseError } from "../../errors/errors.js";
import { messageWithoutOperation } from "../../errors/messages.js";
import type { VehiclesMethods } from "../../generated/lessor/methods.js";
import type { CallOptions } from "../../http/call/options.js";
import { impossiblePlate } from "./item.js";

/**
 * Creates a function that confirms that the service itself responds. It asks once for all that await it; after a failure
 * of the service it asks again, because the service may have recovered.
 */
export function createConfirmation(vehicles: Pick<VehiclesMethods, "get">, options: CallOptions): () => Promise<void> {
  let confirmation: Promise<void> | undefined;
  return async () => {
    confirmation ??= confirmService(vehicles, options);
    const awaited = confirmation;
    try {
      await awaited;
    } catch (error) {
      if (!RegError.is(error, "response") && confirmation === awaited) confirmation = undefined;
      throw error;
    }
  };
}

/**
 * Asks for a vehicle that cannot exist, to see whether the service itself responds. What responds to everything with
 * success would confirm each DELETE, too.
 *
 * @throws RegResponseError for a success, and for an error that is not the service's own; any other error of the call
 */
async function confirmService({ get }: Pick<VehiclesMethods, "get">, options: CallOptions): Promise<void> {
  try {
    await get(impossiblePlate, options);
  } catch (error) {
    if (saysMissing(error)) return;
    const isResponse = RegError.is(error, "response") || RegError.is(error, "api");
    throw isResponse && !tellingKinds.has(error.kind) ? unconfirmed(error) : error;
  }
  throw unconfirmed(undefined);
}

/** The kinds of errors that say themselves what is wrong. */
const tellingKinds: ReadonlySet<string> = new Set(["authentication", "rate-limit", "server"]);

/**
 * Whether the service itself says that it has no such vehicle. With which status is not shown (lessor-api.md §4): it may
 * reject the license plate for its form.
 */
function saysMissing(error: unknown): boolean {
  if (RegError.is(error, "not-found")) return true;
  if (!RegError.is(error, "api") || (error.status !== 400 && error.status !== 422)) return false;
  const { errors, title, detail, traceId } = error;
  return errors.length > 0 || [title, detail, traceId].some((text) => text !== undefined);
}

/** @param cause the error of the call; undefined if it had none */
function unconfirmed(cause: RegResponseError | RegApiError | undefined): RegResponseError {
  const status = cause?.status ?? 200;
  const reason = cause === undefined ? "" : ` (${messageWithoutOperation(cause)})`;
  return new RegResponseError(
    [
      `nothing more was removed or cleared in this run: a request for the vehicle ${impossiblePlate}, which cannot exist, was answered with status ${status}${reason}, so something else than the service may respond.`,
      "Check the address, and the gateway or proxy in front of the service.",
      ...(isSuccess(status)
        ? ["What was sent may not have arrived either: after that, send everything with force."]
        : []),
      "If the service itself responds so, an adapter can make it a 404 with a JSON object",
    ].join(" "),
    { operationId: "sync", status, cause },
  );
}
