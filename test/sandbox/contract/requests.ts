import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { invoice, refusal } from "../support.js";
import {
  type ConnectedSandbox,
  createContent,
  createLine,
  createOtherLine,
  type Kind,
  kinds,
  type Open,
  selectRequests,
} from "./support.js";

const path = (kind: Kind) => `/v2/${kind.toLowerCase()}`;

/** Requests from the draft to the lessor and back. */
export function testRequests(open: Open): void {
  describe.each(kinds)("%s", (kind) => {
    it("are created, listed, read, changed, overwritten and deleted", async () => {
      const { supplier, sandbox, supplierUrl } = await open();
      const { create, list, get, patch, overwrite, delete: remove } = selectRequests(supplier, kind);
      const { id, location } = await create(createContent(kind));
      expect(location).toBe(`${supplierUrl}${path(kind)}/${id}`);
      expect(sandbox.journal.entries.at(-1)).toMatchObject({ status: 201, created: id });

      const { serviceRequests, hasMore } = await list({ licensePlate: "AB-123-C" });
      expect(hasMore).toBe(false);
      expect(serviceRequests).toMatchObject([{ id, href: location, status: "Draft", supplierId: 4711 }]);
      expect((await list({ licensePlate: "DE-456-F" })).serviceRequests).toEqual([]);

      expect(await get(id)).toMatchObject({ id, licensePlate: "AB-123-C", status: "Draft" });
      const changed = await patch(id, { vehicle: { partialVin: "JF000001" } });
      expect(changed.vehicle).toEqual({ licensePlate: "AB-123-C", partialVin: "JF000001" });
      const overwritten = await overwrite(id, { status: "Draft", vehicle: { licensePlate: "KL-012-M" } });
      expect(overwritten).toMatchObject({ id, licensePlate: "KL-012-M", components: [] });

      expect(await remove(id)).toBeUndefined();
      expect(sandbox.journal.entries.at(-1)).toMatchObject({ status: 204 });
      expect(await refusal(get(id))).toEqual([404]);
    });

    it("are submitted, denied, submitted again and approved", async () => {
      const { supplier, sandbox } = await open();
      const { create, get, patch } = selectRequests(supplier, kind);
      const { id } = await create(createContent(kind, { status: "ApprovalRequested" }));
      expect(await get(id)).toMatchObject({ status: "ApprovalRequested", readOnly: true });
      sandbox.lessor.deny(id);
      expect(await get(id)).toMatchObject({ status: "Denied", readOnly: false });
      expect(await patch(id, { status: "ApprovalRequested" })).toMatchObject({ status: "ApprovalRequested" });
      sandbox.lessor.approve(id);
      expect(await get(id)).toMatchObject({
        status: "Approved",
        invoicing: {
          status: "ReadyForInvoicing",
          totalAmountApproved: 129.5,
          totalAmountToInvoice: 129.5,
          totalAmountInvoiced: 0,
        },
      });
    });

    it("keep every character of UTF-8", async () => {
      const { supplier } = await open();
      const { create, get, list } = selectRequests(supplier, kind);
      const workOrderNumber = "Ångström € 日本 🚗 ‘quoted’ \u0301\u200d";
      const contact = { name: "Zoë Đặng", phone: "+31 30 000 00 00" };
      const { id } = await create(createContent(kind, { appointment: { workOrderNumber, contact } }));
      expect((await get(id)).appointment).toEqual({ workOrderNumber, contact });
      expect((await list()).serviceRequests[0]?.workOrderNumber).toBe(workOrderNumber);
    });
  });

  it("lists open service requests in the older model", async () => {
    const { supplier } = await open();
    const { id } = await supplier.serviceRequests.create(createContent("serviceRequests"));
    await supplier.damageServiceRequests.create(createContent("damageServiceRequests"));
    expect(await supplier.requests.list()).toMatchObject({ requests: [{ id, status: "Draft" }] });
  });

  it("lists only the requests of the supplier", async () => {
    const { supplier, sandbox, supplierWith } = await open();
    const { id } = await supplier.serviceRequests.create(createContent("serviceRequests"));
    const other = supplierWith(await sandbox.supplier.token({ supplierNumber: 4712 }));
    expect(await refusal(other.serviceRequests.get(id))).toEqual([404]);
    expect((await other.serviceRequests.list()).serviceRequests).toEqual([]);
  });
}

/** Lines one by one. */
export function testLines(open: Open): void {
  describe.each(kinds)("lines of %s", (kind) => {
    it("are created with 201 and a Location, overwritten with 200, and deleted", async () => {
      const { supplier, sandbox, supplierUrl } = await open();
      const { create, components, get } = selectRequests(supplier, kind);
      const { id } = await create(createContent(kind, { components: [] }));
      const { id: lineId, ...line } = createLine(kind);
      const status = () => sandbox.journal.entries.at(-1)?.status;

      const made = await components.put(id, lineId, line);
      expect([status(), made.id]).toEqual([201, lineId]);
      expect(made.location).toBe(`${supplierUrl}/v2/${kind.toLowerCase()}/${id}/components/${lineId}`);
      const again = await components.put(id, lineId, { ...line, price: 75.25 });
      expect([status(), again.id, again.location]).toEqual([200, lineId, undefined]);
      expect((await get(id)).components).toMatchObject([
        { id: lineId, price: 75.25, status: { code: "Entered" } },
      ]);
      await components.delete(id, lineId);
      expect(status()).toBe(204);
      expect((await get(id)).components).toEqual([]);
      expect(await refusal(components.delete(id, lineId))).toEqual([404]);
    });

    it("can be cancelled only after the lessor has seen them", async () => {
      const { supplier, sandbox } = await open();
      const { create, components, get, patch } = selectRequests(supplier, kind);
      const sent = createLine(kind);
      const fresh = createOtherLine(kind);
      const { id } = await create(createContent(kind));
      await patch(id, { components: [{ ...fresh }] });
      const [first] = (await get(id)).components.slice(-2);
      await patch(id, { status: "ApprovalRequested" });
      sandbox.lessor.deny(id);

      const known = first?.id ?? randomUUID();
      const { component } = await components.cancel(id, known);
      expect(component).toMatchObject({ id: known, status: { code: "Cancelled" } });
      expect(await refusal(components.delete(id, fresh.id))).toEqual([400, "SANDBOX-PHASE"]);
      await components.put(id, sent.id, sent);
      expect(await refusal(components.cancel(id, sent.id))).toEqual([400, "SANDBOX-PHASE"]);
      expect(await refusal(components.cancel(id, randomUUID()))).toEqual([404]);
    });
  });
}

/** All 256 bytes, in an order that every text decoder changes. */
const everyByte = Uint8Array.from({ length: 1024 }, (_, index) => (index * 7) % 256);
const megabyte = Uint8Array.from({ length: 1_048_576 }, (_, index) => (index * 31 + (index >> 8)) % 256);
const fileName = "schade vóór – 写真 'één' (1).bin";
const type = "application/octet-stream";

async function createRequest({ supplier }: ConnectedSandbox, kind: Kind) {
  const { attachments, create } = selectRequests(supplier, kind);
  const { id } = await create(createContent(kind));
  return { attachments, id };
}

/** Files of requests. */
export function testAttachments(open: Open): void {
  describe.each(kinds)("attachments of %s", (kind) => {
    it("are returned byte for byte with their name until they are deleted", async () => {
      const connected = await open();
      const { attachments, id } = await createRequest(connected, kind);
      const stored = await attachments.upload(id, new File([everyByte], fileName, { type }));
      const { id: attachmentId = "" } = stored;
      expect(connected.sandbox.journal.entries.at(-1)).toMatchObject({ status: 201 });
      expect(stored.location).toBe(
        `${connected.supplierUrl}/v2/${kind.toLowerCase()}/${id}/attachments/${attachmentId}`,
      );
      expect(await attachments.list(id)).toMatchObject({
        attachments: [{ id: attachmentId, fileName, size: everyByte.length }],
      });
      const file = await attachments.get(id, attachmentId);
      expect([file.name, file.type]).toEqual([fileName, type]);
      expect(new Uint8Array(await file.blob.arrayBuffer())).toEqual(everyByte);
      await attachments.delete(id, attachmentId);
      expect(await attachments.list(id)).toEqual({ attachments: [] });
      expect(await refusal(attachments.get(id, attachmentId))).toEqual([404]);
    });

    it.each(["binary", "multipart"] as const)(
      "can be a megabyte large, sent as %s",
      async (uploadEncoding) => {
        const { attachments, id } = await createRequest(await open(), kind);
        const { id: attachmentId = "" } = await attachments.upload(id, megabyte, {
          fileName: "mégabyte.bin",
          uploadEncoding,
        });
        const { name, stream } = await attachments.get(id, attachmentId, { as: "stream" });
        const bytes = Buffer.from(await new Response(stream).arrayBuffer());
        expect(name).toBe("mégabyte.bin");
        expect(bytes.equals(megabyte)).toBe(true);
      },
    );
  });
}

async function createApproved({ supplier, sandbox }: ConnectedSandbox, kind: Kind): Promise<string> {
  const { id } = await selectRequests(supplier, kind).create(
    createContent(kind, { status: "ApprovalRequested" }),
  );
  sandbox.lessor.approve(id);
  return id;
}

/** Invoices of an approved request, until it is archived. */
export function testInvoices(open: Open): void {
  describe.each(kinds)("invoices of %s", (kind) => {
    it("are created from their template, stored with a PDF and credited in the archive", async () => {
      const connected = await open();
      const { sandbox, supplier, supplierUrl } = connected;
      const { get, list, invoices, invoiceTemplates } = selectRequests(supplier, kind);
      const id = await createApproved(connected, kind);
      const { debit, credit } = await invoiceTemplates.list(id);
      expect(credit).toBeUndefined();
      expect(debit).toMatchObject({ amount: 129.5, identitySender: { RegNumber: 4711 } });
      const made = await invoices.create(id, {
        ...invoice(),
        identitySender: debit?.identitySender ?? {},
        identityReceiver: debit?.identityReceiver ?? {},
      });
      expect(sandbox.journal.entries.at(-1)).toMatchObject({ status: 201 });
      const address = `${supplierUrl}/v2/${kind.toLowerCase()}/${id}/invoices/${made.id}`;
      expect(made.location).toBe(address);
      expect(await invoices.list(id)).toMatchObject({ invoices: [{ id: made.id, total: 129.5 }] });
      expect(await invoices.get(id, made.id)).toMatchObject({ id: made.id, invoiceDate: "2026-06-15" });

      const bytes = new Uint8Array([...Buffer.from("%PDF-1.7\n"), 0, 255, 128, 10, 13]);
      const pdf = new File([bytes], "factuur – één ✓.pdf", { type: "application/pdf" });
      const stored = await invoices.pdf.upload(id, made.id, pdf);
      expect([sandbox.journal.entries.at(-1)?.status, stored.location]).toEqual([201, `${address}/pdf`]);
      const download = async () => {
        const { name, type, blob } = await invoices.pdf.get(id, made.id);
        return [name, type, new Uint8Array(await blob.arrayBuffer())];
      };
      expect(await download()).toEqual(["factuur – één ✓.pdf", "application/pdf", bytes]);
      expect((await list()).serviceRequests).toHaveLength(1);

      sandbox.clock.advance({ days: 1 });
      expect(await refusal(get(id))).toEqual([410]);
      expect((await list()).serviceRequests).toEqual([]);
      expect(await invoices.get(id, made.id)).toMatchObject({ id: made.id, total: 129.5 });
      expect(await download()).toEqual(["factuur – één ✓.pdf", "application/pdf", bytes]);
      expect(await invoiceTemplates.list(id)).toMatchObject({ credit: { amount: 129.5 } });
      await invoices.create(id, invoice({ total: -129.5 }));
      expect(await invoices.list(id)).toMatchObject({ invoices: [{}, { total: -129.5 }] });
    });

    it("can be omitted for a reason, with 204", async () => {
      const connected = await open();
      const id = await createApproved(connected, kind);
      const { get, invoices } = selectRequests(connected.supplier, kind);
      expect(await invoices.setStatus(id, { reason: "elsewhere" })).toBeUndefined();
      expect(connected.sandbox.journal.entries.at(-1)).toMatchObject({ status: 204 });
      connected.sandbox.clock.advance({ days: 1 });
      expect(await refusal(get(id))).toEqual([410]);
    });

    it("are created by only one of two concurrent callers", async () => {
      const connected = await open();
      const id = await createApproved(connected, kind);
      const { invoices } = selectRequests(connected.supplier, kind);
      const release = connected.sandbox.holdInvoices();
      const both = [invoices.create(id, invoice()), invoices.create(id, invoice())];
      const results = Promise.allSettled(both);
      // The second caller gets 409 immediately; the first one waits until the hold is released.
      expect(await refusal(Promise.race(both))).toEqual([409]);
      release();
      expect((await results).map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect(await invoices.list(id)).toMatchObject({ invoices: [{ id: 70_001 }] });
    });
  });

  it("have one template in the older operation", async () => {
    const connected = await open();
    const id = await createApproved(connected, "serviceRequests");
    const template = await connected.supplier.serviceRequests.invoiceTemplate.get(id);
    expect(template).toMatchObject({ amount: 129.5, identityReceiver: { name: "Noordzee Lease" } });
  });
}
