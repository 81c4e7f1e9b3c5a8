import fc from "fast-check";
import type { Contract } from "../../../src/generated/supplier/models.js";
import type { CatalogueComponent } from "../../../src/sandbox/data/component-model.js";
import { allowedComponents } from "../../../src/sandbox/supplier/line-rules.js";
import type { RequestKind } from "../../../src/supplier/domain.js";
import { choose, weighted } from "./choose.js";
import { completeLine, type LinePlan, linePlan, sameness } from "./lines.js";
import { type LineBody, pickOf, type RequestBody } from "./request-body.js";

/** What a request is to be, whatever vehicle it is for. */
export interface ContentPlan {
  readonly kind: RequestKind;
  /** For a service request: whether it is for a rental vehicle. */
  readonly isRental: boolean;
  readonly lines: readonly LinePlan[];
  readonly workshopDate: string;
  readonly checkoutDate: string;
  readonly days: number;
}

/** A request that has all it needs, unless the vehicle stands in the way. */
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
    const line = completeLine(component, plan, contract, lines.length);
    const same = sameness(line, component);
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
