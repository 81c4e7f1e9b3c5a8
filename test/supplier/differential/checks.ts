import type { Contract } from "../../../src/generated/supplier/models.js";
import type { RequestKind } from "../../../src/supplier/domain.js";
import { checkApproval } from "../../../src/supplier/rules/approval.js";
import type { ApprovalContext } from "../../../src/supplier/rules/approval-input.js";
import type { OpenRequest } from "../../../src/supplier/rules/draft.js";
import { checkInvoice } from "../../../src/supplier/rules/invoice.js";
import type { InvoiceContext } from "../../../src/supplier/rules/invoice-input.js";
import { type InvoiceCase, type NewRequestCase, type ResubmissionCase, situations } from "./cases.js";
import { compare, type Finding, type Missing, type Outcome, type Stage, stageOfRequest } from "./compare.js";
import { type InvoiceBody, invoiceFlaws } from "./invoice-flaws.js";
import type { InvoiceSeed } from "./invoice-seeds.js";
import { requestFlaws, spoil } from "./request-flaws.js";
import { completeRequest, lineId, pickOf, type RequestBody } from "./requests.js";
import { type Answer, type Bench, knowledgeOf } from "./sandbox.js";

/** A contract for requests of vehicles that do not exist: its content has no effect. */
const anyVehicle = "AB-123-C";

/** Checks a request, and then creates and submits it. */
export async function checkNewRequest(bench: Bench, plan: NewRequestCase): Promise<Outcome> {
  await bench.begin();
  const { content, licensePlate } = plan;
  const { kind } = content;
  const view = await bench.view(kind, licensePlate);
  const { contract } = view ?? (await bench.view(kind, anyVehicle)) ?? {};
  if (contract === undefined) throw new Error(`${anyVehicle} is gone`);
  for (const what of situations[plan.situation])
    await bench.about("service", "POST", "", others[what](licensePlate));
  const openRequests = await openRequestsFor(bench, plan);

  const body = spoil(completeRequest(content, licensePlate, contract), requestFlaws, plan.flaws);
  const { known, missing } = knowledgeOf(plan.isKnown, body);
  const context: ApprovalContext = { ...view, kind, known, openRequests };
  const sdk = checkApproval(body, context);
  const { status, entries } = await bench.about(kind, "POST", "", body);
  const unknown: readonly Missing[] = plan.open === "read" ? [] : ["openRequests"];
  return {
    area: "new requests",
    isAccepted: status === 201,
    sent: body,
    verdict: compare({
      sdk,
      sandbox: entries,
      missing: new Set([...missing, ...unknown]),
      stageOf: (finding) => stageOfRequest(finding, body.vehicle.licensePlate),
    }),
  };
}

const draftOf = (licensePlate: string, components: RequestBody["components"] = []): RequestBody => ({
  status: "Draft",
  vehicle: { licensePlate },
  components,
});

/** The other request that may be open; the operating hours can be read on every vehicle. */
const others: Readonly<Record<"work" | "rental" | "empty", (licensePlate: string) => RequestBody>> = {
  empty: draftOf,
  work: (licensePlate) =>
    draftOf(licensePlate, [
      { id: lineId(90), reg: { code: "5449" }, operation: { code: "19" }, reason: { code: "99" } },
    ]),
  rental: (licensePlate) => ({
    ...draftOf(licensePlate, [
      { id: lineId(91), reg: { code: "9001" }, operation: { code: "40" }, reason: { code: "70" } },
    ]),
    appointment: { checkoutDate: "2026-06-15T22:30:00Z" },
  }),
};

/** The open requests as far as they are known; each is read separately, because the list does not show lines. */
async function openRequestsFor(
  bench: Bench,
  { open, situation }: NewRequestCase,
): Promise<readonly OpenRequest[] | undefined> {
  if (open === "unknown") return undefined;
  if (situation === "nothing") return [];
  const listed = await bench.openRequests();
  if (open === "listed") return listed;
  const kind: RequestKind = "service";
  const read = await Promise.all(listed.map(({ id }) => bench.read(kind, id)));
  return read.filter((each) => each !== undefined);
}

/** Submits a request and changes nothing else. */
const submission = { status: "ApprovalRequested" } as const;

/** Creates a request in the state that the case needs; returns its id, or undefined if the vehicle forbids it. */
async function bringOnTheWay(
  bench: Bench,
  plan: ResubmissionCase,
  contract: Contract,
): Promise<string | undefined> {
  const complete = completeRequest(plan.content, plan.licensePlate, contract);
  return plan.decisions === undefined ? draft(bench, plan, complete) : answered(bench, plan, complete);
}

/** Sends a body with all flaws, and omits the last one until the service accepts it. */
async function whileTaken(
  { flaws }: ResubmissionCase,
  send: (flaws: ResubmissionCase["flaws"]) => Promise<Answer>,
): Promise<Answer> {
  for (let count = flaws.length; ; count -= 1) {
    const answer = await send(flaws.slice(0, count));
    if (answer.status < 300 || count === 0) return answer;
  }
}

/** A draft, with the flaws that a draft may have. */
async function draft(
  bench: Bench,
  plan: ResubmissionCase,
  complete: RequestBody,
): Promise<string | undefined> {
  const { json } = await whileTaken(plan, (flaws) => {
    const body = spoil({ ...structuredClone(complete), status: "Draft" }, requestFlaws, flaws);
    return bench.about(plan.content.kind, "POST", "", body);
  });
  return textOf(json["id"]);
}

/** A request that the supplier has changed after the decision of the lessor. */
async function answered(
  bench: Bench,
  plan: ResubmissionCase,
  complete: RequestBody,
): Promise<string | undefined> {
  const { kind } = plan.content;
  const id = textOf((await bench.about(kind, "POST", "", complete)).json["id"]);
  if (id === undefined) return undefined;
  await decide(bench, plan, id, 0);
  await change(bench, plan, id);
  if (plan.isSecondRound) {
    const { status } = await bench.about(kind, "PATCH", `/${id}`, submission);
    if (status === 200) await decide(bench, plan, id, 1);
  }
  return id;
}

async function decide(
  bench: Bench,
  { content, decisions = [] }: ResubmissionCase,
  id: string,
  round: number,
) {
  const { components = [] } = (await bench.read(content.kind, id)) ?? {};
  const chosen = components.map((line, index) => [line.id, decisions[(index + round) % decisions.length]]);
  bench.sandbox.lessor.review(id, Object.fromEntries(chosen));
}

/** Cancels, changes, removes and adds lines, as far as that is possible; then whatever else shall be wrong. */
async function change(bench: Bench, plan: ResubmissionCase, id: string): Promise<void> {
  const { kind } = plan.content;
  for (const { step, line } of plan.steps) {
    const { components = [] } = (await bench.read(kind, id)) ?? {};
    const found = components[line % Math.max(1, components.length)];
    if (found === undefined) continue;
    const { id: lineOfStep, status: _, ...content } = found;
    const path = `/${id}/components/${step === "add" ? lineId(70) : lineOfStep}`;
    if (step === "cancel") await bench.about(kind, "POST", `${path}/cancel`);
    else if (step === "delete") await bench.about(kind, "DELETE", path);
    else await bench.about(kind, "PUT", path, { ...content, ...(step === "change" ? { price: 77.7 } : {}) });
  }
  const shown = await bench.read(kind, id);
  if (shown === undefined || plan.flaws.length === 0) return;
  await whileTaken(plan, (flaws) =>
    bench.about(kind, "PATCH", `/${id}`, patchOf(shown as RequestBody, flaws)),
  );
}

/** What the flaws change about a request: lines that stay as they are keep their status. */
function patchOf(shown: RequestBody, flaws: ResubmissionCase["flaws"]): object {
  const body = spoil(structuredClone(shown), requestFlaws, flaws);
  const before = new Set(shown.components?.map((line) => JSON.stringify(line)));
  const lines = body.components?.filter((line) => !before.has(JSON.stringify(line))) ?? [];
  return {
    ...(body.appointment === undefined ? {} : { appointment: body.appointment }),
    vehicle: body.vehicle,
    components: lines.map((line) => ({ ...line, status: undefined })),
  };
}

const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);

/** Brings a request on its way, and has it ask for approval; undefined where the vehicle stands in the way of it. */
export async function checkResubmission(bench: Bench, plan: ResubmissionCase): Promise<Outcome | undefined> {
  await bench.begin();
  const { content, licensePlate } = plan;
  const { kind } = content;
  const view = await bench.view(kind, licensePlate);
  if (view === undefined) return undefined;
  const id = await bringOnTheWay(bench, plan, view.contract);
  if (id === undefined) return undefined;
  if (plan.change !== undefined) bench.sandbox.lessor.changeContract(licensePlate, plan.change);

  const shown = await bench.read(kind, id);
  const now = plan.change === undefined ? view : await bench.readView(kind, licensePlate);
  if (shown === undefined || now === undefined) throw new Error("the request or its vehicle is gone");
  if (isBeyondYears(shown.appointment?.checkoutDate)) return undefined;
  const { known, missing } = knowledgeOf(plan.isKnown, shown as RequestBody);
  const openRequests = await bench.openRequests();
  const sdk = checkApproval(shown, {
    ...now,
    kind,
    known,
    openRequests: openRequests.map((each) => (each.id === id ? shown : each)),
  });
  const { status, entries } = await bench.about(kind, "PATCH", `/${id}`, submission);
  return {
    area: "resubmissions",
    isAccepted: status === 200,
    sent: shown,
    verdict: compare({
      sdk,
      sandbox: entries,
      missing: new Set(missing),
      stageOf: ({ code }) => (code.endsWith("-PHASE") ? "phase" : "approval"),
    }),
  };
}

/**
 * A checkout in a year that the service takes, by its offset, can be shown in another, since answers are in UTC. Which of
 * the two counts is not shown (supplier-api.md §2.1, §8).
 */
const isBeyondYears = (checkoutDate = "") => /^(1999|2101)-/.test(checkoutDate);

/** Checks an invoice, and then creates it. */
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

/** The form is checked first, with the document, then the phase, and then all rules together. */
function stageOf({ code, fieldName }: Finding): Stage {
  // The document does not say that an amount of euros has no fraction of a cent.
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

/** The facts that a caller gives, or leaves to the request as it was last read. */
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
