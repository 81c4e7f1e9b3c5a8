import { describe, expect, it } from "vitest";
import type { Sandbox } from "../../../src/sandbox/index.js";
import { damageLine, invoice, open, reading, refusal, repair, work } from "../support.js";
import { checkReferenceRows } from "./reference.js";

checkReferenceRows([
  {
    source: "supplier-api.md §4.2",
    part: "invoicing",
    count: 13,
    rows: {
      "S4.2.1": "GET …/invoicetemplates: debit, credit or both; addressing data, identitySender, amounts",
      "S4.2.2": "GET …/invoicetemplate: deprecated single-template version",
      "S4.2.3":
        "POST …/invoices: 201 with Location; invoicing phase debit only, archived phase debit and credit",
      "S4.2.4": "GET …/invoices: all invoices",
      "S4.2.5": "GET …/invoices/{invoiceId}: one invoice",
      "S4.2.6": "PUT …/invoices/{invoiceId}/pdf: 201 with Location",
      "S4.2.7": "GET …/invoices/{invoiceId}/pdf: the uploaded PDF",
      "S4.2.8": "POST …/invoices/status: invoicing phase only; 204; replaces the PUT on …/invoices",
      "S4.2.9":
        "GET, POST /v2/damageservicerequests/{id}/invoices: as above; a discount invoice by lessor setting",
      "S4.2.10": "GET /v2/damageservicerequests/{id}/invoices/{invoiceId}: one invoice",
      "S4.2.11": "GET /v2/damageservicerequests/{id}/invoicetemplates: templates as above",
      "S4.2.12": "POST /v2/damageservicerequests/{id}/invoices/status: invoicing phase",
      "S4.2.13": "PUT, GET /v2/damageservicerequests/{id}/invoices/{invoiceId}/pdf: upload or retrieve",
    },
  },
  {
    source: "supplier-api.md §4.2",
    part: "prose",
    count: 2,
    rows: {
      "S4.2.PHASES": "get, template and PDF methods: invoicing and archived phase",
      "S4.2.ARCHIVED": "invoicing methods remain usable for an archived request",
    },
  },
]);

const pdf = () => new Blob(["%PDF-1.7"], { type: "application/pdf" });
const phase = [400, "SANDBOX-PHASE"];
const statusOf = (sandbox: Sandbox) => sandbox.journal.entries.at(-1)?.status;

/** A request that is approved, with its kind's part of the client. */
async function invoicing(kind: "serviceRequests" | "damageServiceRequests" = "serviceRequests") {
  const world = await open();
  const requests = world.supplier[kind];
  const components = kind === "serviceRequests" ? [reading(), work()] : [damageLine()];
  const id = await requests.create(repair({ status: "ApprovalRequested", components }));
  const early = await requests.create(repair({ vehicle: { licensePlate: "KL-012-M" }, components }));
  world.sandbox.lessor.approve(id.id);
  return { ...world, requests, id: id.id, draft: early.id };
}

/** The same, invoiced and in the archive. */
async function archived(kind: "serviceRequests" | "damageServiceRequests" = "serviceRequests") {
  const world = await invoicing(kind);
  const { id: invoiceId } = await world.requests.invoices.create(world.id, invoice());
  await world.requests.invoices.pdf.upload(world.id, invoiceId, pdf());
  world.sandbox.clock.advance({ days: 1 });
  return { ...world, invoiceId };
}

describe("4.2 invoicing", () => {
  it("GET the templates: debit, credit or both, by what is invoiced [S4.2.1]", async () => {
    const { requests, id, draft, sandbox } = await invoicing();
    expect(await refusal(requests.invoiceTemplates.list(draft))).toEqual(phase);
    expect(await requests.invoiceTemplates.list(id)).toEqual({
      debit: {
        amount: 129.5,
        identitySender: expect.objectContaining({ name: "Garage De Brug", RegNumber: 4711 }),
        identityReceiver: expect.objectContaining({ name: "Noordzee Lease", city: "Rotterdam" }),
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

  it("GET the single template, the older way [S4.2.2]", async () => {
    const { supplier, id, draft } = await invoicing();
    const { invoiceTemplate, invoices } = supplier.serviceRequests;
    expect(await invoiceTemplate.get(id)).toMatchObject({
      amount: 129.5,
      identitySender: { RegNumber: 4711 },
    });
    expect(await refusal(invoiceTemplate.get(draft))).toEqual(phase);
    await invoices.create(id, invoice());
    expect(await refusal(invoiceTemplate.get(id))).toEqual([404]);
  });

  it("POST an invoice: 201 with Location; credit in the archive only [S4.2.3]", async () => {
    const { sandbox, requests, id, draft } = await invoicing();
    expect(await refusal(requests.invoices.create(draft, invoice()))).toEqual(phase);
    const credit = () => requests.invoices.create(id, invoice({ total: -129.5 }));
    expect(await refusal(credit())).toEqual([400, "SANDBOX-CREDIT total"]);
    const { id: invoiceId, location } = await requests.invoices.create(id, invoice());
    expect([statusOf(sandbox), location]).toEqual([
      201,
      `${sandbox.supplier.baseUrl}/v2/servicerequests/${id}/invoices/${invoiceId}`,
    ]);
    expect(Number.isInteger(invoiceId)).toBe(true);
    sandbox.clock.advance({ days: 1 });
    await credit();
    await requests.invoices.create(id, invoice());
  });

  it("GET all invoices [S4.2.4]", async () => {
    const { requests, id, draft } = await invoicing();
    expect(await refusal(requests.invoices.list(draft))).toEqual(phase);
    expect(await requests.invoices.list(id)).toEqual({ invoices: [] });
    const { id: invoiceId } = await requests.invoices.create(id, invoice());
    expect(await requests.invoices.list(id)).toMatchObject({ invoices: [{ id: invoiceId }] });
  });

  it("GET one invoice [S4.2.5]", async () => {
    const { requests, id } = await invoicing();
    const { id: invoiceId } = await requests.invoices.create(id, invoice());
    expect(await requests.invoices.get(id, invoiceId)).toEqual({ ...invoice(), id: invoiceId });
    expect(await refusal(requests.invoices.get(id, invoiceId + 1))).toEqual([404]);
  });

  it("PUT the PDF of an invoice: 201 with Location [S4.2.6]", async () => {
    const { sandbox, requests, id } = await invoicing();
    const { id: invoiceId } = await requests.invoices.create(id, invoice());
    const { location } = await requests.invoices.pdf.upload(id, invoiceId, pdf());
    expect([statusOf(sandbox), location]).toEqual([
      201,
      `${sandbox.supplier.baseUrl}/v2/servicerequests/${id}/invoices/${invoiceId}/pdf`,
    ]);
    expect(await refusal(requests.invoices.pdf.upload(id, invoiceId + 1, pdf()))).toEqual([404]);
  });

  it("GET the PDF that was uploaded [S4.2.7]", async () => {
    const { requests, id } = await invoicing();
    const { id: invoiceId } = await requests.invoices.create(id, invoice());
    expect(await refusal(requests.invoices.pdf.get(id, invoiceId))).toEqual([404]);
    await requests.invoices.pdf.upload(id, invoiceId, pdf());
    const { type, blob } = await requests.invoices.pdf.get(id, invoiceId);
    expect([type, await blob.text()]).toEqual(["application/pdf", "%PDF-1.7"]);
  });

  it("POST the reason for no invoice: 204, in invoicing only; the older PUT is gone [S4.2.8]", async () => {
    const { sandbox, requests, id, draft } = await invoicing();
    const reason = { reason: "elsewhere" };
    expect(await refusal(requests.invoices.setStatus(draft, reason))).toEqual(phase);
    await requests.invoices.setStatus(id, reason);
    expect(statusOf(sandbox)).toBe(204);
    sandbox.clock.advance({ days: 1 });
    expect(await refusal(requests.invoices.setStatus(id, reason))).toEqual(phase);
    const older = `${sandbox.supplier.baseUrl}/v2/servicerequests/${id}/invoices`;
    expect((await sandbox.fetch(older, { method: "PUT" })).status).toBe(404);
  });

  it("GET and POST invoices of damage, with a discount where the lessor wants one [S4.2.9]", async () => {
    const { sandbox, supplier } = await open();
    const requests = supplier.damageServiceRequests;
    const create = async (licensePlate: string) => {
      const content = repair({ status: "ApprovalRequested", vehicle: { licensePlate } });
      const { id } = await requests.create({ ...content, components: [damageLine()] });
      sandbox.lessor.approve(id);
      await requests.invoices.create(id, invoice());
      return id;
    };
    const [usual, strict] = [await create("AB-123-C"), await create("JK-707-N")];
    const discount = invoice({ total: -20 });
    await requests.invoices.create(usual, discount);
    sandbox.clock.advance({ days: 1 });
    expect((await requests.get(strict)).status).toBe("Approved");
    await requests.invoices.create(strict, discount);
    expect(await requests.invoices.list(strict)).toMatchObject({ invoices: [{}, { total: -20 }] });
    sandbox.clock.advance({ days: 1 });
    for (const id of [usual, strict]) {
      expect(await refusal(requests.get(id))).toEqual([410]);
      await requests.invoices.create(id, invoice({ total: -129.5 }));
    }
  });

  it("GET one invoice of damage [S4.2.10]", async () => {
    const { requests, supplier, id, invoiceId } = await archived("damageServiceRequests");
    expect(await requests.invoices.get(id, invoiceId)).toMatchObject({ id: invoiceId, total: 129.5 });
    expect(await refusal(supplier.serviceRequests.invoices.get(id, invoiceId))).toEqual([404]);
  });

  it("GET the templates of damage [S4.2.11]", async () => {
    const { requests, id, draft } = await invoicing("damageServiceRequests");
    expect(await requests.invoiceTemplates.list(id)).toMatchObject({ debit: { amount: 129.5 } });
    expect(await refusal(requests.invoiceTemplates.list(draft))).toEqual(phase);
  });

  it("POST the reason for no invoice of damage, in invoicing [S4.2.12]", async () => {
    const { sandbox, requests, id, draft } = await invoicing("damageServiceRequests");
    expect(await refusal(requests.invoices.setStatus(draft, { reason: "elsewhere" }))).toEqual(phase);
    await requests.invoices.setStatus(id, { reason: "elsewhere" });
    expect(statusOf(sandbox)).toBe(204);
  });

  it("PUT and GET the PDF of an invoice of damage [S4.2.13]", async () => {
    const { sandbox, requests, id } = await invoicing("damageServiceRequests");
    const { id: invoiceId } = await requests.invoices.create(id, invoice());
    expect(await refusal(requests.invoices.pdf.get(id, invoiceId))).toEqual([404]);
    const { location } = await requests.invoices.pdf.upload(id, invoiceId, pdf());
    expect([statusOf(sandbox), location]).toEqual([
      201,
      `${sandbox.supplier.baseUrl}/v2/damageservicerequests/${id}/invoices/${invoiceId}/pdf`,
    ]);
    expect(await (await requests.invoices.pdf.get(id, invoiceId)).blob.text()).toBe("%PDF-1.7");
  });

  it("get, template and PDF in the invoicing and the archived phase only [S4.2.PHASES]", async () => {
    for (const kind of ["serviceRequests", "damageServiceRequests"] as const) {
      const world = await archived(kind);
      const { requests, draft, id, invoiceId } = world;
      const calls = (request: string) => [
        () => requests.invoices.list(request),
        () => requests.invoices.get(request, invoiceId),
        () => requests.invoiceTemplates.list(request),
        () => requests.invoices.pdf.get(request, invoiceId),
        () => requests.invoices.pdf.upload(request, invoiceId, pdf()),
      ];
      for (const call of calls(id)) await call();
      for (const call of calls(draft)) expect(await refusal(call())).toEqual(phase);
    }
  });

  it("invoicing goes on for an archived request [S4.2.ARCHIVED]", async () => {
    const { requests, id } = await archived();
    expect(await refusal(requests.get(id))).toEqual([410]);
    await requests.invoices.create(id, invoice({ total: -129.5 }));
    expect(await requests.invoices.list(id)).toMatchObject({ invoices: [{}, { total: -129.5 }] });
  });
});
