import { describe, expect, it } from "vitest";
import { lessorOperations } from "../../src/generated/lessor/operations.js";
import { open, problemOf, refusal } from "./support.js";

const plate = "ZX-987-Y";
const kinds = [
  "contractTires",
  "currentTire",
  "lastMaintenance",
  "mileages",
  "routings",
  "extraTireSet",
  "purchasedTires",
] as const;

describe("a registered vehicle", () => {
  it.each(kinds)("has %s, which are set, read and cleared", async (kind) => {
    const { lessor } = await open();
    const resource = lessor.vehicles[kind];
    expect(await refusal(resource.put(plate, { first: 1 }))).toEqual([404]);
    await lessor.vehicles.put({ licensePlate: plate });
    expect(await refusal(resource.get(plate))).toEqual([404]);
    expect(await refusal(resource.delete(plate))).toEqual([404]);
    await resource.put(plate, { first: 1 });
    await resource.put(plate, [{ second: 2 }]);
    expect(await resource.get(plate)).toEqual([{ second: 2 }]);
    await resource.delete(plate);
    expect(await refusal(resource.get(plate))).toEqual([404]);
  });

  it("keeps its kinds of related data apart, also when it is updated", async () => {
    const { lessor } = await open();
    await lessor.vehicles.put({ licensePlate: plate });
    for (const [index, kind] of kinds.entries()) await lessor.vehicles[kind].put(plate, { index });
    await lessor.vehicles.put({ licensePlate: plate, color: "red" });
    expect(await lessor.vehicles.get(plate)).toEqual({ licensePlate: plate, color: "red" });
    for (const [index, kind] of kinds.entries())
      expect(await lessor.vehicles[kind].get(plate)).toEqual({ index });
    await lessor.vehicles.delete(plate);
    await lessor.vehicles.put({ licensePlate: plate });
    expect(await refusal(lessor.vehicles.mileages.get(plate))).toEqual([404]);
  });

  it("needs a license plate, and must be there to be removed", async () => {
    const { lessor } = await open();
    expect(await refusal(lessor.vehicles.put({ licensePlate: "" }))).toEqual([
      400,
      "SANDBOX-REQUIRED licensePlate",
    ]);
    expect(await refusal(lessor.vehicles.delete(plate))).toEqual([404]);
  });

  it("is simulated with all its operations", async () => {
    const { sandbox } = await open();
    expect(sandbox.notSimulated.filter((id) => id in lessorOperations)).toEqual([]);
  });
});

describe("the token endpoint", () => {
  async function ask(
    change: (init: { headers: Record<string, string>; form: URLSearchParams; query: string }) => void,
  ) {
    const { sandbox } = await open();
    const { clientId, clientSecret, baseUrl } = sandbox.lessor;
    const form = new URLSearchParams({
      grant_type: "client_credentials",
      client_id: clientId,
      client_secret: clientSecret,
    });
    const init = { headers: { "content-type": "application/x-www-form-urlencoded" }, form, query: "" };
    change(init);
    const options = { method: "POST", headers: init.headers, body: init.form.toString() };
    const answer = await sandbox.fetch(`${baseUrl}/token${init.query}`, options);
    const body = await problemOf(answer);
    return { answer, body, outcome: [answer.status, body.error] };
  }

  it("gives a signed token for an hour, not to be cached", async () => {
    const { answer, body } = await ask(() => {});
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^ey[\w-]+\.[\w-]+\.[\w-]+$/),
      token_type: "Bearer",
      expires_in: 3600,
    });
  });

  it.each<[string, number, string, Parameters<typeof ask>[0]]>([
    [
      "JSON",
      400,
      "invalid_request",
      ({ headers }) => Object.assign(headers, { "content-type": "application/json" }),
    ],
    ["a repeated field", 400, "invalid_request", ({ form }) => form.append("client_id", "other")],
    ["no grant", 400, "invalid_request", ({ form }) => form.delete("grant_type")],
    ["another grant", 400, "unsupported_grant_type", ({ form }) => form.set("grant_type", "password")],
    ["another client", 401, "invalid_client", ({ form }) => form.set("client_id", "other")],
    ["another secret", 401, "invalid_client", ({ form }) => form.set("client_secret", "other")],
    ["no secret", 401, "invalid_client", ({ form }) => form.delete("client_secret")],
    [
      "a secret in the query",
      401,
      "invalid_client",
      (init) => {
        init.query = `?client_secret=${init.form.get("client_secret")}`;
        init.form.delete("client_secret");
      },
    ],
  ])("refuses %s with %i %s", async (_, status, error, change) => {
    expect((await ask(change)).outcome).toEqual([status, error]);
  });

  it("is asked again when the token runs out, by the sandbox's clock", async () => {
    const { sandbox, lessor } = await open();
    const tokens = () => sandbox.journal.filter(({ operationId }) => operationId === "token.create").length;
    await lessor.vehicles.put({ licensePlate: plate });
    sandbox.clock.advance({ minutes: 58 });
    await lessor.vehicles.get(plate);
    expect(tokens()).toBe(1);
    sandbox.clock.advance({ minutes: 2 });
    await lessor.vehicles.get(plate);
    expect(tokens()).toBe(2);
  });
});

describe("a token", () => {
  async function status(api: "supplier" | "lessor", authorization?: string) {
    const { sandbox } = await open();
    const path = api === "supplier" ? "/v2/lessors" : `/v1/vehicles/${plate}`;
    const headers =
      authorization === undefined
        ? {}
        : { authorization: authorization.replace("<token>", await sandbox.supplier.token()) };
    const answer = await sandbox.fetch(`${sandbox[api].baseUrl}${path}`, { headers });
    return answer.status;
  }

  it.each([
    [200, "supplier", "Bearer <token>"],
    [401, "supplier", undefined],
    [401, "supplier", "<token>"],
    [401, "supplier", "Basic <token>"],
    [401, "supplier", "Bearer opaque"],
    [401, "supplier", "Bearer <token>x"],
    [401, "supplier", "Bearer a b"],
    [401, "lessor", undefined],
    [401, "lessor", "Bearer <token>"],
  ] as const)("is answered with %i for the %s API as %s", async (expected, api, authorization) => {
    expect(await status(api, authorization)).toBe(expected);
  });

  it("of one sandbox is none of another", async () => {
    const [one, other] = await Promise.all([open(), open()]);
    const headers = { authorization: `Bearer ${await one.sandbox.supplier.token()}` };
    const answer = await other.sandbox.fetch(`${other.sandbox.supplier.baseUrl}/v2/lessors`, { headers });
    expect(answer.status).toBe(401);
  });

  it("expires by the sandbox's clock", async () => {
    const { sandbox } = await open();
    const headers = { authorization: `Bearer ${await sandbox.supplier.token({ expiresInMs: 60_000 })}` };
    const ask = async () =>
      (await sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/lessors`, { headers })).status;
    sandbox.clock.advance({ ms: 59_999 });
    expect(await ask()).toBe(200);
    sandbox.clock.advance({ ms: 1 });
    expect(await ask()).toBe(401);
  });

  it("is for suppliers with an account, and a lifetime that is one", async () => {
    const { sandbox } = await open();
    await expect(sandbox.supplier.token({ supplierNumber: 1 })).rejects.toThrow(
      "supplierNumber is not that of a supplier",
    );
    await expect(sandbox.supplier.token({ expiresInMs: Number.NaN })).rejects.toThrow(
      "expiresInMs must be a number",
    );
  });
});
