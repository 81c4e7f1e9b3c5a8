import { Agent, type IncomingHttpHeaders, type RequestOptions, request } from "node:http";
import { createSupplierClient } from "@reg/sdk";
import { describe, expect, it, onTestFinished } from "vitest";
import { settle, waitUntil } from "../../support/clock.js";
import { noTimers } from "../../support/timers.js";
import { untyped } from "../../support/untyped.js";
import { kindOf, open } from "../support.js";
import { createAbort } from "./support.js";

/** Serves a sandbox on loopback until the end of the test. */
async function listen() {
  const { sandbox } = await open();
  const server = await sandbox.listen();
  onTestFinished(() => server.close());
  return { sandbox, url: server.supplier.baseUrl, token: await sandbox.supplier.token() };
}

/** Creates an agent that keeps one connection open until the end of the test. */
function createAgent(): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  return agent;
}

interface RawResponse {
  readonly status: number | undefined;
  readonly reused: boolean;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends a request without fetch, which hides connections and sets the header Host itself. */
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

describe("the sandbox on loopback", () => {
  it("responds with 400 to a request that fetch could not send", async () => {
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

  it("uses the given port, and rejects a port that is in use", async () => {
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
    await waitUntil(() => sandbox.journal.entries.length > 0);
    await server.close();
    expect(await call).toBe("connection");
  });

  it.each(["evil.example", "127.0.0.1:1", "127.0.0.1.evil.example"])(
    "responds with 421 to the Host %s without handling the request",
    async (host) => {
      const { url, token, sandbox } = await listen();
      const headers = { host, authorization: `Bearer ${token}` };
      const { status, text } = await send(`${url}/v2/lessors`, { headers });
      expect([status, text]).toEqual([
        421,
        "This sandbox answers to the hosts 127.0.0.1 and localhost with its port only.",
      ]);
      expect(sandbox.journal.entries).toEqual([]);
    },
  );

  it("accepts the Host localhost", async () => {
    const { url, token } = await listen();
    const headers = { host: `localhost:${new URL(url).port}`, authorization: `Bearer ${token}` };
    expect((await send(`${url}/v2/lessors`, { headers })).status).toBe(200);
  });
});

describe("a connection to the sandbox on loopback", () => {
  it("is reused for the next request, even after an error response", async () => {
    const { url, token } = await listen();
    const agent = createAgent();
    const listLessors = (authorization: string) => send(`${url}/v2/lessors`, { agent, headers: { authorization } });
    const responses = [
      await listLessors(`Bearer ${token}`),
      await listLessors("Bearer guess"),
      await listLessors(`Bearer ${token}`),
    ];
    expect(responses.map(({ status, reused }) => [status, reused])).toEqual([
      [200, false],
      [401, true],
      [200, true],
    ]);
  });

  it("stays usable after HEAD, whose response has no body", async () => {
    const { url, token } = await listen();
    const agent = createAgent();
    const headers = { authorization: `Bearer ${token}` };
    const head = await send(`${url}/v2/lessors`, { agent, headers, method: "HEAD" });
    expect([head.status, head.text, head.headers.connection]).toEqual([404, "", "keep-alive"]);
    expect((await send(`${url}/v2/lessors`, { agent, headers })).status).toBe(200);
  });

  it("is closed with the server", async () => {
    const { sandbox } = await open();
    const server = await sandbox.listen();
    const agent = createAgent();
    const url = `${server.supplier.baseUrl}/v2/lessors`;
    expect((await send(url, { agent })).status).toBe(401);
    await server.close();
    await expect(send(url, {})).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });
});

describe("an abort of a request on loopback", () => {
  it.each(["stall", "stall-body", { drip: 100_000 }, { oversized: 1_000_000_000 }] as const)(
    "leaves no connection, timer or reader behind during the fault %j",
    async (kind) => {
      const { sandbox } = await open({ now: untyped(undefined) });
      const server = await sandbox.listen();
      const countResources = () =>
        process.getActiveResourcesInfo().filter((name) => /^Timeout|TCPSocketWrap/.test(name)).length;
      const headers = { authorization: `Bearer ${await sandbox.supplier.token()}` };
      await noTimers();
      const before = countResources();
      const fault = sandbox.fail({ operation: "lessors.list", with: kind });
      const { signal, abort } = createAbort();
      // fetch would replace a lost connection by another one, and keep it for four seconds.
      const failed = new Promise((resolve) => {
        request(`${server.supplier.baseUrl}/v2/lessors`, { headers, signal, agent: false })
          .on("response", (response) => response.on("error", resolve).resume())
          .on("error", resolve)
          .end();
      });
      await waitUntil(() => fault.happened === 1);
      await settle();
      abort();
      await failed;
      await waitUntil(() => countResources() <= before);
      await server.close();
    },
  );

  it("does not affect other requests, and the late response is discarded", async () => {
    const { sandbox, supplier } = await open();
    const server = await sandbox.listen();
    const headers = { authorization: `Bearer ${await sandbox.supplier.token()}` };
    const fault = sandbox.fail({ operation: "lessors.list", with: { delay: 1000 } });
    const { signal, abort } = createAbort();
    const failed = expect(fetch(`${server.supplier.baseUrl}/v2/lessors`, { headers, signal })).rejects.toThrow(
      "enough",
    );
    await waitUntil(() => fault.happened === 1);
    abort();
    await failed;
    sandbox.clock.advance({ ms: 1000 });
    await waitUntil(() => sandbox.journal.entries.length === 1);
    await supplier.lessors.list();
    await server.close();
  });
});
