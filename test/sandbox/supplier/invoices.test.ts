import { describe, expect, it } from "vitest";
import {
  approved,
  damageLine,
  invoice,
  open,
  reading,
  refusal,
  rental,
  repair,
  untyped,
  work,
} from "../support.js";

describe("creating an invoice", () => {
  it.each([
    ["the number 0", { invoiceNumber: "0" }, ["REG-INV000104 invoiceNumber"]],
    ["a date before the workshop date", { invoiceDate: "2026-06-14" }, ["REG-INV000105 invoiceDate"]],
    ["another sender", { identitySender: { RegNumber: 4712 } }, ["REG-INV000010 identitySender.RegNumber"]],
    ["less than what is outstanding", { total: 129.49 }, ["REG-INV000018 total"]],
    ["VAT counted in", { total: 156.7 }, ["REG-INV000018 total"]],
    ["nothing", { total: 0 }, ["REG-INV000018 total"]],
    ["fractions of a cent", { total: 129.5049 }, ["SANDBOX-INVALID total"]],
    ["a blank number", { invoiceNumber: " " }, ["SANDBOX-REQUIRED invoiceNumber"]],
    ["credit before the archive", { total: -129.5 }, ["SANDBOX-CREDIT total"]],
    ["no VAT lines", { vatLines: undefined }, ["SANDBOX-REQUIRED vatLines"]],
    ["no total", { total: undefined }, ["SANDBOX-REQUIRED total"]],
    ["no sender number", { identitySender: {} }, ["REG-INV000010 identitySender.RegNumber"]],
    [
      "a name of 151 characters",
      { identityReceiver: { name: "n".repeat(151) } },
      ["SANDBOX-INVALID identityReceiver.name"],
    ],
    [
      "a street of 101 characters",
      { identityReceiver: { street: "s".repeat(101) } },
      ["SANDBOX-INVALID identityReceiver.street"],
    ],
    [
      "a city of 101 characters",
      { identityReceiver: { city: "c".repeat(101) } },
      ["SANDBOX-INVALID identityReceiver.city"],
    ],
    [
      "a postal code of 11 characters",
      { identityReceiver: { postalCode: "p".repeat(11) } },
      ["SANDBOX-INVALID identityReceiver.postalCode"],
    ],
    [
      "a suffix of 11 characters",
      { identityReceiver: { streetNumberSuffix: "s".repeat(11) } },
      ["SANDBOX-INVALID identityReceiver.streetNumberSuffix"],
    ],
    [
      "several faults",
      { invoiceNumber: "0", invoiceDate: "2026-06-14", total: 1 },
      ["REG-INV000105 invoiceDate", "REG-INV000018 total", "REG-INV000104 invoiceNumber"],
    ],
  ])("rejects an invoice with %s", async (_, fields, entries) => {
    const world = await open();
    const id = await approved(world);
    const call = world.supplier.serviceRequests.invoices.create(id, untyped(invoice(fields)));
    expect(await refusal(call)).toEqual([400, ...entries]);
    expect(await world.supplier.serviceRequests.invoices.list(id)).toEqual({ invoices: [] });
  });

  it("accepts the longest names, and the number of the sender as a text", async () => {
    const world = await open();
    const identity = {
      name: "n".repeat(150),
      street: "s".repeat(100),
      streetNumberSuffix: "1234567890",
      postalCode: "1234567890",
      city: "c".repeat(100),
    };
    const body = invoice({ identitySender: { ...identity, RegNumber: "4711" }, identityReceiver: identity });
    const { id, location } = await world.supplier.serviceRequests.invoices.create(
      await approved(world),
      body,
    );
    expect(id).toBe(70_001);
    expect(location).toMatch(/\/invoices\/70001$/);
  });

  it("debits the outstanding amount once", async () => {
    const world = await open();
    const id = await approved(world);
    const { invoices } = world.supplier.serviceRequests;
    await invoices.create(id, invoice());
    expect(await refusal(invoices.create(id, invoice()))).toEqual([400, "REG-INV000018 total"]);
    expect(await refusal(invoices.create(id, invoice({ total: 0 })))).toEqual([400, "REG-INV000018 total"]);
    expect(await refusal(invoices.create(id, invoice({ total: -129.5 })))).toEqual([
      400,
      "SANDBOX-CREDIT total",
    ]);
    expect((await world.supplier.serviceRequests.get(id)).invoicing).toEqual({
      totalAmountApproved: 129.5,
      totalAmountToInvoice: 0,
      totalAmountInvoiced: 129.5,
    });
    expect(await world.supplier.serviceRequests.invoiceTemplates.list(id)).toEqual({});
    expect(await refusal(world.supplier.serviceRequests.invoiceTemplate.get(id))).toEqual([404]);
  });

  it("adds prices in cents and not in floating point", async () => {
    const world = await open();
    const priced = (code: string, price: number) => work({ reg: { code }, price });
    const small = work({ reg: { code: "2901" }, operation: { code: "08" }, price: 1.005 });
    const components = [reading(), priced("1101", 0.1), priced("2201", 0.2), small];
    const id = await approved(world, repair({ components }));
    expect((await world.supplier.serviceRequests.get(id)).invoicing?.totalAmountToInvoice).toBe(1.31);
    await world.supplier.serviceRequests.invoices.create(id, invoice({ total: 1.31 }));
  });

  it("adds the prices of subcomponents", async () => {
    const world = await open();
    const components = [reading(), work({ price: 10, subcomponents: [{ price: 2.5 }, {}] })];
    const id = await approved(world, repair({ components }));
    expect((await world.supplier.serviceRequests.get(id)).invoicing?.totalAmountApproved).toBe(12.5);
  });

  it("returns 409 to a concurrent caller for the same request", async () => {
    const world = await open();
    const id = await approved(world);
    const other = await approved(
      world,
      repair({ vehicle: { licensePlate: "KL-012-M", partialVin: "VO123456" } }),
    );
    const create = (request: string) => world.supplier.serviceRequests.invoices.create(request, invoice());
    const [, loser] = await Promise.allSettled([create(id), create(id), create(other)]);
    expect(loser).toMatchObject({ status: "rejected", reason: { status: 409 } });
    expect(await world.supplier.serviceRequests.invoices.list(id)).toMatchObject({
      invoices: [{ id: 70_001 }],
    });
    expect(await world.supplier.serviceRequests.invoices.list(other)).toMatchObject({
      invoices: [{ id: 70_002 }],
    });
  });

  it("returns 409 to a caller that arrives later in the same turn of the event loop", async () => {
    const world = await open();
    const id = await approved(world);
    const { create } = world.supplier.serviceRequests.invoices;
    const winner = create(id, invoice());
    for (let tick = 0; tick < 300; tick++) await undefined;
    expect(await refusal(create(id, invoice()))).toEqual([409]);
    await winner;
  });

  it("accepts the next call after one has failed", async () => {
    const world = await open();
    const id = await approved(world);
    const { create } = world.supplier.serviceRequests.invoices;
    expect((await refusal(create(id, invoice({ total: 1 }))))[0]).toBe(400);
    await create(id, invoice());
  });
});

it("dates the invoice of a rental by the day of the checkout in Amsterdam", async () => {
  const world = await open();
  const id = await approved(world, rental());
  const { create } = world.supplier.serviceRequests.invoices;
  const body = invoice({ total: 147.5, invoiceDate: "2026-06-15" });
  // 22:30 UTC is half past midnight of the 16th in Amsterdam.
  expect(await refusal(create(id, body))).toEqual([400, "REG-INV000106 invoiceDate"]);
  await create(id, { ...body, invoiceDate: "2026-06-16" });
});

describe("archiving", () => {
  it.each([
    ["in summer", "2026-06-15T21:59:59Z", "2026-06-15T22:00:00Z"],
    ["in winter", "2026-01-15T22:59:59Z", "2026-01-15T23:00:00Z"],
    ["on the day that has 23 hours", "2026-03-29T21:59:59Z", "2026-03-29T22:00:00Z"],
    ["on the day that has 25 hours", "2026-10-25T22:59:59Z", "2026-10-25T23:00:00Z"],
  ])("happens to an invoiced request at midnight in Amsterdam %s", async (_, before, midnight) => {
    const now = `${before.slice(0, 10)}T00:30:00Z`;
    const world = await open({ now });
    const appointment = { ...repair().appointment, workshopDate: before.slice(0, 10) };
    const id = await approved(world, repair({ appointment }));
    await world.supplier.serviceRequests.invoices.create(id, invoice({ invoiceDate: before.slice(0, 10) }));
    world.sandbox.clock.set(before);
    expect((await world.supplier.serviceRequests.get(id)).status).toBe("Approved");
    world.sandbox.clock.set(midnight);
    expect(await refusal(world.supplier.serviceRequests.get(id))).toEqual([410]);
  });

  it("makes the request and its lines return 410, and leaves the invoice operations available", async () => {
    const world = await open();
    const { sandbox, supplier } = world;
    const id = await approved(world);
    const requests = supplier.serviceRequests;
    const { id: invoiceId } = await requests.invoices.create(id, invoice());
    sandbox.clock.advance({ days: 1 });
    const { id: lineId, ...line } = work();
    for (const call of [
      () => requests.get(id),
      () => requests.overwrite(id, repair()),
      () => requests.patch(id, { vehicle: { partialVin: "X" } }),
      () => requests.delete(id),
      () => requests.components.put(id, lineId, line),
      () => requests.components.delete(id, lineId),
      () => requests.components.cancel(id, lineId),
    ]) {
      expect(await refusal(call())).toEqual([410]);
    }
    await requests.invoices.pdf.upload(id, invoiceId, new Blob(["%PDF"]));
    expect((await requests.invoices.pdf.get(id, invoiceId)).name).toBe("invoice-70001.pdf");
    expect(await refusal(requests.invoices.setStatus(id, {}))).toEqual([400, "SANDBOX-PHASE"]);
  });

  it("allows a credit of the invoiced amount on the date of the latest invoice, and then a debit", async () => {
    const world = await open();
    const id = await approved(world);
    const { invoices, invoiceTemplates, invoiceTemplate } = world.supplier.serviceRequests;
    await invoices.create(id, invoice());
    world.sandbox.clock.advance({ days: 2 });
    expect(await invoiceTemplates.list(id)).toMatchObject({ credit: { amount: 129.5 } });
    expect(await refusal(invoices.create(id, invoice({ total: -129.5, invoiceDate: "2026-06-17" })))).toEqual(
      [400, "REG-INV000107 invoiceDate"],
    );
    expect(await refusal(invoices.create(id, invoice({ total: -129.51 })))).toEqual([
      400,
      "SANDBOX-CREDIT total",
    ]);
    await invoices.create(id, invoice({ total: -129.5 }));
    expect(await invoiceTemplates.list(id)).toMatchObject({ debit: { amount: 129.5 } });
    expect(await invoiceTemplate.get(id)).toMatchObject({
      amount: 129.5,
      identityReceiver: { name: "Noordzee Lease", city: "Rotterdam" },
    });
    await invoices.create(id, invoice());
  });

  it("happens to a request that is approved without costs, whose status names the reason", async () => {
    const world = await open();
    const components = [reading(), work({ price: 0, warranty: "Full" })];
    const id = await approved(world, repair({ components }));
    const { invoicing } = await world.supplier.serviceRequests.get(id);
    expect(invoicing?.status).toBe("WillNotBeInvoicedForWarrantyOrLeniencyReasons");
    world.sandbox.clock.advance({ hours: 12, minutes: 59 });
    await world.supplier.serviceRequests.get(id);
    world.sandbox.clock.advance({ minutes: 1 });
    expect(await refusal(world.supplier.serviceRequests.get(id))).toEqual([410]);
  });

  it("does not happen if the request is changed before midnight", async () => {
    const world = await open();
    const id = await approved(world, repair({ components: [reading(), work({ price: 0 })] }));
    await world.supplier.serviceRequests.patch(id, { vehicle: { partialVin: "JF000001" } });
    world.sandbox.clock.advance({ days: 1 });
    expect((await world.supplier.serviceRequests.get(id)).status).toBe("Modified");
  });

  it("happens to a request with a reason for not invoicing", async () => {
    const world = await open();
    const id = await approved(world);
    const path = { id };
    const { response } = await world.supplier.POST("/v2/servicerequests/{id}/invoices/status", {
      params: { path },
      body: { reason: "elsewhere" },
    });
    expect(response.status).toBe(204);
    expect(await refusal(world.supplier.serviceRequests.invoices.setStatus(id, untyped([])))).toEqual([
      400,
      "SANDBOX-INVALID body",
    ]);
    world.sandbox.clock.advance({ days: 1 });
    expect(await refusal(world.supplier.serviceRequests.get(id))).toEqual([410]);
  });
});

describe("the PDF of an invoice", () => {
  it("must be a PDF, and can be uploaded as a form", async () => {
    const world = await open();
    const id = await approved(world);
    const { create, pdf, get } = world.supplier.serviceRequests.invoices;
    const { id: invoiceId } = await create(id, invoice());
    expect(await refusal(pdf.get(id, invoiceId))).toEqual([404]);
    const picture = new Blob(["…"], { type: "image/png" });
    expect(await refusal(pdf.upload(id, invoiceId, picture))).toEqual([400, "SANDBOX-CONTENT-TYPE"]);
    expect(await refusal(pdf.upload(id, invoiceId, picture, { uploadEncoding: "multipart" }))).toEqual([
      400,
      "SANDBOX-PDF",
    ]);
    const options = { uploadEncoding: "multipart", fileName: "one.pdf" } as const;
    expect(await pdf.upload(id, invoiceId, new Blob(["%PDF"]), options)).toMatchObject({ id: invoiceId });
    const file = await pdf.get(id, invoiceId);
    expect([file.name, file.type, await file.blob.text()]).toEqual(["one.pdf", "application/pdf", "%PDF"]);
    expect(await refusal(get(id, 1))).toEqual([404]);
  });
});

it("invoices damage in the same way, with its own paths", async () => {
  const { sandbox, supplier } = await open();
  const requests = supplier.damageServiceRequests;
  const { id } = await requests.create({
    status: "ApprovalRequested",
    vehicle: { licensePlate: "AB-123-C" },
    components: [damageLine()],
  });
  sandbox.lessor.approve(id);
  const created = await requests.invoices.create(id, invoice());
  expect(created.location).toMatch(new RegExp(`/v2/damageservicerequests/${id}/invoices/${created.id}$`));
});

describe("a reason for not invoicing", () => {
  it("leaves nothing to invoice, until the request is changed", async () => {
    const world = await open();
    const { patch, get, invoices, invoiceTemplates } = world.supplier.serviceRequests;
    const id = await approved(world);
    await invoices.setStatus(id, { reason: "Elsewhere" });
    expect((await get(id)).invoicing).toEqual({
      totalAmountApproved: 129.5,
      totalAmountToInvoice: 0,
      totalAmountInvoiced: 0,
    });
    expect(await invoiceTemplates.list(id)).toEqual({});
    expect(await refusal(invoices.create(id, invoice()))).toEqual([400, "REG-INV000018 total"]);
    await patch(id, { appointment: { workOrderNumber: "WO-2" } });
    await patch(id, { status: "ApprovalRequested" });
    world.sandbox.lessor.approve(id);
    await invoices.create(id, invoice());
  });

  it("is rejected once there is an invoice", async () => {
    const world = await open();
    const { invoices } = world.supplier.serviceRequests;
    const id = await approved(world);
    await invoices.create(id, invoice());
    expect(await refusal(invoices.setStatus(id, {}))).toEqual([400, "SANDBOX-PHASE"]);
  });
});

describe("a lessor who wants a discount invoice on a damage", () => {
  const discount = (total = -25) => invoice({ invoiceNumber: "2026-2", total });

  async function approvedDamage(licensePlate: string) {
    const world = await open();
    const { damageServiceRequests: requests } = world.supplier;
    const { id } = await requests.create({
      status: "ApprovalRequested",
      vehicle: { licensePlate },
      appointment: { workshopDate: "2026-06-15" },
      components: [damageLine({ price: 129.5 })],
    });
    world.sandbox.lessor.approve(id);
    const tomorrow = async () => {
      world.sandbox.clock.advance({ days: 1 });
      return refusal(requests.get(id));
    };
    return { requests, id, tomorrow };
  }

  it.each([
    ["debit first", [invoice(), discount()]],
    ["discount first", [discount(), invoice()]],
  ])(
    "gets one, and the request is archived only after both invoices: %s",
    async (_, [first = {}, second = {}]) => {
      const { requests, id, tomorrow } = await approvedDamage("JK-707-N");
      await requests.invoices.create(id, untyped(first));
      await expect(tomorrow()).rejects.toThrow("the call was not refused");
      expect((await requests.get(id)).invoicing?.totalAmountApproved).toBe(129.5);
      await requests.invoices.create(id, untyped(second));
      await requests.invoices.create(id, discount(-5));
      expect(await tomorrow()).toEqual([410]);
    },
  );

  it("is not the only one: other lessors can get one too, and the debit alone archives the request", async () => {
    const { requests, id, tomorrow } = await approvedDamage("AB-123-C");
    await requests.invoices.create(id, discount());
    await expect(tomorrow()).rejects.toThrow("the call was not refused");
    await requests.invoices.create(id, invoice());
    expect(await tomorrow()).toEqual([410]);
  });
});
