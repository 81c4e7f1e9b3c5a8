import fc from "fast-check";
import type { Contract, ServiceRequest } from "../../../src/generated/supplier/models.js";
import type { RequestKind } from "../../../src/supplier/domain.js";
import { type Phase, phaseOfStatus } from "../../../src/supplier/phases/phases.js";
import { choose, weighted } from "./odd-values.js";
import { type ContentPlan, completeRequest, contentPlan } from "./requests.js";
import { type Bench, licensePlate, pathOf } from "./sandbox.js";

/** The events that a request can have before it is invoiced. */
export type Step = "create" | "submit" | "approve" | "deny" | "discount" | "invoice" | "decline" | "credit";

/** The course of a request: its events on the first day, and on the second, after it was archived at midnight. */
export const courses = {
  draft: { first: [], second: ["create"] },
  waiting: { first: [], second: ["submit"] },
  denied: { first: [], second: ["submit", "deny"] },
  approved: { first: [], second: ["submit", "approve"] },
  invoiced: { first: [], second: ["submit", "approve", "invoice"] },
  discounted: { first: [], second: ["submit", "approve", "discount"] },
  "not invoiced": { first: [], second: ["submit", "approve", "decline"] },
  archived: { first: ["submit", "approve", "discount", "invoice"], second: [] },
  "archived, a cent credited": { first: ["submit", "approve", "discount", "invoice"], second: ["credit"] },
  "archived, not invoiced": { first: ["submit", "approve", "decline"], second: [] },
} as const satisfies Readonly<
  Record<string, { readonly first: readonly Step[]; readonly second: readonly Step[] }>
>;

/** A request to create in the sandbox. */
export interface SeedPlan {
  readonly course: keyof typeof courses;
  readonly content: ContentPlan;
  readonly licensePlate: string;
}

/** Days and instants around midnight in Amsterdam and around the beginning and end of daylight saving time. */
const seedPlan: fc.Arbitrary<SeedPlan> = fc.record(
  {
    course: weighted<SeedPlan["course"]>(
      [1, "draft"],
      [1, "waiting"],
      [1, "denied"],
      [12, "approved"],
      [2, "invoiced"],
      [3, "discounted"],
      [1, "not invoiced"],
      [5, "archived"],
      [3, "archived, a cent credited"],
      [1, "archived, not invoiced"],
    ),
    licensePlate,
    content: fc
      .record({
        content: contentPlan,
        isRental: fc.boolean(),
        workshopDate: choose("2026-06-14", "2026-06-15", "2026-12-31", "2028-02-29"),
        checkoutDate: choose(
          "2026-06-14T21:59:59Z",
          "2026-06-14T22:00:00Z",
          "2026-03-28T23:00:00Z",
          "2026-03-29T21:59:59Z",
          "2026-03-29T22:00:00Z",
          "2026-10-24T22:00:00Z",
          "2026-10-25T22:59:59.999Z",
          "2026-10-25T23:00:00Z",
          "2026-12-31T23:59:59+01:00",
          "2027-01-01T00:00:00+02:00",
        ),
      })
      .map(({ content, ...dates }) => ({ ...content, ...dates })),
  },
  { noNullPrototype: true },
);

/** A request that may be ready to be invoiced, with the facts that its supplier knows. */
export interface InvoiceSeed {
  readonly name: string;
  readonly kind: RequestKind;
  readonly phase: Phase | undefined;
  /** As it was last read; an archived request was read before it was archived. */
  readonly request: ServiceRequest;
  readonly contract: Contract;
  /** In euros, excluding VAT. */
  readonly outstanding: number;
  readonly invoiced: number;
  readonly latestInvoiceDate: string | undefined;
  readonly notInvoiced: boolean;
}

/** A request that was created. */
interface Planted {
  readonly kind: RequestKind;
  readonly request: ServiceRequest;
}

/** The number of requests that are tried; the vehicle or an open request can prevent one. */
const tries = 160;

/** Creates requests of every course in a sandbox within two days; the same seed gives the same ones. */
export async function plantSeeds(bench: Bench, seed: number): Promise<InvoiceSeed[]> {
  const plans = fc.sample(seedPlan, { seed, numRuns: tries });
  const firstDay: (Planted | undefined)[] = [];
  for (const plan of plans) firstDay.push(await begin(bench, plan, courses[plan.course].first));
  bench.sandbox.clock.advance({ hours: 24 });
  const seeds: InvoiceSeed[] = [];
  for (const [index, plan] of plans.entries()) {
    const { second } = courses[plan.course];
    const before = firstDay[index];
    const after = before ? await continueWith(bench, before, second) : await begin(bench, plan, second);
    if (after !== undefined) seeds.push(await seedOf(bench, plan, after));
  }
  return seeds;
}

async function begin(bench: Bench, plan: SeedPlan, steps: readonly Step[]): Promise<Planted | undefined> {
  const { kind } = plan.content;
  const [firstStep, ...others] = steps;
  const view = await bench.view(kind, plan.licensePlate);
  if (firstStep === undefined || view === undefined) return undefined;
  const body = completeRequest(plan.content, plan.licensePlate, view.contract);
  const status = firstStep === "create" ? "Draft" : "ApprovalRequested";
  const { json } = await bench.send("POST", pathOf(kind), { ...body, status });
  const request = await bench.read(kind, String(json["id"]));
  return request === undefined ? undefined : continueWith(bench, { kind, request }, others);
}

async function continueWith(
  bench: Bench,
  { kind, request }: Planted,
  steps: readonly Step[],
): Promise<Planted> {
  const { id } = request;
  for (const step of steps) {
    if (step === "approve" || step === "deny") bench.sandbox.lessor[step](id);
    else if (step === "decline")
      await bench.send("POST", pathOf(kind, `/${id}/invoices/status`), { reason: "x" });
    else {
      const due = (await bench.read(kind, id))?.invoicing?.totalAmountToInvoice ?? 0;
      await bench.send("POST", pathOf(kind, `/${id}/invoices`), {
        identitySender: { RegNumber: 4711 },
        identityReceiver: {},
        invoiceNumber: "S-1",
        invoiceDate: (await latestOf(bench, kind, id))?.invoiceDate ?? "2100-12-31",
        vatLines: [],
        total: step === "invoice" ? due : step === "discount" ? -1 : -0.01,
      });
    }
  }
  return { kind, request: (await bench.read(kind, id)) ?? request };
}

interface Listed {
  readonly invoiceDate?: string;
  readonly total?: number;
}

async function readInvoices(bench: Bench, kind: RequestKind, id: string): Promise<readonly Listed[]> {
  const { json } = await bench.send("GET", pathOf(kind, `/${id}/invoices`));
  return (json["invoices"] as readonly Listed[] | undefined) ?? [];
}

const latestOf = async (bench: Bench, kind: RequestKind, id: string) =>
  (await readInvoices(bench, kind, id)).at(-1);

async function seedOf(bench: Bench, plan: SeedPlan, { kind, request }: Planted): Promise<InvoiceSeed> {
  const view = await bench.view(kind, plan.licensePlate);
  if (view === undefined) throw new Error("the vehicle of a request is gone");
  const { status } = await bench.send("GET", pathOf(kind, `/${request.id}`));
  const { json } = await bench.send("GET", pathOf(kind, `/${request.id}/invoicetemplates`));
  const invoices = await readInvoices(bench, kind, request.id);
  const amountOf = (name: string) => Number(Reflect.get(Object(json[name]), "amount") ?? 0);
  const isArchived = status === 410;
  return {
    name: `${plan.course}, ${plan.licensePlate}`,
    kind,
    phase: isArchived ? "Archived" : phaseOfStatus(request.status),
    request,
    contract: view.contract,
    outstanding: amountOf("debit"),
    invoiced: isArchived ? amountOf("credit") : (request.invoicing?.totalAmountInvoiced ?? 0),
    latestInvoiceDate: invoices.at(-1)?.invoiceDate,
    notInvoiced: plan.course.includes("not invoiced"),
  };
}
