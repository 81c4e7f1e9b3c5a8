import type { CatalogueComponent } from "./allowed-component.js";
import { coded, fields, operations, priced, reasons } from "./codes.js";

const { worn, defective, interval, legal, collision, parking, stoneChip } = reasons;
const repairAndMaintenance = { permission: "repairAndMaintenance" } as const;

/** A reading has the operation 19 without a type and the reason 99 (supplier-api.md §2.3); that it needs a value is assumed. */
const reading = {
  role: "reading",
  operation: operations.read,
  reasons: [reasons.reading],
  ...fields([...coded, "Value"]),
} satisfies Partial<CatalogueComponent>;

/**
 * The readings, and the components of repair and maintenance. 5401 and 5449 are the service's own codes; all others,
 * and what they are allowed on, are made up.
 */
export const workComponents: readonly CatalogueComponent[] = [
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
  // The same component again, with another operation.
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
