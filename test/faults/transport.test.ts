import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import type { RequestListener } from "node:http";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { RegErrorKind } from "../../src/errors/index.js";
import { createLessorClient } from "../../src/lessor/client.js";
import { createSupplierClient, type SupplierClientOptions } from "../../src/supplier/client.js";
import { canarySecret, canaryToken } from "../support/clients.js";
import { ManualClock } from "../support/clock.js";
import { countingServer } from "../support/counting-server.js";
import { failure } from "../support/errors.js";
import { httpServer, tcpServer } from "../support/server.js";
import { serveSandbox } from "./support/sandbox.js";

const draft = { status: "Draft", vehicle: { licensePlate: "AB-123-C" } } as const;

const over = (baseUrl: string, options: Partial<SupplierClientOptions> = {}) =>
  createSupplierClient({ baseUrl, token: canaryToken, random: () => 0, ...options });

const lessorOver = (baseUrl: string) =>
  createLessorClient({ baseUrl, clientId: "fleet-job", clientSecret: canarySecret, random: () => 0 });

const answerJson: RequestListener = (_, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end('{"id":"R-1"}');
};

describe("fault 44: a redirect is never followed", () => {
  const redirects = [300, 301, 302, 303, 304, 307, 308].flatMap((status) =>
    (["another origin", "the same origin", "another port by //"] as const).map((target) => ({
      status,
      target,
    })),
  );

  /** Two servers, of which the first one sends everybody away. */
  async function redirecting(status: number, target: string) {
    const second = await httpServer(answerJson);
    const first = await httpServer((request, response) => {
      const origin =
        target === "the same origin" ? "" : second.url.replace(target.endsWith("//") ? "http:" : "", "");
      request.resume();
      response.writeHead(status, { location: `${origin}/elsewhere` }).end();
    });
    return { first, second };
  }

  test.each(redirects)(
    "$status to $target, of a read, a create and an upload",
    async ({ status, target }) => {
      const { first, second } = await redirecting(status, target);
      const { serviceRequests } = over(first.url);
      await failure(serviceRequests.get("R-1"), "response");
      expect(await failure(serviceRequests.create(draft), "response")).toMatchObject({
        status,
        outcome: "unknown",
      });
      await failure(serviceRequests.attachments.upload("R-1", new Blob(["%PDF"])), "response");
      expect(first.requests).toHaveLength(3);
      expect(first.requests).not.toContain("GET /elsewhere");
      expect(second.requests).toEqual([]);
    },
  );

  test.each(redirects)("$status to $target, of the request for a token, secret and all", async (redirect) => {
    const { first, second } = await redirecting(redirect.status, redirect.target);
    await failure(lessorOver(first.url).vehicles.get("AB-123-C"), "token");
    expect(first.requests).toEqual(["POST /token"]);
    expect(second.requests).toEqual([]);
  });

  test("an error that names another place is an error, not a redirect", async () => {
    const second = await httpServer(answerJson);
    const first = await httpServer((_, response) => {
      response.writeHead(404, { location: second.url, refresh: `0; url=${second.url}` }).end();
    });
    await failure(over(first.url).serviceRequests.get("R-1"), "not-found");
    expect(second.requests).toEqual([]);
  });

  test("where a created thing is, is read and not visited", async () => {
    const second = await httpServer(answerJson);
    const first = await httpServer((_, response) => {
      response.writeHead(201, { location: `${second.url}/v2/servicerequests/R-9` }).end();
    });
    expect(await over(first.url).serviceRequests.create(draft)).toMatchObject({ id: "R-9" });
    expect(second.requests).toEqual([]);
  });
});

describe("fault 45: the timeout of an attempt starts at sending, and covers the body", () => {
  /** Sends the head of an answer, and its body one byte at a time. */
  const drip: RequestListener = (_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
    const timer = setInterval(() => response.write(" "), 20);
    response.on("close", () => clearInterval(timer));
  };
  /** A fetch that counts the heads of the answers: what is sent after them may take its time. */
  const notingHeads = () => {
    let heads = 0;
    const noting = async (...request: Parameters<typeof fetch>) => {
      const response = await fetch(...request);
      heads += 1;
      return response;
    };
    return { fetch: noting, heads: () => heads };
  };
  const slow: readonly [string, RequestListener][] = [
    ["headers that never arrive", () => {}],
    ["a body that never begins", (_, response) => response.writeHead(200).flushHeaders()],
    ["a body that stalls", (_, response) => response.writeHead(200).write('{"data":')],
    ["a body that comes byte by byte", drip],
    ["a file that stalls", (_, response) => response.writeHead(200, { "content-type": "x/y" }).write("%PDF")],
  ];

  test.each(slow)("%s", async (what, listener) => {
    const server = await countingServer(listener);
    const clock = new ManualClock();
    const { fetch, heads } = notingHeads();
    const { serviceRequests } = over(server.url, { clock, fetch, timeout: 150, retry: false });
    const file = what.startsWith("a file");
    const call = file ? serviceRequests.attachments.get("R-1", "A-1") : serviceRequests.get("R-1");
    let settled = false;
    const ended = failure(call, "timeout").finally(() => {
      settled = true;
    });
    await expect.poll(() => [server.open, heads()]).toEqual([1, what.startsWith("headers") ? 0 : 1]);
    await clock.advance(149);
    expect(settled).toBe(false);
    await clock.advance(1);
    expect(await ended).toMatchObject({ limit: "timeout", limitMs: 150, outcome: undefined });
    // The connection is given up as well, so that neither side keeps it.
    await expect.poll(() => server.open).toBe(0);
    expect(server.requests).toHaveLength(1);
  });

  test.each(slow.slice(0, 4))("with %s, the outcome of a create is unknown", async (what, listener) => {
    const { url, requests } = await httpServer(listener);
    const clock = new ManualClock();
    const { fetch, heads } = notingHeads();
    const ended = failure(over(url, { clock, fetch, timeout: 100 }).serviceRequests.create(draft), "timeout");
    await expect.poll(() => [requests.length, heads()]).toEqual([1, what.startsWith("headers") ? 0 : 1]);
    await clock.advance(100);
    expect(await ended).toMatchObject({ outcome: "unknown" });
    expect(requests).toHaveLength(1);
  });

  test("but the body of an error that stalls does not hold its status back", async () => {
    const server = await countingServer((_, response) => {
      response.writeHead(500).write('{"errors":');
    });
    const clock = new ManualClock();
    const { fetch, heads } = notingHeads();
    const { serviceRequests } = over(server.url, { clock, fetch, timeout: 300, retry: false });
    const ended = failure(serviceRequests.get("R-1"), "server");
    await expect.poll(heads).toBe(1);
    await clock.advance(150);
    expect(await ended).toMatchObject({ status: 500, errors: [] });
    await expect.poll(() => server.open).toBe(0);
  });

  test("each attempt has a timeout of its own", async () => {
    let asked = 0;
    const { url } = await httpServer((request, response) => {
      if (++asked >= 3) answerJson(request, response);
    });
    // Enough repetitions for a machine that takes longer than that for an answer now and then.
    const client = over(url, { timeout: 100, retry: { retries: 20 } });
    expect(await client.serviceRequests.get("R-1")).toMatchObject({ id: "R-1" });
    expect(asked).toBeGreaterThanOrEqual(3);
  });

  test("the time in the line and the time for a token do not count", async () => {
    const { url, requests } = await httpServer(answerJson);
    const clock = new ManualClock();
    const token = () =>
      new Promise<string>((resolve) => void clock.schedule(() => resolve(canaryToken), 400));
    const throttle = { limit: 1, window: 450 };
    let underWay = 0;
    const whole = async (...request: Parameters<typeof fetch>) => {
      underWay += 1;
      const response = await fetch(...request);
      const body = await response.arrayBuffer();
      underWay -= 1;
      return new Response(body, response);
    };
    const client = over(url, { clock, fetch: whole, timeout: 300, token, throttle, retry: false });
    let done = false;
    const calls = Promise.all([1, 2].map(() => client.serviceRequests.get("R-1"))).finally(() => {
      done = true;
    });
    // The line takes real time as well, and so do answers: while one is awaited, the clock stands.
    for (; !done; await new Promise((resolve) => setTimeout(resolve, 5))) {
      if (underWay === 0) await clock.advance(50);
    }
    await calls;
    expect(clock.monotonic()).toBeGreaterThanOrEqual(850);
    expect(requests).toHaveLength(2);
  });

  test("the same for the request for a token", async () => {
    const { url, requests } = await httpServer(drip);
    const clock = new ManualClock();
    const { fetch, heads } = notingHeads();
    const lessor = createLessorClient({
      baseUrl: url,
      clientId: "fleet-job",
      clientSecret: canarySecret,
      clock,
      fetch,
      timeout: 150,
      retry: false,
    });
    let settled = false;
    const ended = failure(lessor.vehicles.get("AB-123-C"), "token").finally(() => {
      settled = true;
    });
    await expect.poll(heads).toBe(1);
    await clock.advance(149);
    expect(settled).toBe(false);
    await clock.advance(1);
    expect(settled).toBe(true);
    await ended;
    expect(requests).toEqual(["POST /token"]);
  });
});

describe("fault 46: an answer that is cut in its middle", () => {
  const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
  const cuts: readonly [string, RegErrorKind, (socket: Socket) => void][] = [
    [
      "fewer bytes than announced",
      "connection",
      (socket) => socket.end(`${head}content-length: 99\r\n\r\n{"id":`),
    ],
    [
      "a reset after some bytes",
      "connection",
      (socket) =>
        socket.write(`${head}content-length: 99\r\n\r\n{"id":`, () =>
          setTimeout(() => socket.resetAndDestroy(), 20),
        ),
    ],
    [
      "chunks without an end",
      "connection",
      (socket) => socket.end(`${head}transfer-encoding: chunked\r\n\r\n6\r\n{"id":\r\n`),
    ],
    ["half a head", "connection", (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-")],
    ["nothing at all", "connection", (socket) => socket.end()],
    [
      "JSON that breaks off in a body that is whole",
      "response",
      (socket) => socket.end(`${head}content-length: 6\r\nconnection: close\r\n\r\n{"id":`),
    ],
    ["a body without a length", "response", (socket) => socket.end(`${head}\r\n{"id":`)],
  ];
  const whole = `${head}content-length: 12\r\nconnection: close\r\n\r\n{"id":"R-1"}`;

  /** A server that cuts its first answers, and gives whole ones after them. */
  const cutting = (cut: (socket: Socket) => void, times: number) => {
    let left = times;
    return tcpServer((socket) => (left-- > 0 ? cut(socket) : void socket.end(whole)));
  };

  test.each(cuts)("%s: a read is asked for again", async (_, _kind, cut) => {
    const server = await cutting(cut, 2);
    expect(await over(server.url).serviceRequests.get("R-1")).toMatchObject({ id: "R-1" });
    expect(server.connections).toBe(3);
  });

  test.each(cuts)("%s: a create is not, and its outcome is unknown", async (_, kind, cut) => {
    const server = await cutting(cut, 1);
    expect(await failure(over(server.url).serviceRequests.create(draft), kind)).toMatchObject({
      outcome: "unknown",
      attempts: [{ attempt: 1 }],
    });
    expect(server.connections).toBe(1);
  });

  test("a create whose response is cut after the commit is not sent again", async () => {
    const { sandbox, supplier } = await serveSandbox();
    const client = await supplier();
    sandbox.fail({ operation: "serviceRequests.create", when: "after-commit", with: "cut-body" });
    expect(await failure(client.serviceRequests.create(draft), "connection")).toMatchObject({
      outcome: "unknown",
    });
    sandbox.journal.assertCalls({ "serviceRequests.create": 1 });
  });

  test("an error whose body is cut is still that error", async () => {
    const server = await tcpServer((socket) =>
      socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 99\r\n\r\n{"errors":'),
    );
    await failure(over(server.url).serviceRequests.get("R-1"), "not-found");
    expect(server.connections).toBe(1);
  });

  test("a file that is handed out as a stream errors where it was cut, and is not fetched again", async () => {
    const server = await tcpServer((socket) =>
      socket.end("HTTP/1.1 200 OK\r\ncontent-type: application/pdf\r\ncontent-length: 99\r\n\r\n%PDF"),
    );
    const { stream } = await over(server.url).serviceRequests.attachments.get("R-1", "A-1", { as: "stream" });
    await failure(new Response(stream).text(), "connection");
    expect(server.connections).toBe(1);
  });
});

describe("fault 48: a script of one call ends within a second of its result", () => {
  const script = fileURLToPath(new URL("./support/one-call.ts", import.meta.url));
  let folder = "";

  // As a program that waits for a compiler of TypeScript idles too.
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "reg-one-call-"));
    await build({
      entryPoints: [script],
      outdir: folder,
      outExtension: { ".js": ".mjs" },
      bundle: true,
      splitting: true,
      format: "esm",
      platform: "node",
      target: "node20",
    });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** What still runs so long after its result does not end by itself, however slow the machine is; in milliseconds. */
  const hopeless = 15_000;

  /**
   * Runs the script. Resolves to how long it idled between its result and its end, in milliseconds: what waits for a
   * timer or a socket idles, and what gets no processor does not.
   */
  async function idleUntilExit(
    name: string,
    url: string,
  ): Promise<{ idle: number; code: number | null; said: string }> {
    const child = spawn(process.execPath, [join(folder, "one-call.mjs"), name, url], {
      env: { ...process.env, REG_TOKEN: canaryToken, REG_SECRET: canarySecret },
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
      setTimeout(() => child.kill("SIGKILL"), hopeless).unref();
    });
    const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
    const [said = "", idle] = output.split("\n");
    return { idle: Number.parseFloat(idle ?? ""), code, said };
  }

  /** A service that keeps its connections open for as long as a client wants. */
  async function service() {
    let refusals = 1;
    return httpServer((request, response) => {
      request.resume();
      response.setHeader("keep-alive", "timeout=600");
      response.setHeader("content-type", "application/json");
      if (request.url === "/token") {
        response.end(JSON.stringify({ access_token: canaryToken, token_type: "Bearer", expires_in: 3600 }));
      } else if (request.url?.includes("/stall") === true) {
        response.writeHead(200).write('{"id":');
      } else if (request.url?.endsWith("/refused") === true && refusals-- > 0) {
        response.writeHead(429, { "retry-after": "0" }).end();
      } else response.end('{"id":"R-1"}');
    });
  }

  test("of either client, after a success, a failure, a wait, an abort, and without close()", {
    timeout: 60_000,
  }, async () => {
    const { url } = await service();
    const expected = [
      ["supplier", "R-1"],
      ["lessor", "R-1"],
      ["hardships", "connection R-1 R-1 R-1 enough timeout cancelled"],
    ] as const;
    await Promise.all(
      expected.map(async ([name, result]) => {
        const { idle, code, said } = await idleUntilExit(name, url);
        expect([name, said, code]).toEqual([name, result, 0]);
        expect(idle, name).toBeLessThan(1000);
      }),
    );
  });
});
