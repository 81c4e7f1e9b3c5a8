import fc from "fast-check";
import type { Contract, ServiceRequest } from "../../../src/generated/supplier/models.js";
import type { RequestKind } from "../../../src/supplier/domain.js";
import { type Phase, phaseOfStatus } from "../../../src/supplier/phases/phases.js";
import type { Bench } from "./bench.js";
import { completeRequest } from "./contents.js";
import { courses, type SeedPlan, type Step, seedPlan } from "./invoice-courses.js";

/** A request that can be invoiced, or not, with what its supplier knows of it. */
export interface InvoiceSeed {
  readonly name: string;
  readonly kind: RequestKind;
  readonly phase: Phase | undefined;
  /** As it was read last: of an archived one, before that. */
  readonly request: ServiceRequest;
  readonly contract: Contract;
  /** In euros, excluding VAT. */
  readonly outstanding: number;
  readonly invoiced: number;
  readonly latestInvoiceDate: string | undefined;
  readonly notInvoiced: boolean;
}

/** A request on its way. */
interface Planted {
  readonly kind: RequestKind;
  readonly request: ServiceRequest;
}

/** How many requests are tried: the vehicle, or an open request, may stand in the way. */
const tries = 160;

/** Puts requests of every course into a sandbox, in the course of two days; the same seed gives the same ones. */
export async function plantSeeds(bench: Bench, seed: number): Promise<InvoiceSeed[]> {
  const plans = fc.sample(seedPlan, { seed, numRuns: tries });
  const firstDay: (Planted | undefined)[] = [];
  for (const plan of plans) firstDay.push(await begin(bench, plan, courses[plan.course].first));
  bench.sandbox.clock.advance({ hours: 24 });
  const seeds: InvoiceSeed[] = [];
  for (const [index, plan] of plans.entries()) {
    const { second } = courses[plan.course];
    const before = firstDay[index];
    const after = before ? await goOn(bench, before, second) : await begin(bench, plan, second);
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
  const { json } = await bench.about(kind, "POST", "", { ...body, status });
  const request = await bench.read(kind, String(json["id"]));
  return request === undefined ? undefined : goOn(bench, { kind, request }, others);
}

async function goOn(bench: Bench, { kind, request }: Planted, steps: readonly Step[]): Promise<Planted> {
  const { id } = request;
  for (const step of steps) {
    if (step === "approve" || step === "deny") bench.sandbox.lessor[step](id);
    else if (step === "decline") await bench.about(kind, "POST", `/${id}/invoices/status`, { reason: "x" });
    else {
      const due = (await bench.read(kind, id))?.invoicing?.totalAmountToInvoice ?? 0;
      await bench.about(kind, "POST", `/${id}/invoices`, {
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

async function invoicesOf(bench: Bench, kind: RequestKind, id: string): Promise<readonly Listed[]> {
  const { json } = await bench.about(kind, "GET", `/${id}/invoices`);
  return (json["invoices"] as readonly Listed[] | undefined) ?? [];
}

const latestOf = async (bench: Bench, kind: RequestKind, id: string) =>
  (await invoicesOf(bench, kind, id)).at(-1);

async function seedOf(bench: Bench, plan: SeedPlan, { kind, request }: Planted): Promise<InvoiceSeed> {
  const view = await bench.view(kind, plan.licensePlate);
  if (view === undefined) throw new Error("the vehicle of a request is gone");
  const { status } = await bench.about(kind, "GET", `/${request.id}`);
  const { json } = await bench.about(kind, "GET", `/${request.id}/invoicetemplates`);
  const invoices = await invoicesOf(bench, kind, request.id);
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
