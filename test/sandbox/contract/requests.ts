import { describe, expect, it } from "vitest";
import { refusal } from "../support.js";
import type { Open } from "./bench.js";
import { contentOf, type Kind, kinds, requestsOf } from "./kinds.js";

const path = (kind: Kind) => `/v2/${kind.toLowerCase()}`;

/** Requests from the draft to the lessor and back. */
export function requests(open: Open): void {
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

    it("go to the lessor, come back denied, and go again", async () => {
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

    it("keep every letter of UTF-8", async () => {
      const { supplier } = await open();
      const { create, get, list } = requestsOf(supplier, kind);
      const workOrderNumber = "Ångström € 日本 🚗 ‘quoted’ \u0301\u200d";
      const contact = { name: "Zoë Đặng", phone: "+31 30 000 00 00" };
      const { id } = await create(contentOf(kind, { appointment: { workOrderNumber, contact } }));
      expect((await get(id)).appointment).toEqual({ workOrderNumber, contact });
      expect((await list()).serviceRequests[0]?.workOrderNumber).toBe(workOrderNumber);
    });
  });

  it("shows open service requests in the older model", async () => {
    const { supplier } = await open();
    const { id } = await supplier.serviceRequests.create(contentOf("serviceRequests"));
    await supplier.damageServiceRequests.create(contentOf("damageServiceRequests"));
    expect(await supplier.requests.list()).toMatchObject({ requests: [{ id, status: "Draft" }] });
  });

  it("shows each supplier its own requests", async () => {
    const { supplier, sandbox, supplierWith } = await open();
    const { id } = await supplier.serviceRequests.create(contentOf("serviceRequests"));
    const other = supplierWith(await sandbox.supplier.token({ supplierNumber: 4712 }));
    expect(await refusal(other.serviceRequests.get(id))).toEqual([404]);
    expect((await other.serviceRequests.list()).serviceRequests).toEqual([]);
  });
}
