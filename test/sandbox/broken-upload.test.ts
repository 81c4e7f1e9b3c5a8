import { request as httpRequest } from "node:http";
import { expect, it } from "vitest";
import { open } from "./support.js";

const boom = new Error("boom");

const failing = (start: (body: ReadableStreamDefaultController<Uint8Array>) => void) =>
  new ReadableStream<Uint8Array>({ start });

it.each([
  ["at once", () => failing((body) => body.error(boom))],
  [
    "half way",
    () =>
      new ReadableStream<Uint8Array>({
        pull(body) {
          body.enqueue(new TextEncoder().encode('{"status":'));
          setImmediate(() => body.error(boom));
        },
      }),
  ],
])("a body that fails %s is its sender's, and no defect", async (_, bodyOf) => {
  const defects: unknown[] = [];
  const { sandbox, supplier } = await open({ onDefect: (defect) => defects.push(defect) });
  const init = { method: "POST", body: bodyOf(), duplex: "half" } as RequestInit;
  const headers = { authorization: `Bearer ${await sandbox.supplier.token()}` };
  const url = `${sandbox.supplier.baseUrl}/v2/servicerequests`;
  await expect(sandbox.fetch(url, { ...init, headers })).rejects.toBe(boom);
  expect(defects).toEqual([]);
  expect(sandbox.journal.entries).toMatchObject([
    { operationId: "serviceRequests.create", status: "broken-upload" },
  ]);
  expect((await supplier.serviceRequests.list()).serviceRequests).toEqual([]);
});

it("an upload that breaks off on loopback just ends", async () => {
  const defects: unknown[] = [];
  const { sandbox } = await open({ onDefect: (defect) => defects.push(defect) });
  const server = await sandbox.listen();
  const { port } = new URL(server.supplier.baseUrl);
  const path = "/supplier/v2/servicerequests";
  const options = { host: "127.0.0.1", port, path, method: "POST", headers: { "content-length": "100" } };
  await new Promise<void>((resolve) => {
    const upload = httpRequest(options).on("error", () => resolve());
    upload.write("half", () => upload.destroy(boom));
  });
  const answer = await fetch(`${server.supplier.baseUrl}/v2/lessors`);
  expect(answer.status).toBe(401);
  await server.close();
  expect(defects).toEqual([]);
  expect(sandbox.journal.entries.map(({ operationId }) => operationId)).toEqual(["lessors.list"]);
});
