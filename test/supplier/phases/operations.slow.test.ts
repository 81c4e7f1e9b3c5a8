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

type World = Awaited<ReturnType<typeof open>>;
type Requests = World["supplier"]["serviceRequests"] | World["supplier"]["damageServiceRequests"];

const groups = { service: "serviceRequests", damage: "damageServiceRequests" } as const;
const lineOf = { service: work, damage: damageLine };
const otherLine = {
  service: work({ reg: { code: "1102" }, operation: { code: "05" }, reason: { code: "21" } }),
  damage: damageLine({ reg: { code: "7201" }, operation: { code: "01" } }),
};
const pdf = () => new Blob(["%PDF-1.7"], { type: "application/pdf" });
const withoutId = ({ id: _, ...line }: ReturnType<typeof work>) => line;

/** The id of a line of the request, where it can be read. */
async function anyLine(requests: Requests, id: string): Promise<string> {
  const request = await requests.get(id).catch(() => undefined);
  return request?.components.at(-1)?.id ?? randomUUID();
}

/** The id of a line that the lessor has not seen, where the phase lets the request have one. */
function unsentLine(requests: Requests, id: string, kind: RequestKind): Promise<string> {
  const componentId = randomUUID();
  return requests.components.put(id, componentId, withoutId(otherLine[kind])).then(
    () => componentId,
    () => anyLine(requests, id),
  );
}

/** The id of the request's invoice, where there is one. */
async function invoiceId(requests: Requests, id: string): Promise<number> {
  const list = await requests.invoices.list(id).catch(() => undefined);
  return Number(/"id":(\d+)/.exec(JSON.stringify(list) ?? "")?.[1] ?? 1);
}

/** A call of each operation that nothing but the phase stands in the way of. */
const calls: Readonly<
  Record<string, (requests: Requests, id: string, kind: RequestKind) => Promise<unknown>>
> = {
  get: (requests, id) => requests.get(id),
  overwrite: (requests, id, kind) =>
    requests.overwrite(id, repair(kind === "damage" ? { components: [damageLine()] } : {})),
  patch: (requests, id) => requests.patch(id, { appointment: { workOrderNumber: "WO-9" } }),
  delete: (requests, id) => requests.delete(id),
  "components.put": async (requests, id, kind) =>
    requests.components.put(id, await anyLine(requests, id), withoutId(lineOf[kind]())),
  "components.delete": async (requests, id, kind) =>
    requests.components.delete(id, await unsentLine(requests, id, kind)),
  "components.cancel": async (requests, id) => requests.components.cancel(id, await anyLine(requests, id)),
  "attachments.list": (requests, id) => requests.attachments.list(id),
  "attachments.upload": (requests, id) => requests.attachments.upload(id, pdf()),
  "attachments.get": (requests, id) => requests.attachments.get(id, randomUUID()),
  "attachments.delete": (requests, id) => requests.attachments.delete(id, randomUUID()),
  "invoiceTemplates.list": (requests, id) => requests.invoiceTemplates.list(id),
  "invoiceTemplate.get": (requests, id) =>
    "invoiceTemplate" in requests ? requests.invoiceTemplate.get(id) : Promise.reject(new Error("none")),
  "invoices.list": (requests, id) => requests.invoices.list(id),
  "invoices.create": (requests, id) => requests.invoices.create(id, invoice()),
  "invoices.get": async (requests, id) => requests.invoices.get(id, await invoiceId(requests, id)),
  "invoices.setStatus": (requests, id) => requests.invoices.setStatus(id, { reason: "Elsewhere" }),
  "invoices.pdf.get": async (requests, id) => requests.invoices.pdf.get(id, await invoiceId(requests, id)),
  "invoices.pdf.upload": async (requests, id) =>
    requests.invoices.pdf.upload(id, await invoiceId(requests, id), pdf()),
};

/** Whether the sandbox lets a call pass as far as the phase is concerned; other refusals do not count. */
async function isLetPass(call: Promise<unknown>): Promise<boolean> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error === undefined || RegError.is(error, "not-found")) return true;
  if (!RegError.is(error, "api")) throw error;
  return error.status !== 410 && !error.errors.some(({ code }) => code === "SANDBOX-PHASE");
}

/** The operations about a request that the sandbox lets pass, each tried on the same state. */
async function letPass({ sandbox, supplier }: World, id: string, kind: RequestKind): Promise<string[]> {
  const requests = supplier[groups[kind]];
  const snapshot = sandbox.snapshot();
  const passed: string[] = [];
  for (const [operation, { pathParams }] of Object.entries(supplierOperations)) {
    const prefix = `${groups[kind]}.`;
    if (!operation.startsWith(prefix) || pathParams.length === 0) continue;
    const call = calls[operation.slice(prefix.length)];
    if (call === undefined) throw new Error(`${operation} is not tried`);
    if (await isLetPass(call(requests, id, kind))) passed.push(operation);
    sandbox.restore(snapshot);
  }
  return passed;
}

/** Leads a request of a kind to each status, and to the archive. */
const ways: Readonly<Record<string, (world: World, id: string, kind: RequestKind) => Promise<unknown>>> = {
  Draft: async () => {},
  ApprovalRequested: submitted,
  Denied: async (world, id, kind) => {
    await submitted(world, id, kind);
    world.sandbox.lessor.deny(id);
  },
  ProvisionallyApproved: async (world, id, kind) => {
    await submitted(world, id, kind);
    world.sandbox.lessor.provisionallyApprove(id);
  },
  Modified: async (world, id, kind) => {
    await ways["Denied"]?.(world, id, kind);
    await world.supplier[groups[kind]].patch(id, { appointment: { workOrderNumber: "WO-2" } });
  },
  Approved: async (world, id, kind) => {
    await submitted(world, id, kind);
    world.sandbox.lessor.approve(id);
  },
  "Approved, and invoiced": async (world, id, kind) => {
    await ways["Approved"]?.(world, id, kind);
    await world.supplier[groups[kind]].invoices.create(id, invoice());
  },
  "Approved, invoiced and discounted": async (world, id, kind) => {
    await ways["Approved, and invoiced"]?.(world, id, kind);
    await world.supplier[groups[kind]].invoices.create(id, invoice({ invoiceNumber: "2", total: -129.5 }));
  },
};

function submitted({ supplier }: World, id: string, kind: RequestKind): Promise<unknown> {
  return supplier[groups[kind]].patch(id, { status: "ApprovalRequested" });
}

const kinds = ["service", "damage"] as const;
const cases = kinds.flatMap((kind) =>
  Object.keys(ways)
    // Only a damage takes a discount.
    .filter((way) => kind === "damage" || !way.includes("discounted"))
    .map((way) => [kind, way] as const),
);

async function requestIn(kind: RequestKind, way: string) {
  const world = await open();
  const content = kind === "damage" ? repair({ components: [damageLine()] }) : repair();
  const { id } = await world.supplier[groups[kind]].create(content);
  await ways[way]?.(world, id, kind);
  return { world, id };
}

it.each(cases)("the operations of a %s request in %s are those of the sandbox", async (kind, way) => {
  const { world, id } = await requestIn(kind, way);
  const request = await world.supplier[groups[kind]].get(id);
  expect(request.status).toBe(way.split(",")[0]);
  const allowed = allowedOperations(request, kind);
  expect(allowed).toEqual(await letPass(world, id, kind));
  const all: readonly RequestOperation[] = everyOperation(kind);
  expect(all.filter((operation) => can(request, operation))).toEqual(allowed);
});

it.each(kinds)("the operations of an archived %s request are those of the sandbox", async (kind) => {
  const { world, id } = await requestIn(kind, "Approved, and invoiced");
  world.sandbox.clock.advance({ days: 1 });
  expect(operationsInPhase("Archived", kind)).toEqual(await letPass(world, id, kind));
});

/** Every operation that some phase allows. */
function everyOperation(kind: RequestKind): readonly RequestOperation[] {
  const phases = ["Draft", "Lessor", "Response", "Invoicing", "Archived"] as const;
  return Object.keys(supplierOperations).filter((id): id is RequestOperation =>
    phases.some((phase) => operationsInPhase(phase, kind).some((operation) => operation === id)),
  );
}
