import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { routes } from "../../src/cli/sandbox/control-routes.js";
import { key, openControl } from "./support.js";

/** Sends just these headers, which fetch would not. */
function raw(url: string, headers: Record<string, string>, method = "GET", body = "") {
  return new Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]>; text: string }>(
    (resolve, reject) => {
      const sent = request(url, { method, headers }, (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk;
        });
        answer.on("end", () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
      });
      sent.on("error", reject).end(body);
    },
  );
}

const good = { authorization: `Bearer ${key}` };
const asJson = { ...good, "content-type": "application/json" };

describe("the control surface", () => {
  it("answers to 127.0.0.1 and localhost with its port, and to no other name", async () => {
    const { url } = await openControl();
    const { port } = new URL(url);
    const statusFor = async (host: string) => (await raw(url, { ...good, host })).status;
    expect(await statusFor(`127.0.0.1:${port}`)).toBe(200);
    expect(await statusFor(`localhost:${port}`)).toBe(200);
    for (const host of ["evil.example", `evil.example:${port}`, "127.0.0.1", "localhost:1"])
      expect(await statusFor(host)).toBe(421);
  });

  it("answers no web page, whatever the page knows", async () => {
    const { url } = await openControl();
    for (const origin of ["https://evil.example", "null", url, ""]) {
      const { status, headers } = await raw(url, { ...good, origin });
      expect([status, headers["access-control-allow-origin"]]).toEqual([403, undefined]);
    }
    const preflight = { origin: "https://evil.example", "access-control-request-method": "POST" };
    expect((await raw(`${url}/reset`, preflight, "OPTIONS")).status).toBe(403);
  });

  it("takes JSON only, which no form of a web page could send", async () => {
    const { url, supplier } = await openControl();
    await supplier.serviceRequests.create({ status: "Draft", vehicle: { licensePlate: "AB-123-C" } });
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""])
      expect((await raw(`${url}/reset`, { ...good, "content-type": type }, "POST", "{}")).status).toBe(415);
    expect((await raw(`${url}/reset`, good, "POST")).status).toBe(415);
    expect((await supplier.serviceRequests.list()).serviceRequests).toHaveLength(1);
    const charset = { ...good, "content-type": "application/json; charset=utf-8" };
    expect((await raw(`${url}/reset`, charset, "POST", "{}")).status).toBe(204);
    expect((await supplier.serviceRequests.list()).serviceRequests).toEqual([]);
  });

  it("wants the key, before it says anything", async () => {
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
        const answer = await raw(`${url}${path}`, headers);
        expect([answer.status, answer.headers["www-authenticate"]]).toEqual([401, "Bearer"]);
        expect(answer.text).not.toContain(key);
      }
    }
  });

  it("takes a body of a megabyte, and no longer one", async () => {
    const { url, post } = await openControl();
    const filled = (length: number) => `{"name":"${"x".repeat(length - 11)}"}`;
    const send = (length: number) => raw(`${url}/snapshots`, asJson, "POST", filled(length));
    expect((await send(1_000_000)).status).toBe(204);
    expect(await send(1_000_001)).toMatchObject({ status: 413 });
    expect(await post("/snapshots", { name: "x".repeat(3_000_000) })).toMatchObject({
      status: 413,
      json: { error: { message: "The body is longer than 1000000 bytes." } },
    });
  });

  it.each(["{", "days=1", "\u0000"])("refuses the body %j", async (body) => {
    const { url } = await openControl();
    const { status, text } = await raw(`${url}/clock/advance`, asJson, "POST", body);
    expect([status, JSON.parse(text)]).toEqual([400, { error: { message: "The body is not JSON." } }]);
  });

  it("lists what there is, also where there is nothing", async () => {
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

  it("says which methods a path takes", async () => {
    const { url, call } = await openControl();
    expect(await call("DELETE", "/faults")).toMatchObject({ status: 405 });
    const { status, headers } = await raw(`${url}/faults`, good, "PUT");
    expect([status, headers["allow"]]).toEqual([405, "POST, GET"]);
  });

  it("keeps its answers out of caches", async () => {
    const { url } = await openControl();
    const { headers } = await raw(url, good);
    expect([headers["cache-control"], headers["x-content-type-options"]]).toEqual(["no-store", "nosniff"]);
  });
});
