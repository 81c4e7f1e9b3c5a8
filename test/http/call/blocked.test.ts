import { Worker } from "node:worker_threads";
import { describe, expect, onTestFinished, test } from "vitest";
import { draft, supplierAt, supplierOver } from "../../support/clients.js";
import { failure } from "../../support/errors.js";
import { empty, fakeFetch, json } from "../../support/fetch.js";
import { openTransport } from "../../undici/support.js";

/** A service in another thread, which responds while the event loop of the test is blocked. */
const service = `
  const { createServer } = require("node:http");
  const { parentPort } = require("node:worker_threads");
  const { gzipSync } = require("node:zlib");
  const server = createServer((request, response) => {
    const [, kind] = request.url.split("/");
    const respond = (status, value, fields = {}) => {
      const body = JSON.stringify(value);
      const headers = { "content-type": "application/json", ...fields };
      if (kind === "plain") response.writeHead(status, headers).end(body);
      else response.writeHead(status, { ...headers, "content-encoding": "gzip" }).end(gzipSync(body));
    };
    request.resume().on("end", () => {
      parentPort.postMessage("received");
      setTimeout(() => {
        if (kind === "silent") return;
        if (request.method === "GET") respond(404, { errors: [{ code: "REG-SVC000001", description: "x" }] });
        else respond(201, { data: { id: "R-9" } }, { location: "/v2/servicerequests/R-9" });
      }, 100);
    });
  });
  server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));
`;

/** Starts the service. It counts the requests that it has received, and it is stopped after the test. */
async function startService() {
  const worker = new Worker(service, { eval: true });
  onTestFinished(async () => void (await worker.terminate()));
  const port = await new Promise((resolve) => worker.once("message", resolve));
  const state = { url: `http://127.0.0.1:${port}`, received: 0 };
  worker.on("message", () => {
    state.received += 1;
  });
  return state;
}

/** Blocks the event loop after it has read its sockets, so that its timers run before it reads them again. */
function block(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(() => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
      resolve();
    });
  });
}

describe("a limit that passes while the event loop is blocked", () => {
  const limits = [{ timeout: 1500 }, { deadline: 1500 }];
  const transports = [undefined, () => openTransport()];
  const variants = limits.flatMap((limit) => transports.map((create) => ({ limit, create })));

  /** Creates a client for each limit and transport. */
  const createClients = (url: string) =>
    variants.map(({ limit, create }) =>
      supplierAt(url, { ...limit, transport: create?.(), retry: false, throttle: false }),
    );

  test.each(["plain", "gzip"])("loses no response that has arrived (%s)", async (kind) => {
    const server = await startService();
    const clients = createClients(`${server.url}/${kind}`);
    for (let round = 0; round < 2; round += 1) {
      server.received = 0;
      const creates = clients.flatMap(({ serviceRequests }) => [1, 2, 3].map(() => serviceRequests.create(draft)));
      const reads = clients.map(({ serviceRequests }) => failure(serviceRequests.get("R-1"), "not-found"));
      await expect.poll(() => server.received, { interval: 1 }).toBe(creates.length + reads.length);
      await block(1700);
      for (const created of await Promise.all(creates)) expect(created).toMatchObject({ id: "R-9" });
      for (const { errors } of await Promise.all(reads)) expect(errors).toMatchObject([{ code: "REG-SVC000001" }]);
    }
  });

  test("still ends a call without a response", async () => {
    const server = await startService();
    const clients = createClients(`${server.url}/silent`);
    const calls = clients.map(({ serviceRequests }) => failure(serviceRequests.create(draft), "timeout"));
    await expect.poll(() => server.received, { interval: 1 }).toBe(calls.length);
    await block(1700);
    for (const error of await Promise.all(calls)) expect(error.outcome).toBe("unknown");
  });

  test("sends nothing after a deadline that passed during a wait", async () => {
    const fetch = fakeFetch(empty(503), json({ id: "R-9" }, { status: 201 }));
    const retry = { retries: 1, minTimeout: 300 };
    const { lessors } = supplierOver(fetch, { deadline: 600, retry, random: () => 1 });
    const call = failure(lessors.list(), "timeout");
    await expect.poll(() => fetch.requests.length, { interval: 1 }).toBe(1);
    await block(1000);
    expect(await call).toMatchObject({ limit: "deadline", limitMs: 600 });
    expect(fetch.requests).toHaveLength(1);
  });
});
