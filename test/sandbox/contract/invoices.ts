import { describe, expect, it } from "vitest";
import { invoice, refusal } from "../support.js";
import type { Open, World } from "./bench.js";
import { contentOf, type Kind, kinds, requestsOf } from "./kinds.js";

async function approved({ supplier, sandbox }: World, kind: Kind): Promise<string> {
  const { id } = await requestsOf(supplier, kind).create(contentOf(kind, { status: "ApprovalRequested" }));
  sandbox.lessor.approve(id);
  return id;
}

/** The way from the approval to the archive. */
export function invoices(open: Open): void {
  describe.each(kinds)("invoices of %s", (kind) => {
    it("are made after their template, kept with a PDF, and credited in the archive", async () => {
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

    it("are left out for a reason, with 204", async () => {
      const world = await open();
      const id = await approved(world, kind);
      const { get, invoices } = requestsOf(world.supplier, kind);
      expect(await invoices.setStatus(id, { reason: "elsewhere" })).toBeUndefined();
      expect(world.sandbox.journal.entries.at(-1)).toMatchObject({ status: 204 });
      world.sandbox.clock.advance({ days: 1 });
      expect(await refusal(get(id))).toEqual([410]);
    });

    it("are made by one of two concurrent callers", async () => {
      const world = await open();
      const id = await approved(world, kind);
      const { invoices } = requestsOf(world.supplier, kind);
      const release = world.sandbox.holdInvoices();
      const both = [invoices.create(id, invoice()), invoices.create(id, invoice())];
      const ends = Promise.allSettled(both);
      // Whoever comes second is told at once; the first one waits until it is let go.
      expect(await refusal(Promise.race(both))).toEqual([409]);
      release();
      expect((await ends).map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect(await invoices.list(id)).toMatchObject({ invoices: [{ id: 70_001 }] });
    });
  });

  it("has one template of the older kind", async () => {
    const world = await open();
    const id = await approved(world, "serviceRequests");
    const template = await world.supplier.serviceRequests.invoiceTemplate.get(id);
    expect(template).toMatchObject({ amount: 129.5, identityReceiver: { name: "Noordzee Lease" } });
  });
}
