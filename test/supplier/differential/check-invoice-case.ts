import { checkInvoice } from "../../../src/supplier/rules/invoice.js";
import type { InvoiceContext } from "../../../src/supplier/rules/invoice-input.js";
import type { Bench } from "./bench.js";
import type { InvoiceCase } from "./cases.js";
import { compare, type Finding, type Stage } from "./compare.js";
import { spoil } from "./flaws.js";
import { type InvoiceBody, invoiceFlaws } from "./invoice-flaws.js";
import type { InvoiceSeed } from "./invoice-seeds.js";
import { knowledgeOf } from "./knowledge.js";
import type { Outcome } from "./outcome.js";
import { pickOf, type RequestBody } from "./request-body.js";
import type { Missing } from "./service-only.js";

/** Creates an invoice, and checks it before. */
export async function checkInvoiceCase(
  bench: Bench,
  seeds: readonly InvoiceSeed[],
  plan: InvoiceCase,
): Promise<Outcome> {
  await bench.begin();
  const seed = pickOf(seeds, plan.seed);
  if (seed === undefined) throw new Error("there is nothing to invoice");
  const body = spoil(invoiceOf(plan, seed), invoiceFlaws, plan.flaws);
  const sdk = checkInvoice(body, contextOf(plan, seed));
  const { status, entries } = await bench.about(seed.kind, "POST", `/${seed.request.id}/invoices`, body);
  return {
    area: "invoices",
    isAccepted: status === 201,
    sent: { seed, body },
    verdict: compare({ sdk, sandbox: entries, missing: new Set(missingIn(plan)), stageOf }),
  };
}

/** The document looks at the form, then the phase decides, and then come all rules at once. */
function stageOf({ code, fieldName }: Finding): Stage {
  // That a number of euros has no fraction of a cent is no matter of the document.
  if (code.endsWith("-INVALID")) return fieldName === "total" ? "content" : "form";
  if (code.endsWith("-PHASE")) return "phase";
  return code.endsWith("-REQUIRED") && !/^invoice(Number|Date)$/.test(fieldName) ? "form" : "content";
}

function invoiceOf({ amount }: InvoiceCase, seed: InvoiceSeed): InvoiceBody {
  const totals = {
    due: seed.outstanding > 0 ? seed.outstanding : -seed.invoiced,
    outstanding: seed.outstanding,
    "all that was invoiced, back": -seed.invoiced,
    "a euro, back": -1,
  };
  const total = totals[amount];
  return {
    identitySender: { name: "Garage De Brug", RegNumber: 4711 },
    identityReceiver: { name: "Noordzee Lease", city: "Rotterdam" },
    invoiceNumber: "2026-1",
    invoiceDate: seed.latestInvoiceDate ?? dayOf(seed),
    vatLines: [{ percentage: 21, amount: total }],
    total,
  };
}

/** A day on which the work may be invoiced, or the day before: that is what the flaws go on from. */
function dayOf({ request: { appointment } }: InvoiceSeed): string {
  const { workshopDate, checkoutDate } = appointment ?? {};
  if (checkoutDate === undefined) return workshopDate ?? "2026-06-15";
  // At least a day of Amsterdam later than that of UTC every other time.
  const later = Date.parse(checkoutDate) + 2 * 60 * 60 * 1000;
  return new Date(later).toISOString().slice(0, 10);
}

/** What a caller says, or leaves to the request as it was read last. */
function contextOf(plan: InvoiceCase, seed: InvoiceSeed): InvoiceContext {
  const { kind, request, outstanding, invoiced } = seed;
  const isArchived = seed.phase === "Archived";
  const { known } = knowledgeOf(plan.isKnown, request as RequestBody);
  return {
    kind,
    request,
    known,
    notInvoiced: seed.notInvoiced,
    ...(isArchived || plan.isExplicit
      ? { outstanding, invoiced, supplierNumber: plan.isKnown ? 4711 : "4711" }
      : {}),
    ...((isArchived || plan.isExplicit) && seed.phase !== undefined ? { phase: seed.phase } : {}),
    ...(plan.hasContract ? { contract: seed.contract } : {}),
    ...(plan.hasLatestDate ? { latestInvoiceDate: seed.latestInvoiceDate } : {}),
  };
}

function missingIn({ hasLatestDate }: InvoiceCase): Missing[] {
  return hasLatestDate ? [] : ["latestInvoiceDate"];
}
