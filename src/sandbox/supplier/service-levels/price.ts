import { dealerships } from "../../data/catalogues.js";
import type { ComponentRole } from "../../data/components.js";
import type { State } from "../../state/state.js";
import type { WorldVehicle } from "../../state/world.js";
import type {
  Categories,
  Category,
  CategoryName,
  ComponentRate,
  ServiceLevels,
  ServiceLevelValue,
} from "./model.js";
import { serviceLevelsOf } from "./store.js";
import { hasCurrentValues, valuesOn } from "./values.js";

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
