import { RegInputError } from "../../../errors/errors.js";
import type { VehicleInput } from "../../../generated/lessor/models.js";
import { type RelatedKind, relatedKinds } from "../../../generated/lessor/operations.js";
import { withUtcTimes } from "../../common/dates.js";
import { ProblemError, sandboxEntry, throwViolations } from "../../messages/problem.js";
import { noContent, ok } from "../../messages/reply.js";
import type { Handler, HandlerContext } from "../state/context.js";
import type { RegisteredVehicle, State } from "../state/state.js";

/**
 * Creates or updates a vehicle (lessor-api.md §4); its related data stays. The bodies and most status codes of these
 * operations are not shown. Assumed: the body replaces the last one and comes back as it was sent, with date-times in
 * UTC (lessor-api.md §2), a success without a body is 204, and something that does not exist is 404. License plates are
 * compared as they are written, so two spellings are two vehicles.
 */
export const putVehicle: Handler<VehicleInput> = ({ state, caller, json }) => {
  const { licensePlate } = json;
  if (licensePlate === "")
    throwViolations([sandboxEntry("REQUIRED", "licensePlate must not be empty.", "licensePlate")]);
  const vehicles = state.registered.get(caller) ?? new Map<string, RegisteredVehicle>();
  state.registered.set(caller, vehicles);
  const vehicle = vehicles.get(licensePlate);
  if (vehicle === undefined) vehicles.set(licensePlate, { body: json, related: new Map() });
  else vehicle.body = json;
  return noContent;
};

/** Returns a vehicle. */
export const getVehicle: Handler = (context) => ok(withUtcTimes(findRegistered(context).body));

/** Removes a vehicle. That its related data is removed too is assumed. */
export const deleteVehicle: Handler = (context) => {
  findRegistered(context);
  context.state.registered.get(context.caller)?.delete(licensePlateOf(context));
  return noContent;
};

/** Creates the handler that sets one kind of related data of a vehicle, which must exist (lessor-api.md §3). */
export const putRelated =
  (kind: RelatedKind): Handler =>
  (context) => {
    findRegistered(context).related.set(kind, context.json);
    return noContent;
  };

/** Creates the handler that returns related data as the lessor or the service set it last. */
export const getRelated =
  (kind: RelatedKind): Handler =>
  (context) =>
    ok(withUtcTimes(findRelated(context, kind)));

/** Creates the handler that clears related data. */
export const deleteRelated =
  (kind: RelatedKind): Handler =>
  (context) => {
    findRelated(context, kind);
    findRegistered(context).related.delete(kind);
    return noContent;
  };

/** The router has already decoded the license plate; decoding it again would change one that contains a `%`. */
const licensePlateOf = ({ params }: HandlerContext) => params["licensePlate"] ?? "";

function findRegistered(context: HandlerContext): RegisteredVehicle {
  const vehicle = registeredVehicle(context.state, context.caller, licensePlateOf(context));
  if (vehicle === undefined) throw new ProblemError(404, "The vehicle is not registered.");
  return vehicle;
}

function findRelated(context: HandlerContext, kind: RelatedKind): unknown {
  const value = findRegistered(context).related.get(kind);
  if (value === undefined) throw new ProblemError(404, "The vehicle has nothing of this kind.");
  return value;
}

interface MaintainedData {
  readonly clientId: string;
  readonly licensePlate: string;
  readonly kind: RelatedKind;
  readonly value: unknown;
}

/**
 * Changes related data of a vehicle on behalf of the service, which maintains some kinds itself (lessor-api.md §1). The
 * reference does not show which kinds, so every kind is possible.
 *
 * @throws RegInputError for an unknown vehicle or kind, and for a value that is neither an object nor an array
 */
export function maintain(state: State, { clientId, licensePlate, kind, value }: MaintainedData): void {
  if (!relatedKinds.includes(kind))
    throw new RegInputError("kind", `is not a kind of related data: use ${relatedKinds.join(", ")}`);
  const vehicle = registeredVehicle(state, clientId, licensePlate);
  if (vehicle === undefined)
    throw new RegInputError("licensePlate", "is not that of a vehicle which the client has registered");
  vehicle.related.set(kind, copyAsJson(value));
}

/** Copies a value in the way that a request body would, so that later changes of the caller have no effect. */
function copyAsJson(value: unknown): object {
  try {
    const copy: unknown = JSON.parse(JSON.stringify(value));
    if (typeof copy === "object" && copy !== null) return copy;
  } catch {
    // A value that JSON cannot represent gets the same error as one of the wrong type.
  }
  throw new RegInputError("value", "must be an object or an array that JSON can hold");
}

function registeredVehicle(
  { registered }: Pick<State, "registered">,
  clientId: string,
  licensePlate: string,
): RegisteredVehicle | undefined {
  return registered.get(clientId)?.get(licensePlate);
}
