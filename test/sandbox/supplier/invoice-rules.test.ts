import { describe, expect, it } from "vitest";
import type { ServiceRequestCreate } from "../../../src/generated/supplier/models.js";
import { untyped } from "../../support/untyped.js";
import { checkReferenceTags } from "../reference.js";
import { approved, damageLine, invoice, open, refusal, rental } from "../support.js";

checkReferenceTags();

/** Approves a request, and returns a function that creates an invoice for it. */
async function approveForInvoice(content?: ServiceRequestCreate) {
  const { sandbox, supplier } = await open();
  const id = await approved({ sandbox, supplier }, content);
  const { invoices } = supplier.serviceRequests;
  const create = (fields: Record<string, unknown> = {}) => invoices.create(id, untyped(invoice(fields)));
  return { sandbox, invoices, id, create };
}

describe("an invoice is rejected", () => {
  it("with the number 0 [S7.REG-INV000104]", async () => {
    const { create } = await approveForInvoice();
    expect(await refusal(create({ invoiceNumber: "0" }))).toEqual([400, "REG-INV000104 invoiceNumber"]);
    await create({ invoiceNumber: "00" });
  });

  it("with a date before the workshop date, until the request is archived [S7.REG-INV000105]", async () => {
    const { sandbox, create } = await approveForInvoice();
    expect(await refusal(create({ invoiceDate: "2026-06-14" }))).toEqual([400, "REG-INV000105 invoiceDate"]);
    await create({ invoiceDate: "2026-06-15" });
    sandbox.clock.advance({ days: 1 });
    const credit = { invoiceDate: "2026-06-14", total: -1 };
    expect(await refusal(create(credit))).toEqual([400, "REG-INV000107 invoiceDate"]);
  });

  it.each([
    ["just before midnight UTC in summer", "2026-06-15T23:59:59Z", "2026-06-15", "2026-06-16"],
    ["just before midnight UTC in winter", "2026-01-15T23:59:59Z", "2026-01-15", "2026-01-16"],
    ["with an offset that shows another day", "2026-06-16T01:30:00+04:00", "2026-06-14", "2026-06-15"],
    ["just before midnight in Amsterdam", "2026-06-15T21:59:59Z", "2026-06-14", "2026-06-15"],
    ["on the night when summer time begins", "2026-03-28T23:00:00Z", "2026-03-28", "2026-03-29"],
    ["just before the day when summer time ends", "2026-10-24T21:59:59Z", "2026-10-23", "2026-10-24"],
  ])(
    "with a date before the checkout date of a rental in Amsterdam: %s [S7.REG-INV000106]",
    async (_, checkoutDate, early, due) => {
      const appointment = { checkoutDate, workOrderNumber: "RV-1" };
      const { create } = await approveForInvoice(rental({ appointment }));
      const rejection = [400, "REG-INV000106 invoiceDate"];
      expect(await refusal(create({ total: 147.5, invoiceDate: early }))).toEqual(rejection);
      await create({ total: 147.5, invoiceDate: due });
    },
  );

  it("with another date than the latest invoice of an archived request [S7.REG-INV000107]", async () => {
    const { sandbox, create } = await approveForInvoice();
    await create({ invoiceDate: "2026-06-16" });
    sandbox.clock.advance({ days: 1 });
    for (const invoiceDate of ["2026-06-15", "2026-06-17"])
      expect(await refusal(create({ total: -129.5, invoiceDate }))).toEqual([
        400,
        "REG-INV000107 invoiceDate",
      ]);
    await create({ total: -129.5, invoiceDate: "2026-06-16" });
  });

  it("if its sender is not the supplier [S7.REG-INV000010]", async () => {
    const { create } = await approveForInvoice();
    const rejection = [400, "REG-INV000010 identitySender.RegNumber"];
    expect(await refusal(create({ identitySender: { RegNumber: 4712 } }))).toEqual(rejection);
    expect(await refusal(create({ identitySender: { name: "Garage De Brug" } }))).toEqual(rejection);
    await create({ identitySender: { RegNumber: 4711 } });
  });

  it("with any total but the outstanding amount without VAT [S7.REG-INV000018]", async () => {
    const { create } = await approveForInvoice();
    const rejection = [400, "REG-INV000018 total"];
    for (const total of [129.49, 129.51, 156.7, 0])
      expect(await refusal(create({ total }))).toEqual(rejection);
    await create({ total: 129.5 });
    expect(await refusal(create({ total: 129.5 }))).toEqual(rejection);
  });

  it.each([
    ["fractions of a cent", { total: 129.5049 }, ["SANDBOX-INVALID total"]],
    ["a blank number", { invoiceNumber: " " }, ["SANDBOX-REQUIRED invoiceNumber"]],
    ["no VAT lines", { vatLines: undefined }, ["SANDBOX-REQUIRED vatLines"]],
    ["no total", { total: undefined }, ["SANDBOX-REQUIRED total"]],
    [
      "several faults",
      { invoiceNumber: "0", invoiceDate: "2026-06-14", total: 1 },
      ["REG-INV000105 invoiceDate", "REG-INV000018 total", "REG-INV000104 invoiceNumber"],
    ],
  ])("with %s, and is not stored", async (_, fields, entries) => {
    const { invoices, id, create } = await approveForInvoice();
    expect(await refusal(create(fields))).toEqual([400, ...entries]);
    expect(await invoices.list(id)).toEqual({ invoices: [] });
  });

  const maxLengths = { name: 150, street: 100, streetNumberSuffix: 10, postalCode: 10, city: 100 };

  it.each(["identitySender", "identityReceiver"])(
    "with a text in %s that is too long [S8.IDENTITY]",
    async (party) => {
      const { create } = await approveForInvoice();
      const createWith = (identity: object) => create({ [party]: { RegNumber: 4711, ...identity } });
      for (const [field, length] of Object.entries(maxLengths))
        expect(await refusal(createWith({ [field]: "é".repeat(length + 1) }))).toEqual([
          400,
          `SANDBOX-INVALID ${party}.${field}`,
        ]);
      await createWith(
        Object.fromEntries(Object.entries(maxLengths).map(([field, length]) => [field, "é".repeat(length)])),
      );
    },
  );
});

it("an invoice can have any date if the request has no workshop date", async () => {
  const { sandbox, supplier } = await open();
  const { create, invoices } = supplier.damageServiceRequests;
  const vehicle = { licensePlate: "AB-123-C" };
  const { id } = await create({ status: "ApprovalRequested", vehicle, components: [damageLine()] });
  sandbox.lessor.approve(id);
  await invoices.create(id, invoice({ invoiceDate: "2026-01-01" }));
});
