import { amsterdamDay, isDate } from "../../../base/dates.js";
import { isObject } from "../../../base/json.js";
import { mergeDeep } from "../../data/contracts.js";
import {
  allowedRentalVehicleRates,
  allowedTireRates,
  initialServiceLevels,
  repairAndMaintenanceComponents,
  type ServiceLevel,
  type ServiceLevels,
} from "../../data/service-levels.js";
import type { World } from "../../data/world.js";
import { invalidRequest, ProblemError } from "../../messages/problem.js";
import { created, noContent, ok } from "../../messages/reply.js";
import type { Handler, HandlerContext } from "../state/context.js";
import { supplierOf } from "./request-access.js";

/**
 * Returns the caller's service levels as they are on the day of the call. That suppliers do not see each other's, not
 * even in a cluster, is assumed.
 */
export function ownServiceLevels(context: HandlerContext): ServiceLevels {
  const today = amsterdamDay(context.now());
  const levels = context.state.serviceLevels.get(supplierOf(context)) ?? initialServiceLevels;
  return {
    default: onDay(levels.default, today),
    agreements: levels.agreements.map((agreement) => onDay(agreement, today)),
  };
}

/** Returns a service level in which the future values that are valid by then are current. */
function onDay(level: ServiceLevel, today: string): ServiceLevel {
  return mapObjects(level, (category) =>
    mapObjects(category, (part) => {
      const { future, ...rest } = part;
      const { validFrom, values } = Object(future);
      const isValid = typeof validFrom === "string" && isDate(validFrom) && validFrom <= today;
      // Without values it is an unknown field, which stays as it was sent.
      return isValid && values !== undefined && values !== null ? { ...rest, current: values } : part;
    }),
  );
}

/** Returns an object in which each object is replaced. */
function mapObjects(whole: ServiceLevel, replace: (part: ServiceLevel) => ServiceLevel): ServiceLevel {
  return Object.fromEntries(Object.entries(whole).map(([name, each]) => [name, isObject(each) ? replace(each) : each]));
}

function store(context: HandlerContext, changes: Partial<ServiceLevels>): void {
  context.state.serviceLevels.set(supplierOf(context), { ...ownServiceLevels(context), ...changes });
}

/** Returns default, agreements and cluster. That an administrator of a cluster gets no default is assumed. */
export const getServiceLevel: Handler = (context) => {
  const { default: byDefault, agreements } = ownServiceLevels(context);
  const cluster = serializeCluster(context.state.world);
  return ok({ ...(!isAdministrator(context) && { default: byDefault }), agreements, cluster });
};

/** Returns the cluster of the caller. */
export const getCluster: Handler = ({ state }) => ok(serializeCluster(state.world));

/** Returns the default of the caller; 403 for administrators of a cluster. */
export const getDefaultServiceLevel: Handler = (context) => {
  if (isAdministrator(context)) {
    throw new ProblemError(403, "An administrator of a cluster has no default service level.");
  }
  return ok(ownServiceLevels(context).default);
};

/**
 * Changes the default. The reference shows 403 only for reading it, so the sandbox lets an administrator of a cluster
 * change it.
 */
export const patchDefaultServiceLevel: Handler<ServiceLevel> = (context) => {
  store(context, { default: mergeDeep(ownServiceLevels(context).default, context.json) });
  return ok(ownServiceLevels(context).default);
};

/** Lists the agreements of the caller, oldest first. */
export const listAgreements: Handler = (context) => ok({ agreements: ownServiceLevels(context).agreements });

/** Returns one agreement. */
export const getAgreement: Handler = (context) => ok(findAgreement(context));

/** Creates an agreement. */
export const createAgreement: Handler<ServiceLevel> = (context) => {
  const { agreements } = ownServiceLevels(context);
  checkParties(agreements, context.json);
  // The id is taken last, so that a rejected agreement changes no later id.
  const id = context.random.uuid();
  store(context, { agreements: [...agreements, { ...context.json, id }] });
  return created(context.address(`/v2/servicelevel/agreements/${id}`), findAgreement(context, id));
};

/** Changes an agreement: lists are replaced, and fields that are left out stay (assumed). */
export const patchAgreement: Handler<ServiceLevel> = (context) => {
  const agreement = findAgreement(context);
  const next = { ...mergeDeep(agreement, context.json), id: agreement["id"] };
  checkParties(agreementsBut(context, agreement), next);
  replaceAgreement(context, next);
  return ok(findAgreement(context));
};

/** Removes an agreement. */
export const deleteAgreement: Handler = (context) => {
  store(context, { agreements: agreementsBut(context, findAgreement(context)) });
  return noContent;
};

/** Finds the caller's agreement with an id; throws 404 if there is none. */
function findAgreement(context: HandlerContext, wanted: string | undefined = context.params["id"]): ServiceLevel {
  const agreement = ownServiceLevels(context).agreements.find(({ id }) => id === wanted);
  if (agreement === undefined) throw new ProblemError(404, "There is no such service level agreement.");
  return agreement;
}

const agreementsBut = (context: HandlerContext, agreement: ServiceLevel): readonly ServiceLevel[] =>
  ownServiceLevels(context).agreements.filter(({ id }) => id !== agreement["id"]);

function replaceAgreement(context: HandlerContext, next: ServiceLevel): void {
  const { agreements } = ownServiceLevels(context);
  store(context, { agreements: agreements.map((each) => (each["id"] === next["id"] ? next : each)) });
}

/**
 * Each agreement has a unique set of lessors, which are required, and dealerships (supplier-api.md §1).
 *
 * @throws ProblemError 400 for an agreement without lessors, or with the set of another one
 */
function checkParties(others: readonly ServiceLevel[], agreement: ServiceLevel): void {
  const { lessors } = agreement;
  if (!Array.isArray(lessors) || lessors.length === 0)
    throw invalidRequest("INVALID", "lessors must be a list of one lessor at least.", "lessors");
  const key = partiesKey(agreement);
  if (others.some((other) => partiesKey(other) === key))
    throw invalidRequest("DUPLICATE", "Another agreement has the same set of lessors and dealerships.", "lessors");
}

/** Returns a text that is the same for the same sets in any order. */
function partiesKey({ lessors, dealerships = [] }: ServiceLevel): string {
  return JSON.stringify([lessors, dealerships].map((set) => (Array.isArray(set) ? [...new Set(set)].sort() : set)));
}

/** What each clearing operation removes from the default or an agreement (supplier-api.md §4.4). */
export const clearings = {
  "repairAndMaintenance.clear": ["repairAndMaintenance"],
  "repairAndMaintenance.clearFutureRates": ["repairAndMaintenance", "rates", "future"],
  "tires.clear": ["tires"],
  "tires.clearFutureRates": ["tires", "rates", "future"],
  "tires.clearFuturePreferredMakes": ["tires", "preferredMakes", "future"],
  "tires.clearFutureDiscounts": ["tires", "discounts", "future"],
  "rentalVehicle.clear": ["rentalVehicle"],
  "rentalVehicle.clearFutureRates": ["rentalVehicle", "rates", "future"],
} as const;

/** Creates the handler that clears values of the caller's default. */
export const clearInDefault =
  (path: readonly string[]): Handler =>
  (context) => {
    store(context, { default: without(ownServiceLevels(context).default, path) });
    return noContent;
  };

/** Creates the handler that clears values of the agreement in the path. */
export const clearInAgreement =
  (path: readonly string[]): Handler =>
  (context) => {
    replaceAgreement(context, without(findAgreement(context), path));
    return noContent;
  };

/** Returns an object without the value at a path, and without the objects that this leaves empty. */
function without(whole: ServiceLevel, [name = "", ...below]: readonly string[]): ServiceLevel {
  const { [name]: value, ...others } = whole;
  if (below.length === 0) return others;
  const rest = isObject(value) ? without(value, below) : value;
  return Object.keys(Object(rest)).length === 0 ? others : { ...others, [name]: rest };
}

/** Lists the components that can have repair and maintenance rates. */
export const listRateComponents: Handler = () => ok({ components: repairAndMaintenanceComponents });

/** Lists the rates that are possible for tires. */
export const listAllowedTireRates: Handler = () => ok({ allowedRates: allowedTireRates });

/** Lists the rates that are possible for rental vehicles. */
export const listAllowedRentalVehicleRates: Handler = () => ok({ allowedRates: allowedRentalVehicleRates });

function isAdministrator(context: HandlerContext): boolean {
  return context.state.world.suppliers.get(supplierOf(context))?.clusterAdministrator === true;
}

/** Returns the one cluster, which every supplier is in. That there is only one is made up, and so are its fields. */
function serializeCluster({ suppliers }: World) {
  const accountsWith = (isWanted: boolean) =>
    [...suppliers.values()]
      .filter(({ clusterAdministrator }) => clusterAdministrator === isWanted)
      .map(({ number, identity: { name } }) => ({ number, name }));
  return { administrators: accountsWith(true), members: accountsWith(false) };
}
