import type { Exchange, Handler } from "../../core/handler.js";
import { Refusal } from "../../core/problem.js";
import { ok } from "../../core/reply.js";
import { dealerships, objectTypes, rentalClasses } from "../../data/catalogues.js";
import { components, damageComponents, withoutRole } from "../../data/components.js";
import type { WorldVehicle } from "../../state/world.js";
import { amsterdamDay } from "../../time/calendar.js";
import { findVehicle } from "../requests/access.js";

/** Every vehicle of the sandbox allows the same components, those of the catalogue. */
export const allComponents: Handler = () => ok({ components: components.map(withoutRole) });

/** The damage components, likewise. */
export const allDamageComponents: Handler = () => ok({ components: damageComponents.map(withoutRole) });

/** The contract of a vehicle. */
export const contract: Handler = (exchange) => ok(vehicleOf(exchange).contract);

/** The components that a vehicle allows. */
export const allowedComponents: Handler = (exchange) => {
  vehicleOf(exchange);
  return allComponents(exchange);
};

/** The damage components that a vehicle allows. */
export const allowedDamageComponents: Handler = (exchange) => {
  vehicleOf(exchange);
  return allDamageComponents(exchange);
};

/** Without a lessor in the path only active objects are found; with one, only its own, active or not. */
function vehicleOf(exchange: Exchange): WorldVehicle {
  const { lessorId, licensePlate = "" } = exchange.params;
  const vehicle = findVehicle(exchange, licensePlate);
  const visible =
    lessorId === undefined ? vehicle.contract.isActive : String(vehicle.contract.lessor.number) === lessorId;
  if (!visible) throw new Refusal(404, "There is no such vehicle.");
  return vehicle;
}

/** The active lessors. */
export const lessors: Handler = ({ state }) =>
  ok({ lessors: [...state.world.lessors.values()].filter(({ active }) => active) });

/** One active lessor. */
export const lessor: Handler = ({ state, params }) => {
  const found = state.world.lessors.get(Number(params["lessorId"]));
  if (found?.active !== true) throw new Refusal(404, "There is no such active lessor.");
  return ok(found);
};

/** What lessors announce. */
export const lessorNotifications: Handler = ({ query, now, state }) => {
  const today = amsterdamDay(now());
  const publisher = query.get("lessorId");
  const alsoInactive = query.get("showInactiveNotifications") === "true";
  const found = state.world.notifications.filter(
    ({ lessorId, validFrom, validUntil }) =>
      (publisher === null || String(lessorId) === publisher) &&
      (alsoInactive || (validFrom <= today && today <= validUntil)),
  );
  return ok({ notifications: found });
};

/** The kinds of object. */
export const allObjectTypes: Handler = () => ok({ objectTypes });

/** Makes as dealerships have them. */
export const allDealerships: Handler = () => ok({ dealerships });

/** The classes of rental vehicle. */
export const allRentalClasses: Handler = () => ok({ rentalClasses });

/** The class of a vehicle as a rental one; every vehicle of the sandbox has the same. */
export const rentalVehicle: Handler = (exchange) => {
  const { licensePlate = "" } = exchange.params;
  findVehicle(exchange, licensePlate);
  return ok({ licensePlate, rentalClass: "C", fuelType: "E", estate: false });
};
