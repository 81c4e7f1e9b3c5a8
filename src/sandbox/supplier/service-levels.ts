import type { RegProblemEntry } from "../../errors/problem.js";
import {
  allowedRentalVehicleRates,
  allowedTireRates,
  repairAndMaintenanceComponents,
} from "../data/service-levels.js";
import { type Agreement, type Categories, categoryNames, type Parties, partNames } from "../model.js";
import type { Handler, HandlerContext } from "../server/context.js";
import { ProblemError, refuseIfAny, sandboxEntry } from "../server/problem.js";
import { created, noContent, ok } from "../server/reply.js";
import type { World } from "../world.js";
import { supplierOf } from "./request-access.js";
import { parseAgreement, parseAgreementPatch, parseDefaultPatch } from "./service-level-bodies.js";
import {
  type Clearing,
  dateOf,
  findAgreement,
  keepAgreement,
  keepDefault,
  ownServiceLevels,
  removeAgreement,
  valuesOn,
  withChanges,
  withoutCleared,
} from "./service-level-values.js";

/** An agreement as the service shows it: with the values of each category as they are on a date. */
function presentAgreement({ categories, dealerships, ...agreement }: Agreement, today: string) {
  return {
    ...agreement,
    ...(dealerships.length > 0 && { dealerships }),
    ...valuesOn(categories, today),
  };
}

/**
 * The cluster that a supplier belongs to or administers. Its fields are made up; and so is that there is but one,
 * which everybody is in.
 */
function presentCluster({ suppliers }: World) {
  const accounts = [...suppliers.values()].map(({ number, identity: { name }, clusterAdministrator }) => ({
    number,
    name,
    clusterAdministrator,
  }));
  const inBrief = (wanted: boolean) =>
    accounts
      .filter(({ clusterAdministrator }) => clusterAdministrator === wanted)
      .map(({ number, name }) => ({ number, name }));
  return { administrators: inBrief(true), members: inBrief(false) };
}

/** Future values are valid from a later date (supplier-api.md §1). */
function futureViolations(exchange: HandlerContext, changes: Categories): RegProblemEntry[] {
  const today = dateOf(exchange);
  return categoryNames.flatMap((category) =>
    partNames.flatMap((part) => {
      const validFrom = changes[category]?.[part]?.future?.validFrom;
      if (validFrom === undefined || validFrom > today) return [];
      const field = `${category}.${part}.future.validFrom`;
      return [sandboxEntry("FUTURE", `${field} must be later than today, ${today}.`, field)];
    }),
  );
}

/** Lessors exist, and no other agreement of the supplier has the same set of lessors and dealerships. */
function partyViolations(exchange: HandlerContext, agreement: Agreement): RegProblemEntry[] {
  const unknown = agreement.lessors
    .filter((number) => !exchange.state.world.lessors.has(number))
    .map((number) => sandboxEntry("LESSOR", `There is no lessor ${number}.`, "lessors"));
  const set = setOf(agreement);
  const taken = ownServiceLevels(exchange).agreements.some(
    (other) => other.id !== agreement.id && setOf(other) === set,
  );
  if (!taken) return unknown;
  const sentence = "Another agreement has the same set of lessors and dealerships.";
  return [...unknown, sandboxEntry("DUPLICATE", sentence, "lessors")];
}

/** The same text for the same set, in whatever order it is written. */
function setOf({ lessors, dealerships }: Parties): string {
  return JSON.stringify([[...lessors].sort(), [...dealerships].sort()]);
}

/** Every agreement of the caller, oldest first. */
export const listAgreements: Handler = (exchange) => {
  const today = dateOf(exchange);
  const { agreements } = ownServiceLevels(exchange);
  return ok({ agreements: agreements.map((agreement) => presentAgreement(agreement, today)) });
};

/** One agreement. */
export const getAgreement: Handler = (exchange) =>
  ok(presentAgreement(findAgreement(exchange), dateOf(exchange)));

/** A new agreement. */
export const createAgreement: Handler = (exchange) => {
  const { lessors, dealerships = [], ...values } = parseAgreement(exchange.json);
  const agreement: Agreement = {
    id: "",
    lessors: withoutRepeats(lessors),
    dealerships: withoutRepeats(dealerships),
    categories: withChanges({}, values, dateOf(exchange)),
  };
  refuseIfAny([...partyViolations(exchange, agreement), ...futureViolations(exchange, values)]);
  // Only now, so that a refused agreement changes no other id.
  const accepted = { ...agreement, id: exchange.random.uuid() };
  keepAgreement(exchange, accepted);
  const address = exchange.address(`/v2/servicelevel/agreements/${accepted.id}`);
  return created(address, presentAgreement(accepted, dateOf(exchange)));
};

/** Changes an agreement: whom it is for, its values, or both. */
export const patchAgreement: Handler = (exchange) => {
  const body = parseAgreementPatch(exchange.json);
  const agreement = findAgreement(exchange);
  const { lessors = agreement.lessors, dealerships = agreement.dealerships, ...values } = body;
  const next: Agreement = {
    id: agreement.id,
    lessors: withoutRepeats(lessors),
    dealerships: withoutRepeats(dealerships),
    categories: withChanges(agreement.categories, values, dateOf(exchange)),
  };
  refuseIfAny([...partyViolations(exchange, next), ...futureViolations(exchange, values)]);
  keepAgreement(exchange, next);
  return ok(presentAgreement(next, dateOf(exchange)));
};

/** Removes an agreement. */
export const deleteAgreement: Handler = (exchange) => {
  removeAgreement(exchange, findAgreement(exchange));
  return noContent;
};

const withoutRepeats = <T>(list: readonly T[]): readonly T[] => [...new Set(list)];

/** What each clearing method clears, in the default as in an agreement (supplier-api.md §4.4). */
export const clearings = {
  "repairAndMaintenance.clear": { category: "repairAndMaintenance" },
  "repairAndMaintenance.clearFutureRates": { category: "repairAndMaintenance", part: "rates" },
  "tires.clear": { category: "tires" },
  "tires.clearFutureRates": { category: "tires", part: "rates" },
  "tires.clearFuturePreferredMakes": { category: "tires", part: "preferredMakes" },
  "tires.clearFutureDiscounts": { category: "tires", part: "discounts" },
  "rentalVehicle.clear": { category: "rentalVehicle" },
  "rentalVehicle.clearFutureRates": { category: "rentalVehicle", part: "rates" },
} as const satisfies Readonly<Record<string, Clearing>>;

/** Clears something of the caller's default. */
export const clearInDefault =
  (cleared: Clearing): Handler =>
  (exchange) => {
    keepDefault(exchange, withoutCleared(ownServiceLevels(exchange).default, cleared, dateOf(exchange)));
    return noContent;
  };

/** Clears something of the agreement that the path names. */
export const clearInAgreement =
  (cleared: Clearing): Handler =>
  (exchange) => {
    const agreement = findAgreement(exchange);
    const categories = withoutCleared(agreement.categories, cleared, dateOf(exchange));
    keepAgreement(exchange, { ...agreement, categories });
    return noContent;
  };

/** The components for which there can be repair and maintenance rates. */
export const listRateComponents: Handler = () => ok({ components: repairAndMaintenanceComponents });

/** The rates that there can be for tires. */
export const listAllowedTireRates: Handler = () => ok({ allowedRates: allowedTireRates });

/** The rates that there can be for rental vehicles. */
export const listAllowedRentalVehicleRates: Handler = () => ok({ allowedRates: allowedRentalVehicleRates });

/** Default, agreements and cluster. That the default is left out for an administrator of a cluster is assumed. */
export const getServiceLevel: Handler = (exchange) => {
  const levels = ownServiceLevels(exchange);
  const today = dateOf(exchange);
  return ok({
    ...(!isAdministrator(exchange) && { default: valuesOn(levels.default, today) }),
    agreements: levels.agreements.map((agreement) => presentAgreement(agreement, today)),
    cluster: presentCluster(exchange.state.world),
  });
};

/** The cluster of the caller. */
export const getCluster: Handler = ({ state }) => ok(presentCluster(state.world));

/** The default of the caller; 403 for administrators of a cluster. */
export const getDefaultServiceLevel: Handler = (exchange) => {
  if (isAdministrator(exchange)) {
    throw new ProblemError(403, "An administrator of a cluster has no default service level.");
  }
  return ok(valuesOn(ownServiceLevels(exchange).default, dateOf(exchange)));
};

/**
 * Changes the default. The reference has 403 for the method that reads it only, so an administrator of a cluster is
 * not refused here; what it changes is a default of its own.
 */
export const patchDefaultServiceLevel: Handler = (exchange) => {
  const changes = parseDefaultPatch(exchange.json);
  refuseIfAny(futureViolations(exchange, changes));
  const next = withChanges(ownServiceLevels(exchange).default, changes, dateOf(exchange));
  keepDefault(exchange, next);
  return ok(next);
};

function isAdministrator(exchange: HandlerContext): boolean {
  return exchange.state.world.suppliers.get(supplierOf(exchange))?.clusterAdministrator === true;
}
