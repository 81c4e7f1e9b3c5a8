import type { AllowedComponent, Contract, Tire } from "../../generated/supplier/models.js";
import { amsterdamDay } from "../../values/dates.js";
import type { CatalogueComponent, CatalogueSubcomponent } from "../data/component-model.js";
import { dealerships, rentalClasses } from "../data/organisations.js";
import { tireMakes, tires } from "../data/tires.js";
import { objectTypes } from "../data/vehicles.js";
import type { Handler, HandlerContext } from "../server/context.js";
import { ProblemError, refuseIfAny, sandboxEntry } from "../server/problem.js";
import { ok } from "../server/reply.js";
import type { RequestKind } from "../state.js";
import type { WorldVehicle } from "../world.js";
import { allowedComponents, catalogueOf, locationsOf } from "./line-rules.js";
import { findVehicle, supplierOf } from "./request-access.js";
import { serviceLevelPrice } from "./service-level-values.js";

/** The contract of a vehicle. */
export const getContract: Handler = (exchange) => ok(vehicleOf(exchange).contract);

/**
 * The vehicle that the path names. Without a lessor in the path only active objects are found; with one, only its
 * own, active or not (supplier-api.md §4.3).
 */
function vehicleOf(exchange: HandlerContext): WorldVehicle {
  const { lessorId, licensePlate = "" } = exchange.params;
  const vehicle = findVehicle(exchange, licensePlate);
  const visible =
    lessorId === undefined ? vehicle.contract.isActive : String(vehicle.contract.lessor.number) === lessorId;
  if (!visible) throw new ProblemError(404, "There is no such vehicle.");
  return vehicle;
}

/** The whole catalogue of a kind of request. Without a vehicle no service level applies. */
export function listAllComponents(kind: RequestKind): Handler {
  return () => ok({ components: catalogueOf(kind).map((component) => present(component)) });
}

/** The components that the vehicle in the path allows, with what the caller's service level says of them. */
export function listAllowedComponents(kind: RequestKind): Handler {
  return (exchange) => {
    const vehicle = vehicleOf(exchange);
    const today = amsterdamDay(exchange.now());
    const components = allowedComponents(kind, vehicle.contract).map((component) => {
      const { role } = component;
      const priceOf = ({ regCode }: CatalogueSubcomponent | CatalogueComponent) =>
        serviceLevelPrice(exchange.state, supplierOf(exchange), vehicle, { regCode, role }, today);
      return present(component, { contract: vehicle.contract, priceOf });
    });
    return ok({ components });
  };
}

/** For whom and for which vehicle a component is shown. */
interface View {
  readonly contract: Contract;
  priceOf(component: CatalogueSubcomponent | CatalogueComponent): number | undefined;
}

/** A component as the service shows it. That subcomponents look the same is inferred (supplier-api.md §2.6). */
function present(component: CatalogueComponent | CatalogueSubcomponent, view?: View): AllowedComponent {
  const { regCode, description, operation, reasons, requiredFields, optionalFields } = component;
  const locations = locationsOf(component, view?.contract);
  const price = view?.priceOf(component);
  const subcomponents = "subcomponents" in component ? component.subcomponents : undefined;
  return {
    regCode,
    ...(description !== undefined && { description }),
    ...(operation !== undefined && { operation }),
    ...(reasons !== undefined && { reasons }),
    requiredFields,
    optionalFields,
    ...(locations !== undefined && { locations }),
    ...(price !== undefined && { serviceLevel: { price } }),
    ...(subcomponents !== undefined && { subcomponents: subcomponents.map((each) => present(each, view)) }),
  };
}

/** The active lessors. */
export const listLessors: Handler = ({ state }) =>
  ok({ lessors: [...state.world.lessors.values()].filter(({ active }) => active) });

/** One active lessor. */
export const getLessor: Handler = ({ state, params }) => {
  const found = state.world.lessors.get(Number(params["lessorId"]));
  if (found?.active !== true) throw new ProblemError(404, "There is no such active lessor.");
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
  if (found === undefined) throw new ProblemError(404, "No rental vehicle stands in for this vehicle.");
  const forEstate = rentalClassesInContract.some(
    (each) => each.rentalClass === rentalClass && each.forEstate,
  );
  return ok({ licensePlate, rentalClass, fuelType, estate: found.hasEstateVariant && forEstate });
};

/** One tire, by BAC code or id. */
export const getTire: Handler = ({ query }) => {
  const bacCode = query.get("bacCode");
  const id = query.get("id");
  if (bacCode === null && id === null) {
    refuseIfAny([sandboxEntry("REQUIRED", "Give a bacCode or an id.", "bacCode")]);
  }
  const tire = tires.find((each) => each.bacCode === bacCode || String(each.id) === id);
  if (tire === undefined) throw new ProblemError(404, "There is no such tire.");
  return ok(tire);
};

/** The name of the parameter for general terms is not shown: this one is made up. */
const generalTerms = "searchTerm";

/** The fields of a tire, each of which can be searched for. */
const fields = new Set(tires.flatMap((tire) => Object.keys(tire)));

/**
 * The tires that have every word of the general terms, and whose fields have the values of the query. A repeated
 * parameter gives a choice. That the parts of a specification are asked for by the names of a tire's fields is assumed.
 */
export const searchTires: Handler = ({ query }) => {
  const names = [...new Set(query.keys())].filter((name) => name !== generalTerms);
  refuseIfAny(
    names
      .filter((name) => !fields.has(name))
      .map((name) => sandboxEntry("PARAMETER", `${name} is not a field of a tire.`, name)),
  );
  const terms = query.getAll(generalTerms);
  const found = tires
    .filter((tire) => names.every((name) => query.getAll(name).includes(String(Reflect.get(tire, name)))))
    .filter((tire) => terms.length === 0 || terms.some((each) => isAbout(tire, each)));
  return ok({ tires: found });
};

/** Whether every word is somewhere in what the tire says, upper or lower case. */
function isAbout(tire: Tire, terms: string): boolean {
  const said = Object.values(tire).join(" ").toLowerCase();
  return terms
    .toLowerCase()
    .split(/\s+/)
    .every((word) => said.includes(word));
}

/** Every make. */
export const listTireMakes: Handler = () => ok({ makes: tireMakes });
