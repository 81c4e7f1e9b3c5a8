import type { CatalogueComponent } from "./allowed-component.js";
import { fields, operations, priced, reasons } from "./codes.js";

const damaged = [reasons.collision, reasons.parking];
const when = { permission: "damage" } as const;

/** The components of damage service requests; all codes, and what they are allowed on, are made up. */
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
    subcomponents: [
      { regCode: "7202", description: "Windscreen sensor calibration", ...fields(["RegCode", "Price"]) },
    ],
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
