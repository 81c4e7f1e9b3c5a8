import type { Exchange, Handler } from "../core/handler.js";
import { Refusal, refuseIfAny, sandboxEntry } from "../core/problem.js";
import { readJson } from "../core/read-body.js";
import { noContent, ok } from "../core/reply.js";
import type { RegisteredVehicle } from "../state/state.js";

/**
 * Vehicles as lessors register them. None of the bodies and few of the status codes are shown: what was sent last
 * comes back, a success without a body is 204, and what is not there is 404.
 */
export const put: Handler = async ({ request, state }) => {
  const body = await readJson(request);
  const licensePlate: unknown = Reflect.get(Object(body), "licensePlate");
  if (typeof licensePlate !== "string" || licensePlate === "") {
    throw new Refusal(400, "The vehicle has no license plate.", [
      sandboxEntry("REQUIRED", "licensePlate must be a text that is not empty.", "licensePlate"),
    ]);
  }
  state.registered.set(licensePlate, { related: new Map(), ...state.registered.get(licensePlate), body });
  return noContent;
};

/** The vehicle. */
export const get: Handler = (exchange) => ok(find(exchange).body);

/** Removes the vehicle; that its related data goes with it is assumed. */
const remove: Handler = (exchange) => {
  find(exchange);
  exchange.state.registered.delete(plateOf(exchange));
  return noContent;
};

export { remove as delete };

/** Sets related data of a vehicle, which must exist. */
export const putRelated: Handler = async (exchange) => {
  const body = await readJson(exchange.request);
  const { related } = find(exchange);
  if (typeof body !== "object" || body === null) {
    refuseIfAny([sandboxEntry("INVALID", "body must be an object or an array.", "body")]);
  }
  related.set(relationOf(exchange), body);
  return noContent;
};

/** The related data of a vehicle. */
export const getRelated: Handler = (exchange) => ok(heldBy(exchange));

/** Clears related data of a vehicle. */
export const deleteRelated: Handler = (exchange) => {
  heldBy(exchange);
  find(exchange).related.delete(relationOf(exchange));
  return noContent;
};

const plateOf = ({ params }: Exchange) => params["licensePlate"] ?? "";

/** The kind of related data: the last part of the path, such as `mileages`. */
const relationOf = ({ operation }: Exchange) => operation.path.split("/").at(-1) ?? "";

function find(exchange: Exchange): RegisteredVehicle {
  const vehicle = exchange.state.registered.get(plateOf(exchange));
  if (vehicle === undefined) throw new Refusal(404, "The vehicle is not registered.");
  return vehicle;
}

function heldBy(exchange: Exchange): unknown {
  const held = find(exchange).related.get(relationOf(exchange));
  if (held === undefined) throw new Refusal(404, "The vehicle has nothing of this kind.");
  return held;
}
