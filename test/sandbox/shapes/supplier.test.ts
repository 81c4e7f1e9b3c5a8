import type { GivenFindings, ServiceFindings } from "@reg/sdk/sandbox";
import { describe, expect, it } from "vitest";
import { untyped } from "../../support/untyped.js";
import { approved, invoice, open, refusal, repair } from "../support.js";
import { learn, refuting } from "./support.js";

const guid = "7d1f2a34-0c55-4e7b-9d21-5a7f10c3b9e0";
const pdf = new Blob(["%PDF-1.7"], { type: "application/pdf" });

async function openDraft(shapes: ServiceFindings) {
  const opened = await open({ shapes });
  const { id } = await opened.supplier.serviceRequests.create(repair());
  return { ...opened, id, requests: opened.supplier.serviceRequests };
}

async function openApproved(shapes: GivenFindings) {
  const opened = await open({ shapes });
  const id = await approved(opened);
  return { ...opened, id, requests: opened.supplier.serviceRequests };
}

describe("a body that the sandbox made up", () => {
  it("has every learned field, and no others", async () => {
    const seen = [
      { code: "A", electric: true },
      { code: "B", doors: 5, limits: { km: 150.5 } },
    ];
    const { supplier } = await open({ shapes: learn({ "rentalVehicles.get": seen }) });
    expect(await supplier.rentalVehicles.get("AB-123-C")).toEqual({
      code: expect.any(String),
      electric: expect.any(Boolean),
      doors: expect.any(Number),
      limits: { km: expect.any(Number) },
    });
  });

  it("keeps its list where the learned shape has its only list", async () => {
    const plain = await (await open()).supplier.dealerships.list();
    const { length } = Object(plain).dealerships;
    const entry = { city: expect.any(String), since: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) };
    const entries = Array.from({ length }, () => entry);
    const seen = { city: "Utrecht", since: "2020-01-01" };
    const asList = await open({ shapes: learn({ "dealerships.list": [[seen]] }) });
    expect(await asList.supplier.dealerships.list()).toEqual(entries);
    const inObject = await open({
      shapes: learn({ "dealerships.list": [{ items: [seen], hasMore: false }] }),
    });
    expect(await inObject.supplier.dealerships.list()).toEqual({
      items: entries,
      hasMore: expect.any(Boolean),
    });
  });

  it("keeps its id under the learned name, so that later calls can use it", async () => {
    const stored = { attachmentId: guid, title: "x.jpg", bytes: 7 };
    const seen = { "serviceRequests.attachments.list": [[stored]] };
    const { requests, id } = await openDraft({ shapes: learn(seen) });
    await requests.attachments.upload(id, new File(["photo"], "photo.jpg"));
    const [attachment] = Object(await requests.attachments.list(id));
    expect(attachment).toEqual({ attachmentId: expect.any(String), title: expect.any(String), bytes: 5 });
    const { blob } = await requests.attachments.get(id, attachment.attachmentId);
    expect(blob.size).toBe(5);
  });

  it("keeps what the document describes", async () => {
    const template = { identitySender: {}, amountExcludingVat: 12.5 };
    const seen = { "serviceRequests.invoiceTemplate.get": [template] };
    const { requests, id } = await openApproved({ shapes: learn(seen) });
    expect(await requests.invoiceTemplate.get(id)).toEqual({
      identitySender: expect.objectContaining({ RegNumber: 4711 }),
      identityReceiver: expect.objectContaining({ name: "Noordzee Lease" }),
      amountExcludingVat: 129.5,
    });
  });
});

describe("an error in a sandbox with learned shapes", () => {
  it("has the body of an error", async () => {
    const seen = { "rentalVehicles.get": [{ doors: 5 }] };
    const { sandbox } = await open({ shapes: learn(seen) });
    const headers = { authorization: `Bearer ${await sandbox.supplier.token()}` };
    const address = `${sandbox.supplier.baseUrl}/v2/rentalvehicles/XX-000-X`;
    const body = await (await sandbox.fetch(address, { headers })).json();
    expect(body).toMatchObject({ status: 404 });
    expect(body).not.toHaveProperty("doors");
  });
});

describe("a scenario in a sandbox with learned shapes", () => {
  it("is created whatever the service calls its fields", async () => {
    const identity = { seen: 1, object: { seen: 1, fields: { kvk: { seen: 1, integer: 1 } } } };
    const shapes = { version: 1, bodies: { InvoiceCreateFields: identity, InvoiceIdentityFields: identity } };
    const { sandbox } = await open({
      shapes: { ...refuting(["Invoice.invoiceNumber", "the field is nummer"]), shapes },
    });
    expect(await sandbox.seed("invoiced")).toEqual({ invoiced: expect.any(String) });
  });
});

describe("what a supplier stored in a sandbox with learned shapes", () => {
  it("is completed in the envelope of a request", async () => {
    const seen = { "serviceRequests.get": [{ data: { id: guid, remarks: "x" } }] };
    const { requests, id } = await openDraft({ shapes: learn(seen) });
    expect(await requests.get(id)).toMatchObject({ id, remarks: expect.any(String) });
    expect(await refusal(requests.patch(id, untyped({ remark: "typo" })))).toEqual([
      400,
      "SANDBOX-UNKNOWN-FIELD remark",
    ]);
    await requests.patch(id, untyped({ remarks: "Call before noon" }));
    expect(await requests.get(id)).toMatchObject({ remarks: "Call before noon" });
  });

  it.each([
    ["InvoiceNumber", { Id: 1, InvoiceNumber: "F-0", InvoiceDate: "2026-01-01", Total: 1 }],
    ["invoice_number", { id: 1, invoice_number: "F-0", invoice_date: "2026-01-01", total: 1 }],
  ])("has each field of an invoice once where the learned name is %s", async (name, seen) => {
    const learned = { "serviceRequests.invoices.list": [[seen]], "serviceRequests.invoices.get": [seen] };
    const { requests, id } = await openApproved({ shapes: learn(learned) });
    await requests.invoices.create(id, invoice());
    const [listed] = Object(await requests.invoices.list(id));
    expect(listed[name]).toBe(invoice().invoiceNumber);
    expect(Object.keys(listed)).toHaveLength(Object.keys(invoice()).length + 1);
    const single = await requests.invoices.get(id, 70_001);
    expect(single.invoiceNumber).toBe(invoice().invoiceNumber);
    expect(Object.keys(single)).toHaveLength(Object.keys(invoice()).length + 1);
  });

  it("is the content of the learned list of invoices", async () => {
    const seen = { invoiceNumber: "1", total: 1, paidOn: "2026-06-30" };
    const shapes = learn({ "serviceRequests.invoices.list": [{ items: [seen] }] });
    const { requests, id } = await openApproved({ shapes });
    await requests.invoices.create(id, invoice({ remark: "as agreed" }));
    expect(await requests.invoices.list(id)).toEqual({
      items: [{ ...invoice({ remark: "as agreed" }), id: 70_001, paidOn: expect.any(String) }],
    });
  });
});

describe("an encoding of uploads that the service rejected", () => {
  const id = "serviceRequests.attachments.upload.input";
  const onlyMultipart = "multipart: accepted and stored unchanged; raw: status 415";
  const onlyBinary = "binary: accepted and stored unchanged; multipart: status 400";
  const file = new File(["photo"], "photo.jpg", { type: "image/jpeg" });
  const encodings = ["binary", "multipart"] as const;

  it.each([
    ["binary", "multipart", { id, verdict: "refuted", evidence: onlyMultipart }],
    ["multipart", "binary", { id, verdict: "confirmed", evidence: onlyBinary }],
  ] as const)("is rejected (%s), and %s is accepted", async (rejected, accepted, assumption) => {
    const { requests, id } = await openApproved({ assumptions: [assumption] });
    const { location } = await requests.invoices.create(id, invoice());
    const invoiceId = Number(location?.split("/").at(-1));
    const uploads = (uploadEncoding: "binary" | "multipart") => [
      () => requests.attachments.upload(id, file, { uploadEncoding }),
      () => requests.invoices.pdf.upload(id, invoiceId, pdf, { uploadEncoding }),
    ];
    for (const call of uploads(rejected)) expect(await refusal(call())).toEqual([400, "SANDBOX-CONTENT-TYPE"]);
    for (const call of uploads(accepted)) expect(await call()).toMatchObject({ location: expect.any(String) });
  });

  it.each([
    ["both were accepted", "confirmed", "binary: accepted; multipart: accepted and stored unchanged"],
    ["neither was accepted", "refuted", "neither raw: status 415, nor as a form: status 415"],
    ["none was tried", "not-seen", onlyMultipart],
  ])("is accepted if %s", async (_, verdict, evidence) => {
    const { requests, id: requestId } = await openDraft({ assumptions: [{ id, verdict, evidence }] });
    for (const uploadEncoding of encodings) await requests.attachments.upload(requestId, file, { uploadEncoding });
  });
});

describe("refuted assumptions about the fields of an invoice", () => {
  const renamed = refuting(
    ["Invoice.invoiceNumber", "the field is nummer"],
    ["Invoice.invoiceDate", "the field is datum, a text (date)"],
    ["Invoice.id", "the field is factuurId."],
  );
  const { invoiceNumber, invoiceDate, ...others } = invoice();
  const content = { ...others, nummer: invoiceNumber, datum: invoiceDate };

  it("give the invoice these fields", async () => {
    const { requests, id } = await openApproved(renamed);
    expect(await requests.invoices.create(id, content)).toMatchObject({ factuurId: 70_001 });
    expect(await requests.invoices.get(id, 70_001)).toEqual({ ...content, factuurId: 70_001 });
    expect(await requests.invoices.list(id)).toEqual({ invoices: [{ ...content, factuurId: 70_001 }] });
  });

  it("make the sandbox require and check these fields", async () => {
    const { requests, id } = await openApproved(renamed);
    const create = (fields: object) => refusal(requests.invoices.create(id, { ...content, ...fields }));
    expect(await refusal(requests.invoices.create(id, invoice()))).toEqual([
      400,
      "SANDBOX-REQUIRED nummer",
      "SANDBOX-REQUIRED datum",
    ]);
    expect(await create({ nummer: "0" })).toEqual([400, "REG-INV000104 nummer"]);
    expect(await create({ nummer: 0 })).toEqual([400, "REG-INV000104 nummer"]);
    expect(await create({ datum: "2026-06-14" })).toEqual([400, "REG-INV000105 datum"]);
    expect(await create({ datum: "15-06-2026" })).toEqual([400, "SANDBOX-INVALID datum"]);
  });

  it("make the assumed names unknown fields where the shape of the body is known", async () => {
    const number = { seen: 1, integer: 1 };
    const date = { seen: 1, text: { seen: 1, distinct: 1, formats: { date: 1 } } };
    const shape = { seen: 1, object: { seen: 1, fields: { nummer: number, datum: date } } };
    const shapes = { version: 1, bodies: { InvoiceCreateFields: shape } };
    const { requests, id } = await openApproved({ ...renamed, shapes });
    const create = (fields: object) => requests.invoices.create(id, untyped({ ...content, nummer: 20_261, ...fields }));
    expect(await refusal(create({ invoiceNumber: "2026-1" }))).toEqual([400, "SANDBOX-UNKNOWN-FIELD invoiceNumber"]);
    await create({});
  });

  it("apply from the file in which the command learn keeps them", async () => {
    const { requests, id } = await openApproved({ version: 1, bodies: {}, ...renamed });
    expect(await requests.invoices.create(id, content)).toMatchObject({ factuurId: 70_001 });
  });

  it("have no effect if they are confirmed or not seen", async () => {
    for (const verdict of ["confirmed", "not-seen"]) {
      const evidence = "the field is nummer";
      const finding = { id: "Invoice.invoiceNumber", verdict, evidence };
      const { requests, id } = await openApproved({ assumptions: [finding] });
      await requests.invoices.create(id, invoice());
    }
  });

  it("apply to the invoices of a scenario", async () => {
    const { sandbox, supplier } = await open({ shapes: renamed });
    const { invoiced } = await sandbox.seed("invoiced");
    expect(await supplier.serviceRequests.invoices.list(invoiced)).toMatchObject({
      invoices: [{ nummer: "2026-0001", datum: "2026-06-15", factuurId: 70_001 }],
    });
  });
});
