import { once } from "node:events";
import { request } from "node:http";
import { Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import { routes } from "../../../src/sandbox/control/control-routes.js";
import { serveControl } from "../../../src/sandbox/control/control-server.js";
import { openSandbox } from "../../../src/sandbox/sandbox.js";
import { closeAfterTest, key, openControl } from "../../cli/support.js";
import { settle } from "../../support/clock.js";

/** Sends only these headers, because fetch would add more. */
function sendRaw(url: string, headers: Record<string, string>, method = "GET", body = "") {
  return new Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]>; text: string }>(
    (resolve, reject) => {
      const sent = request(url, { method, headers, agent: false }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, text }));
      });
      sent.on("error", reject).end(body);
    },
  );
}

const withKey = { authorization: `Bearer ${key}` };
const withJson = { ...withKey, "content-type": "application/json" };
const reset = JSON.stringify({ method: "reset" });

describe("the control surface", () => {
  it("sends no CORS header to a web page, not even for a preflight request", async () => {
    const { url } = await openControl();
    const origin = "https://evil.example";
    const preflight = { origin, "access-control-request-method": "POST" };
    const responses = [await sendRaw(url, { ...withKey, origin }), await sendRaw(`${url}/call`, preflight, "OPTIONS")];
    for (const { status, headers } of responses)
      expect([status, headers["access-control-allow-origin"]]).toEqual([403, undefined]);
  });

  it("rejects a POST whose content type is not JSON", async () => {
    const { url, supplier } = await openControl();
    await supplier.serviceRequests.create({ status: "Draft", vehicle: { licensePlate: "AB-123-C" } });
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""])
      expect((await sendRaw(`${url}/call`, { ...withKey, "content-type": type }, "POST", reset)).status).toBe(415);
    expect((await sendRaw(`${url}/call`, withKey, "POST", reset)).status).toBe(415);
    expect((await sendRaw(`${url}/call`, withKey, "POST")).status).toBe(415);
    expect((await supplier.serviceRequests.list()).serviceRequests).toHaveLength(1);
    const charset = { ...withKey, "content-type": "application/json; charset=utf-8" };
    expect((await sendRaw(`${url}/call`, charset, "POST", reset)).status).toBe(204);
    expect((await supplier.serviceRequests.list()).serviceRequests).toEqual([]);
  });

  it("requires the key for every path, including unknown ones", async () => {
    const { url, supplier, sandbox } = await openControl();
    await supplier.lessors.list();
    for (const authorization of [undefined, "", key, "Bearer", `Bearer ${key}x`, `bearer ${key}`, "Bearer é"]) {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      for (const { method, path } of [...routes, { method: "GET", path: "/nothing" }]) {
        const response = await sendRaw(
          `${url}${path}`,
          { ...headers, "content-type": "application/json" },
          method,
          method === "POST" ? reset : "",
        );
        expect([response.status, response.headers["www-authenticate"]]).toEqual([401, "Bearer"]);
        expect(response.text).not.toContain(key);
      }
    }
    expect(sandbox.journal.calls()).toEqual({ "lessors.list": 1 });
  });

  it("accepts a body of one megabyte and rejects a longer one", async () => {
    const { url, invoke } = await openControl();
    const empty = JSON.stringify({ method: "snapshot", args: [""] });
    const createBody = (length: number) => empty.replace('""', `"${"x".repeat(length - empty.length)}"`);
    const send = (length: number) => sendRaw(`${url}/call`, withJson, "POST", createBody(length));
    expect((await send(1_000_000)).status).toBe(204);
    expect(await send(1_000_001)).toMatchObject({ status: 413 });
    expect(await invoke("snapshot", "x".repeat(3_000_000))).toMatchObject({
      status: 413,
      json: { error: { message: "The body is longer than 1000000 bytes." } },
    });
  });

  it("rejects a body as soon as it is too long, and survives a client that leaves before its end", async () => {
    const { url, get, defects } = await openControl();
    const sending = request(`${url}/call`, { method: "POST", headers: withJson, agent: false });
    sending.on("error", () => {}).write(`{"method":"snapshot","args":["${"x".repeat(1_000_000)}`);
    expect((await once(sending, "response"))[0].statusCode).toBe(413);
    sending.destroy();
    const leaving = request(`${url}/call`, { method: "POST", headers: withJson, agent: false });
    leaving.on("error", () => {}).write('{"method":');
    await once(leaving, "socket");
    await settle();
    await new Promise((resolve) => leaving.once("close", resolve).destroy());
    expect((await get("/snapshots")).json).toEqual([]);
    expect(defects).toEqual([]);
  });

  it.each(["", "{", "method=reset", "\u0000"])("rejects the body %j because it is not JSON", async (body) => {
    const { url } = await openControl();
    const { status, text } = await sendRaw(`${url}/call`, withJson, "POST", body);
    expect([status, JSON.parse(text)]).toEqual([400, { error: { message: "The body is not JSON." } }]);
  });

  it("lists all routes and methods, and the routes also in the 404 response for an unknown path", async () => {
    const { get } = await openControl();
    const { routes: list, methods } = (await get("/")).json;
    expect(list).toHaveLength(routes.length);
    for (const { about } of list) expect(about).not.toBe("");
    expect(methods["clock.advance"]).toEqual(["step"]);
    expect(methods["lessor.approve"]).toEqual(["id", "options"]);
    for (const path of ["/nothing", "/clock/", "//clock", "/requests/", "/fleet//AB-123-C", "/%E0%A4%A", "/call/"]) {
      const { status, json } = await get(path);
      expect(status, path).toBe(404);
      expect(json.error.paths).toHaveLength(routes.length);
      expect(json.error.paths).toContain("POST /call");
    }
  });

  it("responds with 405 and the methods that a path supports", async () => {
    const { url, call } = await openControl();
    expect(await call("DELETE", "/faults")).toMatchObject({ status: 405 });
    for (const [method, path, allowed] of [
      ["PUT", "/call", "POST"],
      ["GET", "/call", "POST"],
      ["POST", "/faults", "GET"],
    ] as const) {
      const { status, headers } = await sendRaw(`${url}${path}`, withJson, method, method === "GET" ? "" : reset);
      expect([status, headers["allow"]]).toEqual([405, allowed]);
    }
  });

  it("forbids caching of its responses", async () => {
    const { url } = await openControl();
    const { headers } = await sendRaw(url, withKey);
    expect([headers["cache-control"], headers["x-content-type-options"]]).toEqual(["no-store", "nosniff"]);
  });

  it("responds with 500 and reports the error after an internal failure", async () => {
    const { sandbox, interior } = openSandbox();
    const failure = new TypeError("oops");
    const defects: unknown[] = [];
    const onDefect = (defect: unknown) => defects.push(defect);
    const { url, close } = await serveControl({
      sandbox: {
        ...sandbox,
        reset: () => {
          throw failure;
        },
      },
      interior,
      key,
      port: 0,
      onDefect,
    });
    closeAfterTest(close);
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const response = await fetch(`${url}/call`, { method: "POST", headers, body: reset });
    expect([response.status, await response.text()]).toEqual([500, expect.not.stringContaining("oops")]);
    expect(defects).toEqual([failure]);
  });
});

describe("fault 53: the sandbox is reachable only on this machine, and its controls not from a web page", () => {
  async function served() {
    const { sandbox, interior } = openSandbox();
    const [server, other, control] = await Promise.all([
      sandbox.listen(),
      sandbox.listen(),
      serveControl({ sandbox, interior, key, port: 0, onDefect: () => {} }),
    ]);
    for (const { close } of [server, other, control]) closeAfterTest(close);
    return { sandbox, service: server.supplier.baseUrl, other: other.supplier.baseUrl, control: control.url };
  }

  const statusOf = async (...request: Parameters<typeof sendRaw>) => (await sendRaw(...request)).status;

  /** Whether a server listens on a port. */
  function isOpen(host: string, port: number): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = new Socket();
      const end = (open: boolean) => {
        socket.destroy();
        resolve(open);
      };
      socket.setTimeout(500, () => end(false));
      socket.once("connect", () => end(true)).once("error", () => end(false));
      socket.connect(port, host);
    });
  }

  it("each server listens only on 127.0.0.1, on a different port", async () => {
    const { service, other, control } = await served();
    const others = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    const foreign = ["127.0.0.2", ...others.map(({ address }) => address).filter((each) => each !== "127.0.0.1")];
    const ports = [service, other, control].map((url) => Number(new URL(url).port));
    expect(new Set(ports).size).toBe(3);
    for (const [index, port] of ports.entries()) {
      expect(new URL([service, other, control][index] ?? "").hostname).toBe("127.0.0.1");
      expect(port).toBeGreaterThan(1023);
      expect(await isOpen("127.0.0.1", port)).toBe(true);
      for (const host of foreign) expect(await isOpen(host, port), host).toBe(false);
    }
  });

  it("the services and the controls reject a foreign Host header", async () => {
    const { sandbox, service, control } = await served();
    const authorization = `Bearer ${await sandbox.supplier.token()}`;
    for (const [url, right] of [
      [`${service}/v2/lessors`, authorization],
      [control, `Bearer ${key}`],
    ] as const) {
      const { port } = new URL(url);
      for (const host of [`127.0.0.1:${port}`, `localhost:${port}`])
        expect(await statusOf(url, { authorization: right, host }), host).toBe(200);
      for (const host of [
        "evil.example",
        `evil.example:${port}`,
        `127.0.0.1.evil.example:${port}`,
        "127.0.0.1",
        `0.0.0.0:${port}`,
        `localhost:1`,
      ])
        expect(await statusOf(url, { authorization: right, host }), host).toBe(421);
    }
    expect(sandbox.journal.calls()).toEqual({ "lessors.list": 2 });
  });

  it("the controls reject every request with the Origin of another server, even with the key", async () => {
    const { sandbox, control } = await served();
    const before = sandbox.clock.now();
    const advance = JSON.stringify({ method: "clock.advance", args: [{ days: 1 }] });
    const withKey = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    for (const origin of [
      "https://evil.example",
      "null",
      `${control}/`,
      control.replace("127.0.0.1", "localhost"),
      "http://localhost:3000",
      "",
    ])
      for (const method of ["GET", "POST", "DELETE", "OPTIONS"])
        for (const path of ["", "/call", "/clock"])
          expect(
            await statusOf(`${control}${path}`, { ...withKey, origin }, method, method === "POST" ? advance : ""),
            `${method} ${origin}`,
          ).toBe(403);
    expect(sandbox.clock.now() - before).toBeLessThan(60_000);
  });
});
