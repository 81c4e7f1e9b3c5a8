import { RegInputError } from "../../errors/errors.js";
import type { VehicleInput } from "../../generated/lessor/models.js";
import { type RegisteredVehicle, type RelatedKind, relatedKinds } from "../model.js";
import type { Handler, HandlerContext } from "../server/context.js";
import { ProblemError, refuseIfAny, sandboxEntry } from "../server/problem.js";
import { noContent, ok } from "../server/reply.js";
import type { State } from "../state.js";

type Registry = Pick<State, "registered">;

/** The vehicle that a client registered under a license plate. */
function registeredVehicle(
  { registered }: Registry,
  clientId: string,
  licensePlate: string,
): RegisteredVehicle | undefined {
  return registered.get(clientId)?.get(licensePlate);
}

/** Registers a vehicle, or replaces what is known of one; its related data stays. */
function register({ registered }: Registry, clientId: string, licensePlate: string, body: unknown): void {
  const fleet = registered.get(clientId) ?? new Map<string, RegisteredVehicle>();
  registered.set(clientId, fleet);
  const vehicle = fleet.get(licensePlate);
  if (vehicle === undefined) fleet.set(licensePlate, { body, related: new Map() });
  else vehicle.body = body;
}

/** Removes a vehicle with its related data. */
function unregister({ registered }: Registry, clientId: string, licensePlate: string): void {
  registered.get(clientId)?.delete(licensePlate);
}

/**
 * Has the service itself change related data of a vehicle, which it does with some (lessor-api.md §1). Which kinds
 * it maintains is not shown: here it can be any.
 *
 * @throws RegInputError for a vehicle that is not registered, a kind that is none, and a value that is no related data
 */
export function maintain(
  state: State,
  clientId: string,
  licensePlate: string,
  kind: RelatedKind,
  value: unknown,
): void {
  if (!relatedKinds.includes(kind))
    throw new RegInputError("kind", `is not a kind of related data: use ${relatedKinds.join(", ")}`);
  const vehicle = registeredVehicle(state, clientId, licensePlate);
  if (vehicle === undefined)
    throw new RegInputError("licensePlate", "is not that of a vehicle which the client has registered");
  vehicle.related.set(kind, plainCopy(value));
}

/** A copy, as the value would be after it went through JSON. */
function plainCopy(value: unknown): object {
  try {
    const copy: unknown = JSON.parse(JSON.stringify(value));
    if (typeof copy === "object" && copy !== null) return copy;
  } catch {
    // It has no form in JSON: the answer is the same.
  }
  throw new RegInputError("value", "must be an object or an array that JSON can hold");
}

/**
 * Creates a vehicle or updates it (lessor-api.md §4). The bodies and most status codes of these operations are not
 * shown. Assumed: the body replaces the last one, what was sent last comes back, a success without a body is 204,
 * what is not there is 404; and license plates are compared as they are written, so two spellings are two vehicles.
 */
export const putVehicle: Handler<VehicleInput> = ({ state, caller, json }) => {
  const { licensePlate } = json;
  if (licensePlate === "")
    refuseIfAny([sandboxEntry("REQUIRED", "licensePlate must not be empty.", "licensePlate")]);
  register(state, caller, licensePlate, json);
  return noContent;
};

/** The vehicle. */
export const getVehicle: Handler = (context) => ok(find(context).body);

/** Removes the vehicle; that its related data goes with it is assumed. */
export const deleteVehicle: Handler = (context) => {
  find(context);
  unregister(context.state, context.caller, plateOf(context));
  return noContent;
};

/** Sets one kind of related data of a vehicle, which must exist (lessor-api.md §3). */
export const putRelated =
  (kind: RelatedKind): Handler =>
  (context) => {
    find(context).related.set(kind, context.json);
    return noContent;
  };

/** Gives one kind of related data of a vehicle, as the lessor or the service itself set it last. */
export const getRelated =
  (kind: RelatedKind): Handler =>
  (context) =>
    ok(heldBy(context, kind));

/** Clears one kind of related data of a vehicle. */
export const deleteRelated =
  (kind: RelatedKind): Handler =>
  (context) => {
    heldBy(context, kind);
    find(context).related.delete(kind);
    return noContent;
  };

/** The router has decoded it, once. */
const plateOf = ({ params }: HandlerContext) => params["licensePlate"] ?? "";

function find(context: HandlerContext): RegisteredVehicle {
  const vehicle = registeredVehicle(context.state, context.caller, plateOf(context));
  if (vehicle === undefined) throw new ProblemError(404, "The vehicle is not registered.");
  return vehicle;
}

function heldBy(context: HandlerContext, kind: RelatedKind): unknown {
  const held = find(context).related.get(kind);
  if (held === undefined) throw new ProblemError(404, "The vehicle has nothing of this kind.");
  return held;
}
