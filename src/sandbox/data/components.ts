import { componentCodes } from "../../domain/vocabulary.js";
import { type CatalogueComponent, coded, fields, operations, priced, reasons } from "./component-model.js";
import { tireComponents } from "./tire-components.js";

/**
 * The catalogues of components of service requests and of damage service requests (supplier-api.md §2.3, §2.6). The
 * codes 3101, 3156, 3196 to 3199, 5401 and 5449 are the service's own; all others, and the vehicles on which components
 * are allowed, are made up.
 */

const { worn, defective, interval, legal, collision, parking, stoneChip } = reasons;
const { replace, inspect, repair } = operations;
const repairAndMaintenance = { permission: "repairAndMaintenance" } as const;

/**
 * A reading has the operation 19 without a type, and the reason 99 (supplier-api.md §2.3). That it needs a value is
 * assumed.
 */
const reading = {
  role: "reading",
  operation: operations.read,
  reasons: [reasons.reading],
  ...fields([...coded, "Value"]),
} satisfies Partial<CatalogueComponent>;

const brakePads = { regCode: "2201", description: "Brake pads front" };
const work = { role: "work", ...fields(priced), when: repairAndMaintenance } satisfies Partial<CatalogueComponent>;

const workComponents: readonly CatalogueComponent[] = [
  {
    ...reading,
    regCode: componentCodes.mileageReading,
    description: "Mileage",
    when: { categories: ["PassengerCar", "LightCommercial", "Truck", "Motorcycle"] },
  },
  { ...reading, regCode: componentCodes.hoursReading, description: "Operating hours" },
  {
    ...work,
    regCode: "1101",
    description: "Oil service",
    operation: replace,
    reasons: [interval],
    ...fields(priced, ["Value"]),
  },
  {
    ...work,
    regCode: "1102",
    description: "Legal inspection",
    operation: inspect,
    reasons: [legal],
    when: { ...repairAndMaintenance, categories: ["PassengerCar", "LightCommercial", "Truck"] },
  },
  {
    ...work,
    regCode: "1103",
    description: "Control unit",
    operation: operations.program,
    reasons: [defective],
    when: { ...repairAndMaintenance, makes: ["Volkswagen", "Skoda"] },
  },
  { ...work, ...brakePads, operation: replace, reasons: [worn, defective, interval] },
  // A component can be in the catalogue several times with different operations.
  { ...work, ...brakePads, operation: inspect, reasons: [interval], ...fields(coded, ["Price"]) },
  {
    ...work,
    regCode: "2203",
    description: "Shock absorber",
    operation: replace,
    reasons: [worn, defective],
    ...fields([...priced, "Location"]),
    places: "axles",
  },
  {
    ...work,
    regCode: "2301",
    description: "Mirror",
    operation: replace,
    reasons: [collision, parking, stoneChip],
    ...fields(priced, ["Location"]),
    places: "sides",
    when: { ...repairAndMaintenance, withDamage: true },
  },
  {
    ...work,
    regCode: "2901",
    description: "Small materials",
    operation: operations.charge,
    reasons: [interval, defective],
    repeats: true,
  },
];

const rentalCost = (
  regCode: string,
  description: string,
  cost: "deliveryCosts" | "pickupCosts" | "fuelServiceCosts",
) => ({ regCode, description, ...fields(["RegCode", "Price"]), when: { rentalCost: cost } });

/** The components of service requests. */
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

const when = { permission: "damage" } as const;
const damage = {
  role: "damage",
  reasons: [collision, parking],
  ...fields(priced),
  when,
} satisfies Partial<CatalogueComponent>;

/** The components of damage service requests. */
export const damageComponents: readonly CatalogueComponent[] = [
  { ...damage, regCode: "7101", description: "Bumper front", operation: repair },
  {
    ...damage,
    regCode: "7201",
    description: "Windscreen",
    operation: replace,
    subcomponents: [{ regCode: "7202", description: "Windscreen sensor calibration", ...fields(["RegCode", "Price"]) }],
  },
  {
    ...damage,
    regCode: "7301",
    description: "Door",
    operation: repair,
    ...fields([...priced, "Location"]),
    places: "sides",
    when: { ...when, categories: ["PassengerCar", "LightCommercial", "Truck"] },
  },
  {
    ...damage,
    regCode: "7401",
    description: "Fairing",
    operation: replace,
    when: { ...when, categories: ["Motorcycle"] },
  },
];

/** What the rules must know of the catalogues and no lookup shows. */
export const knownCodes = {
  rentalCodes: codesWhere(({ role }) => role === "rental"),
  repeatableCodes: codesWhere(({ repeats }) => repeats === true),
} as const;

function codesWhere(fits: (component: CatalogueComponent) => boolean): string[] {
  return [...components, ...damageComponents].filter(fits).map(({ regCode }) => regCode);
}
