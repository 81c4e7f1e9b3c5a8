import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createLessorClient } from "@reg/sdk";
import { describe, expect, it, vi } from "vitest";
import { commands } from "../../src/cli/run.js";
import type { StartReport } from "../../src/cli/sandbox/serve.js";
import { readHeaders } from "../../src/cli/service-options.js";
import { temporaryFolder } from "../support/folder.js";
import { httpServer } from "../support/server.js";
import { runReg, startReg } from "./support.js";

/** Differs in an envelope, a list that is read with POST, a field, and the path of the token endpoint. */
const adapterText = `
const wrap = {
  response: ({ body }) => ({ body: body?.result }),
  error: ({ body }) => ({ body: body?.fault }),
  reverse: {
    response: ({ body }) => (body === undefined || body instanceof Uint8Array ? undefined : { body: { result: body } }),
    error: ({ body }) => ({ body: { fault: body } }),
  },
};
export default {
  supplier: {
    "*": wrap,
    "serviceRequests.list": {
      method: "POST",
      path: "/v2/servicerequests/search",
      response: ({ body: { requests, more } }) => ({ body: { serviceRequests: requests, hasMore: more } }),
      reverse: { response: ({ body: { serviceRequests, hasMore } }) => ({ body: { requests: serviceRequests, more: hasMore } }) },
    },
  },
  lessor: {
    "token.create": { path: "/oauth2/access" },
    "vehicles.put": {
      request: ({ body }) => ({ body: { vehicle: body } }),
      reverse: { request: ({ body }) => ({ body: body.vehicle }) },
    },
  },
};`;

function createFolder() {
  const folder = temporaryFolder();
  return async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
}

/** Serves a sandbox of the service above, and returns a function that runs commands against it. */
async function openService() {
  const save = createFolder();
  const file = await save("adapter.mjs", adapterText);
  const { written } = await startReg([
    "sandbox",
    "--port",
    "0",
    "--control-port",
    "0",
    "--json",
    "--scenario",
    "every-phase",
    "--adapter",
    file,
  ]);
  const { env }: StartReport = JSON.parse(written.out);
  const run = async (...args: readonly string[]) => {
    const started = await startReg(args, commands, { env });
    return { code: await started.code, ...started.written };
  };
  return { env, file, save, run };
}

describe("the option --adapter", () => {
  it("lets the command verify find no difference where the adapter bridges all, and every one without it", async () => {
    const { file, run } = await openService();
    const verify = ["verify", "supplier", "--rate", "80", "--max-requests", "40"];
    expect(await run(...verify, "--adapter", file)).toMatchObject({ code: 0 });
    const { code, out } = await run(...verify);
    expect(code).toBe(1);
    expect(out).toMatch(/damageServiceRequests\.list +envelope +object at \/result/);
    expect(out).toMatch(/serviceRequests\.list +status +404/);
  });

  it("lets the command verify report where the adapter fails, and compare these responses as they came", async () => {
    const { run, save } = await openService();
    const broken = adapterText.replace(
      "({ body: { requests, more } }) =>",
      "({ body: { requests: { length }, more } }) =>",
    );
    const file = await save("broken.mjs", broken.replace("serviceRequests: requests", "serviceRequests: none.here"));
    const { code, out, err } = await run(
      "verify",
      "supplier",
      "--rate",
      "80",
      "--max-requests",
      "9",
      "--adapter",
      file,
    );
    expect(code).toBe(2);
    expect(err).toContain(
      "the adapter failed on the response of serviceRequests.list: ReferenceError: none is not defined.",
    );
    expect(out).toMatch(/serviceRequests\.list.*\/serviceRequests/s);
  });

  it("is rejected by the command verify if it has null for an API", async () => {
    const { run, save } = await openService();
    const { code, err } = await run("verify", "supplier", "--adapter", await save("null.json", '{"supplier":null}'));
    expect([code, err]).toEqual([2, expect.stringContaining("adapter.supplier must be an object")]);
  });

  it("lets the command sync send in the form of the service, with the token from its own endpoint", async () => {
    const { env, file, save, run } = await openService();
    const fleet = await save("fleet.ndjson", '{"licensePlate":"AB-1","vehicle":{"make":"Opel"}}\n');
    const sync = ["sync", fleet, "--state", await save("fleet.state", ""), "--adapter", file];
    expect(await run(...sync)).toMatchObject({ code: 0 });
    const adapter = (await import(file)).default;
    const lessor = createLessorClient({
      baseUrl: String(env["REG_LESSOR_BASE_URL"]),
      clientId: String(env["REG_CLIENT_ID"]),
      clientSecret: String(env["REG_CLIENT_SECRET"]),
      adapter,
    });
    expect(await lessor.vehicles.get("AB-1")).toMatchObject({ make: "Opel" });
    const failing = await save("failing.mjs", adapterText.replace("{ vehicle: body }", "{ vehicle: body.none.here }"));
    const { code, err } = await run(...sync.slice(0, -1), failing, "--force");
    expect(code).toBe(1);
    expect(err).toContain("reg: the adapter failed on the request of vehicles.put: TypeError: ");
  });

  it("lets the command follow read the requests of the service", async () => {
    const { env, file, save } = await openService();
    const args = ["follow", "--state", await save("requests.state", ""), "--existing", "--adapter", file];
    const { written, interrupt, code } = await startReg(args, commands, { env });
    await vi.waitFor(() => expect(written.out).toContain('"type":"ready-to-invoice"'), { timeout: 20_000 });
    interrupt();
    expect(await code).toBe(0);
  });

  it("prints each failure of an adapter once, without the secrets that it received", async () => {
    const { env, save, run } = await openService();
    const fleet = await save(
      "fleet.ndjson",
      '{"licensePlate":"AB-1","vehicle":{}}\n{"licensePlate":"AB-2","vehicle":{}}\n',
    );
    const sync = ["sync", fleet, "--state", await save("fleet.state", ""), "--adapter"];
    const showing = (id: string, field: string) =>
      `export default { lessor: { ${JSON.stringify(id)}: { request(message) { throw new Error(JSON.stringify(message.${field})); } } } };`;
    const token = await run(...sync, await save("token.mjs", showing("token.create", "body")));
    expect(token.err).toContain("reg: the adapter failed on the request of token.create: Error: ");
    expect(token.err).not.toContain(env["REG_CLIENT_SECRET"]);
    const failing = "request({ headers }) { throw new Error(Object.values(headers).join()); }";
    const text = adapterText.replace("request: ({ body }) => ({ body: { vehicle: body } })", failing);
    const put = await run(...sync, await save("put.mjs", text));
    expect(put.err.match(/the adapter failed on the request of vehicles\.put: Error: /g)).toHaveLength(1);
    expect(put.err).not.toMatch(/eyJ|Bearer/);
  });

  it.each([
    ["missing.mjs", undefined, /adapter .*missing\.mjs cannot be loaded: Error: Cannot find module/],
    ["broken.mjs", 'throw new TypeError("no key");', /cannot be loaded: TypeError: no key\./],
    ["named.mjs", "export const adapter = {};", /has no default export, such as \{ supplier: \{\}, lessor: \{\} \}/],
    [
      "wrong.mjs",
      "export default { supplier: { 'lessors.lst': {} } };",
      /adapter\.supplier\.lessors\.lst is not an option; did you mean adapter\.supplier\.lessors\.list\?/,
    ],
  ])("rejects %s: exit code 2", async (name, text, message) => {
    const save = createFolder();
    const file = text === undefined ? name : await save(name, text);
    const env = { REG_BASE_URL: "http://127.0.0.1:9", REG_TOKEN: "t-1" };
    const { written, code } = await startReg(["verify", "supplier", "--adapter", file], commands, { env });
    expect([await code, written.err]).toEqual([2, expect.stringMatching(message)]);
    expect(await runReg("sandbox", "--adapter", file)).toMatchObject({ code: 2, err: expect.stringMatching(message) });
  });
});

describe("the headers of REG_HEADERS", () => {
  it("are sent with every request, and no output contains their values", async () => {
    const keys = new Set<unknown>();
    const { url } = await httpServer(({ headers }, response) => {
      keys.add(headers["x-api-key"]);
      response.setHeader("content-type", "application/json").end('{"secret-key-1":{"access_token":1}}');
    });
    const save = createFolder();
    const env = {
      REG_HEADERS: '{"X-Api-Key":"secret-key-1"}',
      REG_BASE_URL: url,
      REG_TOKEN: "t-1",
      REG_LESSOR_BASE_URL: url,
      REG_CLIENT_ID: "c",
      REG_CLIENT_SECRET: "s",
    };
    const fleet = await save("fleet.ndjson", '{"licensePlate":"AB-1","vehicle":{}}\n');
    for (const args of [
      ["verify", "supplier", "--rate", "80", "--json"],
      ["sync", fleet, "--state", await save("fleet.state", "")],
    ]) {
      keys.clear();
      const { written, code } = await startReg(args, commands, { env });
      await code;
      expect([...keys]).toEqual(["secret-key-1"]);
      expect(written.out + written.err).not.toContain("secret-key-1");
    }
  });

  it.each(['["x"]', '{"x":1}', "x-api-key: 1", "null"])("must be a JSON object of texts, not %s", (text) => {
    expect(() => readHeaders({ REG_HEADERS: text })).toThrow("REG_HEADERS must be a JSON object of headers");
  });

  it("can be left out", () => {
    expect([{}, { REG_HEADERS: " " }].map(readHeaders)).toEqual([undefined, undefined]);
  });
});
