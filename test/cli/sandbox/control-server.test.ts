import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { routes } from "../../../src/cli/sandbox/control-routes.js";
import { serveControl } from "../../../src/cli/sandbox/control-server.js";
import { createSandbox } from "../../../src/sandbox/index.js";
import { closeAfterTest, key, openControl } from "../support.js";

/** Sends only these headers, because fetch would add more. */
function sendRaw(url: string, headers: Record<string, string>, method = "GET", body = "") {
  return new Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]>; text: string }>(
    (resolve, reject) => {
      const sent = request(url, { method, headers }, (response) => {
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

describe("the control surface", () => {
  it("sends no CORS header to a web page, not even for a preflight request", async () => {
    const { url } = await openControl();
    const origin = "https://evil.example";
    const preflight = { origin, "access-control-request-method": "POST" };
    const responses = [
      await sendRaw(url, { ...withKey, origin }),
      await sendRaw(`${url}/reset`, preflight, "OPTIONS"),
    ];
    for (const { status, headers } of responses)
      expect([status, headers["access-control-allow-origin"]]).toEqual([403, undefined]);
  });

  it("rejects a POST whose content type is not JSON", async () => {
    const { url, supplier } = await openControl();
    await supplier.serviceRequests.create({ status: "Draft", vehicle: { licensePlate: "AB-123-C" } });
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""])
      expect((await sendRaw(`${url}/reset`, { ...withKey, "content-type": type }, "POST", "{}")).status).toBe(
        415,
      );
    expect((await sendRaw(`${url}/reset`, withKey, "POST")).status).toBe(415);
    expect((await supplier.serviceRequests.list()).serviceRequests).toHaveLength(1);
    const charset = { ...withKey, "content-type": "application/json; charset=utf-8" };
    expect((await sendRaw(`${url}/reset`, charset, "POST", "{}")).status).toBe(204);
    expect((await supplier.serviceRequests.list()).serviceRequests).toEqual([]);
  });

  it("requires the key for every path, including unknown ones", async () => {
    const { url } = await openControl();
    for (const authorization of [
      undefined,
      "",
      key,
      "Bearer",
      `Bearer ${key}x`,
      `bearer ${key}`,
      "Bearer é",
    ]) {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      for (const path of ["/", "/nothing"]) {
        const response = await sendRaw(`${url}${path}`, headers);
        expect([response.status, response.headers["www-authenticate"]]).toEqual([401, "Bearer"]);
        expect(response.text).not.toContain(key);
      }
    }
  });

  it("accepts a body of one megabyte and rejects a longer one", async () => {
    const { url, post } = await openControl();
    const createBody = (length: number) => `{"name":"${"x".repeat(length - 11)}"}`;
    const send = (length: number) => sendRaw(`${url}/snapshots`, withJson, "POST", createBody(length));
    expect((await send(1_000_000)).status).toBe(204);
    expect(await send(1_000_001)).toMatchObject({ status: 413 });
    expect(await post("/snapshots", { name: "x".repeat(3_000_000) })).toMatchObject({
      status: 413,
      json: { error: { message: "The body is longer than 1000000 bytes." } },
    });
  });

  it.each(["{", "days=1", "\u0000"])("rejects the body %j because it is not JSON", async (body) => {
    const { url } = await openControl();
    const { status, text } = await sendRaw(`${url}/clock/advance`, withJson, "POST", body);
    expect([status, JSON.parse(text)]).toEqual([400, { error: { message: "The body is not JSON." } }]);
  });

  it("lists all routes, also in the 404 response for an unknown path", async () => {
    const { get } = await openControl();
    const list = (await get("/")).json.routes;
    expect(list).toHaveLength(routes.length);
    for (const { about } of list) expect(about).not.toBe("");
    for (const path of ["/nothing", "/clock/", "//clock", "/faults/", "/snapshots//restore", "/%E0%A4%A"]) {
      const { status, json } = await get(path);
      expect(status, path).toBe(404);
      expect(json.error.paths).toHaveLength(routes.length);
      expect(json.error.paths).toContain("POST /clock/advance");
    }
  });

  it("responds with 405 and the methods that a path supports", async () => {
    const { url, call } = await openControl();
    expect(await call("DELETE", "/faults")).toMatchObject({ status: 405 });
    const { status, headers } = await sendRaw(`${url}/faults`, withKey, "PUT");
    expect([status, headers["allow"]]).toEqual([405, "POST, GET"]);
  });

  it("forbids caching of its responses", async () => {
    const { url } = await openControl();
    const { headers } = await sendRaw(url, withKey);
    expect([headers["cache-control"], headers["x-content-type-options"]]).toEqual(["no-store", "nosniff"]);
  });

  it("responds with 500 and reports the error after an internal failure", async () => {
    const sandbox = createSandbox();
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
      key,
      port: 0,
      onDefect,
    });
    closeAfterTest(close);
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const response = await fetch(`${url}/reset`, { method: "POST", headers });
    expect([response.status, await response.text()]).toEqual([500, expect.not.stringContaining("oops")]);
    expect(defects).toEqual([failure]);
  });
});
