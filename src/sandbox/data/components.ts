import type { AllowedComponent, CodedValue, LineOperation } from "../../generated/supplier/models.js";

/** What a line can be about, as the sandbox must know it. */
export type ComponentRole = "reading" | "work" | "tire" | "rental" | "damage";

/** An allowed component and its role. */
export interface CatalogueComponent extends AllowedComponent {
  readonly regCode: string;
  readonly role: ComponentRole;
}

const operation = (code: string, description: string): LineOperation => ({ code, description });
const reason = (code: string, description: string): CodedValue => ({ code, description });

const read = operation("19", "Read");
const reading = [reason("99", "Reading")];
const replace = operation("01", "Replace");
const repair = operation("02", "Repair");
const wear = [reason("10", "Worn"), reason("11", "Defective")];
const driedOut = reason("38", "Dried out");
const damaged = [reason("60", "Collision"), reason("61", "Parking damage")];
const priced = { requiredFields: ["RegCode", "Operation", "Reason", "Price"], optionalFields: [] };
const unpriced = { requiredFields: ["RegCode", "Operation", "Reason"], optionalFields: [] };

/**
 * The components that every vehicle of the sandbox allows. The codes 3101 to 3199, 5401 and 5449, the operation 19
 * and the reasons 38 and 99 are the service's own; all others are made up.
 */
export const components: readonly CatalogueComponent[] = [
  {
    role: "reading",
    regCode: "5401",
    description: "Mileage",
    operation: read,
    reasons: reading,
    ...unpriced,
  },
  {
    role: "reading",
    regCode: "5449",
    description: "Operating hours",
    operation: read,
    reasons: reading,
    ...unpriced,
  },
  {
    role: "work",
    regCode: "1101",
    description: "Oil service",
    operation: replace,
    reasons: [reason("20", "Interval")],
    ...priced,
    serviceLevel: { price: 129.5 },
  },
  {
    role: "work",
    regCode: "2201",
    description: "Brake pads front",
    operation: replace,
    reasons: wear,
    ...priced,
  },
  {
    role: "tire",
    regCode: "3198",
    description: "Tire replacement",
    operation: replace,
    reasons: [...wear, driedOut],
    ...priced,
    locations: ["1", "2"],
  },
  {
    role: "tire",
    regCode: "3199",
    description: "Tire swap",
    operation: operation("03", "Swap"),
    reasons: [reason("30", "Season")],
    ...priced,
    locations: ["1", "2"],
    serviceLevel: { price: 48 },
  },
  {
    role: "rental",
    regCode: "9001",
    description: "Rental vehicle",
    operation: operation("40", "Rent"),
    reasons: [reason("70", "Vehicle in workshop")],
    ...priced,
  },
];

/** The damage components that every vehicle of the sandbox allows; all codes are made up. */
export const damageComponents: readonly CatalogueComponent[] = [
  {
    role: "damage",
    regCode: "7101",
    description: "Bumper front",
    operation: repair,
    reasons: damaged,
    ...priced,
  },
  {
    role: "damage",
    regCode: "7201",
    description: "Windscreen",
    operation: replace,
    reasons: damaged,
    ...priced,
  },
];

/** The role of a code; undefined for one that the sandbox does not know. */
export function roleOf(regCode: string | undefined): ComponentRole | undefined {
  return [...components, ...damageComponents].find((component) => component.regCode === regCode)?.role;
}

/** A component as the service shows it. */
export function withoutRole({ role: _, ...component }: CatalogueComponent): AllowedComponent {
  return component;
}
