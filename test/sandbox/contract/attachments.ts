import { describe, expect, it } from "vitest";
import { refusal } from "../support.js";
import type { Open, World } from "./bench.js";
import { contentOf, type Kind, kinds, requestsOf } from "./kinds.js";

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
export function attachments(open: Open): void {
  describe.each(kinds)("attachments of %s", (kind) => {
    it("come back byte for byte with their name, until they are deleted", async () => {
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
