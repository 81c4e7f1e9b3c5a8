import { randomUUID } from "node:crypto";
import { possibleActions, RegError, type RequestKind } from "@reg/sdk";
import type { LineStatus } from "@reg/sdk/supplier";
import { expect, it } from "vitest";
import { lineTransitions } from "../../../src/domain/phases/line-status.js";
import { supplierOperations } from "../../../src/generated/supplier/operations.js";
import { SandboxSnapshot } from "../../../src/sandbox/service/state/state.js";
import { damageLine, invoice, open, repair, supplierOf, work } from "../../sandbox/support.js";
import { editResponses } from "../../supplier/support.js";

type Setup = Awaited<ReturnType<typeof open>>;
type Requests = Setup["supplier"]["serviceRequests"] | Setup["supplier"]["damageServiceRequests"];

const groups = { service: "serviceRequests", damage: "damageServiceRequests" } as const;
const lineOf = { service: work, damage: damageLine };
const otherLine = {
  service: work({ reg: { code: "1102" }, operation: { code: "05" }, reason: { code: "21" } }),
  damage: damageLine({ reg: { code: "7201" }, operation: { code: "01" } }),
};
const pdf = () => new Blob(["%PDF-1.7"], { type: "application/pdf" });
const withoutId = ({ id: _, ...line }: ReturnType<typeof work>) => line;

/** Reads the id of the invoice, or 1 without one. */
async function readInvoiceId(requests: Requests, id: string): Promise<number> {
  const list = await requests.invoices.list(id).catch(() => undefined);
  return Number(/"id":(\d+)/.exec(JSON.stringify(list) ?? "")?.[1] ?? 1);
}

/** A call of each operation that only the phase can prevent. */
const calls: Readonly<Record<string, (requests: Requests, id: string, kind: RequestKind) => Promise<unknown>>> = {
  get: (requests, id) => requests.get(id),
  overwrite: (requests, id, kind) =>
    requests.overwrite(id, repair(kind === "damage" ? { components: [damageLine()] } : {})),
  patch: (requests, id) => requests.patch(id, { appointment: { workOrderNumber: "WO-9" } }),
  delete: (requests, id) => requests.delete(id),
  "components.put": (requests, id, kind) => requests.components.put(id, randomUUID(), withoutId(otherLine[kind])),
  "attachments.list": (requests, id) => requests.attachments.list(id),
  "attachments.upload": (requests, id) => requests.attachments.upload(id, pdf()),
  "attachments.get": (requests, id) => requests.attachments.get(id, randomUUID()),
  "attachments.delete": (requests, id) => requests.attachments.delete(id, randomUUID()),
  "invoiceTemplates.list": (requests, id) => requests.invoiceTemplates.list(id),
  "invoiceTemplate.get": (requests, id) =>
    "invoiceTemplate" in requests ? requests.invoiceTemplate.get(id) : Promise.reject(new Error("none")),
  "invoices.list": (requests, id) => requests.invoices.list(id),
  "invoices.create": (requests, id) => requests.invoices.create(id, invoice()),
  "invoices.get": async (requests, id) => requests.invoices.get(id, await readInvoiceId(requests, id)),
  "invoices.setStatus": (requests, id) => requests.invoices.setStatus(id, { reason: "Elsewhere" }),
  "invoices.pdf.get": async (requests, id) => requests.invoices.pdf.get(id, await readInvoiceId(requests, id)),
  "invoices.pdf.upload": async (requests, id) =>
    requests.invoices.pdf.upload(id, await readInvoiceId(requests, id), pdf()),
};

/** Whether the sandbox or a workflow accepts a call in this phase; rejections for other reasons do not count. */
async function isAccepted(call: Promise<unknown>): Promise<boolean> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error === undefined || RegError.is(error, "not-found")) return true;
  if (RegError.is(error, "precondition")) return !error.violations.some(({ code }) => code === "RULE-PHASE");
  if (!RegError.is(error, "api")) throw error;
  return error.status !== 410 && !error.errors.some(({ code }) => code === "SANDBOX-PHASE");
}

/** Lists the operations on the request that the sandbox accepts, each called in the same state. */
async function listAccepted({ sandbox, supplier }: Setup, id: string, kind: RequestKind): Promise<string[]> {
  const requests = supplier[groups[kind]];
  const snapshot = sandbox.snapshot();
  const passed: string[] = [];
  for (const [operation, { pathParams }] of Object.entries(supplierOperations)) {
    const prefix = `${groups[kind]}.`;
    if (!operation.startsWith(prefix) || pathParams.length === 0) continue;
    const name = operation.slice(prefix.length);
    if (name === "components.delete" || name === "components.cancel") continue;
    const call = calls[name];
    if (call === undefined) throw new Error(`${operation} has no call`);
    if (await isAccepted(call(requests, id, kind))) passed.push(operation);
    sandbox.restore(snapshot);
  }
  return passed;
}

/** Brings a request into each status. */
const transitions: Readonly<Record<string, (setup: Setup, id: string, kind: RequestKind) => Promise<unknown>>> = {
  Draft: async () => {},
  ApprovalRequested: submit,
  Denied: async (setup, id, kind) => {
    await submit(setup, id, kind);
    setup.sandbox.lessor.deny(id);
  },
  ProvisionallyApproved: async (setup, id, kind) => {
    await submit(setup, id, kind);
    setup.sandbox.lessor.provisionallyApprove(id);
  },
  Modified: async (setup, id, kind) => {
    await transitions["Denied"]?.(setup, id, kind);
    await setup.supplier[groups[kind]].patch(id, { appointment: { workOrderNumber: "WO-2" } });
  },
  Approved: async (setup, id, kind) => {
    await submit(setup, id, kind);
    setup.sandbox.lessor.approve(id);
  },
  "Approved, and invoiced": async (setup, id, kind) => {
    await transitions["Approved"]?.(setup, id, kind);
    await setup.supplier[groups[kind]].invoices.create(id, invoice());
  },
  "Approved, invoiced and discounted": async (setup, id, kind) => {
    await transitions["Approved, and invoiced"]?.(setup, id, kind);
    await setup.supplier[groups[kind]].invoices.create(id, invoice({ invoiceNumber: "2", total: -129.5 }));
  },
};

function submit({ supplier }: Setup, id: string, kind: RequestKind): Promise<unknown> {
  return supplier[groups[kind]].patch(id, { status: "ApprovalRequested" });
}

const kinds = ["service", "damage"] as const;
const cases = kinds.flatMap((kind) =>
  Object.keys(transitions)
    // Only a damage can have a discount.
    .filter((target) => kind === "damage" || !target.includes("discounted"))
    .map((target) => [kind, target] as const),
);

async function createRequestIn(kind: RequestKind, target: string) {
  const setup = await open();
  const content = kind === "damage" ? repair({ components: [damageLine()] }) : repair();
  const { id } = await setup.supplier[groups[kind]].create(content);
  await transitions[target]?.(setup, id, kind);
  return { setup, id };
}

const lineStatuses = [...new Set(lineTransitions.map(({ from }) => from))].filter((status) => status !== "none");

/** Gives the last line of a request a status. */
function setLineStatus({ sandbox }: Setup, id: string, status: LineStatus): void {
  const state = sandbox.snapshot().copy();
  const line = state.requests.get(id)?.lines.at(-1);
  if (line === undefined) throw new Error("the request has no line");
  line.status = status;
  sandbox.restore(new SandboxSnapshot(state));
}

/** Lists the calls that are accepted, each in the same state. */
async function filterAccepted<Name extends string>(
  { sandbox }: Setup,
  each: Readonly<Record<Name, () => Promise<unknown>>>,
): Promise<Name[]> {
  const snapshot = sandbox.snapshot();
  const accepted: Name[] = [];
  for (const name of Object.keys(each) as Name[]) {
    if (await isAccepted(each[name]())) accepted.push(name);
    sandbox.restore(snapshot);
  }
  return accepted;
}

/** A call of each workflow on a request. */
const callWorkflows = (requests: Requests, id: string) => ({
  submit: () => requests.submit(id),
  resubmit: () => requests.resubmit(id),
  invoice: () => requests.invoice(id, { vatLines: [], number: "W-1" }),
  markNotInvoiced: () => requests.markNotInvoiced(id, { reason: "Elsewhere" }),
});

it.each(cases)(
  "possibleActions of a %s request in %s returns the operations and workflows that succeed",
  async (kind, target) => {
    const { setup, id } = await createRequestIn(kind, target);
    const requests = setup.supplier[groups[kind]];
    const request = await requests.get(id);
    expect(request.status).toBe(target.split(",")[0]);
    const { operations, workflows } = possibleActions(request, { kind });
    expect(operations).toEqual(await listAccepted(setup, id, kind));
    expect(workflows).toEqual(await filterAccepted(setup, callWorkflows(requests, id)));
  },
);

it.each(cases)(
  "possibleActions of a %s request in %s that is read-only returns the workflows that send something",
  async (kind, target) => {
    const { setup, id } = await createRequestIn(kind, target);
    const { sandbox } = setup;
    const fetch = editResponses(sandbox, (text) => text.replace('"readOnly":false', '"readOnly":true'));
    const supplier = await supplierOf(sandbox, { fetch });
    const requests = supplier[groups[kind]];
    const request = await requests.get(id);
    expect(request.readOnly).toBe(true);
    const { workflows, lines } = possibleActions(request, { kind });
    expect(workflows).toEqual(await filterAccepted(setup, callWorkflows(requests, id)));
    for (const line of lines) {
      const withdrawals = await filterAccepted(setup, {
        cancelOrDelete: () => requests.cancelOrDelete(id, line.id),
      });
      expect(line.workflows).toEqual(withdrawals);
    }
  },
);

it.each(cases)(
  "possibleActions of a %s request in %s returns what succeeds on a line in every status",
  async (kind, target) => {
    const { setup, id } = await createRequestIn(kind, target);
    const requests = setup.supplier[groups[kind]];
    for (const status of lineStatuses) {
      setLineStatus(setup, id, status);
      const request = await requests.get(id);
      const lineId = request.components.at(-1)?.id ?? "";
      const line = possibleActions(request, { kind }).lines.at(-1);
      const accepted = await filterAccepted(setup, {
        put: () => requests.components.put(id, lineId, withoutId(lineOf[kind]())),
        delete: () => requests.components.delete(id, lineId),
        cancel: () => requests.components.cancel(id, lineId),
      });
      expect(line?.operations, status).toEqual(accepted.map((name) => `${groups[kind]}.components.${name}`));
      // A line that is cancelled stays so: then the workflow succeeds and does nothing.
      const isCancelled = status === "Cancelled" || status === "CancellationApproved";
      const withdrawals = await filterAccepted(setup, {
        cancelOrDelete: () => requests.cancelOrDelete(id, lineId),
      });
      expect(line?.workflows, status).toEqual(isCancelled ? [] : withdrawals);
    }
  },
);

it.each(kinds)("possibleActions of an archived %s request returns what succeeds", async (kind) => {
  const { setup, id } = await createRequestIn(kind, "Approved, and invoiced");
  const requests = setup.supplier[groups[kind]];
  const request = await requests.get(id);
  setup.sandbox.clock.advance({ days: 1 });
  const { operations, workflows } = possibleActions(request, { kind, phase: "Archived" });
  expect(operations).toEqual(await listAccepted(setup, id, kind));
  expect(workflows).toEqual(await filterAccepted(setup, callWorkflows(requests, id)));
});
