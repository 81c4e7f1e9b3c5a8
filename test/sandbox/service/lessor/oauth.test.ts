import { createSandbox, type Sandbox } from "@reg/sdk/sandbox";
import { describe, expect, it } from "vitest";
import { lessorOf, monday, open } from "../../support.js";

const plate = "ZX-987-Y";

interface TokenRequest {
  readonly headers: Headers;
  readonly form: URLSearchParams;
  query: string;
  /** The body to send instead of the form. */
  body: string | undefined;
}

/** Sends a token request that is valid except for a change. */
async function requestToken(sandbox: Sandbox, change: (request: TokenRequest) => void = () => {}) {
  const { clientId, clientSecret, baseUrl } = sandbox.lessor;
  const request: TokenRequest = {
    headers: new Headers({ "content-type": "application/x-www-form-urlencoded" }),
    form: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: clientId,
      client_secret: clientSecret,
    }),
    query: "",
    body: undefined,
  };
  change(request);
  const { headers, form, query, body = form.toString() } = request;
  const response = await sandbox.fetch(`${baseUrl}/token${query}`, { method: "POST", headers, body });
  const json = (await response.json()) as Record<string, string>;
  return { response, json, outcome: [response.status, json["error"]] };
}

const basic = `Basic ${btoa("sandbox-lessor:secret")}`;

const withoutCredentials = ({ form }: TokenRequest) => {
  form.delete("client_id");
  form.delete("client_secret");
};

describe("the token endpoint", () => {
  it("issues a signed token for an hour that must not be cached", async () => {
    const { response, json } = await requestToken(createSandbox({ now: monday }));
    expect([response.status, response.headers.get("cache-control"), response.headers.get("pragma")]).toEqual([
      200,
      "no-store",
      "no-cache",
    ]);
    expect(json).toEqual({
      access_token: expect.stringMatching(/^ey[\w-]+\.[\w-]+\.[\w-]+$/),
      token_type: "Bearer",
      expires_in: 3600,
    });
  });

  it.each<[string, number, string, (request: TokenRequest) => void]>([
    ["another content type", 400, "invalid_request", ({ headers }) => headers.set("content-type", "text/plain")],
    [
      "JSON",
      400,
      "invalid_request",
      (request) => {
        request.headers.set("content-type", "application/json");
        request.body = JSON.stringify(Object.fromEntries(request.form));
      },
    ],
    [
      "an empty body",
      400,
      "invalid_request",
      (request) => {
        request.body = "";
      },
    ],
    ["a repeated field", 400, "invalid_request", ({ form }) => form.append("client_id", "sandbox-lessor")],
    ["no grant", 400, "invalid_request", ({ form }) => form.delete("grant_type")],
    ["no id", 400, "invalid_request", ({ form }) => form.delete("client_id")],
    ["no secret", 400, "invalid_request", ({ form }) => form.delete("client_secret")],
    [
      "a secret in the query",
      400,
      "invalid_request",
      (request) => {
        request.query = `?client_secret=${request.form.get("client_secret")}`;
        request.form.delete("client_secret");
      },
    ],
    ["another grant", 400, "unsupported_grant_type", ({ form }) => form.set("grant_type", "password")],
    ["another client", 401, "invalid_client", ({ form }) => form.set("client_id", "other")],
    ["another secret", 401, "invalid_client", ({ form }) => form.set("client_secret", "other")],
    ["credentials in the header too", 400, "invalid_request", ({ headers }) => headers.set("authorization", basic)],
  ])("rejects %s with %i %s", async (_, status, error, change) => {
    const { response, json, outcome } = await requestToken(createSandbox({ now: monday }), change);
    expect(outcome).toEqual([status, error]);
    expect(json["error_description"]).toMatch(/^[\x20-\x7e]+\.$/);
    expect(json["error_description"]).not.toContain("sandbox-");
    expect([response.headers.get("cache-control"), response.headers.get("pragma")]).toEqual(["no-store", "no-cache"]);
  });

  it("rejects credentials in the header and explains why", async () => {
    const sandbox = createSandbox({ now: monday });
    const { clientId, clientSecret } = sandbox.lessor;
    const { response, json, outcome } = await requestToken(sandbox, (request) => {
      withoutCredentials(request);
      request.headers.set("authorization", `Basic ${btoa(`${clientId}:${clientSecret}`)}`);
    });
    expect(outcome).toEqual([401, "invalid_client"]);
    expect(json["error_description"]).toContain("from the form body only");
    expect(response.headers.get("www-authenticate")).toMatch(/^Basic /);
    const plain = await requestToken(sandbox, withoutCredentials);
    expect(plain.outcome).toEqual([400, "invalid_request"]);
    expect(plain.json["error_description"]).toContain("from the form body only");
    expect(plain.response.headers.has("www-authenticate")).toBe(false);
  });

  it("ignores unknown fields and parameters of the content type", async () => {
    const { outcome } = await requestToken(createSandbox({ now: monday }), ({ headers, form }) => {
      headers.set("content-type", "Application/X-WWW-Form-URLEncoded ; charset=UTF-8");
      form.set("scope", "everything");
    });
    expect(outcome).toEqual([200, undefined]);
  });
});

describe("the lifetime of a lessor's token", () => {
  it.each([
    [1, 1],
    [1001, 2],
    [90_000, 90],
  ])("of %i ms becomes %i whole seconds", async (tokenLifetime, seconds) => {
    const sandbox = createSandbox({ now: monday, tokenLifetime });
    const { json } = await requestToken(sandbox);
    expect(json["expires_in"]).toBe(seconds);
    const headers = { authorization: `Bearer ${json["access_token"]}` };
    const status = async () =>
      (await sandbox.fetch(`${sandbox.lessor.baseUrl}/v1/vehicles/${plate}`, { headers })).status;
    sandbox.clock.advance({ ms: seconds * 1000 - 1 });
    expect(await status()).toBe(404);
    sandbox.clock.advance({ ms: 1 });
    expect(await status()).toBe(401);
  });

  it("is never shorter than expires_in, at any fraction of a second", async () => {
    const { sandbox } = await open({ tokenLifetime: 1001 });
    sandbox.clock.advance({ ms: 500 });
    const { json } = await requestToken(sandbox);
    const headers = { authorization: `Bearer ${json["access_token"]}` };
    sandbox.clock.advance({ ms: 1999 });
    const response = await sandbox.fetch(`${sandbox.lessor.baseUrl}/v1/vehicles/${plate}`, { headers });
    expect(response.status).toBe(404);
  });
});

describe("the secret of a lessor's client", () => {
  it("can be replaced: the old secret is rejected, and its tokens stay valid", async () => {
    const { sandbox, lessor } = await open();
    const old = sandbox.lessor.clientSecret;
    await lessor.vehicles.put({ licensePlate: plate });
    const rotated = sandbox.lessor.rotateSecret();
    expect(sandbox.lessor.clientSecret).toBe(rotated);
    expect(rotated).not.toBe(old);
    expect((await requestToken(sandbox, ({ form }) => form.set("client_secret", old))).outcome).toEqual([
      401,
      "invalid_client",
    ]);
    expect((await requestToken(sandbox)).outcome).toEqual([200, undefined]);
    expect(await lessor.vehicles.get(plate)).toEqual({ licensePlate: plate });
    sandbox.clock.advance({ hours: 1 });
    await expect(lessor.vehicles.get(plate)).rejects.toMatchObject({ oauthError: "invalid_client" });
  });

  it("follows from the seed at each replacement, and a reset restores the first one", () => {
    const secrets = (seed: number) => {
      const { lessor, reset } = createSandbox({ seed });
      const all = [lessor.clientSecret, lessor.rotateSecret(), lessor.rotateSecret()];
      reset();
      return [...all, lessor.clientSecret];
    };
    const [first, , , last] = secrets(7);
    expect(last).toBe(first);
    expect(secrets(7)).toEqual(secrets(7));
    expect(new Set([...secrets(7), ...secrets(8)]).size).toBe(6);
  });

  it("is replaced for one client only", () => {
    const { lessor } = createSandbox({ seed: 7 });
    const [mine, theirs] = [lessor.clientSecret, lessor.client("polder").clientSecret];
    const rotated = lessor.rotateSecret("polder");
    expect([lessor.clientSecret, lessor.client("polder").clientSecret]).toEqual([mine, rotated]);
    expect(rotated).not.toBe(theirs);
  });
});

describe("a disabled client", () => {
  it("gets no more tokens, and its existing tokens stay valid", async () => {
    const { sandbox, lessor } = await open();
    await lessor.vehicles.put({ licensePlate: plate });
    sandbox.lessor.disableClient();
    expect((await requestToken(sandbox)).outcome).toEqual([400, "unauthorized_client"]);
    const wrong = await requestToken(sandbox, ({ form }) => form.set("client_secret", "other"));
    expect(wrong.outcome).toEqual([401, "invalid_client"]);
    expect(await lessor.vehicles.get(plate)).toEqual({ licensePlate: plate });
    const other = lessorOf(sandbox, sandbox.lessor.client("polder"));
    await other.vehicles.put({ licensePlate: plate });
    sandbox.reset();
    expect((await requestToken(sandbox)).outcome).toEqual([200, undefined]);
  });
});
