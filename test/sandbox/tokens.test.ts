import { decodeJwt, SignJWT, UnsecuredJWT } from "jose";
import { describe, expect, it } from "vitest";
import { createSandbox, type Sandbox } from "../../src/sandbox/index.js";
import { derived } from "../../src/sandbox/secrets.js";
import { RecentlyUsed } from "../../src/sandbox/tokens.js";
import { monday, open } from "./support.js";

const plate = "ZX-987-Y";

type Side = "supplier" | "lessor";

/** What the API answers to a token: 200, or 404 for a vehicle that is not there, if it takes it. */
async function statusOf(sandbox: Sandbox, side: Side, token: string): Promise<number> {
  const path = side === "supplier" ? "/v2/lessors" : `/v1/vehicles/${plate}`;
  const headers = { authorization: `Bearer ${token}` };
  return (await sandbox.fetch(`${sandbox[side].baseUrl}${path}`, { headers })).status;
}

const accepted = { supplier: 200, lessor: 404 } as const;

/** A token of either side, as its user gets it. */
async function tokenOf(sandbox: Sandbox, side: Side): Promise<string> {
  if (side === "supplier") return sandbox.supplier.token();
  const { clientId, clientSecret, baseUrl } = sandbox.lessor;
  const body = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: clientId,
    client_secret: clientSecret,
  });
  const response = await sandbox.fetch(`${baseUrl}/token`, { method: "POST", body });
  return ((await response.json()) as { access_token: string }).access_token;
}

describe("a token", () => {
  async function status(api: "supplier" | "lessor", authorization?: string) {
    const { sandbox } = await open();
    const path = api === "supplier" ? "/v2/lessors" : `/v1/vehicles/${plate}`;
    const headers =
      authorization === undefined
        ? {}
        : { authorization: authorization.replace("<token>", await sandbox.supplier.token()) };
    const response = await sandbox.fetch(`${sandbox[api].baseUrl}${path}`, { headers });
    return response.status;
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
  ] as const)("gets the status %i for the %s API as %s", async (expected, api, authorization) => {
    expect(await status(api, authorization)).toBe(expected);
  });

  it.each(["supplier", "lessor"] as const)(
    "of one sandbox for a %s is rejected by another sandbox",
    async (side) => {
      const pairs = [
        [{}, {}],
        [{ seed: 1 }, {}],
        [{ seed: 1 }, { seed: 2 }],
      ] as const;
      for (const [one, other] of pairs) {
        const token = await tokenOf(createSandbox({ now: monday, ...one }), side);
        expect(await statusOf(createSandbox({ now: monday, ...other }), side, token)).toBe(401);
      }
    },
  );

  it.each(["supplier", "lessor"] as const)(
    "for a %s is the same for the same seed and calls",
    async (side) => {
      const run = async () => {
        const sandbox = createSandbox({ now: monday, seed: 7 });
        return { sandbox, tokens: [await tokenOf(sandbox, side), await tokenOf(sandbox, side)] };
      };
      const [one, same] = [await run(), await run()];
      expect(same.tokens).toEqual(one.tokens);
      expect(new Set(one.tokens.map((token) => decodeJwt(token).jti)).size).toBe(2);
      expect(await statusOf(createSandbox({ now: monday, seed: 7 }), side, one.tokens[0] ?? "")).toBe(
        accepted[side],
      );
    },
  );

  it.each<[string, number, Record<string, unknown>]>([
    ["is complete", accepted.supplier, {}],
    ["is for the other API", 401, { aud: "lessor" }],
    ["comes from another issuer", 401, { iss: "other" }],
    ["has no subject", 401, { sub: undefined }],
    ["never expires", 401, { exp: undefined }],
    ["has no serial number", 401, { serial: undefined }],
  ])("that is signed with the key of the seed and %s gets the status %i", async (_, status, change) => {
    const sandbox = createSandbox({ now: monday, seed: 7 });
    const claims = decodeJwt(await sandbox.supplier.token());
    const token = await new SignJWT({ ...claims, ...change })
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .sign(derived("7", "key"));
    expect(await statusOf(sandbox, "supplier", token)).toBe(status);
  });

  it("without a signature gets 401", async () => {
    const sandbox = createSandbox({ now: monday, seed: 7 });
    const token = new UnsecuredJWT(decodeJwt(await sandbox.supplier.token())).encode();
    expect(await statusOf(sandbox, "supplier", token)).toBe(401);
  });

  it("states its issuer, subject, audience and expiry", async () => {
    const { sandbox } = await open({ seed: 7 });
    const second = Date.parse(monday) / 1000;
    const jti = expect.stringMatching(/^[\da-f]{32}$/);
    const common = { iss: "reg-sandbox", iat: second, jti };
    const token = await sandbox.supplier.token({ supplierNumber: 4712, expiresInMs: 1500 });
    expect(decodeJwt(token)).toMatchObject({ ...common, aud: "supplier", sub: "4712", exp: second + 2 });
    expect(decodeJwt(await tokenOf(sandbox, "lessor"))).toMatchObject({
      ...common,
      aud: "lessor",
      sub: "sandbox-lessor",
      exp: second + 3600,
    });
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

  it("requires a supplier with an account and a valid lifetime", async () => {
    const { sandbox } = await open();
    await expect(sandbox.supplier.token({ supplierNumber: 1 })).rejects.toThrow(
      "supplierNumber is not that of a supplier",
    );
    await expect(sandbox.supplier.token({ expiresInMs: Number.NaN })).rejects.toThrow(
      "expiresInMs must be a number",
    );
  });
});

describe.each(["supplier", "lessor"] as const)("revoking the tokens of the %s side", (side) => {
  it("makes earlier tokens get 401, and no others", async () => {
    const sandbox = createSandbox({ now: monday });
    const other = side === "supplier" ? "lessor" : "supplier";
    const before = [await tokenOf(sandbox, side), await tokenOf(sandbox, side)];
    const others = await tokenOf(sandbox, other);
    expect(await statusOf(sandbox, side, before[0] ?? "")).toBe(accepted[side]);
    sandbox[side].revokeTokens();
    for (const token of before) expect(await statusOf(sandbox, side, token)).toBe(401);
    expect(await statusOf(sandbox, other, others)).toBe(accepted[other]);
    const after = await tokenOf(sandbox, side);
    expect(await statusOf(sandbox, side, after)).toBe(accepted[side]);
    sandbox[side].revokeTokens();
    expect(await statusOf(sandbox, side, after)).toBe(401);
  });

  it("includes tokens from before a reset, which stay valid until then", async () => {
    const sandbox = createSandbox({ now: monday });
    const tokens = [await tokenOf(sandbox, side), await tokenOf(sandbox, side)];
    sandbox.reset();
    for (const token of tokens) expect(await statusOf(sandbox, side, token)).toBe(accepted[side]);
    sandbox[side].revokeTokens();
    for (const token of tokens) expect(await statusOf(sandbox, side, token)).toBe(401);
    expect(await statusOf(sandbox, side, await tokenOf(sandbox, side))).toBe(accepted[side]);
  });

  it("is undone by a reset", async () => {
    const sandbox = createSandbox({ now: monday });
    const token = await tokenOf(sandbox, side);
    sandbox[side].revokeTokens();
    sandbox.reset();
    expect(await statusOf(sandbox, side, token)).toBe(accepted[side]);
  });
});

describe("a client whose token is revoked", () => {
  it("gets a new token without help of the caller", async () => {
    const { sandbox, lessor } = await open();
    await lessor.vehicles.put({ licensePlate: plate });
    sandbox.lessor.revokeTokens();
    expect(await lessor.vehicles.get(plate)).toEqual({ licensePlate: plate });
    expect(sandbox.journal.entries.map(({ status }) => status)).toEqual([200, 204, 401, 200, 200]);
  });
});

describe("the cache of verified tokens", () => {
  it("keeps the most recently used ones up to its limit", () => {
    const made: string[] = [];
    const recent = new RecentlyUsed<string>(2);
    const get = (key: string) => recent.get(key, () => `${key}${made.push(key)}`);
    expect([get("a"), get("b"), get("a"), get("c"), get("a")]).toEqual(["a1", "b2", "a1", "c3", "a1"]);
    expect(get("b")).toBe("b4");
    recent.delete("b");
    expect(get("b")).toBe("b5");
    expect(made).toEqual(["a", "b", "c", "b", "b"]);
  });
});
