import fc from "fast-check";
import type { Contract } from "../../../src/generated/supplier/models.js";
import type { CatalogueComponent, CatalogueSubcomponent } from "../../../src/sandbox/data/component-model.js";
import { locationsOf } from "../../../src/sandbox/supplier/line-rules.js";
import { type LineBody, lineId, type PartBody, pickOf } from "./request-body.js";

/** What a line is, chosen among what the vehicle allows: indexes go round. */
export interface LinePlan {
  readonly component: number;
  readonly reason: number;
  readonly location: number;
  readonly cents: number;
  /** Its optional subcomponents. */
  readonly parts: readonly number[];
  /** Which optional fields it has. */
  readonly optional: number;
}

/** Which line it is. */
export const linePlan: fc.Arbitrary<LinePlan> = fc.record(
  {
    component: fc.nat(40),
    reason: fc.nat(3),
    location: fc.nat(7),
    cents: fc.oneof(fc.constant(12_950), fc.nat(100_000)),
    parts: fc.array(fc.nat(12), { maxLength: 4 }),
    optional: fc.nat(31),
  },
  { noNullPrototype: true },
);

type Entry = CatalogueComponent | CatalogueSubcomponent;

/** A line with all that approval needs. */
export function completeLine(
  component: CatalogueComponent,
  plan: LinePlan,
  contract: Contract,
  index: number,
): LineBody {
  const parts = partsOf(component, plan.parts).map((part, place) => ({
    ...contentOf(part, { ...plan, location: plan.location + place }, contract),
  }));
  return {
    id: lineId(index),
    ...contentOf(component, plan, contract),
    ...(parts.length === 0 ? {} : { subcomponents: parts }),
  };
}

function contentOf(entry: Entry, plan: LinePlan, contract: Contract): PartBody {
  const { regCode, operation, reasons, requiredFields, optionalFields } = entry;
  const has = (name: (typeof requiredFields)[number], bit: number) =>
    requiredFields.includes(name) || (optionalFields.includes(name) && (plan.optional & bit) !== 0);
  const position = pickOf(locationsOf(entry, contract), plan.location);
  const reason = pickOf(reasons, plan.reason);
  return {
    reg: { code: regCode },
    ...(operation === undefined ? {} : { operation: withoutDescription(operation) }),
    ...(reason === undefined ? {} : { reason: { code: reason.code } }),
    ...(has("Location", 1) && position !== undefined
      ? { location: [position.positionCode1, position.positionCode2].filter((code) => code !== undefined) }
      : {}),
    ...(has("Price", 2) ? { price: plan.cents / 100 } : {}),
    ...(has("Value", 4) ? { value: "48210" } : {}),
    ...(has("Part", 8) ? { part: { partType: "Tire", id: 501 } } : {}),
  };
}

function withoutDescription({ code, type }: NonNullable<Entry["operation"]>) {
  return { code, ...(type === undefined ? {} : { type: { code: type.code } }) };
}

/** The subcomponents that a component needs, and of the others those that go with them. */
function partsOf({ subcomponents = [] }: CatalogueComponent, chosen: readonly number[]) {
  const parts: CatalogueSubcomponent[] = subcomponents.filter(({ required }) => required);
  for (const index of chosen) {
    const part = pickOf(subcomponents, index);
    if (part === undefined || !fits(part, parts)) continue;
    const [needed] = part.onlyWith ?? [];
    const partner = subcomponents.find(({ regCode }) => regCode === needed);
    if (needed !== undefined && !parts.some(({ regCode }) => regCode === needed)) {
      if (partner === undefined) continue;
      parts.push(partner);
    }
    parts.push(part);
  }
  return parts;
}

function fits(
  { regCode, repeats, notWith = [] }: CatalogueSubcomponent,
  parts: readonly CatalogueSubcomponent[],
) {
  const codes = parts.map((part) => part.regCode);
  return (repeats === true || !codes.includes(regCode)) && !notWith.some((code) => codes.includes(code));
}

/** What makes two lines the same; undefined for one that may repeat. */
export function sameness({ reg, operation, location }: LineBody, { repeats }: CatalogueComponent) {
  return repeats ? undefined : JSON.stringify([reg?.code, operation?.code, location]);
}
