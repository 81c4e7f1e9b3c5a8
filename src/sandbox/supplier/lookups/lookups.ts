import { amsterdamDay } from "../../../values/calendar.js";
import type { Handler } from "../../core/handler.js";
import { Refusal } from "../../core/problem.js";
import { ok } from "../../core/reply.js";
import { dealerships, rentalClasses } from "../../data/catalogues.js";
import { objectTypes } from "../../data/object-types.js";
import { findVehicle } from "../requests/access.js";

/** The active lessors. */
export const listLessors: Handler = ({ state }) =>
  ok({ lessors: [...state.world.lessors.values()].filter(({ active }) => active) });

/** One active lessor. */
export const getLessor: Handler = ({ state, params }) => {
  const found = state.world.lessors.get(Number(params["lessorId"]));
  if (found?.active !== true) throw new Refusal(404, "There is no such active lessor.");
  return ok(found);
};

/** What lessors announce. */
export const listNotifications: Handler = ({ query, now, state }) => {
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
export const listObjectTypes: Handler = () => ok({ objectTypes });

/** Makes as dealerships have them. */
export const listDealerships: Handler = () => ok({ dealerships });

/** The classes of rental vehicle. */
export const listRentalClasses: Handler = () => ok({ rentalClasses });

/**
 * The class of rental vehicle that stands in for a vehicle: what its lease contract says, with the estate variant
 * where the class has one. The fields are not shown, so these are made up.
 */
export const getRentalVehicle: Handler = (exchange) => {
  const { licensePlate = "" } = exchange.params;
  const { leaseContract } = findVehicle(exchange, licensePlate).contract;
  const { rentalClass, fuelType, rentalClassesInContract = [] } = leaseContract.rentalVehicle ?? {};
  const found = rentalClasses.find(({ code }) => code === rentalClass);
  if (found === undefined) throw new Refusal(404, "No rental vehicle stands in for this vehicle.");
  const forEstate = rentalClassesInContract.some(
    (each) => each.rentalClass === rentalClass && each.forEstate,
  );
  return ok({ licensePlate, rentalClass, fuelType, estate: found.hasEstateVariant && forEstate });
};
