import { expect, it } from "vitest";
import { open, problemOf, refusal, repair } from "../support.js";

function formWith(file: File | string): FormData {
  const form = new FormData();
  form.append("file", file);
  return form;
}

it.each(["binary", "multipart"] as const)(
  "stores, lists, returns and deletes an attachment that is sent as %s",
  async (uploadEncoding) => {
    const { supplier } = await open();
    const { id } = await supplier.serviceRequests.create(repair());
    const { attachments } = supplier.serviceRequests;
    const file = new File(["…"], "foto's é.jpg", { type: "image/jpeg" });
    const uploaded = await attachments.upload(id, file, { uploadEncoding });
    expect(uploaded.location).toMatch(new RegExp(`/servicerequests/${id}/attachments/${uploaded.id}$`));
    const kept = { id: uploaded.id, fileName: "foto's é.jpg", contentType: "image/jpeg", size: 3 };
    expect(await attachments.list(id)).toEqual({ attachments: [kept] });
    const { name, type, blob } = await attachments.get(id, uploaded.id ?? "");
    expect([name, type, await blob.text()]).toEqual(["foto's é.jpg", "image/jpeg", "…"]);
    await attachments.delete(id, uploaded.id ?? "");
    expect(await attachments.list(id)).toEqual({ attachments: [] });
    expect(await refusal(attachments.get(id, uploaded.id ?? ""))).toEqual([404]);
    expect(await refusal(attachments.delete(id, uploaded.id ?? ""))).toEqual([404]);
  },
);

it("stores a file without a name, and returns 404 for an unknown request", async () => {
  const { supplier } = await open();
  const { id } = await supplier.damageServiceRequests.create(repair({ components: [] }));
  const { attachments } = supplier.damageServiceRequests;
  const { id: attachmentId } = await attachments.upload(id, new Uint8Array([1, 2, 3]));
  const { name, type, blob } = await attachments.get(id, attachmentId ?? "");
  expect([name, type, blob.size]).toEqual([undefined, "application/octet-stream", 3]);
  expect(await refusal(supplier.serviceRequests.attachments.list(id))).toEqual([404]);
});

it("returns the file name in Content-Disposition in both forms of RFC 6266", async () => {
  const { sandbox, supplier } = await open();
  const { id } = await supplier.serviceRequests.create(repair());
  const file = new File(["…"], `it's "é".jpg`);
  const { location } = await supplier.serviceRequests.attachments.upload(id, file);
  const headers = { authorization: `Bearer ${await sandbox.supplier.token()}` };
  const answer = await sandbox.fetch(location ?? "", { headers });
  expect(answer.headers.get("content-disposition")).toBe(
    `attachment; filename="it_s ___.jpg"; filename*=UTF-8''it%27s%20%22%C3%A9%22.jpg`,
  );
});

it.each([
  ["a plain name", 'attachment; filename="a b.txt"', "a b.txt"],
  ["a bare name", "attachment; filename=a.txt", "a.txt"],
  [
    "both forms, of which the complete one counts",
    "attachment; filename=\"a_.txt\"; filename*=UTF-8''a%C3%A9.txt",
    "aé.txt",
  ],
])("reads the file name from %s", async (_, disposition, fileName) => {
  const { sandbox, supplier } = await open();
  const { id } = await supplier.serviceRequests.create(repair());
  const headers = {
    authorization: `Bearer ${await sandbox.supplier.token()}`,
    "content-type": "text/plain",
    "content-disposition": disposition,
  };
  const url = `${sandbox.supplier.baseUrl}/v2/servicerequests/${id}/attachments`;
  const answer = await sandbox.fetch(url, { method: "PUT", headers, body: "x" });
  expect(await answer.json()).toMatchObject({ fileName });
});

it.each([
  ["an empty file", {}, ""],
  ["an empty file in a form", {}, formWith(new File([], "empty.pdf"))],
  ["a form without a file", {}, formWith("text")],
  ["a broken form", { "content-type": "multipart/form-data; boundary=x" }, "x"],
])("rejects %s", async (_, extra, body) => {
  const { sandbox, supplier } = await open();
  const { id } = await supplier.serviceRequests.create(repair());
  const headers = { authorization: `Bearer ${await sandbox.supplier.token()}`, ...extra };
  const url = `${sandbox.supplier.baseUrl}/v2/servicerequests/${id}/attachments`;
  const answer = await sandbox.fetch(url, { method: "PUT", headers, body });
  expect([answer.status, (await problemOf(answer)).errors[0]?.code]).toEqual([400, "SANDBOX-BODY"]);
});

it.each([
  ['attachment; filename="a\\"b.pdf"', 'a"b.pdf'],
  ["attachment; filename*=utf-8'en'naam%20%C3%A9.pdf", "naam é.pdf"],
  ["attachment; filename*=UTF-8''%E9", undefined],
  [undefined, undefined],
])("reads the file name from the header %s", async (disposition, fileName) => {
  const { sandbox, supplier } = await open();
  const { id } = await supplier.serviceRequests.create(repair());
  const authorization = `Bearer ${await sandbox.supplier.token()}`;
  const headers = {
    authorization,
    ...(disposition === undefined ? {} : { "content-disposition": disposition }),
  };
  const url = `${sandbox.supplier.baseUrl}/v2/servicerequests/${id}/attachments`;
  await sandbox.fetch(url, { method: "PUT", headers, body: "x" });
  const list = await supplier.serviceRequests.attachments.list(id);
  expect(list).toMatchObject({ attachments: [fileName === undefined ? { size: 1 } : { fileName }] });
});
