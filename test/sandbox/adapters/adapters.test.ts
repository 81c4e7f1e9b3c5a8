import { Agent, type IncomingHttpHeaders, type RequestOptions, request } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { createSandbox } from "../../../src/sandbox/index.js";
import { createSupplierClient } from "../../../src/supplier/client.js";
import { approved, invoice, kindOf, monday, open } from "../support.js";

const closing: (() => unknown)[] = [];

async function listening() {
  const sandbox = createSandbox({ now: monday });
  const server = await sandbox.listen();
  closing.push(() => server.close());
  return { sandbox, url: server.supplier.baseUrl, token: await sandbox.supplier.token() };
}

interface RawResponse {
  readonly status: number | undefined;
  readonly reused: boolean;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A request below fetch, which hides connections and sets the Host itself. */
function send(url: string, options: RequestOptions): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, options, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({
        status: response.statusCode,
        reused: outgoing.reusedSocket,
        headers: response.headers,
        text: Buffer.concat(chunks).toString(),
      });
    });
    outgoing.on("error", reject).end();
  });
}

describe("the sandbox in process", () => {
  it("accepts a Request and rejects with the reason of an abort", async () => {
    const { sandbox } = await open();
    const request = new Request(`${sandbox.supplier.baseUrl}/v2/lessors`, {
      headers: { authorization: "Bearer opaque" },
    });
    expect((await sandbox.fetch(request)).status).toBe(401);
    const reason = new Error("enough");
    await expect(sandbox.fetch(request.url, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    await expect(sandbox.fetch(new Request(request.url, { signal: AbortSignal.abort(reason) }))).rejects.toBe(
      reason,
    );
  });

  it("rejects with the reason of a later abort", async () => {
    const { sandbox } = await open();
    sandbox.fail({ operation: "token.create", with: "stall" });
    const url = `${sandbox.lessor.baseUrl}/token`;
    const controller = new AbortController();
    const init = { method: "POST", signal: controller.signal };
    const calls = [sandbox.fetch(url, init), sandbox.fetch(new Request(url, init))];
    sandbox.fail({ operation: "token.create", with: "stall" });
    controller.abort(new Error("enough"));
    for (const call of calls) await expect(call).rejects.toThrow("enough");
  });

  it("completes a request that the caller has aborted, as a service does", async () => {
    const world = await open();
    const id = await approved(world);
    const { sandbox } = world;
    const release = sandbox.holdInvoices();
    const controller = new AbortController();
    let sent = false;
    const supplier = createSupplierClient({
      baseUrl: sandbox.supplier.baseUrl,
      token: await sandbox.supplier.token(),
      fetch(url, init) {
        sent = true;
        return sandbox.fetch(url, init);
      },
    });
    const call = supplier.serviceRequests.invoices.create(id, invoice(), { signal: controller.signal });
    const ended = expect(call).rejects.toThrow("enough");
    await expect.poll(() => sent).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort(new Error("enough"));
    await ended;
    release();
    await expect
      .poll(() => world.supplier.serviceRequests.invoices.list(id))
      .toMatchObject({ invoices: [{}] });
  });
});

describe("the sandbox on loopback", () => {
  it("rejects a request that fetch could not send", async () => {
    const { sandbox } = await open();
    const server = await sandbox.listen();
    const { port } = new URL(server.supplier.baseUrl);
    const status = await new Promise((resolve, reject) => {
      const options = { host: "127.0.0.1", port, path: "/supplier/v2/lessors", method: "TRACE" };
      request(options, (response) => resolve(response.resume().statusCode))
        .on("error", reject)
        .end();
    });
    await server.close();
    expect(status).toBe(400);
  });

  it("uses the given port and reports a port in use", async () => {
    const { sandbox } = await open();
    const server = await sandbox.listen();
    const port = Number(new URL(server.supplier.baseUrl).port);
    await expect(sandbox.listen({ port })).rejects.toThrow("EADDRINUSE");
    await server.close();
    const again = await sandbox.listen({ port });
    expect(again.lessor.baseUrl).toBe(`http://127.0.0.1:${port}/lessor`);
    await again.close();
  });

  it("can be closed while a request is stalled", async () => {
    const { sandbox } = await open();
    const server = await sandbox.listen();
    const { baseUrl } = server.supplier;
    const supplier = createSupplierClient({ baseUrl, token: await sandbox.supplier.token(), retry: false });
    sandbox.fail({ operation: "lessors.list", with: "stall" });
    const call = kindOf(supplier.lessors.list());
    while (sandbox.journal.entries.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    await server.close();
    expect(await call).toBe("connection");
  });
});

describe("the connections of a server on loopback", () => {
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  it("reuses a connection for the next request, even after an error response", async () => {
    const { url, token } = await listening();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    closing.push(() => agent.destroy());
    const ask = (authorization: string) => send(`${url}/v2/lessors`, { agent, headers: { authorization } });
    const responses = [await ask(`Bearer ${token}`), await ask("Bearer guess"), await ask(`Bearer ${token}`)];
    expect(responses.map(({ status, reused }) => [status, reused])).toEqual([
      [200, false],
      [401, true],
      [200, true],
    ]);
  });

  it.each(["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1", "127.0.0.1.evil.example"])(
    "responds with 421 to the host %s and does not handle the request",
    async (host) => {
      const { url, token, sandbox } = await listening();
      const headers = { host, authorization: `Bearer ${token}` };
      const { status, text } = await send(`${url}/v2/lessors`, { headers });
      expect([status, text]).toEqual([421, "This sandbox answers to 127.0.0.1 and localhost only."]);
      expect(sandbox.journal.entries).toEqual([]);
    },
  );

  it("accepts the host localhost", async () => {
    const { url, token } = await listening();
    const headers = { host: `localhost:${new URL(url).port}`, authorization: `Bearer ${token}` };
    expect((await send(`${url}/v2/lessors`, { headers })).status).toBe(200);
  });

  it("sends no body after HEAD and keeps the connection usable", async () => {
    const { url, token } = await listening();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    closing.push(() => agent.destroy());
    const headers = { authorization: `Bearer ${token}` };
    const head = await send(`${url}/v2/lessors`, { agent, headers, method: "HEAD" });
    expect([head.status, head.text, head.headers.connection]).toEqual([404, "", "keep-alive"]);
    expect((await send(`${url}/v2/lessors`, { agent, headers })).status).toBe(200);
  });

  it("closes every connection when it is closed", async () => {
    const sandbox = createSandbox({ now: monday });
    const server = await sandbox.listen();
    const agent = new Agent({ keepAlive: true });
    closing.push(() => agent.destroy());
    const url = `${server.supplier.baseUrl}/v2/lessors`;
    expect((await send(url, { agent })).status).toBe(401);
    await server.close();
    await expect(send(url, {})).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });
});
