import { spawn } from "node:child_process";
import type { RequestListener } from "node:http";
import type { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import type { RegErrorKind } from "../../src/errors/index.js";
import { createLessorClient } from "../../src/lessor/client.js";
import { createSupplierClient, type SupplierClientOptions } from "../../src/supplier/client.js";
import { canarySecret, canaryToken } from "../support/clients.js";
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

/** How long a promise takes, in milliseconds, with what it settles to. */
async function timed<T>(promise: Promise<T>): Promise<{ value: T; ms: number }> {
  const begun = performance.now();
  const value = await promise;
  return { value, ms: performance.now() - begun };
}

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
  const slow: readonly [string, RequestListener][] = [
    ["headers that never arrive", () => {}],
    ["a body that never begins", (_, response) => response.writeHead(200).flushHeaders()],
    ["a body that stalls", (_, response) => response.writeHead(200).write('{"data":')],
    ["a body that comes byte by byte", drip],
    ["a file that stalls", (_, response) => response.writeHead(200, { "content-type": "x/y" }).write("%PDF")],
  ];

  test.each(slow)("%s", async (what, listener) => {
    let open = 0;
    const { url, requests } = await httpServer((request, response) => {
      open += 1;
      request.socket.once("close", () => {
        open -= 1;
      });
      listener(request, response);
    });
    const { serviceRequests } = over(url, { timeout: 150, retry: false });
    const file = what.startsWith("a file");
    const call = file ? serviceRequests.attachments.get("R-1", "A-1") : serviceRequests.get("R-1");
    const { value, ms } = await timed(failure(call, "timeout"));
    expect(value).toMatchObject({ limit: "timeout", limitMs: 150, outcome: undefined });
    expect(ms).toBeGreaterThan(140);
    expect(ms).toBeLessThan(1000);
    // The connection is given up as well, so that neither side keeps it.
    await expect.poll(() => open).toBe(0);
    expect(requests).toHaveLength(1);
  });

  test.each(slow.slice(0, 4))("with %s, the outcome of a create is unknown", async (_, listener) => {
    const { url, requests } = await httpServer(listener);
    const call = over(url, { timeout: 100 }).serviceRequests.create(draft);
    expect(await failure(call, "timeout")).toMatchObject({ outcome: "unknown" });
    expect(requests).toHaveLength(1);
  });

  test("but the body of an error that stalls does not hold its status back", async () => {
    let open = 0;
    const { url } = await httpServer((request, response) => {
      open += 1;
      request.socket.once("close", () => {
        open -= 1;
      });
      response.writeHead(500).write('{"errors":');
    });
    const { serviceRequests } = over(url, { timeout: 300, retry: false });
    const { value, ms } = await timed(failure(serviceRequests.get("R-1"), "server"));
    expect(value).toMatchObject({ status: 500, errors: [] });
    expect(ms).toBeLessThan(300);
    await expect.poll(() => open).toBe(0);
  });

  test("each attempt has a timeout of its own", async () => {
    let asked = 0;
    const { url } = await httpServer((request, response) => {
      if (++asked >= 3) answerJson(request, response);
    });
    expect(await over(url, { timeout: 100 }).serviceRequests.get("R-1")).toMatchObject({ id: "R-1" });
  });

  test("the time in the line and the time for a token do not count", async () => {
    const { url, requests } = await httpServer(answerJson);
    const token = () => new Promise<string>((resolve) => setTimeout(resolve, 400, canaryToken));
    const client = over(url, { timeout: 300, token, throttle: { limit: 1, window: 450 }, retry: false });
    const { ms } = await timed(Promise.all([1, 2].map(() => client.serviceRequests.get("R-1"))));
    expect(ms).toBeGreaterThan(800);
    expect(requests).toHaveLength(2);
  });

  test("the same for the request for a token", async () => {
    const { url, requests } = await httpServer(drip);
    const lessor = createLessorClient({
      baseUrl: url,
      clientId: "fleet-job",
      clientSecret: canarySecret,
      timeout: 150,
      retry: false,
    });
    const { ms } = await timed(failure(lessor.vehicles.get("AB-123-C"), "token"));
    expect(ms).toBeLessThan(1000);
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

  test("the sandbox's create that was carried out is not carried out again", async () => {
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

  /** Runs the script; resolves to the time from its result to its end, in milliseconds. */
  async function timeToExit(
    name: string,
    url: string,
  ): Promise<{ ms: number; code: number | null; said: string }> {
    const child = spawn(process.execPath, ["--import", "tsx", script, name, url], {
      env: { ...process.env, REG_TOKEN: canaryToken, REG_SECRET: canarySecret },
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    let said = "";
    let toldAt = Number.NaN;
    child.stdout.on("data", (chunk) => {
      said += chunk;
      toldAt = performance.now();
      setTimeout(() => child.kill("SIGKILL"), 1500).unref();
    });
    const code = await new Promise<number | null>((resolve) => child.on("exit", resolve));
    return { ms: performance.now() - toldAt, code, said: said.trim() };
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
    timeout: 30_000,
  }, async () => {
    const { url } = await service();
    const expected = [
      ["supplier", "R-1"],
      ["lessor", "R-1"],
      ["hardships", "connection R-1 R-1 R-1 enough timeout cancelled"],
    ] as const;
    await Promise.all(
      expected.map(async ([name, result]) => {
        const { ms, code, said } = await timeToExit(name, url);
        expect([name, said, code]).toEqual([name, result, 0]);
        expect(ms, name).toBeLessThan(1000);
      }),
    );
  });
});
