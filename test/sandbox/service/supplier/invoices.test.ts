import { describe, expect, it } from "vitest";
import { approved, damageLine, invoice, open, reading, refusal, repair, work } from "../../support.js";
import { lastStatus, submitted, wrongPhase } from "./support.js";

const pdf = () => new Blob(["%PDF-1.7"], { type: "application/pdf" });

type Kind = "serviceRequests" | "damageServiceRequests";

/** Creates an approved request of a kind, and a draft. */
async function createApproved(kind: Kind = "serviceRequests") {
  const setup = await open();
  const requests = setup.supplier[kind];
  const components = kind === "serviceRequests" ? [reading(), work()] : [damageLine()];
  const { id } = await requests.create(submitted({ components }));
  const { id: draft } = await requests.create(repair({ vehicle: { licensePlate: "KL-012-M" }, components }));
  setup.sandbox.lessor.approve(id);
  return { ...setup, requests, id, draft };
}

/** Creates an archived request of a kind that has an invoice with a PDF, and a draft. */
async function createArchived(kind: Kind = "serviceRequests") {
  const setup = await createApproved(kind);
  const { id: invoiceId } = await setup.requests.invoices.create(setup.id, invoice());
  await setup.requests.invoices.pdf.upload(setup.id, invoiceId, pdf());
  setup.sandbox.clock.advance({ days: 1 });
  return { ...setup, invoiceId };
}

describe("the invoice templates", () => {
  it("are for debit, credit or both, depending on what is invoiced", async () => {
    const { requests, id, draft, sandbox } = await createApproved();
    expect(await refusal(requests.invoiceTemplates.list(draft))).toEqual(wrongPhase);
    expect(await requests.invoiceTemplates.list(id)).toEqual({
      debit: {
        amount: 129.5,
        identitySender: expect.objectContaining({ name: "Garage De Brug", RegNumber: 4711 }),
        // Without `RegNumber`, which the reference names for a sender only.
        identityReceiver: {
          name: "Noordzee Lease",
          street: "Havenkade",
          streetNumberSuffix: "12",
          postalCode: "3011 AA",
          city: "Rotterdam",
        },
      },
    });
    await requests.invoices.create(id, invoice());
    expect(await requests.invoiceTemplates.list(id)).toEqual({});
    sandbox.clock.advance({ days: 1 });
    expect(Object.keys(await requests.invoiceTemplates.list(id))).toEqual(["credit"]);
    await requests.invoices.create(id, invoice({ total: -29.5 }));
    const { debit, credit } = await requests.invoiceTemplates.list(id);
    expect([debit, credit]).toMatchObject([{ amount: 29.5 }, { amount: 100 }]);
  });

  it("have a deprecated single version", async () => {
    const { supplier, id, draft } = await createApproved();
    const { invoiceTemplate, invoices } = supplier.serviceRequests;
    expect(await invoiceTemplate.get(id)).toMatchObject({
      amount: 129.5,
      identitySender: { RegNumber: 4711 },
    });
    expect(await refusal(invoiceTemplate.get(draft))).toEqual(wrongPhase);
    await invoices.create(id, invoice());
    expect(await refusal(invoiceTemplate.get(id))).toEqual([404]);
  });
});

describe("an invoice", () => {
  it("is returned as it was created", async () => {
    const { requests, id } = await createApproved();
    const { id: invoiceId } = await requests.invoices.create(id, invoice());
    expect(await requests.invoices.get(id, invoiceId)).toEqual({ ...invoice(), id: invoiceId });
    expect(await refusal(requests.invoices.get(id, invoiceId + 1))).toEqual([404]);
  });

  it("with its templates and PDF is available in the invoicing and the archived phase only", async () => {
    for (const kind of ["serviceRequests", "damageServiceRequests"] as const) {
      const setup = await createArchived(kind);
      const { requests, draft, id, invoiceId } = setup;
      const calls = (request: string) => [
        () => requests.invoices.list(request),
        () => requests.invoices.get(request, invoiceId),
        () => requests.invoiceTemplates.list(request),
        () => requests.invoices.pdf.get(request, invoiceId),
        () => requests.invoices.pdf.upload(request, invoiceId, pdf()),
      ];
      for (const call of calls(id)) await call();
      for (const call of calls(draft)) expect(await refusal(call())).toEqual(wrongPhase);
    }
  });

  it("debits the outstanding amount and leaves nothing to invoice", async () => {
    const setup = await open();
    const id = await approved(setup);
    const { invoices } = setup.supplier.serviceRequests;
    await invoices.create(id, invoice());
    expect(await refusal(invoices.create(id, invoice()))).toEqual([400, "REG-INV000018 total"]);
    expect(await refusal(invoices.create(id, invoice({ total: 0 })))).toEqual([400, "REG-INV000018 total"]);
    expect(await refusal(invoices.create(id, invoice({ total: -129.5 })))).toEqual([400, "SANDBOX-CREDIT total"]);
    expect((await setup.supplier.serviceRequests.get(id)).invoicing).toEqual({
      totalAmountApproved: 129.5,
      totalAmountToInvoice: 0,
      totalAmountInvoiced: 129.5,
    });
  });

  it("is for a total that is added in cents and not in floating point", async () => {
    const setup = await open();
    const priced = (code: string, price: number) => work({ reg: { code }, price });
    const small = work({ reg: { code: "2901" }, operation: { code: "08" }, price: 1.005 });
    const components = [reading(), priced("1101", 0.1), priced("2201", 0.2), small];
    const id = await approved(setup, repair({ components }));
    expect((await setup.supplier.serviceRequests.get(id)).invoicing?.totalAmountToInvoice).toBe(1.31);
    await setup.supplier.serviceRequests.invoices.create(id, invoice({ total: 1.31 }));
  });

  it("is for a total that includes the prices of subcomponents", async () => {
    const setup = await open();
    const components = [reading(), work({ price: 10, subcomponents: [{ price: 2.5 }, {}] })];
    const id = await approved(setup, repair({ components }));
    expect((await setup.supplier.serviceRequests.get(id)).invoicing?.totalAmountApproved).toBe(12.5);
  });
});

describe("the PDF of an invoice", () => {
  it("is uploaded with 201 and a Location, like a new invoice", async () => {
    const { sandbox, requests, id } = await createApproved();
    const address = `${sandbox.supplier.baseUrl}/v2/servicerequests`;
    const created = await requests.invoices.create(id, invoice());
    expect([lastStatus(sandbox), created.location]).toEqual([201, `${address}/${id}/invoices/${created.id}`]);
    const { location } = await requests.invoices.pdf.upload(id, created.id, pdf());
    expect([lastStatus(sandbox), location]).toEqual([201, `${address}/${id}/invoices/${created.id}/pdf`]);
    expect(await refusal(requests.invoices.pdf.upload(id, created.id + 1, pdf()))).toEqual([404]);
  });

  it("is returned as it was uploaded", async () => {
    const { requests, id } = await createApproved();
    const { id: invoiceId } = await requests.invoices.create(id, invoice());
    expect(await refusal(requests.invoices.pdf.get(id, invoiceId))).toEqual([404]);
    await requests.invoices.pdf.upload(id, invoiceId, pdf());
    const { name, type, blob } = await requests.invoices.pdf.get(id, invoiceId);
    expect([name, type, await blob.text()]).toEqual([`invoice-${invoiceId}.pdf`, "application/pdf", "%PDF-1.7"]);
  });

  it("must be a PDF, and can be uploaded as a form", async () => {
    const { requests, id } = await createApproved();
    const { create, pdf: file } = requests.invoices;
    const { id: invoiceId } = await create(id, invoice());
    const picture = new Blob(["…"], { type: "image/png" });
    expect(await refusal(file.upload(id, invoiceId, picture))).toEqual([400, "SANDBOX-CONTENT-TYPE"]);
    expect(await refusal(file.upload(id, invoiceId, picture, { uploadEncoding: "multipart" }))).toEqual([
      400,
      "SANDBOX-PDF",
    ]);
    const options = { uploadEncoding: "multipart", fileName: "one.pdf" } as const;
    expect(await file.upload(id, invoiceId, new Blob(["%PDF"]), options)).toMatchObject({ id: invoiceId });
    const { name, type, blob } = await file.get(id, invoiceId);
    expect([name, type, await blob.text()]).toEqual(["one.pdf", "application/pdf", "%PDF"]);
  });
});

describe("a reason for not invoicing", () => {
  it.each(["serviceRequests", "damageServiceRequests"] as const)(
    "is set with 204 for %s in the invoicing phase only, and with POST only",
    async (kind) => {
      const { sandbox, requests, id, draft } = await createApproved(kind);
      const { setStatus } = requests.invoices;
      const reason = { reason: "elsewhere" };
      expect(await refusal(setStatus(draft, reason))).toEqual(wrongPhase);
      for (const body of [{}, reason]) {
        await setStatus(id, body);
        expect(lastStatus(sandbox)).toBe(204);
      }
      sandbox.clock.advance({ days: 1 });
      expect(await refusal(setStatus(id, reason))).toEqual(wrongPhase);
      const older = `${sandbox.supplier.baseUrl}/v2/${kind.toLowerCase()}/${id}/invoices`;
      expect((await sandbox.fetch(older, { method: "PUT" })).status).toBe(404);
    },
  );

  it("leaves nothing to invoice until the request is changed", async () => {
    const setup = await open();
    const { patch, get, invoices, invoiceTemplates } = setup.supplier.serviceRequests;
    const id = await approved(setup);
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
    setup.sandbox.lessor.approve(id);
    await invoices.create(id, invoice());
  });

  it("is rejected once there is an invoice", async () => {
    const setup = await open();
    const { invoices } = setup.supplier.serviceRequests;
    const id = await approved(setup);
    await invoices.create(id, invoice());
    expect(await refusal(invoices.setStatus(id, {}))).toEqual(wrongPhase);
  });
});

describe("a discount invoice on damage", () => {
  const discount = (total = -25) => invoice({ invoiceNumber: "2026-2", total });

  /** Creates an approved damage request for a vehicle, whose lessor decides about discounts. */
  async function approveDamage(licensePlate: string) {
    const { sandbox, supplier } = await open();
    const { damageServiceRequests: requests } = supplier;
    const { id } = await requests.create({
      status: "ApprovalRequested",
      vehicle: { licensePlate },
      appointment: { workshopDate: "2026-06-15" },
      components: [damageLine({ price: 129.5 })],
    });
    sandbox.lessor.approve(id);
    const advanceToTomorrow = () => sandbox.clock.advance({ days: 1 });
    return { requests, id, advanceToTomorrow };
  }

  it("is needed besides the debit before a request is archived, if the lessor wants it", async () => {
    const { requests, id, advanceToTomorrow } = await approveDamage("JK-707-N");
    await requests.invoices.create(id, invoice());
    advanceToTomorrow();
    expect((await requests.get(id)).status).toBe("Approved");
    await requests.invoices.create(id, discount(-20));
    expect(await requests.invoices.list(id)).toMatchObject({ invoices: [{}, { total: -20 }] });
    advanceToTomorrow();
    expect(await refusal(requests.get(id))).toEqual([410]);
    await requests.invoices.create(id, invoice({ total: -129.5 }));
  });

  it("can come before the debit, and more than once", async () => {
    const { requests, id, advanceToTomorrow } = await approveDamage("JK-707-N");
    await requests.invoices.create(id, discount());
    advanceToTomorrow();
    expect((await requests.get(id)).invoicing?.totalAmountApproved).toBe(129.5);
    await requests.invoices.create(id, invoice());
    await requests.invoices.create(id, discount(-5));
    advanceToTomorrow();
    expect(await refusal(requests.get(id))).toEqual([410]);
  });

  it("is not needed if the lessor does not want it", async () => {
    const { requests, id, advanceToTomorrow } = await approveDamage("AB-123-C");
    await requests.invoices.create(id, invoice());
    advanceToTomorrow();
    expect(await refusal(requests.get(id))).toEqual([410]);
  });

  it("is possible before the debit for other lessors, and does not archive the request", async () => {
    const { requests, id, advanceToTomorrow } = await approveDamage("AB-123-C");
    await requests.invoices.create(id, discount());
    advanceToTomorrow();
    expect((await requests.get(id)).status).toBe("Approved");
    await requests.invoices.create(id, invoice());
    advanceToTomorrow();
    expect(await refusal(requests.get(id))).toEqual([410]);
  });
});
