import { describe, expect, it } from "vitest";
import { untyped } from "../../../support/untyped.js";
import { approved, damageLine, invoice, open, reading, refusal, repair, work } from "../../support.js";

describe("the archiving of a request", () => {
  it("follows its invoice, and does not happen without one", async () => {
    const setup = await open();
    const { sandbox, supplier } = setup;
    const invoiced = await approved(setup);
    const other = await approved(setup, repair({ vehicle: { licensePlate: "KL-012-M", partialVin: "1" } }));
    await supplier.serviceRequests.invoices.create(invoiced, invoice());
    sandbox.clock.advance({ days: 1 });
    expect(await refusal(supplier.serviceRequests.get(invoiced))).toEqual([410]);
    expect((await supplier.serviceRequests.get(other)).status).toBe("Approved");
  });

  it.each([
    ["in summer", "2026-06-15", "21:59:59", "22:00:00"],
    ["in winter", "2026-12-31", "22:59:59", "23:00:00"],
    ["on the evening before summer time begins", "2026-03-28", "22:59:59", "23:00:00"],
    ["on the evening of the day with 23 hours", "2026-03-29", "21:59:59", "22:00:00"],
    ["on the evening before summer time ends", "2026-10-24", "21:59:59", "22:00:00"],
    ["on the evening of the day with 25 hours", "2026-10-25", "22:59:59", "23:00:00"],
  ])("happens at midnight in Amsterdam %s", async (_, day, before, midnight) => {
    const setup = await open({ now: `${day}T00:30:00Z` });
    const { get, list, patch, invoices } = setup.supplier.serviceRequests;
    const appointment = { ...repair().appointment, workshopDate: day };
    const id = await approved(setup, repair({ appointment }));
    await invoices.create(id, invoice({ invoiceDate: day }));
    setup.sandbox.clock.set(`${day}T${before}Z`);
    expect(await get(id)).toMatchObject({ status: "Approved", readOnly: true });
    expect((await list()).serviceRequests).toHaveLength(1);
    expect(await refusal(patch(id, { vehicle: { partialVin: "2" } }))).toEqual([400, "SANDBOX-PHASE"]);
    setup.sandbox.clock.set(`${day}T${midnight}Z`);
    expect(await refusal(get(id))).toEqual([410]);
    expect((await list()).serviceRequests).toEqual([]);
  });

  it("happens without an invoice if it is approved without costs, under warranty or cancelled", async () => {
    const setup = await open();
    const { sandbox, supplier } = setup;
    const { create, get, patch, components } = supplier.serviceRequests;
    const warranty = [reading(), work({ price: 0, warranty: "Full" })];
    const covered = await approved(setup, repair({ components: warranty }));
    expect((await get(covered)).invoicing?.status).toBe("WillNotBeInvoicedForWarrantyOrLeniencyReasons");

    const line = work();
    const vehicle = { licensePlate: "KL-012-M", partialVin: "1" };
    const content = repair({ vehicle, components: [reading(), line] });
    const { id: cancelled } = await create({ ...content, status: "ApprovalRequested" });
    sandbox.lessor.deny(cancelled, { lines: [line.id] });
    await components.cancel(cancelled, line.id);
    await patch(cancelled, { status: "ApprovalRequested" });
    sandbox.lessor.approve(cancelled);
    const costly = await approved(setup, repair({ vehicle: { licensePlate: "BT-202-Z", partialVin: "1" } }));

    sandbox.clock.advance({ hours: 12, minutes: 59 });
    expect((await get(covered)).status).toBe("Approved");
    expect((await get(cancelled)).status).toBe("Approved");
    sandbox.clock.advance({ minutes: 1 });
    expect(await refusal(get(covered))).toEqual([410]);
    expect(await refusal(get(cancelled))).toEqual([410]);
    expect((await get(costly)).status).toBe("Approved");
  });

  it("does not happen if the request is changed before midnight", async () => {
    const setup = await open();
    const id = await approved(setup, repair({ components: [reading(), work({ price: 0 })] }));
    await setup.supplier.serviceRequests.patch(id, { vehicle: { partialVin: "JF000001" } });
    setup.sandbox.clock.advance({ days: 1 });
    expect((await setup.supplier.serviceRequests.get(id)).status).toBe("Modified");
  });

  it("happens after a reason for not invoicing, which must be an object", async () => {
    const setup = await open();
    const id = await approved(setup);
    await setup.supplier.serviceRequests.invoices.setStatus(id, { reason: "elsewhere" });
    expect(await refusal(setup.supplier.serviceRequests.invoices.setStatus(id, untyped([])))).toEqual([
      400,
      "SANDBOX-INVALID body",
    ]);
    setup.sandbox.clock.advance({ days: 1 });
    expect(await refusal(setup.supplier.serviceRequests.get(id))).toEqual([410]);
  });
});

describe("with the option archive: at-once, a request is archived", () => {
  it("after its invoice, and then gets its PDF and a credit", async () => {
    const setup = await open({ archive: "at-once" });
    const { get, list, invoices } = setup.supplier.serviceRequests;
    const id = await approved(setup);
    const { id: invoiceId } = await invoices.create(id, invoice());
    expect(await refusal(get(id))).toEqual([410]);
    expect((await list()).serviceRequests).toEqual([]);
    await invoices.pdf.upload(id, invoiceId, new Blob(["%PDF"]), { contentType: "application/pdf" });
    await invoices.create(id, invoice({ invoiceNumber: "2026-9", total: -1 }));
  });

  it("after its approval without costs, and after a reason for not invoicing", async () => {
    const setup = await open({ archive: "at-once" });
    const { get, invoices } = setup.supplier.serviceRequests;
    const free = await approved(setup, repair({ components: [reading(), work({ price: 0 })] }));
    expect(await refusal(get(free))).toEqual([410]);
    const id = await approved(setup);
    await invoices.setStatus(id, { reason: "elsewhere" });
    expect(await refusal(get(id))).toEqual([410]);
  });

  it("after the debit of a damage, also if the lessor requires a discount, which does not archive it", async () => {
    const { sandbox, supplier } = await open({ archive: "at-once" });
    const { create, get, invoices } = supplier.damageServiceRequests;
    const vehicle = { licensePlate: "JK-707-N" };
    const content = { ...repair(), vehicle, components: [damageLine()] };
    const [late, early] = [await create(content), await create({ ...content, components: [damageLine()] })];
    for (const { id } of [late, early]) {
      await supplier.damageServiceRequests.patch(id, { status: "ApprovalRequested" });
      sandbox.lessor.approve(id);
    }
    const discount = invoice({ invoiceNumber: "2026-9", total: -10 });
    await invoices.create(early.id, discount);
    expect((await get(early.id)).status).toBe("Approved");
    for (const { id } of [late, early]) {
      await invoices.create(id, invoice());
      expect(await refusal(get(id))).toEqual([410]);
    }
  });
});

describe("an archived request", () => {
  it("returns 410, and so do its lines", async () => {
    const setup = await open();
    const line = work();
    const id = await approved(setup, repair({ components: [reading(), line] }));
    const { get, overwrite, patch, delete: remove, components, invoices } = setup.supplier.serviceRequests;
    expect((await get(id)).status).toBe("Approved");
    await invoices.create(id, invoice());
    setup.sandbox.clock.advance({ days: 1 });
    const { id: newId, ...newLine } = work();
    for (const call of [
      () => get(id),
      () => overwrite(id, repair()),
      () => patch(id, { status: "ApprovalRequested" }),
      () => patch(id, { vehicle: { partialVin: "X" } }),
      () => remove(id),
      () => components.put(id, line.id, line),
      () => components.put(id, newId, newLine),
      () => components.delete(id, line.id),
      () => components.cancel(id, line.id),
    ])
      expect(await refusal(call())).toEqual([410]);
  });
});
