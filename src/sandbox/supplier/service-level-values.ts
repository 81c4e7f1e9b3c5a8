import { amsterdamDay } from "../../values/dates.js";
import type { ComponentRole } from "../data/component-model.js";
import { dealerships } from "../data/organisations.js";
import { initialServiceLevels } from "../data/service-levels.js";
import {
  type Agreement,
  type Categories,
  type Category,
  type CategoryName,
  type ComponentRate,
  categoryNames,
  type PartName,
  partNames,
  type ServiceLevels,
  type ServiceLevelValue,
  type Timed,
} from "../model.js";
import type { HandlerContext } from "../server/context.js";
import { ProblemError } from "../server/problem.js";
import type { State } from "../state.js";
import type { WorldVehicle } from "../world.js";
import { supplierOf } from "./request-access.js";

/** The service levels of a supplier. Each has its own, which others do not see; that holds in a cluster too (assumed). */
function serviceLevelsOf(state: Pick<State, "serviceLevels">, supplierNumber: number): ServiceLevels {
  return state.serviceLevels.get(supplierNumber) ?? initialServiceLevels;
}

/** The caller's service levels. */
export function ownServiceLevels(exchange: HandlerContext): ServiceLevels {
  return serviceLevelsOf(exchange.state, supplierOf(exchange));
}

/** The caller's agreement that the path names; 404 if there is none. */
export function findAgreement(exchange: HandlerContext): Agreement {
  const found = ownServiceLevels(exchange).agreements.find(({ id }) => id === exchange.params["id"]);
  if (found === undefined) throw new ProblemError(404, "There is no such service level agreement.");
  return found;
}

/** Keeps a default in place of the one before. */
export function keepDefault(exchange: HandlerContext, categories: Categories): void {
  keep(exchange, { ...ownServiceLevels(exchange), default: categories });
}

/** Keeps an agreement, new or in place of the one with its id. */
export function keepAgreement(exchange: HandlerContext, agreement: Agreement): void {
  const levels = ownServiceLevels(exchange);
  const isNew = levels.agreements.every(({ id }) => id !== agreement.id);
  const replaced = levels.agreements.map((each) => (each.id === agreement.id ? agreement : each));
  keep(exchange, { ...levels, agreements: isNew ? [...replaced, agreement] : replaced });
}

/** Forgets an agreement. */
export function removeAgreement(exchange: HandlerContext, agreement: Agreement): void {
  const levels = ownServiceLevels(exchange);
  keep(exchange, { ...levels, agreements: levels.agreements.filter((each) => each !== agreement) });
}

function keep(exchange: HandlerContext, levels: ServiceLevels): void {
  exchange.state.serviceLevels.set(supplierOf(exchange), levels);
}

/** The date of a call, in Amsterdam. */
export const dateOf = ({ now }: HandlerContext): string => amsterdamDay(now());

/** What a clearing method clears. */
export interface Clearing {
  readonly category: CategoryName;
  /** Whose future values are cleared. Left out: the whole category, current and future. */
  readonly part?: PartName;
}

/** The values as they are on a date: those that were to come by then are current. */
export function valuesOn(categories: Categories, today: string): Categories {
  return build((category, part) => timedOn(categories[category]?.[part], today));
}

/** The values after a change; each list that the change has takes the place of the one before (assumed). */
export function withChanges(categories: Categories, changes: Categories, today: string): Categories {
  const before = valuesOn(categories, today);
  return build((category, part) => ({ ...before[category]?.[part], ...changes[category]?.[part] }));
}

/** The values after a clearing. */
export function withoutCleared(categories: Categories, cleared: Clearing, today: string): Categories {
  const before = valuesOn(categories, today);
  return build((category, part) => {
    const timed = before[category]?.[part];
    if (category !== cleared.category) return timed;
    if (cleared.part === undefined) return undefined;
    return part === cleared.part ? withoutFuture(timed) : timed;
  });
}

/** Whether a category has values now; one without falls back (supplier-api.md §1). */
function hasCurrentValues(category: Category | undefined): boolean {
  return partNames.some((part) => category?.[part]?.current !== undefined);
}

function timedOn(timed: Timed | undefined, today: string): Timed | undefined {
  const future = timed?.future;
  return future !== undefined && future.validFrom <= today ? { current: future.values } : timed;
}

function withoutFuture({ current }: Timed = {}): Timed {
  return current === undefined ? {} : { current };
}

/** Puts a service level together; an empty list of current values is none at all. */
function build(timedOf: (category: CategoryName, part: PartName) => Timed | undefined): Categories {
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

/** The category of a component's rate. */
const categoryOfRole: { readonly [role in ComponentRole]?: CategoryName } = {
  work: "repairAndMaintenance",
  tire: "tires",
  rental: "rentalVehicle",
};

/**
 * What a supplier's service level says that a component costs on a vehicle, in euros.
 *
 * @param today the date that counts, in Amsterdam
 * @returns undefined where the category that applies has no rate for the component. Rental vehicles have rates by
 * rental class, so none for a component
 */
export function serviceLevelPrice(
  state: Pick<State, "serviceLevels">,
  supplierNumber: number,
  vehicle: WorldVehicle,
  component: { readonly regCode: string; readonly role: ComponentRole },
  today: string,
): number | undefined {
  const name = categoryOfRole[component.role];
  if (name === undefined) return undefined;
  const category = categoryThatApplies(serviceLevelsOf(state, supplierNumber), vehicle, name, today);
  const rates = (category?.rates?.current ?? [])
    .filter(isComponentRate)
    .filter(({ regCode }) => regCode === component.regCode);
  const { objectTypeCategory } = vehicle.contract.vehicle.objectType ?? {};
  const ownRate = rates.find((rate) => rate.objectTypeCategory === objectTypeCategory);
  return (ownRate ?? rates.find((rate) => rate.objectTypeCategory === undefined))?.price;
}

/** The category of the first service level that has values in it; undefined if not even the default has. */
function categoryThatApplies(
  levels: ServiceLevels,
  vehicle: WorldVehicle,
  name: CategoryName,
  today: string,
): Category | undefined {
  return inOrder(levels, vehicle)
    .map((categories) => valuesOn(categories, today)[name])
    .find(hasCurrentValues);
}

/**
 * Lessor and make, lessor, default (supplier-api.md §1). The code of the dealership is found by the make's name.
 * That an agreement for some makes is not one for the lessor's other vehicles, and that of two agreements that match
 * alike the older one comes first, is assumed.
 */
function inOrder(
  { default: byDefault, agreements }: ServiceLevels,
  { contract }: WorldVehicle,
): Categories[] {
  const code = dealerships.find(({ name }) => name === contract.vehicle.vehicleMake)?.code;
  const ofLessor = agreements.filter(({ lessors }) => lessors.includes(contract.lessor.number));
  const ofMake = ofLessor.filter((agreement) => agreement.dealerships.some((each) => each === code));
  const ofAnyMake = ofLessor.filter((agreement) => agreement.dealerships.length === 0);
  return [...[...ofMake, ...ofAnyMake].map(({ categories }) => categories), byDefault];
}

function isComponentRate(value: ServiceLevelValue): value is ComponentRate {
  return typeof value === "object" && "regCode" in value;
}
