import { amsterdamDay } from "../../base/dates.js";
import type { Contract } from "../../generated/supplier/models.js";
import type { ComponentRole } from "../data/component-model.js";
import { defaultServiceLevelHref } from "../data/contracts.js";
import { dealerships } from "../data/organisations.js";
import {
  type Agreement,
  type Categories,
  type Category,
  type CategoryName,
  type ComponentRate,
  categoryNames,
  initialServiceLevels,
  type PartName,
  partNames,
  type ServiceLevels,
  type ServiceLevelValue,
  type Timed,
} from "../data/service-levels.js";
import type { WorldVehicle } from "../data/world.js";
import { ProblemError } from "../messages/problem.js";
import type { HandlerContext } from "../state/context.js";
import { supplierOf } from "./request-access.js";

/** Returns the caller's service levels. That suppliers do not see each other's, not even in a cluster, is assumed. */
export function ownServiceLevels(context: HandlerContext): ServiceLevels {
  return context.state.serviceLevels.get(supplierOf(context)) ?? initialServiceLevels;
}

/** Finds the caller's agreement with the id in the path; throws 404 if there is none. */
export function findAgreement(context: HandlerContext): Agreement {
  const agreement = ownServiceLevels(context).agreements.find(({ id }) => id === context.params["id"]);
  if (agreement === undefined) throw new ProblemError(404, "There is no such service level agreement.");
  return agreement;
}

/** Replaces the caller's default. */
export function storeDefault(context: HandlerContext, categories: Categories): void {
  storeServiceLevels(context, { ...ownServiceLevels(context), default: categories });
}

/** Adds an agreement, or replaces the one with its id. */
export function storeAgreement(context: HandlerContext, agreement: Agreement): void {
  const levels = ownServiceLevels(context);
  const isNew = levels.agreements.every(({ id }) => id !== agreement.id);
  const replaced = levels.agreements.map((each) => (each.id === agreement.id ? agreement : each));
  storeServiceLevels(context, { ...levels, agreements: isNew ? [...replaced, agreement] : replaced });
}

/** Removes an agreement. */
export function removeAgreement(context: HandlerContext, agreement: Agreement): void {
  const levels = ownServiceLevels(context);
  const agreements = levels.agreements.filter((each) => each !== agreement);
  storeServiceLevels(context, { ...levels, agreements });
}

function storeServiceLevels(context: HandlerContext, levels: ServiceLevels): void {
  context.state.serviceLevels.set(supplierOf(context), levels);
}

/** Returns the date of a call in Amsterdam. */
export const dateOf = ({ now }: HandlerContext): string => amsterdamDay(now());

/** The values that a clearing operation removes. */
export interface Clearing {
  readonly category: CategoryName;
  /** The part whose future values are removed. Left out: the whole category, current and future. */
  readonly part?: PartName;
}

/** Returns the values on a date: future values that are valid by then are current. */
export function valuesOn(categories: Categories, today: string): Categories {
  return mapParts((category, part) => timedOn(categories[category]?.[part], today));
}

/** Returns the service levels of a supplier with the values that each has on a date. */
export function levelsOn(levels: ServiceLevels, today: string): ServiceLevels {
  return {
    default: valuesOn(levels.default, today),
    agreements: levels.agreements.map((agreement) => ({
      ...agreement,
      categories: valuesOn(agreement.categories, today),
    })),
  };
}

/** Returns the values after a change; each list in the change replaces the old one (assumed). */
export function withChanges(categories: Categories, changes: Categories, today: string): Categories {
  const before = valuesOn(categories, today);
  return mapParts((category, part) => ({ ...before[category]?.[part], ...changes[category]?.[part] }));
}

/** Returns the values after a clearing operation. */
export function withoutCleared(categories: Categories, cleared: Clearing, today: string): Categories {
  const before = valuesOn(categories, today);
  return mapParts((category, part) => {
    const timed = before[category]?.[part];
    if (category !== cleared.category) return timed;
    if (cleared.part === undefined) return undefined;
    return part === cleared.part ? withoutFuture(timed) : timed;
  });
}

function timedOn(timed: Timed | undefined, today: string): Timed | undefined {
  const future = timed?.future;
  return future !== undefined && future.validFrom <= today ? { current: future.values } : timed;
}

function withoutFuture({ current }: Timed = {}): Timed {
  return current === undefined ? {} : { current };
}

/** Builds a service level part by part; an empty list of current values counts as none. */
function mapParts(timedOf: (category: CategoryName, part: PartName) => Timed | undefined): Categories {
  const categories: { [name in CategoryName]?: Category } = {};
  for (const name of categoryNames) {
    const category: { [part in PartName]?: Timed } = {};
    for (const part of partNames) {
      const { current = [], future } = timedOf(name, part) ?? {};
      const timed = { ...(current.length > 0 && { current }), ...(future !== undefined && { future }) };
      if (Object.keys(timed).length > 0) category[part] = timed;
    }
    if (Object.keys(category).length > 0) categories[name] = category;
  }
  return categories;
}

/** A component whose price is asked for. */
export interface PricedComponent {
  readonly regCode: string;
  readonly role: ComponentRole;
}

/**
 * Returns the price of a component on a vehicle in euros.
 *
 * @param levels the service levels that are valid on the day, see {@link levelsOn}
 * @returns undefined if the category that applies has no rate for the component; always for rental vehicles, whose
 * rates depend on the rental class
 */
export function serviceLevelPrice(
  levels: ServiceLevels,
  vehicle: WorldVehicle,
  { regCode, role }: PricedComponent,
): number | undefined {
  const name = categoryOfRole[role];
  if (name === undefined) return undefined;
  const level = levelThatApplies(levels, vehicle, name);
  const rates = (level?.categories[name]?.rates?.current ?? [])
    .filter(isComponentRate)
    .filter((rate) => rate.regCode === regCode);
  const { objectTypeCategory } = vehicle.contract.vehicle.objectType ?? {};
  const ownRate = rates.find((rate) => rate.objectTypeCategory === objectTypeCategory);
  return (ownRate ?? rates.find((rate) => rate.objectTypeCategory === undefined))?.price;
}

/**
 * Returns the contract of a vehicle with links to the service levels that apply (supplier-api.md §1, §2.5). A link that
 * the sandbox's user has set stays. The link of a category that has no values at all leads to the default.
 */
export function withServiceLevelLinks({ contract, ...rest }: WorldVehicle, levels: ServiceLevels): Contract {
  const { supplierContract } = contract;
  const linked = categoryNames.flatMap((name) => {
    const section = supplierContract[name];
    if (section?.serviceLevel?.href !== defaultServiceLevelHref) return [];
    const { href } = levelThatApplies(levels, { contract, ...rest }, name) ?? {
      href: defaultServiceLevelHref,
    };
    return [[name, { ...section, serviceLevel: { href } }]];
  });
  return { ...contract, supplierContract: { ...supplierContract, ...Object.fromEntries(linked) } };
}

const categoryOfRole: { readonly [role in ComponentRole]?: CategoryName } = {
  work: "repairAndMaintenance",
  tire: "tires",
  rental: "rentalVehicle",
};

/** The default or an agreement, as a contract refers to it. */
interface LinkedLevel {
  readonly href: string;
  readonly categories: Categories;
}

/** A category without current values falls back to the next service level (supplier-api.md §1). */
function levelThatApplies(levels: ServiceLevels, vehicle: WorldVehicle, name: CategoryName): LinkedLevel | undefined {
  return levelsInOrder(levels, vehicle).find(({ categories }) =>
    partNames.some((part) => categories[name]?.[part]?.current !== undefined),
  );
}

/**
 * Returns the service levels that apply to a vehicle, the most specific first: lessor and make, lessor, default
 * (supplier-api.md §1). The code of the dealership is found by the make's name. It is assumed that an agreement for
 * some makes does not apply to the lessor's other vehicles, and that the older of two equal agreements comes first.
 */
function levelsInOrder(
  { default: defaultLevel, agreements }: ServiceLevels,
  { contract }: WorldVehicle,
): LinkedLevel[] {
  const code = dealerships.find(({ name }) => name === contract.vehicle.vehicleMake)?.code;
  const ofLessor = agreements.filter(({ lessors }) => lessors.includes(contract.lessor.number));
  const ofMake = ofLessor.filter((agreement) => agreement.dealerships.some((each) => each === code));
  const ofAnyMake = ofLessor.filter((agreement) => agreement.dealerships.length === 0);
  return [
    ...[...ofMake, ...ofAnyMake].map(({ id, categories }) => ({
      href: `/v2/servicelevel/agreements/${id}`,
      categories,
    })),
    { href: defaultServiceLevelHref, categories: defaultLevel },
  ];
}

function isComponentRate(value: ServiceLevelValue): value is ComponentRate {
  return typeof value === "object" && "regCode" in value;
}
