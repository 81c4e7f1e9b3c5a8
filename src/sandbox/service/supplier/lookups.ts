import { amsterdamDay } from "../../../base/dates.js";
import type { RequestKind } from "../../../base/kinds.js";
import type { Tire } from "../../../generated/supplier/models.js";
import type { CatalogueComponent, CatalogueSubcomponent } from "../../data/component-model.js";
import { dealerships, rentalClasses } from "../../data/organisations.js";
import { tireMakes, tires } from "../../data/tires.js";
import { objectTypes } from "../../data/vehicles.js";
import type { WorldVehicle } from "../../data/world.js";
import { ProblemError, sandboxEntry, throwViolations } from "../../messages/problem.js";
import { ok } from "../../messages/reply.js";
import type { Handler, HandlerContext } from "../state/context.js";
import { allowedComponents, catalogueOf, showComponent } from "./line-rules.js";
import { findVehicle } from "./request-access.js";
import { serviceLevelPrice, withServiceLevelLinks } from "./service-level-prices.js";
import { ownServiceLevels } from "./service-levels.js";

/** Returns the contract of a vehicle, with links to the caller's service levels. */
export const getContract: Handler = (context) =>
  ok(withServiceLevelLinks(findVisibleVehicle(context), ownServiceLevels(context)));

/** Lists the whole catalogue of a kind of request. Without a vehicle no service level applies, so no price is shown. */
export function listAllComponents(kind: RequestKind): Handler {
  return () => ok({ components: catalogueOf(kind).map((component) => showComponent(component)) });
}

/** Lists the components that the vehicle in the path allows, with prices from the caller's service level. */
export function listAllowedComponents(kind: RequestKind): Handler {
  return (context) => {
    const vehicle = findVisibleVehicle(context);
    const levels = ownServiceLevels(context);
    const components = allowedComponents(catalogueOf(kind), vehicle.contract).map((component) => {
      const { role } = component;
      const priceOf = ({ regCode }: CatalogueSubcomponent | CatalogueComponent) =>
        serviceLevelPrice(levels, vehicle, { regCode, role });
      return showComponent(component, { contract: vehicle.contract, priceOf });
    });
    return ok({ components });
  };
}

/** Finds the vehicle in the path: without a lessor only an active object, with a lessor any of its objects (§4.3). */
function findVisibleVehicle(context: HandlerContext): WorldVehicle {
  const { lessorId, licensePlate = "" } = context.params;
  const vehicle = findVehicle(context, licensePlate);
  const { isActive, lessor } = vehicle.contract;
  const isVisible = lessorId === undefined ? isActive : String(lessor.number) === lessorId;
  if (!isVisible) throw new ProblemError(404, "There is no such vehicle.");
  return vehicle;
}

/** Lists the active lessors. */
export const listLessors: Handler = ({ state }) =>
  ok({ lessors: [...state.world.lessors.values()].filter(({ active }) => active) });

/** Returns one active lessor. */
export const getLessor: Handler = ({ state, params }) => {
  const found = state.world.lessors.get(Number(params["lessorId"]));
  if (found?.active !== true) throw new ProblemError(404, "There is no such active lessor.");
  return ok(found);
};

/** Lists notifications: those valid today or, if asked, also the others. */
export const listNotifications: Handler = ({ query, now, state }) => {
  const today = amsterdamDay(now());
  const publisher = query.get("lessorId");
  const includesInactive = query.get("showInactiveNotifications") === "true";
  const found = state.world.notifications.filter(
    ({ lessorId, validFrom, validUntil }) =>
      (publisher === null || String(lessorId) === publisher) &&
      (includesInactive || (validFrom <= today && today <= validUntil)),
  );
  return ok({ notifications: found });
};

/** Lists the object types. */
export const listObjectTypes: Handler = () => ok({ objectTypes });

/** Lists the dealerships. */
export const listDealerships: Handler = () => ok({ dealerships });

/** Lists the classes of rental vehicles. */
export const listRentalClasses: Handler = () => ok({ rentalClasses });

/**
 * Returns the class of rental vehicle that replaces a vehicle, as its lease contract has it, with the estate variant
 * if the class has one. That the vehicle is not the rental vehicle is assumed, and the fields are made up.
 */
export const getRentalVehicle: Handler = (context) => {
  const { licensePlate = "" } = context.params;
  const { leaseContract } = findVehicle(context, licensePlate).contract;
  const { rentalClass, fuelType, rentalClassesInContract = [] } = leaseContract.rentalVehicle ?? {};
  const found = rentalClasses.find(({ code }) => code === rentalClass);
  if (found === undefined) throw new ProblemError(404, "No rental vehicle stands in for this vehicle.");
  const forEstate = rentalClassesInContract.some((each) => each.rentalClass === rentalClass && each.forEstate);
  return ok({ licensePlate, rentalClass, fuelType, estate: found.hasEstateVariant && forEstate });
};

/** Returns one tire by its BAC code or id. */
export const getTire: Handler = ({ query }) => {
  const bacCode = query.get("bacCode");
  const id = query.get("id");
  if (bacCode === null && id === null) {
    throwViolations([sandboxEntry("REQUIRED", "Give a bacCode or an id.", "bacCode")]);
  }
  const tire = tires.find((each) => each.bacCode === bacCode || String(each.id) === id);
  if (tire === undefined) throw new ProblemError(404, "There is no such tire.");
  return ok(tire);
};

/** The name of the parameter for general terms is not shown, so this one is made up. */
const termsParameter = "searchTerm";

const tireFields = new Set(tires.flatMap((tire) => Object.keys(tire)));

/**
 * Finds tires by general terms, all words of which must occur, and by the values of fields. A repeated parameter
 * matches any of its values. That the query uses the names of a tire's fields is assumed.
 */
export const searchTires: Handler = ({ query }) => {
  const names = [...new Set(query.keys())].filter((name) => name !== termsParameter);
  throwViolations(
    names
      .filter((name) => !tireFields.has(name))
      .map((name) => sandboxEntry("PARAMETER", `${name} is not a field of a tire.`, name)),
  );
  const terms = query.getAll(termsParameter);
  const found = tires
    .filter((tire) => names.every((name) => query.getAll(name).includes(String(Reflect.get(tire, name)))))
    .filter((tire) => terms.length === 0 || terms.some((each) => hasWords(tire, each)));
  return ok({ tires: found });
};

function hasWords(tire: Tire, terms: string): boolean {
  const text = Object.values(tire).join(" ").toLowerCase();
  return terms
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Lists the makes of tires. */
export const listTireMakes: Handler = () => ok({ makes: tireMakes });
