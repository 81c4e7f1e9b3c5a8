import type { CatalogueComponent, ComponentRole } from "./allowed-component.js";
import { fields, operations, priced, reasons } from "./codes.js";
import { damageComponents } from "./damage-components.js";
import { tireComponents } from "./tire-components.js";
import { workComponents } from "./work-components.js";

export { damageComponents } from "./damage-components.js";
export type { CatalogueComponent, ComponentRole };

const rentalCost = (
  regCode: string,
  description: string,
  cost: "deliveryCosts" | "pickupCosts" | "fuelServiceCosts",
) => ({ regCode, description, ...fields(["RegCode", "Price"]), when: { rentalCost: cost } });

/**
 * The components of service requests. The codes 3101, 3156, 3196 to 3199, 5401 and 5449 are the service's own; all
 * others, and what they are allowed on, are made up.
 */
export const components: readonly CatalogueComponent[] = [
  ...workComponents,
  ...tireComponents,
  {
    role: "rental",
    regCode: "9001",
    description: "Rental vehicle",
    operation: operations.rent,
    reasons: [reasons.inWorkshop],
    ...fields(priced, ["Value"]),
    when: {
      permission: "rentalVehicle",
      categories: ["PassengerCar", "LightCommercial", "Truck", "Motorcycle"],
    },
    subcomponents: [
      rentalCost("9002", "Delivery costs", "deliveryCosts"),
      rentalCost("9003", "Pickup costs", "pickupCosts"),
      rentalCost("9004", "Fuel service costs", "fuelServiceCosts"),
    ],
  },
];

/** The role of a code; undefined for one that the sandbox does not know. */
export function roleOf(regCode: string | undefined): ComponentRole | undefined {
  return withCode(regCode)?.role;
}

/** Whether a request may hold several lines with a code that say the same. */
export function mayRepeat(regCode: string): boolean {
  return withCode(regCode)?.repeats ?? false;
}

function withCode(regCode: string | undefined): CatalogueComponent | undefined {
  return [...components, ...damageComponents].find((component) => component.regCode === regCode);
}
