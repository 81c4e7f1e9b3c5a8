import { request } from "node:http";
import type { Sandbox } from "@reg/sdk/sandbox";
import { describe, expect, it, onTestFinished } from "vitest";
import { open, problemOf, repair } from "../support.js";

/** The maximum length of a body, 16 MiB. */
const longestBody = 16 * 1024 * 1024;

/** Nests empty arrays in JSON. */
const nestArrays = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

async function post(
  sandbox: Sandbox,
  body: string | Uint8Array<ArrayBuffer>,
  { path = "/v2/servicerequests", type = "application/json" } = {},
) {
  const authorization = `Bearer ${await sandbox.supplier.token()}`;
  const method = path.endsWith("attachments") ? "PUT" : "POST";
  const headers = { authorization, "content-type": type };
  return sandbox.fetch(`${sandbox.supplier.baseUrl}${path}`, { method, headers, body });
}

async function codesOf(response: Response) {
  const { errors } = await problemOf(response);
  return [response.status, ...errors.map(({ code }) => code)];
}

const broken = new Error("the stream is broken");

describe("the sandbox", () => {
  it("rejects a deeply nested body and creates nothing", async () => {
    const defects: unknown[] = [];
    const { sandbox, supplier } = await open({ onDefect: (defect) => defects.push(defect) });
    const body = JSON.stringify({ ...repair(), extra: "deep" }).replace('"deep"', nestArrays(6000));
    expect(await codesOf(await post(sandbox, body))).toEqual([400, "SANDBOX-BODY"]);
    expect((await supplier.serviceRequests.list()).serviceRequests).toEqual([]);
    expect(sandbox.journal.of("serviceRequests.create")).toMatchObject([{ status: 400, codes: ["SANDBOX-BODY"] }]);
    expect(defects).toEqual([]);
  });

  it("accepts a body with 64 nested levels, without counting brackets in strings", async () => {
    const { sandbox } = await open();
    const text = JSON.stringify(`\\"${"[{".repeat(100)}`);
    const detail = async (body: string) => (await problemOf(await post(sandbox, body))).detail;
    expect(await detail(`[${text}, ${nestArrays(64)}]`)).toContain("nested deeper than 64 levels");
    expect(await detail(`[${text}, ${nestArrays(63)}, ${nestArrays(63)}]`)).not.toContain("nested");
    expect(await detail(`[${text}, ${nestArrays(63).replaceAll("[", '{"a":').replaceAll("]", "}")}]`)).not.toContain(
      "nested",
    );
  });

  it("accepts a body of at most 16 MiB, uploads included", async () => {
    const { sandbox, supplier } = await open();
    const { id } = await supplier.serviceRequests.create(repair());
    const path = `/v2/servicerequests/${id}/attachments`;
    const upload = (size: number) => post(sandbox, new Uint8Array(size), { path, type: "application/pdf" });
    expect((await upload(longestBody)).ok).toBe(true);
    expect(await codesOf(await upload(longestBody + 1))).toEqual([400, "SANDBOX-BODY"]);
    expect(await codesOf(await post(sandbox, `"${" ".repeat(longestBody)}"`))).toEqual([400, "SANDBOX-BODY"]);
    expect(sandbox.journal.entries.at(-1)).toMatchObject({ codes: ["SANDBOX-BODY"], body: undefined });
  });

  it("rejects a form that is too long with an error of the token endpoint", async () => {
    const { sandbox } = await open();
    const body = new URLSearchParams({ grant_type: "x".repeat(longestBody) });
    const response = await sandbox.fetch(`${sandbox.lessor.baseUrl}/token`, { method: "POST", body });
    expect([response.status, (await problemOf(response)).error]).toEqual([400, "invalid_request"]);
  });

  it("responds on loopback before the end of a body that is too long", async () => {
    const { sandbox } = await open();
    const server = await sandbox.listen();
    onTestFinished(() => server.close());
    const sending = request(`${server.supplier.baseUrl}/v2/servicerequests`, { method: "POST" });
    const response = new Promise<number | undefined>((resolve, reject) => {
      sending.on("response", ({ statusCode }) => resolve(statusCode)).on("error", reject);
    });
    // The body is not ended.
    sending.write(Buffer.alloc(longestBody + 1));
    expect(await response).toBe(400);
    expect(sandbox.journal.entries).toMatchObject([{ status: 400, codes: ["SANDBOX-BODY"] }]);
    sending.on("error", () => {}).destroy();
  });

  it("rejects with the error of a body that fails in the middle, and reports no defect", async () => {
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('{"status":'));
        setImmediate(() => controller.error(broken));
      },
    });
    const defects: unknown[] = [];
    const { sandbox, supplier } = await open({ onDefect: (defect) => defects.push(defect) });
    const init = { method: "POST", body, duplex: "half" } as RequestInit;
    const headers = { authorization: `Bearer ${await sandbox.supplier.token()}` };
    const url = `${sandbox.supplier.baseUrl}/v2/servicerequests`;
    await expect(sandbox.fetch(url, { ...init, headers })).rejects.toBe(broken);
    expect(defects).toEqual([]);
    expect(sandbox.journal.entries).toMatchObject([{ operationId: "serviceRequests.create", status: "broken-upload" }]);
    expect((await supplier.serviceRequests.list()).serviceRequests).toEqual([]);
  });

  it("neither records nor reports an upload on loopback that is cut off", async () => {
    const defects: unknown[] = [];
    const { sandbox } = await open({ onDefect: (defect) => defects.push(defect) });
    const server = await sandbox.listen();
    const { port } = new URL(server.supplier.baseUrl);
    const path = "/supplier/v2/servicerequests";
    const options = { host: "127.0.0.1", port, path, method: "POST", headers: { "content-length": "100" } };
    await new Promise<void>((resolve) => {
      const upload = request(options).on("error", () => resolve());
      upload.write("half", () => upload.destroy(broken));
    });
    const response = await fetch(`${server.supplier.baseUrl}/v2/lessors`);
    expect(response.status).toBe(401);
    await server.close();
    expect(defects).toEqual([]);
    expect(sandbox.journal.entries.map(({ operationId }) => operationId)).toEqual(["lessors.list"]);
  });
});
