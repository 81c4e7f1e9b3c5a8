import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { refusal } from "../support.js";
import type { Open } from "./bench.js";
import { contentOf, kinds, lineOf, otherLineOf, requestsOf } from "./kinds.js";

/** Lines one by one. */
export function lines(open: Open): void {
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

    it("are cancelled once the lessor has seen them, and not before", async () => {
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
