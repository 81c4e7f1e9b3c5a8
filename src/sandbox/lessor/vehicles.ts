import type { VehicleInput } from "../../generated/lessor/models.js";
import type { Exchange, Handler } from "../core/handler.js";
import { Refusal, refuseIfAny, sandboxEntry } from "../core/problem.js";
import { noContent, ok } from "../core/reply.js";
import { type RegisteredVehicle, register, registeredVehicle, unregister } from "./registered.js";
import type { RelatedKind } from "./related.js";

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
export const getVehicle: Handler = (exchange) => ok(find(exchange).body);

/** Removes the vehicle; that its related data goes with it is assumed. */
export const deleteVehicle: Handler = (exchange) => {
  find(exchange);
  unregister(exchange.state, exchange.caller, plateOf(exchange));
  return noContent;
};

/** Sets one kind of related data of a vehicle, which must exist (lessor-api.md §3). */
export const putRelated =
  (kind: RelatedKind): Handler =>
  (exchange) => {
    find(exchange).related.set(kind, exchange.json);
    return noContent;
  };

/** Gives one kind of related data of a vehicle, as the lessor or the service itself set it last. */
export const getRelated =
  (kind: RelatedKind): Handler =>
  (exchange) =>
    ok(heldBy(exchange, kind));

/** Clears one kind of related data of a vehicle. */
export const deleteRelated =
  (kind: RelatedKind): Handler =>
  (exchange) => {
    heldBy(exchange, kind);
    find(exchange).related.delete(kind);
    return noContent;
  };

/** The router has decoded it, once. */
const plateOf = ({ params }: Exchange) => params["licensePlate"] ?? "";

function find(exchange: Exchange): RegisteredVehicle {
  const vehicle = registeredVehicle(exchange.state, exchange.caller, plateOf(exchange));
  if (vehicle === undefined) throw new Refusal(404, "The vehicle is not registered.");
  return vehicle;
}

function heldBy(exchange: Exchange, kind: RelatedKind): unknown {
  const held = find(exchange).related.get(kind);
  if (held === undefined) throw new Refusal(404, "The vehicle has nothing of this kind.");
  return held;
}
