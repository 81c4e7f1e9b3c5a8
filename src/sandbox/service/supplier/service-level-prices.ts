import { placesAt } from "../../../base/json-places.js";
import type { Contract } from "../../../generated/supplier/models.js";
import type { ComponentRole } from "../../data/component-model.js";
import { defaultServiceLevelHref } from "../../data/contracts.js";
import { dealerships } from "../../data/organisations.js";
import { type CategoryName, categoryNames, type ServiceLevel, type ServiceLevels } from "../../data/service-levels.js";
import type { WorldVehicle } from "../../data/world.js";

const categoryOfRole: { readonly [role in ComponentRole]?: CategoryName } = {
  work: "repairAndMaintenance",
  tire: "tires",
  rental: "rentalVehicle",
};

/** A component whose price is asked for. */
export interface PricedComponent {
  readonly regCode: string;
  readonly role: ComponentRole;
}

/**
 * Returns the price of a component on a vehicle in euros.
 *
 * @returns undefined if the category that applies has no rate for the component; always for rental vehicles, whose
 * rates depend on the rental class
 */
export function serviceLevelPrice(
  levels: ServiceLevels,
  vehicle: WorldVehicle,
  { regCode, role }: PricedComponent,
): number | undefined {
  const category = categoryOfRole[role];
  if (category === undefined) return undefined;
  const rates = placesAt(levelThatApplies(levels, vehicle, category), [category, "rates", "current", "*"])
    .map(({ value }) => Object(value))
    .filter((rate) => rate.regCode === regCode && Number.isFinite(rate.price));
  const { objectTypeCategory } = vehicle.contract.vehicle.objectType ?? {};
  const ownRate = rates.find((rate) => rate.objectTypeCategory === objectTypeCategory);
  return (ownRate ?? rates.find((rate) => rate.objectTypeCategory === undefined))?.price;
}

/**
 * Returns the contract of a vehicle with links to the service levels that apply (supplier-api.md §1, §2.5). A link that
 * the sandbox's user has set stays. The link of a category that has no values at all leads to the default.
 */
export function withServiceLevelLinks(vehicle: WorldVehicle, levels: ServiceLevels): Contract {
  const { supplierContract } = vehicle.contract;
  const linked = categoryNames.flatMap((category) => {
    const section = supplierContract[category];
    if (section?.serviceLevel?.href !== defaultServiceLevelHref) return [];
    const id = levelThatApplies(levels, vehicle, category)?.["id"];
    const href = id === undefined ? defaultServiceLevelHref : `/v2/servicelevel/agreements/${id}`;
    return [[category, { ...section, serviceLevel: { href } }]];
  });
  return { ...vehicle.contract, supplierContract: { ...supplierContract, ...Object.fromEntries(linked) } };
}

/** A category without current values falls back to the next service level (supplier-api.md §1). */
function levelThatApplies(levels: ServiceLevels, vehicle: WorldVehicle, category: CategoryName) {
  return levelsInOrder(levels, vehicle).find(({ [category]: parts }) =>
    Object.values(Object(parts)).some((part) => placesAt(part, ["current", "*"]).length > 0),
  );
}

/**
 * Returns the service levels that apply to a vehicle, the most specific first: lessor and make, lessor, default
 * (supplier-api.md §1). The code of the dealership is found by the make's name. It is assumed that an agreement for
 * some makes does not apply to the lessor's other vehicles, and that the older of two equal agreements comes first.
 */
function levelsInOrder(levels: ServiceLevels, { contract }: WorldVehicle): ServiceLevel[] {
  const code = dealerships.find(({ name }) => name === contract.vehicle.vehicleMake)?.code;
  const ofLessor = levels.agreements.filter(({ lessors }) => includes(lessors, contract.lessor.number));
  const ofMake = ofLessor.filter((agreement) => includes(agreement["dealerships"], code));
  const ofAnyMake = ofLessor.filter(({ dealerships: makes = [] }) => Array.isArray(makes) && makes.length === 0);
  return [...ofMake, ...ofAnyMake, levels.default];
}

const includes = (list: unknown, value: unknown) => Array.isArray(list) && list.includes(value);
