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
import { type Bench, knowledgeOf, pathOf, type SandboxResponse } from "./sandbox.js";

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
    await bench.send("POST", pathOf("service"), others[what](licensePlate));
  const openRequests = await openRequestsFor(bench, plan);

  const body = spoil(completeRequest(content, licensePlate, contract), requestFlaws, plan.flaws);
  const { known, missing } = knowledgeOf(plan.isKnown, body);
  const context: ApprovalContext = { ...view, kind, known, openRequests };
  const sdk = checkApproval(body, context);
  const { status, entries } = await bench.send("POST", pathOf(kind), body);
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
async function createRequestFor(
  bench: Bench,
  plan: ResubmissionCase,
  contract: Contract,
): Promise<string | undefined> {
  const complete = completeRequest(plan.content, plan.licensePlate, contract);
  return plan.decisions === undefined
    ? createDraft(bench, plan, complete)
    : createReviewed(bench, plan, complete);
}

/** Sends a body with all flaws, and omits the last one until the service accepts it. */
async function sendUntilAccepted(
  { flaws }: ResubmissionCase,
  send: (flaws: ResubmissionCase["flaws"]) => Promise<SandboxResponse>,
): Promise<SandboxResponse> {
  for (let count = flaws.length; ; count -= 1) {
    const response = await send(flaws.slice(0, count));
    if (response.status < 300 || count === 0) return response;
  }
}

/** Creates a draft, with the flaws that a draft may have. */
async function createDraft(
  bench: Bench,
  plan: ResubmissionCase,
  complete: RequestBody,
): Promise<string | undefined> {
  const { json } = await sendUntilAccepted(plan, (flaws) => {
    const body = spoil({ ...structuredClone(complete), status: "Draft" }, requestFlaws, flaws);
    return bench.send("POST", pathOf(plan.content.kind), body);
  });
  return textOf(json["id"]);
}

/** Creates a request and changes it after the decision of the lessor. */
async function createReviewed(
  bench: Bench,
  plan: ResubmissionCase,
  complete: RequestBody,
): Promise<string | undefined> {
  const { kind } = plan.content;
  const id = textOf((await bench.send("POST", pathOf(kind), complete)).json["id"]);
  if (id === undefined) return undefined;
  await decide(bench, plan, { id, round: 0 });
  await change(bench, plan, id);
  if (plan.isSecondRound) {
    const { status } = await bench.send("PATCH", pathOf(kind, `/${id}`), submission);
    if (status === 200) await decide(bench, plan, { id, round: 1 });
  }
  return id;
}

/** Lets the lessor decide about each line; the second round begins with another decision. */
async function decide(
  bench: Bench,
  { content, decisions = [] }: ResubmissionCase,
  { id, round }: { readonly id: string; readonly round: 0 | 1 },
): Promise<void> {
  const { components = [] } = (await bench.read(content.kind, id)) ?? {};
  const chosen = components.map((line, index) => [line.id, decisions[(index + round) % decisions.length]]);
  bench.sandbox.lessor.review(id, Object.fromEntries(chosen));
}

/** Cancels, changes, removes and adds lines where possible, and then applies the flaws. */
async function change(bench: Bench, plan: ResubmissionCase, id: string): Promise<void> {
  const { kind } = plan.content;
  for (const { step, line } of plan.steps) {
    const { components = [] } = (await bench.read(kind, id)) ?? {};
    const found = components[line % Math.max(1, components.length)];
    if (found === undefined) continue;
    const { id: lineOfStep, status: _, ...content } = found;
    const path = `/${id}/components/${step === "add" ? lineId(70) : lineOfStep}`;
    if (step === "cancel") await bench.send("POST", pathOf(kind, `${path}/cancel`));
    else if (step === "delete") await bench.send("DELETE", pathOf(kind, path));
    else
      await bench.send("PUT", pathOf(kind, path), {
        ...content,
        ...(step === "change" ? { price: 77.7 } : {}),
      });
  }
  const shown = await bench.read(kind, id);
  if (shown === undefined || plan.flaws.length === 0) return;
  await sendUntilAccepted(plan, (flaws) =>
    bench.send("PATCH", pathOf(kind, `/${id}`), makePatch(shown as RequestBody, flaws)),
  );
}

/** Makes a body with the changes of the flaws, without unchanged lines, so that these keep their status. */
function makePatch(shown: RequestBody, flaws: ResubmissionCase["flaws"]): object {
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

/** Creates a request and submits it; returns undefined if the vehicle does not allow it. */
export async function checkResubmission(bench: Bench, plan: ResubmissionCase): Promise<Outcome | undefined> {
  await bench.begin();
  const { content, licensePlate } = plan;
  const { kind } = content;
  const view = await bench.view(kind, licensePlate);
  if (view === undefined) return undefined;
  const id = await createRequestFor(bench, plan, view.contract);
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
  const { status, entries } = await bench.send("PATCH", pathOf(kind, `/${id}`), submission);
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
 * A checkout date whose year the service accepts can be shown in another year, because responses are in UTC. Which year
 * counts is not shown (supplier-api.md §2.1, §8).
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
  const { status, entries } = await bench.send(
    "POST",
    pathOf(seed.kind, `/${seed.request.id}/invoices`),
    body,
  );
  return {
    area: "invoices",
    isAccepted: status === 201,
    sent: { seed, body },
    verdict: compare({ sdk, sandbox: entries, missing: new Set(missingIn(plan)), stageOf }),
  };
}

/** The form is checked first, with the OpenAPI document, then the phase, and then all rules together. */
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

/** A day on which the work may be invoiced, or the day before, which the flaws then change. */
function dayOf({ request: { appointment } }: InvoiceSeed): string {
  const { workshopDate, checkoutDate } = appointment ?? {};
  if (checkoutDate === undefined) return workshopDate ?? "2026-06-15";
  // Every other time, the day in Amsterdam is later than the one in UTC.
  const later = Date.parse(checkoutDate) + 2 * 60 * 60 * 1000;
  return new Date(later).toISOString().slice(0, 10);
}

/** The facts that a caller gives; the others are taken from the request as it was last read. */
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
