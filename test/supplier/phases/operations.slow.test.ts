import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { RegError } from "../../../src/errors/errors.js";
import { supplierOperations } from "../../../src/generated/supplier/operations.js";
import type { RequestKind } from "../../../src/supplier/domain.js";
import {
  allowedOperations,
  can,
  operationsInPhase,
  type RequestOperation,
} from "../../../src/supplier/phases/operations.js";
import { damageLine, invoice, open, repair, work } from "../../sandbox/support.js";

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

/** Reads the id of a line, or makes one if the request cannot be read. */
async function findLine(requests: Requests, id: string): Promise<string> {
  const request = await requests.get(id).catch(() => undefined);
  return request?.components.at(-1)?.id ?? randomUUID();
}

/** Adds a line that the lessor has not seen, if the phase allows it, and returns its id. */
function addUnsentLine(requests: Requests, id: string, kind: RequestKind): Promise<string> {
  const componentId = randomUUID();
  return requests.components.put(id, componentId, withoutId(otherLine[kind])).then(
    () => componentId,
    () => findLine(requests, id),
  );
}

/** Reads the id of the invoice, or 1 without one. */
async function readInvoiceId(requests: Requests, id: string): Promise<number> {
  const list = await requests.invoices.list(id).catch(() => undefined);
  return Number(/"id":(\d+)/.exec(JSON.stringify(list) ?? "")?.[1] ?? 1);
}

/** A call of each operation that only the phase can prevent. */
const calls: Readonly<
  Record<string, (requests: Requests, id: string, kind: RequestKind) => Promise<unknown>>
> = {
  get: (requests, id) => requests.get(id),
  overwrite: (requests, id, kind) =>
    requests.overwrite(id, repair(kind === "damage" ? { components: [damageLine()] } : {})),
  patch: (requests, id) => requests.patch(id, { appointment: { workOrderNumber: "WO-9" } }),
  delete: (requests, id) => requests.delete(id),
  "components.put": async (requests, id, kind) =>
    requests.components.put(id, await findLine(requests, id), withoutId(lineOf[kind]())),
  "components.delete": async (requests, id, kind) =>
    requests.components.delete(id, await addUnsentLine(requests, id, kind)),
  "components.cancel": async (requests, id) => requests.components.cancel(id, await findLine(requests, id)),
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
  "invoices.pdf.get": async (requests, id) =>
    requests.invoices.pdf.get(id, await readInvoiceId(requests, id)),
  "invoices.pdf.upload": async (requests, id) =>
    requests.invoices.pdf.upload(id, await readInvoiceId(requests, id), pdf()),
};

/** Whether the sandbox accepts a call in this phase; other rejections do not count. */
async function isAccepted(call: Promise<unknown>): Promise<boolean> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error === undefined || RegError.is(error, "not-found")) return true;
  if (!RegError.is(error, "api")) throw error;
  return error.status !== 410 && !error.errors.some(({ code }) => code === "SANDBOX-PHASE");
}

/** Lists the operations that the sandbox accepts, each called in the same state. */
async function listAccepted({ sandbox, supplier }: Setup, id: string, kind: RequestKind): Promise<string[]> {
  const requests = supplier[groups[kind]];
  const snapshot = sandbox.snapshot();
  const passed: string[] = [];
  for (const [operation, { pathParams }] of Object.entries(supplierOperations)) {
    const prefix = `${groups[kind]}.`;
    if (!operation.startsWith(prefix) || pathParams.length === 0) continue;
    const call = calls[operation.slice(prefix.length)];
    if (call === undefined) throw new Error(`${operation} has no call`);
    if (await isAccepted(call(requests, id, kind))) passed.push(operation);
    sandbox.restore(snapshot);
  }
  return passed;
}

/** Brings a request into each status. */
const transitions: Readonly<
  Record<string, (setup: Setup, id: string, kind: RequestKind) => Promise<unknown>>
> = {
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

it.each(cases)(
  "allowedOperations of a %s request in %s returns what the sandbox accepts",
  async (kind, target) => {
    const { setup, id } = await createRequestIn(kind, target);
    const request = await setup.supplier[groups[kind]].get(id);
    expect(request.status).toBe(target.split(",")[0]);
    const allowed = allowedOperations(request, kind);
    expect(allowed).toEqual(await listAccepted(setup, id, kind));
    const all: readonly RequestOperation[] = listOperations(kind);
    expect(all.filter((operation) => can(request, operation))).toEqual(allowed);
  },
);

it.each(kinds)(
  "operationsInPhase of an archived %s request returns what the sandbox accepts",
  async (kind) => {
    const { setup, id } = await createRequestIn(kind, "Approved, and invoiced");
    setup.sandbox.clock.advance({ days: 1 });
    expect(operationsInPhase("Archived", kind)).toEqual(await listAccepted(setup, id, kind));
  },
);

/** Lists the operations that any phase allows. */
function listOperations(kind: RequestKind): readonly RequestOperation[] {
  const phases = ["Draft", "Lessor", "Response", "Invoicing", "Archived"] as const;
  return Object.keys(supplierOperations).filter((id): id is RequestOperation =>
    phases.some((phase) => operationsInPhase(phase, kind).some((operation) => operation === id)),
  );
}
