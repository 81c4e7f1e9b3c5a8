import { describe, expect, it } from "vitest";
import { untyped } from "../../../support/untyped.js";
import { approved, invoice, open, refusal, repair, work } from "../../support.js";
import { draftOf, submitAndDeny, submitRepair, submitted, wrongPhase } from "./support.js";

/** A repair for another vehicle. */
const otherRepair = () => repair({ vehicle: { licensePlate: "KL-012-M", partialVin: "1" } });

describe("a draft", () => {
  it("can be kept as a draft, and no submitted request becomes one again", async () => {
    const { requests, id, get, patch } = await submitAndDeny();
    const { id: draft } = await requests.create(draftOf("KL-012-M"));
    expect((await get(draft)).status).toBe("Draft");
    expect((await patch(draft, { status: "Draft" })).status).toBe("Draft");
    expect(await refusal(patch(id, { status: "Draft" }))).toEqual(wrongPhase);
  });

  it("is submitted with PATCH or PUT, with all that approval requires", async () => {
    const { supplier } = await open();
    const { create, get, patch, overwrite } = supplier.serviceRequests;
    const { id } = await create(draftOf());
    expect((await refusal(patch(id, { status: "ApprovalRequested" })))[0]).toBe(400);
    expect((await refusal(overwrite(id, { ...draftOf(), status: "ApprovalRequested" })))[0]).toBe(400);
    expect((await get(id)).status).toBe("Draft");
    expect((await overwrite(id, submitted())).status).toBe("ApprovalRequested");
    const { id: other } = await create(otherRepair());
    expect((await patch(other, { status: "ApprovalRequested" })).status).toBe("ApprovalRequested");
  });

  it("can be deleted, and no other request can", async () => {
    const { requests, sandbox, id, get } = await submitRepair();
    const { id: draft } = await requests.create(draftOf("KL-012-M"));
    await requests.delete(draft);
    expect(await refusal(get(draft))).toEqual([404]);
    expect(await refusal(requests.delete(id))).toEqual(wrongPhase);
    sandbox.lessor.deny(id);
    expect(await refusal(requests.delete(id))).toEqual(wrongPhase);
  });
});

describe("a request with the lessor", () => {
  it("cannot be changed by the supplier", async () => {
    const { requests, id, get, patch, line, freshId, fresh } = await submitRepair();
    expect(await get(id)).toMatchObject({ status: "ApprovalRequested", readOnly: true });
    for (const call of [
      () => requests.overwrite(id, repair()),
      () => patch(id, { vehicle: { partialVin: "X" } }),
      () => patch(id, { status: "ApprovalRequested" }),
      () => requests.delete(id),
      () => requests.components.put(id, freshId, fresh),
      () => requests.components.put(id, line.id, line),
      () => requests.invoiceTemplates.list(id),
      () => requests.invoices.create(id, invoice()),
    ])
      expect(await refusal(call())).toEqual(wrongPhase);
  });

  it("can be invoiced once every line is approved", async () => {
    const { sandbox, requests, id, get } = await submitRepair();
    const body = untyped({ ...draftOf(), status: "Approved" });
    expect(await refusal(requests.create(body))).toEqual([400, "SANDBOX-INVALID status"]);
    expect(await refusal(requests.invoices.list(id))).toEqual(wrongPhase);
    sandbox.lessor.approve(id);
    expect(await requests.invoices.list(id)).toEqual({ invoices: [] });
    expect(await get(id)).toMatchObject({
      status: "Approved",
      invoicing: { status: "ReadyForInvoicing", totalAmountToInvoice: 259 },
    });
  });

  it("goes back to the supplier if a line is denied", async () => {
    const { sandbox, requests, id, line, get, patch } = await submitRepair();
    sandbox.lessor.deny(id, { lines: [line.id] });
    expect(await get(id)).toMatchObject({ status: "Denied", readOnly: false });
    expect(await refusal(requests.invoices.list(id))).toEqual(wrongPhase);
    expect(await refusal(patch(id, untyped({ status: "Denied" })))).toEqual([400, "SANDBOX-INVALID status"]);
  });

  it("that is provisionally approved cannot be invoiced until it is approved", async () => {
    const { sandbox, requests, id, line, get } = await submitRepair();
    sandbox.lessor.provisionallyApprove(id, { lines: [line.id] });
    expect(await get(id)).toMatchObject({
      status: "ProvisionallyApproved",
      invoicing: { totalAmountToInvoice: 0 },
    });
    expect(await refusal(requests.invoices.create(id, invoice()))).toEqual(wrongPhase);
    expect(await refusal(requests.invoiceTemplates.list(id))).toEqual(wrongPhase);
    await requests.patch(id, { status: "ApprovalRequested" });
    sandbox.lessor.approve(id);
    await requests.invoices.create(id, invoice({ total: 259 }));
  });
});

describe("a denied request", () => {
  it("becomes Modified when it is changed, a status that the supplier cannot set", async () => {
    const { id, patch } = await submitAndDeny();
    expect(await refusal(patch(id, untyped({ status: "Modified" })))).toEqual([400, "SANDBOX-INVALID status"]);
    expect(await patch(id, { appointment: { workOrderNumber: "WO-2" } })).toMatchObject({
      status: "Modified",
      appointment: { workOrderNumber: "WO-2", workshopDate: "2026-06-15" },
    });
  });

  it("can only be submitted again, and keeps its number", async () => {
    const { requests, id, patch, get } = await submitAndDeny();
    expect(await refusal(requests.overwrite(id, submitted()))).toEqual(wrongPhase);
    expect(await refusal(requests.delete(id))).toEqual(wrongPhase);
    expect(await refusal(requests.invoices.create(id, invoice()))).toEqual(wrongPhase);
    expect(await refusal(patch(id, { status: "Draft" }))).toEqual(wrongPhase);
    await patch(id, { status: "ApprovalRequested" });
    expect(await get(id)).toMatchObject({
      status: "ApprovalRequested",
      readOnly: true,
      serviceRequestNumber: 5_000_001,
    });
  });
});

describe("an approved request", () => {
  it("goes back to the supplier if it is changed before it is invoiced, and cannot be changed afterwards", async () => {
    const setup = await open();
    const { patch, get, invoices } = setup.supplier.serviceRequests;
    const id = await approved(setup);
    expect((await get(id)).status).toBe("Approved");
    expect(await refusal(patch(id, {}))).toEqual(wrongPhase);
    await patch(id, { appointment: { workOrderNumber: "WO-2" } });
    expect((await get(id)).status).toBe("Modified");
    expect(await refusal(invoices.create(id, invoice()))).toEqual(wrongPhase);
    const other = await approved(setup, otherRepair());
    await invoices.create(other, invoice());
    expect((await get(other)).readOnly).toBe(true);
    expect(await refusal(patch(other, { vehicle: { partialVin: "2" } }))).toEqual(wrongPhase);
  });

  it("has nothing to invoice after a line is added, and its other lines stay approved", async () => {
    const setup = await open();
    const id = await approved(setup);
    const components = [work({ reg: { code: "2201" } })];
    const changed = await setup.supplier.serviceRequests.patch(id, { components });
    expect(changed).toMatchObject({ status: "Modified", invoicing: { totalAmountToInvoice: 0 } });
    expect(changed.components.map(({ status }) => status.code)).toEqual(["Approved", "Approved", "Entered"]);
  });
});
