import { randomUUID } from "node:crypto";
import type { Sandbox } from "@reg/sdk/sandbox";
import { describe, expect, it } from "vitest";
import { open, problemOf, refusal, repair } from "../../support.js";

/** Creates a form with one field. */
function createForm(file: File | string): FormData {
  const form = new FormData();
  form.append("file", file);
  return form;
}

/** Sends a file without the client. */
async function putFile(
  sandbox: Sandbox,
  requestId: string,
  init: { headers?: Record<string, string | undefined>; body: string | FormData },
) {
  const headers = new Headers({ authorization: `Bearer ${await sandbox.supplier.token()}` });
  for (const [name, value] of Object.entries(init.headers ?? {})) if (value !== undefined) headers.set(name, value);
  const url = `${sandbox.supplier.baseUrl}/v2/servicerequests/${requestId}/attachments`;
  return sandbox.fetch(url, { method: "PUT", headers, body: init.body });
}

describe("the upload of an attachment", () => {
  it.each(["binary", "multipart"] as const)(
    "stores a file that is sent as %s, so that it is listed, returned and deleted",
    async (uploadEncoding) => {
      const { supplier } = await open();
      const { id } = await supplier.serviceRequests.create(repair());
      const { attachments } = supplier.serviceRequests;
      const file = new File(["…"], "foto's é.jpg", { type: "image/jpeg" });
      const uploaded = await attachments.upload(id, file, { uploadEncoding });
      const attachmentId = uploaded.id ?? "";
      expect(uploaded.location).toMatch(new RegExp(`/servicerequests/${id}/attachments/${attachmentId}$`));
      const kept = { id: attachmentId, fileName: "foto's é.jpg", contentType: "image/jpeg", size: 3 };
      expect(await attachments.list(id)).toEqual({ attachments: [kept] });
      const { name, type, blob } = await attachments.get(id, attachmentId);
      expect([name, type, await blob.text()]).toEqual(["foto's é.jpg", "image/jpeg", "…"]);
      expect(await refusal(attachments.get(id, randomUUID()))).toEqual([404]);
      await attachments.delete(id, attachmentId);
      expect(await attachments.list(id)).toEqual({ attachments: [] });
      expect(await refusal(attachments.get(id, attachmentId))).toEqual([404]);
      expect(await refusal(attachments.delete(id, attachmentId))).toEqual([404]);
    },
  );

  it("accepts a file without a name, for requests of its own kind only", async () => {
    const { supplier } = await open();
    const { id } = await supplier.damageServiceRequests.create(repair({ components: [] }));
    const { attachments } = supplier.damageServiceRequests;
    const { id: attachmentId } = await attachments.upload(id, new Uint8Array([1, 2, 3]));
    const { name, type, blob } = await attachments.get(id, attachmentId ?? "");
    expect([name, type, blob.size]).toEqual([undefined, "application/octet-stream", 3]);
    expect(await refusal(supplier.serviceRequests.attachments.list(id))).toEqual([404]);
  });

  it.each([
    ["an empty file", {}, ""],
    ["an empty file in a form", {}, createForm(new File([], "empty.pdf"))],
    ["a form without a file", {}, createForm("text")],
    ["a broken form", { "content-type": "multipart/form-data; boundary=x" }, "x"],
  ])("rejects %s", async (_, headers, body) => {
    const { sandbox, supplier } = await open();
    const { id } = await supplier.serviceRequests.create(repair());
    const response = await putFile(sandbox, id, { headers, body });
    expect([response.status, (await problemOf(response)).errors[0]?.code]).toEqual([400, "SANDBOX-BODY"]);
  });
});

describe("the file name of an attachment", () => {
  it.each([
    ['attachment; filename="a b.txt"', "a b.txt"],
    ["attachment; filename=a.txt", "a.txt"],
    // Of both forms, the complete one counts.
    ["attachment; filename=\"a_.txt\"; filename*=UTF-8''a%C3%A9.txt", "aé.txt"],
    ['attachment; filename="a\\"b.pdf"', 'a"b.pdf'],
    ["attachment; filename*=utf-8'en'naam%20%C3%A9.pdf", "naam é.pdf"],
    ["attachment; filename*=UTF-8''%E9", undefined],
    [undefined, undefined],
  ])("is read from the header %s as %s", async (disposition, fileName) => {
    const { sandbox, supplier } = await open();
    const { id } = await supplier.serviceRequests.create(repair());
    const headers = { "content-type": "text/plain", "content-disposition": disposition };
    const response = await putFile(sandbox, id, { headers, body: "x" });
    const expected = fileName === undefined ? { size: 1 } : { fileName };
    expect(await response.json()).toMatchObject(expected);
    const list = await supplier.serviceRequests.attachments.list(id);
    expect(list).toMatchObject({ attachments: [expected] });
  });

  it("is returned in Content-Disposition in both forms of RFC 6266", async () => {
    const { sandbox, supplier } = await open();
    const { id } = await supplier.serviceRequests.create(repair());
    const file = new File(["…"], `it's "é".jpg`);
    const { location } = await supplier.serviceRequests.attachments.upload(id, file);
    const headers = { authorization: `Bearer ${await sandbox.supplier.token()}` };
    const response = await sandbox.fetch(location ?? "", { headers });
    expect(response.headers.get("content-disposition")).toBe(
      `attachment; filename="it's ___.jpg"; filename*=UTF-8''it%27s%20%22%C3%A9%22.jpg`,
    );
  });
});
