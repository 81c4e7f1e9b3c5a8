import { describe, expect, it } from "vitest";
import type { ServiceRequestCreate } from "../../../src/generated/supplier/models.js";
import type { LineDecision } from "../../../src/sandbox/index.js";
import { invoice, open, reading, refusal, repair, untyped, work } from "../support.js";
import { checkReferenceRows } from "./reference.js";

checkReferenceRows([
  {
    source: "supplier-api.md §3",
    part: "statuses of requests",
    count: 6,
    rows: {
      "S3.REQUEST.Draft": "Draft",
      "S3.REQUEST.Modified": "Modified",
      "S3.REQUEST.ApprovalRequested": "ApprovalRequested",
      "S3.REQUEST.Approved": "Approved",
      "S3.REQUEST.ProvisionallyApproved": "ProvisionallyApproved: does not allow invoicing",
      "S3.REQUEST.Denied": "Denied",
    },
  },
  {
    source: "supplier-api.md §3",
    part: "statuses of lines",
    count: 11,
    rows: {
      "S3.LINE.Entered": "Entered",
      "S3.LINE.Changed": "Changed",
      "S3.LINE.ApprovalRequested": "ApprovalRequested",
      "S3.LINE.Approved": "Approved",
      "S3.LINE.ProvisionallyApproved": "ProvisionallyApproved: lessor accepts an incomplete line as is",
      "S3.LINE.CallLessor": "CallLessor",
      "S3.LINE.Denied": "Denied",
      "S3.LINE.LessorWillCall": "LessorWillCall",
      "S3.LINE.Cancelled": "Cancelled",
      "S3.LINE.CancellationApproved": "CancellationApproved",
      "S3.LINE.CancellationDenied": "CancellationDenied",
    },
  },
  {
    source: "supplier-api.md §3",
    part: "line moves",
    count: 2,
    rows: {
      "S3.MOVE.cancel": "a line sent to the lessor is cancelled (response phase) and then Cancelled",
      "S3.MOVE.delete": "a line not yet sent is removed with the delete line method",
    },
  },
]);

const submitted = (fields: Partial<ServiceRequestCreate> = {}) =>
  repair({ status: "ApprovalRequested", ...fields });
const only = (licensePlate = "AB-123-C"): ServiceRequestCreate => ({
  status: "Draft",
  vehicle: { licensePlate },
});

/** A request with a reading, a line to decide about and another one, in the hands of the lessor. */
async function sent() {
  const world = await open();
  const line = work();
  const components = [reading(), line, work({ reg: { code: "2201" } })];
  const { id } = await world.supplier.serviceRequests.create(submitted({ components }));
  const { get, patch } = world.supplier.serviceRequests;
  const statusOf = async (lineId: string) =>
    (await get(id)).components.find((each) => each.id === lineId)?.status.code;
  return { ...world, requests: world.supplier.serviceRequests, id, line, get, patch, statusOf };
}

/** A request that has come back with everything denied. */
async function denied() {
  const world = await sent();
  world.sandbox.lessor.deny(world.id);
  return world;
}

describe("the statuses of requests", () => {
  it("Draft: kept by the supplier, and set by nobody later [S3.REQUEST.Draft]", async () => {
    const { requests, id, get, patch } = await denied();
    const { id: draft } = await requests.create(only("KL-012-M"));
    expect((await get(draft)).status).toBe("Draft");
    expect((await patch(draft, { status: "Draft" })).status).toBe("Draft");
    expect(await refusal(patch(id, { status: "Draft" }))).toEqual([400, "SANDBOX-PHASE"]);
  });

  it("Modified: denied and then changed; not set by the supplier [S3.REQUEST.Modified]", async () => {
    const { id, patch } = await denied();
    expect(await refusal(patch(id, untyped({ status: "Modified" })))).toEqual([
      400,
      "SANDBOX-INVALID status",
    ]);
    expect((await patch(id, { appointment: { workOrderNumber: "WO-2" } })).status).toBe("Modified");
  });

  it("ApprovalRequested: with the lessor, and closed to the supplier [S3.REQUEST.ApprovalRequested]", async () => {
    const { id, get, patch } = await sent();
    expect(await get(id)).toMatchObject({ status: "ApprovalRequested", readOnly: true });
    expect(await refusal(patch(id, { status: "ApprovalRequested" }))).toEqual([400, "SANDBOX-PHASE"]);
  });

  it("Approved: every line approved; not set by the supplier [S3.REQUEST.Approved]", async () => {
    const { sandbox, requests, id, get } = await sent();
    expect(await refusal(requests.create(untyped({ ...only(), status: "Approved" })))).toEqual([
      400,
      "SANDBOX-INVALID status",
    ]);
    sandbox.lessor.approve(id);
    expect(await get(id)).toMatchObject({
      status: "Approved",
      invoicing: { status: "ReadyForInvoicing", totalAmountToInvoice: 259 },
    });
  });

  it("ProvisionallyApproved: does not allow invoicing [S3.REQUEST.ProvisionallyApproved]", async () => {
    const { sandbox, requests, id, line, get } = await sent();
    sandbox.lessor.provisionallyApprove(id, { lines: [line.id] });
    expect(await get(id)).toMatchObject({
      status: "ProvisionallyApproved",
      invoicing: { totalAmountToInvoice: 0 },
    });
    expect(await refusal(requests.invoices.create(id, invoice()))).toEqual([400, "SANDBOX-PHASE"]);
    expect(await refusal(requests.invoiceTemplates.list(id))).toEqual([400, "SANDBOX-PHASE"]);
    const approval = await approvedThereafter();
    await approval.supplier.serviceRequests.invoices.create(approval.id, invoice());
  });

  it("Denied: a line was denied, and the supplier can change it [S3.REQUEST.Denied]", async () => {
    const { id, get, patch } = await denied();
    expect(await get(id)).toMatchObject({ status: "Denied", readOnly: false });
    expect(await refusal(patch(id, untyped({ status: "Denied" })))).toEqual([400, "SANDBOX-INVALID status"]);
  });
});

/** A request that was provisionally approved, asked for again, and approved. */
async function approvedThereafter() {
  const world = await open();
  const { id } = await world.supplier.serviceRequests.create(submitted());
  world.sandbox.lessor.provisionallyApprove(id);
  await world.supplier.serviceRequests.patch(id, { status: "ApprovalRequested" });
  world.sandbox.lessor.approve(id);
  return { ...world, id };
}

describe("the statuses of lines", () => {
  it("Entered: written, and not sent yet [S3.LINE.Entered]", async () => {
    const { requests, statusOf, id, line } = await sent();
    const { id: draft } = await requests.create(repair({ vehicle: { licensePlate: "KL-012-M" } }));
    expect((await requests.get(draft)).components.map(({ status }) => status.code)).toEqual([
      "Entered",
      "Entered",
    ]);
    expect(await statusOf(line.id)).not.toBe("Entered");
    expect((await requests.get(id)).status).toBe("ApprovalRequested");
  });

  it("Changed: sent, and written again since [S3.LINE.Changed]", async () => {
    const { requests, id, line, statusOf, get } = await denied();
    expect(await statusOf(line.id)).toBe("Denied");
    await requests.components.put(id, line.id, { ...line, price: 99 });
    expect(await statusOf(line.id)).toBe("Changed");
    expect((await get(id)).components.map(({ status }) => status.code)).toEqual([
      "Denied",
      "Changed",
      "Denied",
    ]);
  });

  it("ApprovalRequested: with the lessor, each that is not settled [S3.LINE.ApprovalRequested]", async () => {
    const { sandbox, id, line, statusOf, patch } = await sent();
    expect(await statusOf(line.id)).toBe("ApprovalRequested");
    sandbox.lessor.deny(id, { lines: [line.id] });
    const { components } = await patch(id, { status: "ApprovalRequested" });
    expect(components.map(({ status }) => status.code)).toEqual([
      "Approved",
      "ApprovalRequested",
      "Approved",
    ]);
  });

  it.each<[string, LineDecision, string, boolean]>([
    ["Approved: as the lessor decides, and counted [S3.LINE.Approved]", "Approved", "Approved", true],
    [
      "ProvisionallyApproved: taken incomplete as it is, and not counted yet [S3.LINE.ProvisionallyApproved]",
      "ProvisionallyApproved",
      "ProvisionallyApproved",
      false,
    ],
    [
      "CallLessor: as the lessor decides, and not counted [S3.LINE.CallLessor]",
      "CallLessor",
      "CallLessor",
      false,
    ],
    ["Denied: as the lessor decides, and not counted [S3.LINE.Denied]", "Denied", "Denied", false],
    [
      "LessorWillCall: as the lessor decides, and not counted [S3.LINE.LessorWillCall]",
      "LessorWillCall",
      "LessorWillCall",
      false,
    ],
  ])("%s", async (_, decision, status, counted) => {
    const { sandbox, id, line, statusOf, get } = await sent();
    sandbox.lessor.review(id, { [line.id]: decision });
    expect(await statusOf(line.id)).toBe(status);
    expect((await get(id)).invoicing?.totalAmountApproved).toBe(counted ? 259 : 129.5);
  });

  it("Cancelled: by the cancel method, and closed to changes [S3.LINE.Cancelled]", async () => {
    const { requests, id, line, statusOf } = await denied();
    await requests.components.cancel(id, line.id);
    expect(await statusOf(line.id)).toBe("Cancelled");
    expect(await refusal(requests.components.put(id, line.id, line))).toEqual([400, "SANDBOX-PHASE"]);
    expect(await refusal(requests.components.cancel(id, line.id))).toEqual([400, "SANDBOX-PHASE"]);
  });

  it.each<[string, LineDecision, string]>([
    [
      "CancellationApproved: the lessor agrees [S3.LINE.CancellationApproved]",
      "Approved",
      "CancellationApproved",
    ],
    [
      "CancellationDenied: the lessor does not agree [S3.LINE.CancellationDenied]",
      "Denied",
      "CancellationDenied",
    ],
  ])("%s", async (_, decision, status) => {
    const { sandbox, requests, id, line, statusOf, patch } = await denied();
    await requests.components.cancel(id, line.id);
    await patch(id, { status: "ApprovalRequested" });
    expect(await statusOf(line.id)).toBe("Cancelled");
    sandbox.lessor.review(id, { [line.id]: decision });
    expect(await statusOf(line.id)).toBe(status);
  });
});

describe("the moves of lines", () => {
  it("a line that was sent is cancelled, in the response phase, and not deleted [S3.MOVE.cancel]", async () => {
    const { sandbox, requests, id, line, statusOf } = await sent();
    expect(await refusal(requests.components.cancel(id, line.id))).toEqual([400, "SANDBOX-PHASE"]);
    sandbox.lessor.deny(id);
    expect(await refusal(requests.components.delete(id, line.id))).toEqual([400, "SANDBOX-PHASE"]);
    expect((await requests.components.cancel(id, line.id)).component.status.code).toBe("Cancelled");
    expect(await statusOf(line.id)).toBe("Cancelled");
  });

  it("a line that was not sent yet is removed, and not cancelled [S3.MOVE.delete]", async () => {
    const { requests, id, get } = await denied();
    const { id: fresh, ...content } = work({ reg: { code: "2901" }, operation: { code: "08" } });
    await requests.components.put(id, fresh, content);
    expect(await refusal(requests.components.cancel(id, fresh))).toEqual([400, "SANDBOX-PHASE"]);
    await requests.components.delete(id, fresh);
    expect((await get(id)).components.map((each) => each.id)).not.toContain(fresh);
  });
});
