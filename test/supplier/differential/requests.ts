import fc from "fast-check";
import type { Contract } from "../../../src/generated/supplier/models.js";
import type { CatalogueComponent, CatalogueSubcomponent } from "../../../src/sandbox/data/component-model.js";
import { allowedComponents, locationsOf } from "../../../src/sandbox/supplier/line-rules.js";
import type { RequestKind } from "../../../src/supplier/domain.js";
import { choose, weighted } from "./odd-values.js";

/** A subcomponent as it is sent; anything can be missing. */
export interface PartBody {
  id?: string;
  reg?: { code?: string };
  supplierCode?: string;
  operation?: { code?: string; type?: { code?: string } };
  reason?: { code?: string };
  location?: string[] | null;
  value?: string;
  price?: number;
  part?: { partType?: string; id?: number };
  damage?: boolean;
  warranty?: string;
  leniency?: string;
}

/** A line as it is sent. */
export interface LineBody extends PartBody {
  subcomponents?: PartBody[];
}

/** A request as it is sent. */
export interface RequestBody {
  status: "Draft" | "ApprovalRequested";
  vehicle: { licensePlate?: string; partialVin?: string };
  appointment?: {
    workshopDate?: string;
    checkoutDate?: string;
    workOrderNumber?: string;
    estimatedDurationInDays?: number;
    contact?: { name?: string; phone?: string };
  };
  components?: LineBody[];
}

/** Picks an element by its index modulo the length of the list; undefined for an empty list. */
export function pickOf<T>(list: readonly T[] | undefined, index: number): T | undefined {
  return list?.[index % Math.max(1, list.length)];
}

/** Makes the id of a line from its index. */
export function lineId(index: number): string {
  return `00000000-0000-4000-8000-${String(index + 1).padStart(12, "0")}`;
}

/** The choice of a line among those that the vehicle allows; indexes are taken modulo their number. */
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
const linePlan: fc.Arbitrary<LinePlan> = fc.record(
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

/** Makes a line that meets all requirements of approval; it has no id yet. */
function completeLine(component: CatalogueComponent, plan: LinePlan, contract: Contract): LineBody {
  const parts = partsOf(component, plan.parts).map((part, place) => ({
    ...contentOf(part, { ...plan, location: plan.location + place }, contract),
  }));
  return {
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

/** The subcomponents that a component needs, and those of the chosen ones that can be combined with them. */
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

/** Makes a key that is equal for duplicate lines; undefined for a line that may occur several times. */
function duplicateKey({ reg, operation, location }: LineBody, { repeats }: CatalogueComponent) {
  return repeats ? undefined : JSON.stringify([reg?.code, operation?.code, location]);
}

/** The plan of a request, for any vehicle. */
export interface ContentPlan {
  readonly kind: RequestKind;
  /** For a service request: whether it is for a rental vehicle. */
  readonly isRental: boolean;
  readonly lines: readonly LinePlan[];
  readonly workshopDate: string;
  readonly checkoutDate: string;
  readonly days: number;
}

/** A request that meets all requirements, unless the vehicle does not allow it. */
export const contentPlan: fc.Arbitrary<ContentPlan> = fc.record(
  {
    kind: weighted<RequestKind>([3, "service"], [2, "damage"]),
    isRental: weighted([2, false], [1, true]),
    lines: fc.array(linePlan, { minLength: 1, maxLength: 4 }),
    workshopDate: choose("2026-06-15", "2026-06-16", "2027-02-28", "2028-02-29", "2100-12-31"),
    checkoutDate: choose(
      "2026-06-15T22:30:00Z",
      "2026-06-15T09:00:00+02:00",
      "2026-10-25T00:30:00.5Z",
      "2100-12-31T23:59:59Z",
    ),
    days: fc.integer({ min: 1, max: 30 }),
  },
  { noNullPrototype: true },
);

/** The request of a plan for a vehicle. */
export function completeRequest(plan: ContentPlan, licensePlate: string, contract: Contract): RequestBody {
  const { kind, workshopDate, checkoutDate, days } = plan;
  const isRental = kind === "service" && plan.isRental;
  const appointment = isRental
    ? { checkoutDate, workOrderNumber: "RV-1" }
    : {
        workshopDate,
        workOrderNumber: "WO-1",
        estimatedDurationInDays: days,
        contact: { name: "Robin", phone: "+31 30 000 00 00" },
      };
  return {
    status: "ApprovalRequested",
    vehicle: { licensePlate, ...(isRental ? {} : { partialVin: "JF123456" }) },
    appointment,
    components: linesOf(plan, contract, isRental),
  };
}

function linesOf({ kind, lines: plans }: ContentPlan, contract: Contract, isRental: boolean): LineBody[] {
  const allowed = allowedComponents(kind, contract);
  const fitting = (...roles: CatalogueComponent["role"][]) =>
    allowed.filter(({ role }) => roles.includes(role));
  const wanted = isRental ? fitting("rental") : fitting("work", "tire", "damage");
  const lines: LineBody[] = [];
  const seen = new Set<string>();
  const add = (component: CatalogueComponent | undefined, plan: LinePlan) => {
    if (component === undefined) return;
    const line = { id: lineId(lines.length), ...completeLine(component, plan, contract) };
    const same = duplicateKey(line, component);
    if (same !== undefined && seen.has(same)) return;
    if (same !== undefined) seen.add(same);
    lines.push(line);
  };
  const [first] = plans;
  if (kind === "service" && !isRental && first !== undefined)
    add(pickOf(fitting("reading"), first.component), first);
  for (const plan of isRental ? plans.slice(0, 1) : plans) add(pickOf(wanted, plan.component), plan);
  return lines;
}
