import { type CatalogueComponent, coded, fields, operations, priced, reasons } from "./component-model.js";
import { tireComponents } from "./tire-components.js";

/**
 * The catalogues of components of service requests and of damage service requests (supplier-api.md §2.3, §2.6). The
 * codes 3101, 3156, 3196 to 3199, 5401 and 5449 are the service's own; all others, and the vehicles on which components
 * are allowed, are made up.
 */

const { worn, defective, interval, legal, collision, parking, stoneChip } = reasons;
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

const workComponents: readonly CatalogueComponent[] = [
  {
    ...reading,
    regCode: "5401",
    description: "Mileage",
    when: { categories: ["PassengerCar", "LightCommercial", "Truck", "Motorcycle"] },
  },
  { ...reading, regCode: "5449", description: "Operating hours" },
  {
    role: "work",
    regCode: "1101",
    description: "Oil service",
    operation: operations.replace,
    reasons: [interval],
    ...fields(priced, ["Value"]),
    when: repairAndMaintenance,
  },
  {
    role: "work",
    regCode: "1102",
    description: "Legal inspection",
    operation: operations.inspect,
    reasons: [legal],
    ...fields(priced),
    when: { ...repairAndMaintenance, categories: ["PassengerCar", "LightCommercial", "Truck"] },
  },
  {
    role: "work",
    regCode: "1103",
    description: "Control unit",
    operation: operations.program,
    reasons: [defective],
    ...fields(priced),
    when: { ...repairAndMaintenance, makes: ["Volkswagen", "Skoda"] },
  },
  {
    role: "work",
    regCode: "2201",
    description: "Brake pads front",
    operation: operations.replace,
    reasons: [worn, defective, interval],
    ...fields(priced),
    when: repairAndMaintenance,
  },
  // A component can be in the catalogue several times with different operations.
  {
    role: "work",
    regCode: "2201",
    description: "Brake pads front",
    operation: operations.inspect,
    reasons: [interval],
    ...fields(coded, ["Price"]),
    when: repairAndMaintenance,
  },
  {
    role: "work",
    regCode: "2203",
    description: "Shock absorber",
    operation: operations.replace,
    reasons: [worn, defective],
    ...fields([...priced, "Location"]),
    places: "axles",
    when: repairAndMaintenance,
  },
  {
    role: "work",
    regCode: "2301",
    description: "Mirror",
    operation: operations.replace,
    reasons: [collision, parking, stoneChip],
    ...fields(priced, ["Location"]),
    places: "sides",
    when: { ...repairAndMaintenance, withDamage: true },
  },
  {
    role: "work",
    regCode: "2901",
    description: "Small materials",
    operation: operations.charge,
    reasons: [interval, defective],
    ...fields(priced),
    repeats: true,
    when: repairAndMaintenance,
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

const damaged = [reasons.collision, reasons.parking];
const when = { permission: "damage" } as const;

/** The components of damage service requests. */
export const damageComponents: readonly CatalogueComponent[] = [
  {
    role: "damage",
    regCode: "7101",
    description: "Bumper front",
    operation: operations.repair,
    reasons: damaged,
    ...fields(priced),
    when,
  },
  {
    role: "damage",
    regCode: "7201",
    description: "Windscreen",
    operation: operations.replace,
    reasons: damaged,
    ...fields(priced),
    when,
    subcomponents: [{ regCode: "7202", description: "Windscreen sensor calibration", ...fields(["RegCode", "Price"]) }],
  },
  {
    role: "damage",
    regCode: "7301",
    description: "Door",
    operation: operations.repair,
    reasons: damaged,
    ...fields([...priced, "Location"]),
    places: "sides",
    when: { ...when, categories: ["PassengerCar", "LightCommercial", "Truck"] },
  },
  {
    role: "damage",
    regCode: "7401",
    description: "Fairing",
    operation: operations.replace,
    reasons: damaged,
    ...fields(priced),
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
