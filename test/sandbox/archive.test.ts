import { describe, expect, it } from "vitest";
import { nextAmsterdamMidnight, utcText } from "../../src/sandbox/archive.js";
import { amsterdamDay } from "../../src/values/dates.js";
import { untyped } from "../support/untyped.js";
import { checkReferenceTags } from "./reference.js";
import { approved, invoice, open, reading, refusal, repair, work } from "./support.js";

checkReferenceTags();

describe("the calendar of Amsterdam", () => {
  it.each([
    ["2026-06-15T21:59:59.999Z", "2026-06-15", "2026-06-15T22:00:00Z"],
    ["2026-06-15T22:00:00Z", "2026-06-16", "2026-06-16T22:00:00Z"],
    ["2026-01-15T22:59:59Z", "2026-01-15", "2026-01-15T23:00:00Z"],
    ["2026-12-31T23:00:00Z", "2027-01-01", "2027-01-01T23:00:00Z"],
    // The clocks go forward on 29 March 2026 and back on 25 October.
    ["2026-03-28T23:00:00Z", "2026-03-29", "2026-03-29T22:00:00Z"],
    ["2026-03-28T22:30:00Z", "2026-03-28", "2026-03-28T23:00:00Z"],
    ["2026-10-24T22:00:00Z", "2026-10-25", "2026-10-25T23:00:00Z"],
    ["2026-10-24T21:30:00Z", "2026-10-24", "2026-10-24T22:00:00Z"],
    ["2028-02-28T23:00:00Z", "2028-02-29", "2028-02-29T23:00:00Z"],
  ])("at %s has the date %s until %s", (instant, day, midnight) => {
    const at = Date.parse(instant);
    expect(amsterdamDay(at)).toBe(day);
    expect(utcText(nextAmsterdamMidnight(at))).toBe(midnight);
  });
});

describe("the archiving of a request", () => {
  it("follows its invoice, and does not happen without one [S3.8]", async () => {
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
    ["in winter", "2026-01-15", "22:59:59", "23:00:00"],
    ["on the evening before summer time begins", "2026-03-28", "22:59:59", "23:00:00"],
    ["on the evening of the day with 23 hours", "2026-03-29", "21:59:59", "22:00:00"],
    ["on the evening before summer time ends", "2026-10-24", "21:59:59", "22:00:00"],
    ["on the evening of the day with 25 hours", "2026-10-25", "22:59:59", "23:00:00"],
  ])("happens at midnight in Amsterdam %s [S3.11]", async (_, day, before, midnight) => {
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

  it("happens without an invoice if it is approved without costs, under warranty or cancelled [S3.10]", async () => {
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

describe("an archived request", () => {
  it("returns 410, and so do its lines [S7.410]", async () => {
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

  it("can still be credited by the invoiced amount, and then debited again [S4.2.ARCHIVED]", async () => {
    const setup = await open();
    const id = await approved(setup);
    const { get, invoices, invoiceTemplates, invoiceTemplate } = setup.supplier.serviceRequests;
    await invoices.create(id, invoice());
    setup.sandbox.clock.advance({ days: 2 });
    expect(await refusal(get(id))).toEqual([410]);
    expect(await invoiceTemplates.list(id)).toMatchObject({ credit: { amount: 129.5 } });
    expect(await refusal(invoices.create(id, invoice({ total: -129.51 })))).toEqual([
      400,
      "SANDBOX-CREDIT total",
    ]);
    await invoices.create(id, invoice({ total: -129.5 }));
    expect(await invoices.list(id)).toMatchObject({ invoices: [{}, { total: -129.5 }] });
    expect(await invoiceTemplates.list(id)).toMatchObject({ debit: { amount: 129.5 } });
    expect(await invoiceTemplate.get(id)).toMatchObject({
      amount: 129.5,
      identityReceiver: { name: "Noordzee Lease", city: "Rotterdam" },
    });
    await invoices.create(id, invoice());
  });
});
