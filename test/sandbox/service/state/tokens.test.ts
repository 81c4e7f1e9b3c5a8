import { createSandbox, type Sandbox } from "@reg/sdk/sandbox";
import { decodeJwt, SignJWT, UnsecuredJWT } from "jose";
import { describe, expect, it } from "vitest";
import { derived } from "../../../../src/sandbox/common/secrets.js";
import { monday, open } from "../../support.js";

const plate = "ZX-987-Y";

type Api = "supplier" | "lessor";

/** Calls an API with an authorization header, and returns the status. */
async function statusWith(sandbox: Sandbox, api: Api, authorization?: string): Promise<number> {
  const path = api === "supplier" ? "/v2/lessors" : `/v1/vehicles/${plate}`;
  const headers = authorization === undefined ? {} : { authorization };
  return (await sandbox.fetch(`${sandbox[api].baseUrl}${path}`, { headers })).status;
}

const statusOf = (sandbox: Sandbox, api: Api, token: string) => statusWith(sandbox, api, `Bearer ${token}`);

/** The status for a valid token. The vehicle of the lessor API does not exist. */
const accepted = { supplier: 200, lessor: 404 } as const;

/** Gets a token of an API. */
async function getToken(sandbox: Sandbox, api: Api): Promise<string> {
  if (api === "supplier") return sandbox.supplier.token();
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
  /** Checks the status for a token that is missing, malformed, valid and expired. */
  async function checkInvalidTokens(api: Api, token: (sandbox: Sandbox) => Promise<string>) {
    const sandbox = createSandbox({ now: monday, tokenLifetime: 60_000 });
    const valid = await token(sandbox);
    expect(await statusWith(sandbox, api)).toBe(401);
    expect(await statusWith(sandbox, api, valid)).toBe(401);
    expect(await statusOf(sandbox, api, "nonsense")).toBe(401);
    sandbox.clock.advance({ ms: 59_999 });
    expect(await statusOf(sandbox, api, valid)).toBe(accepted[api]);
    sandbox.clock.advance({ ms: 1 });
    expect(await statusOf(sandbox, api, valid)).toBe(401);
  }

  it("for the supplier API gets 401 if it is missing, malformed or expired", () =>
    checkInvalidTokens("supplier", ({ supplier }) => supplier.token({ expiresInMs: 60_000 })));

  it("for the lessor API gets 401 if it is missing, malformed or expired", () =>
    checkInvalidTokens("lessor", (sandbox) => getToken(sandbox, "lessor")));

  it.each<[Api, string]>([
    ["supplier", "Basic <token>"],
    ["supplier", "Bearer <token>x"],
    ["supplier", "Bearer a b"],
    ["lessor", "Bearer <token>"],
  ])("for the supplier API gets 401 from the %s API as %s", async (api, authorization) => {
    const sandbox = createSandbox({ now: monday });
    const header = authorization.replace("<token>", await sandbox.supplier.token());
    expect(await statusWith(sandbox, api, header)).toBe(401);
  });

  it.each(["supplier", "lessor"] as const)(
    "of one sandbox for the %s API is rejected by another sandbox",
    async (api) => {
      const pairs = [
        [{}, {}],
        [{ seed: 1 }, {}],
        [{ seed: 1 }, { seed: 2 }],
      ] as const;
      for (const [one, other] of pairs) {
        const token = await getToken(createSandbox({ now: monday, ...one }), api);
        expect(await statusOf(createSandbox({ now: monday, ...other }), api, token)).toBe(401);
      }
    },
  );

  it.each(["supplier", "lessor"] as const)("for the %s API is equal for an equal seed and equal calls", async (api) => {
    const run = async () => {
      const sandbox = createSandbox({ now: monday, seed: 7 });
      return { sandbox, tokens: [await getToken(sandbox, api), await getToken(sandbox, api)] };
    };
    const [one, other] = [await run(), await run()];
    expect(other.tokens).toEqual(one.tokens);
    expect(new Set(one.tokens.map((token) => decodeJwt(token).jti)).size).toBe(2);
    expect(await statusOf(createSandbox({ now: monday, seed: 7 }), api, one.tokens[0] ?? "")).toBe(accepted[api]);
  });

  it.each<[string, number, Record<string, unknown>]>([
    ["has all claims", accepted.supplier, {}],
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
    expect(decodeJwt(await getToken(sandbox, "lessor"))).toMatchObject({
      ...common,
      aud: "lessor",
      sub: "sandbox-lessor",
      exp: second + 3600,
    });
  });

  it("is created only for a supplier with an account and with a valid lifetime", async () => {
    const { sandbox } = await open();
    await expect(sandbox.supplier.token({ supplierNumber: 1 })).rejects.toThrow(
      "supplierNumber is not that of a supplier",
    );
    await expect(sandbox.supplier.token({ expiresInMs: Number.NaN })).rejects.toThrow("expiresInMs must be a number");
  });
});

describe.each(["supplier", "lessor"] as const)("revoking the tokens of the %s API", (api) => {
  it("makes earlier tokens get 401, and no others", async () => {
    const sandbox = createSandbox({ now: monday });
    const other = api === "supplier" ? "lessor" : "supplier";
    const before = [await getToken(sandbox, api), await getToken(sandbox, api)];
    const others = await getToken(sandbox, other);
    expect(await statusOf(sandbox, api, before[0] ?? "")).toBe(accepted[api]);
    sandbox[api].revokeTokens();
    for (const token of before) expect(await statusOf(sandbox, api, token)).toBe(401);
    expect(await statusOf(sandbox, other, others)).toBe(accepted[other]);
    const after = await getToken(sandbox, api);
    expect(await statusOf(sandbox, api, after)).toBe(accepted[api]);
    sandbox[api].revokeTokens();
    expect(await statusOf(sandbox, api, after)).toBe(401);
  });

  it("includes tokens from before a reset, which stay valid until then", async () => {
    const sandbox = createSandbox({ now: monday });
    const tokens = [await getToken(sandbox, api), await getToken(sandbox, api)];
    sandbox.reset();
    for (const token of tokens) expect(await statusOf(sandbox, api, token)).toBe(accepted[api]);
    sandbox[api].revokeTokens();
    for (const token of tokens) expect(await statusOf(sandbox, api, token)).toBe(401);
    expect(await statusOf(sandbox, api, await getToken(sandbox, api))).toBe(accepted[api]);
  });

  it("is undone by a reset", async () => {
    const sandbox = createSandbox({ now: monday });
    const token = await getToken(sandbox, api);
    sandbox[api].revokeTokens();
    sandbox.reset();
    expect(await statusOf(sandbox, api, token)).toBe(accepted[api]);
  });
});

describe("revoking the tokens of one supplier", () => {
  it("leaves those of the others", async () => {
    const sandbox = createSandbox({ now: monday, suppliers: [5001] });
    const [own, other] = [await sandbox.supplier.token({ supplierNumber: 5001 }), await sandbox.supplier.token()];
    const copy = sandbox.snapshot();
    sandbox.supplier.revokeTokens({ supplierNumber: 5001 });
    expect(await statusOf(sandbox, "supplier", own)).toBe(401);
    expect(await statusOf(sandbox, "supplier", other)).toBe(accepted.supplier);
    const next = await sandbox.supplier.token({ supplierNumber: 5001 });
    expect(await statusOf(sandbox, "supplier", next)).toBe(accepted.supplier);
    sandbox.restore(copy);
    expect(await statusOf(sandbox, "supplier", own)).toBe(accepted.supplier);
  });

  it.each<[object, string]>([
    [{ supplierNumber: 1 }, "supplierNumber is not that of a supplier with an account: use "],
    [{ supplier: 4711 }, "supplier is not an option of revokeTokens"],
  ])("rejects the options %j", async (options, message) => {
    const sandbox = createSandbox({ now: monday });
    const token = await sandbox.supplier.token();
    expect(() => sandbox.supplier.revokeTokens(options)).toThrow(message);
    expect(await statusOf(sandbox, "supplier", token)).toBe(accepted.supplier);
  });
});
