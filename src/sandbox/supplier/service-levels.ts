import type { RegProblemEntry } from "../../errors/problem.js";
import {
  type Agreement,
  allowedRentalVehicleRates,
  allowedTireRates,
  type Categories,
  categoryNames,
  type Parties,
  partNames,
  repairAndMaintenanceComponents,
} from "../data/service-levels.js";
import type { World } from "../data/world.js";
import { ProblemError, rejectIfAny, sandboxEntry } from "../messages/problem.js";
import { created, noContent, ok } from "../messages/reply.js";
import type { Handler, HandlerContext } from "../state/context.js";
import { supplierOf } from "./request-access.js";
import { parseAgreement, parseAgreementPatch, parseDefaultPatch } from "./service-level-bodies.js";
import {
  type Clearing,
  dateOf,
  findAgreement,
  ownServiceLevels,
  removeAgreement,
  storeAgreement,
  storeDefault,
  valuesOn,
  withChanges,
  withoutCleared,
} from "./service-level-values.js";

/** Returns default, agreements and cluster. That an administrator of a cluster gets no default is assumed. */
export const getServiceLevel: Handler = (context) => {
  const levels = ownServiceLevels(context);
  const today = dateOf(context);
  return ok({
    ...(!isAdministrator(context) && { default: valuesOn(levels.default, today) }),
    agreements: levels.agreements.map((agreement) => serializeAgreement(agreement, today)),
    cluster: serializeCluster(context.state.world),
  });
};

/** Returns the cluster of the caller. */
export const getCluster: Handler = ({ state }) => ok(serializeCluster(state.world));

/** Returns the default of the caller; 403 for administrators of a cluster. */
export const getDefaultServiceLevel: Handler = (context) => {
  if (isAdministrator(context)) {
    throw new ProblemError(403, "An administrator of a cluster has no default service level.");
  }
  return ok(valuesOn(ownServiceLevels(context).default, dateOf(context)));
};

/**
 * Changes the default. The reference shows 403 only for reading it, so the sandbox lets an administrator of a cluster
 * change it.
 */
export const patchDefaultServiceLevel: Handler = (context) => {
  const changes = parseDefaultPatch(context.json);
  rejectIfAny(futureViolations(context, changes));
  const next = withChanges(ownServiceLevels(context).default, changes, dateOf(context));
  storeDefault(context, next);
  return ok(next);
};

/** Lists the agreements of the caller, oldest first. */
export const listAgreements: Handler = (context) => {
  const today = dateOf(context);
  const { agreements } = ownServiceLevels(context);
  return ok({ agreements: agreements.map((agreement) => serializeAgreement(agreement, today)) });
};

/** Returns one agreement. */
export const getAgreement: Handler = (context) => ok(serializeAgreement(findAgreement(context), dateOf(context)));

/** Creates an agreement. */
export const createAgreement: Handler = (context) => {
  const empty: Agreement = { id: "", lessors: [], dealerships: [], categories: {} };
  const content = changedAgreement(context, empty, parseAgreement(context.json));
  // The id is taken last, so that a rejected agreement changes no later id.
  const agreement = { ...content, id: context.random.uuid() };
  storeAgreement(context, agreement);
  const address = context.address(`/v2/servicelevel/agreements/${agreement.id}`);
  return created(address, serializeAgreement(agreement, dateOf(context)));
};

/** Changes the lessors, the dealerships and the values of an agreement. */
export const patchAgreement: Handler = (context) => {
  const changes = parseAgreementPatch(context.json);
  const agreement = changedAgreement(context, findAgreement(context), changes);
  storeAgreement(context, agreement);
  return ok(serializeAgreement(agreement, dateOf(context)));
};

function changedAgreement(
  context: HandlerContext,
  agreement: Agreement,
  changes: ReturnType<typeof parseAgreementPatch>,
): Agreement {
  const { lessors = agreement.lessors, dealerships = agreement.dealerships, ...values } = changes;
  const next: Agreement = {
    id: agreement.id,
    lessors: withoutRepeats(lessors),
    dealerships: withoutRepeats(dealerships),
    categories: withChanges(agreement.categories, values, dateOf(context)),
  };
  rejectIfAny([...partyViolations(context, next), ...futureViolations(context, values)]);
  return next;
}

/** Removes an agreement. */
export const deleteAgreement: Handler = (context) => {
  removeAgreement(context, findAgreement(context));
  return noContent;
};

/** The values that each clearing operation removes, from the default and from an agreement (supplier-api.md §4.4). */
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

/** Creates the handler that clears values of the caller's default. */
export const clearInDefault =
  (clearing: Clearing): Handler =>
  (context) => {
    storeDefault(context, withoutCleared(ownServiceLevels(context).default, clearing, dateOf(context)));
    return noContent;
  };

/** Creates the handler that clears values of the agreement in the path. */
export const clearInAgreement =
  (clearing: Clearing): Handler =>
  (context) => {
    const agreement = findAgreement(context);
    const categories = withoutCleared(agreement.categories, clearing, dateOf(context));
    storeAgreement(context, { ...agreement, categories });
    return noContent;
  };

/** Lists the components that can have repair and maintenance rates. */
export const listRateComponents: Handler = () => ok({ components: repairAndMaintenanceComponents });

/** Lists the rates that are possible for tires. */
export const listAllowedTireRates: Handler = () => ok({ allowedRates: allowedTireRates });

/** Lists the rates that are possible for rental vehicles. */
export const listAllowedRentalVehicleRates: Handler = () => ok({ allowedRates: allowedRentalVehicleRates });

/** Future values must be valid from a later date (supplier-api.md §1). */
function futureViolations(context: HandlerContext, changes: Categories): RegProblemEntry[] {
  const today = dateOf(context);
  return categoryNames.flatMap((category) =>
    partNames.flatMap((part) => {
      const validFrom = changes[category]?.[part]?.future?.validFrom;
      if (validFrom === undefined || validFrom > today) return [];
      const field = `${category}.${part}.future.validFrom`;
      return [sandboxEntry("FUTURE", `${field} must be later than today, ${today}.`, field)];
    }),
  );
}

/** Lessors must exist, and no other agreement of the supplier may have the same lessors and dealerships. */
function partyViolations(context: HandlerContext, agreement: Agreement): RegProblemEntry[] {
  const unknown = agreement.lessors
    .filter((number) => !context.state.world.lessors.has(number))
    .map((number) => sandboxEntry("LESSOR", `There is no lessor ${number}.`, "lessors"));
  const key = partiesKey(agreement);
  const isTaken = ownServiceLevels(context).agreements.some(
    (other) => other.id !== agreement.id && partiesKey(other) === key,
  );
  if (!isTaken) return unknown;
  const sentence = "Another agreement has the same set of lessors and dealerships.";
  return [...unknown, sandboxEntry("DUPLICATE", sentence, "lessors")];
}

/** Returns a text that is the same for the same sets in any order. */
function partiesKey({ lessors, dealerships }: Parties): string {
  return JSON.stringify([[...lessors].sort(), [...dealerships].sort()]);
}

const withoutRepeats = <T>(list: readonly T[]): readonly T[] => [...new Set(list)];

function isAdministrator(context: HandlerContext): boolean {
  return context.state.world.suppliers.get(supplierOf(context))?.clusterAdministrator === true;
}

function serializeAgreement({ categories, dealerships, ...agreement }: Agreement, today: string) {
  return {
    ...agreement,
    ...(dealerships.length > 0 && { dealerships }),
    ...valuesOn(categories, today),
  };
}

/** Returns the one cluster, which every supplier is in. That there is only one is made up, and so are its fields. */
function serializeCluster({ suppliers }: World) {
  const accounts = [...suppliers.values()].map(({ number, identity: { name }, clusterAdministrator }) => ({
    number,
    name,
    clusterAdministrator,
  }));
  const namesOf = (isWanted: boolean) =>
    accounts
      .filter(({ clusterAdministrator }) => clusterAdministrator === isWanted)
      .map(({ number, name }) => ({ number, name }));
  return { administrators: namesOf(true), members: namesOf(false) };
}
