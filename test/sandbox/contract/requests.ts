import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { invoice, refusal } from "../support.js";
import {
  contentOf,
  type Kind,
  kinds,
  lineOf,
  type Open,
  otherLineOf,
  requestsOf,
  type World,
} from "./support.js";

const path = (kind: Kind) => `/v2/${kind.toLowerCase()}`;

/** Requests from the draft to the lessor and back. */
export function testRequests(open: Open): void {
  describe.each(kinds)("%s", (kind) => {
    it("are created, listed, read, changed, overwritten and deleted", async () => {
      const { supplier, sandbox, supplierUrl } = await open();
      const { create, list, get, patch, overwrite, delete: remove } = requestsOf(supplier, kind);
      const { id, location } = await create(contentOf(kind));
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
      const { create, get, patch } = requestsOf(supplier, kind);
      const { id } = await create(contentOf(kind, { status: "ApprovalRequested" }));
      expect(await get(id)).toMatchObject({ status: "ApprovalRequested", readOnly: true });
      sandbox.lessor.deny(id);
      expect(await get(id)).toMatchObject({ status: "Denied", readOnly: false });
      expect(await patch(id, { status: "ApprovalRequested" })).toMatchObject({ status: "ApprovalRequested" });
      sandbox.lessor.approve(id);
      expect(await get(id)).toMatchObject({ status: "Approved", invoicing: { status: "ReadyForInvoicing" } });
    });

    it("keep every character of UTF-8", async () => {
      const { supplier } = await open();
      const { create, get, list } = requestsOf(supplier, kind);
      const workOrderNumber = "Ångström € 日本 🚗 ‘quoted’ \u0301\u200d";
      const contact = { name: "Zoë Đặng", phone: "+31 30 000 00 00" };
      const { id } = await create(contentOf(kind, { appointment: { workOrderNumber, contact } }));
      expect((await get(id)).appointment).toEqual({ workOrderNumber, contact });
      expect((await list()).serviceRequests[0]?.workOrderNumber).toBe(workOrderNumber);
    });
  });

  it("lists open service requests in the older model", async () => {
    const { supplier } = await open();
    const { id } = await supplier.serviceRequests.create(contentOf("serviceRequests"));
    await supplier.damageServiceRequests.create(contentOf("damageServiceRequests"));
    expect(await supplier.requests.list()).toMatchObject({ requests: [{ id, status: "Draft" }] });
  });

  it("lists only the requests of the supplier", async () => {
    const { supplier, sandbox, supplierWith } = await open();
    const { id } = await supplier.serviceRequests.create(contentOf("serviceRequests"));
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
      const { create, components, get } = requestsOf(supplier, kind);
      const { id } = await create(contentOf(kind, { components: [] }));
      const { id: lineId, ...line } = lineOf(kind);
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
      const { create, components, get, patch } = requestsOf(supplier, kind);
      const sent = lineOf(kind);
      const fresh = otherLineOf(kind);
      const { id } = await create(contentOf(kind));
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

/** Every byte there is, in an order that no text decoder leaves alone. */
const everyByte = Uint8Array.from({ length: 1024 }, (_, index) => (index * 7) % 256);
const megabyte = Uint8Array.from({ length: 1_048_576 }, (_, index) => (index * 31 + (index >> 8)) % 256);
const name = "schade vóór – 写真 'één' (1).bin";
const type = "application/octet-stream";

async function begin({ supplier }: World, kind: Kind) {
  const { attachments, create } = requestsOf(supplier, kind);
  const { id } = await create(contentOf(kind));
  return { attachments, id };
}

/** Files of requests. */
export function testAttachments(open: Open): void {
  describe.each(kinds)("attachments of %s", (kind) => {
    it("are returned byte for byte with their name until they are deleted", async () => {
      const world = await open();
      const { attachments, id } = await begin(world, kind);
      const stored = await attachments.upload(id, new File([everyByte], name, { type }));
      const { id: attachmentId = "" } = stored;
      expect(world.sandbox.journal.entries.at(-1)).toMatchObject({ status: 201 });
      expect(stored.location).toBe(
        `${world.supplierUrl}/v2/${kind.toLowerCase()}/${id}/attachments/${attachmentId}`,
      );
      expect(await attachments.list(id)).toMatchObject({
        attachments: [{ id: attachmentId, fileName: name, size: everyByte.length }],
      });
      const file = await attachments.get(id, attachmentId);
      expect([file.name, file.type]).toEqual([name, type]);
      expect(new Uint8Array(await file.blob.arrayBuffer())).toEqual(everyByte);
      await attachments.delete(id, attachmentId);
      expect(await attachments.list(id)).toEqual({ attachments: [] });
      expect(await refusal(attachments.get(id, attachmentId))).toEqual([404]);
    });

    it.each(["binary", "multipart"] as const)(
      "can be a megabyte large, sent as %s",
      async (uploadEncoding) => {
        const { attachments, id } = await begin(await open(), kind);
        const { id: attachmentId = "" } = await attachments.upload(id, megabyte, {
          fileName: "mégabyte.bin",
          uploadEncoding,
        });
        const { name: itsName, stream } = await attachments.get(id, attachmentId, { as: "stream" });
        const bytes = Buffer.from(await new Response(stream).arrayBuffer());
        expect(itsName).toBe("mégabyte.bin");
        expect(bytes.equals(megabyte)).toBe(true);
      },
    );
  });
}

async function approved({ supplier, sandbox }: World, kind: Kind): Promise<string> {
  const { id } = await requestsOf(supplier, kind).create(contentOf(kind, { status: "ApprovalRequested" }));
  sandbox.lessor.approve(id);
  return id;
}

/** The way from the approval to the archive. */
export function testInvoices(open: Open): void {
  describe.each(kinds)("invoices of %s", (kind) => {
    it("are created from their template, stored with a PDF and credited in the archive", async () => {
      const world = await open();
      const { sandbox, supplier, supplierUrl } = world;
      const { get, invoices, invoiceTemplates } = requestsOf(supplier, kind);
      const id = await approved(world, kind);
      const { debit } = await invoiceTemplates.list(id);
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
      const file = await invoices.pdf.get(id, made.id);
      expect([file.name, file.type]).toEqual(["factuur – één ✓.pdf", "application/pdf"]);
      expect(new Uint8Array(await file.blob.arrayBuffer())).toEqual(bytes);

      sandbox.clock.advance({ days: 1 });
      expect(await refusal(get(id))).toEqual([410]);
      expect(await invoiceTemplates.list(id)).toMatchObject({ credit: { amount: 129.5 } });
      await invoices.create(id, invoice({ total: -129.5 }));
      expect(await invoices.list(id)).toMatchObject({ invoices: [{}, { total: -129.5 }] });
    });

    it("can be omitted for a reason, with 204", async () => {
      const world = await open();
      const id = await approved(world, kind);
      const { get, invoices } = requestsOf(world.supplier, kind);
      expect(await invoices.setStatus(id, { reason: "elsewhere" })).toBeUndefined();
      expect(world.sandbox.journal.entries.at(-1)).toMatchObject({ status: 204 });
      world.sandbox.clock.advance({ days: 1 });
      expect(await refusal(get(id))).toEqual([410]);
    });

    it("are created by only one of two concurrent callers", async () => {
      const world = await open();
      const id = await approved(world, kind);
      const { invoices } = requestsOf(world.supplier, kind);
      const release = world.sandbox.holdInvoices();
      const both = [invoices.create(id, invoice()), invoices.create(id, invoice())];
      const ends = Promise.allSettled(both);
      // The second caller gets 409 immediately; the first one waits until the hold is released.
      expect(await refusal(Promise.race(both))).toEqual([409]);
      release();
      expect((await ends).map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect(await invoices.list(id)).toMatchObject({ invoices: [{ id: 70_001 }] });
    });
  });

  it("have one template in the older operation", async () => {
    const world = await open();
    const id = await approved(world, "serviceRequests");
    const template = await world.supplier.serviceRequests.invoiceTemplate.get(id);
    expect(template).toMatchObject({ amount: 129.5, identityReceiver: { name: "Noordzee Lease" } });
  });
}
