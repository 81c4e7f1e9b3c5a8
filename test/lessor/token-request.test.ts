import { describe, expect, test } from "vitest";
import { parseTokenResponse } from "../../src/lessor/token-request.js";
import { canarySecret, canaryToken, lessorOver, lessorService, tokenResponse } from "../support/clients.js";
import { ManualClock, settle } from "../support/clock.js";
import { failure, rejection, thrown } from "../support/errors.js";
import { bodyText, empty, json, networkFailure, type Reply, silence, text } from "../support/fetch.js";

const done = empty();
const hour = 3_600_000;

describe("parseTokenResponse", () => {
  test.each([
    ["seconds", 3600, hour],
    ["seconds as text", "3600", hour],
    ["a fraction of a second", 0.5, 500],
    ["zero", 0, 0],
    ["a value above the maximum", 1e12, 30 * 24 * hour],
    ["undefined, as unlimited", undefined, Number.POSITIVE_INFINITY],
  ])("accepts an expires_in of %s", (_, expires_in, lifetimeMs) => {
    expect(parseTokenResponse({ access_token: canaryToken, token_type: "Bearer", expires_in })).toEqual({
      token: canaryToken,
      lifetimeMs,
    });
  });

  test.each(["Bearer", "bearer", "BEARER"])("accepts the token type %s", (token_type) => {
    expect(parseTokenResponse({ access_token: canaryToken, token_type }).token).toBe(canaryToken);
  });

  const unusable: readonly [string, unknown][] = [
    ["nothing", undefined],
    ["null", null],
    ["an array", [canaryToken]],
    ["a text", canaryToken],
    ["no token", { token_type: "Bearer" }],
    ["no type", { access_token: canaryToken }],
    ["a type of null", { access_token: canaryToken, token_type: null }],
    ["another type", { access_token: canaryToken, token_type: "mac" }],
    ["an empty token", { access_token: "", token_type: "Bearer" }],
    ["a token that is a number", { access_token: 5, token_type: "Bearer" }],
    ["a token with a line break", { access_token: `${canaryToken}\r\nx: y`, token_type: "Bearer" }],
    ...[-1, Number.NaN, "abc", "-1", "1e3", "", " 5", null, true].map((expires_in): [string, unknown] => [
      `an expires_in of ${JSON.stringify(expires_in)}`,
      { access_token: canaryToken, token_type: "Bearer", expires_in },
    ]),
  ];
  test.each(unusable)("rejects %s without showing it", (_, data) => {
    expect(thrown(() => parseTokenResponse(data), "token")).toMatchObject({ operationId: "token.create" });
  });
});

describe("a lessor client", () => {
  test("requests one token for a hundred concurrent calls, and none before the first call", async () => {
    const service = lessorService([done]);
    const lessor = lessorOver(service.fetch);
    expect(service.tokens.requests).toHaveLength(0);
    await Promise.all(Array.from({ length: 100 }, () => lessor.vehicles.delete("AB-123-C")));
    expect(service.tokens.requests).toHaveLength(1);
    expect(service.api.requests).toHaveLength(100);
  });

  const rejections: readonly [string, Reply, number, object][] = [
    [
      "400 invalid_client",
      json({ error: "invalid_client" }, { status: 400 }),
      1,
      { oauthError: "invalid_client" },
    ],
    [
      "401 invalid_client",
      json({ error: "invalid_client" }, { status: 401 }),
      1,
      { oauthError: "invalid_client" },
    ],
    ["400 without a body", empty(400), 1, { oauthError: undefined }],
    ["403 with HTML", text("<html>", { status: 403 }), 1, { oauthError: undefined }],
    ["200 with an empty token", tokenResponse({ access_token: "" }), 1, { oauthError: undefined }],
    [
      "200 with HTML",
      text("<html>", { headers: { "content-type": "text/html" } }),
      1,
      { oauthError: undefined },
    ],
    ["503 for every attempt", empty(503), 4, { oauthError: undefined }],
    ["429 for every attempt", empty(429, { "retry-after": "0" }), 4, { oauthError: undefined }],
    ["a redirect", empty(308, { location: "https://elsewhere.example/token" }), 1, { oauthError: undefined }],
    ["a connection failure", networkFailure("ENOTFOUND"), 4, { oauthError: undefined }],
  ];
  test.each(rejections)(
    "throws RegTokenError after %s from the token endpoint and does not send the call",
    async (_, reply, tokenRequests, expected) => {
      const service = lessorService([done], reply);
      const error = await failure(lessorOver(service.fetch).vehicles.delete("AB-123-C"), "token");
      expect(error).toMatchObject({ operationId: "vehicles.delete", outcome: undefined, ...expected });
      expect(service.tokens.requests).toHaveLength(tokenRequests);
      expect(service.api.requests).toEqual([]);
    },
  );

  test("advises to check the credentials after invalid_client, without showing the response", async () => {
    const service = lessorService(
      [done],
      json({ error: "invalid_client", error_description: canarySecret }, { status: 401 }),
    );
    const error = await failure(lessorOver(service.fetch).vehicles.delete("AB-123-C"), "token");
    expect(error.message).toContain("check clientId and clientSecret");
    expect(error.cause).toMatchObject({ kind: "authentication", status: 401, operationId: "token.create" });
  });

  test("throws a separate error for each waiting call and requests a token again for the next call", async () => {
    let tokenRequests = 0;
    const service = lessorService([done], (request) =>
      (++tokenRequests === 1 ? json({ error: "invalid_client" }, { status: 400 }) : tokenResponse())(request),
    );
    const lessor = lessorOver(service.fetch);
    const [one, two] = await Promise.all([
      failure(lessor.vehicles.delete("AB-1"), "token"),
      failure(lessor.vehicles.mileages.get("AB-2"), "token"),
    ]);
    expect(tokenRequests).toBe(1);
    expect(one).not.toBe(two);
    expect([one.operationId, two.operationId]).toEqual(["vehicles.delete", "vehicles.mileages.get"]);
    await lessor.vehicles.delete("AB-1");
    expect(tokenRequests).toBe(2);
  });

  test("sets outcome only on the call that was sent before, when two calls wait for the same failing token request", async () => {
    const clock = new ManualClock();
    let tokenRequests = 0;
    let respond = (_: Response) => {};
    const pending: Reply = () =>
      new Promise((resolve) => {
        respond = resolve;
      });
    const service = lessorService([networkFailure("ECONNRESET")], (request) =>
      (++tokenRequests === 1 ? tokenResponse({ expires_in: 1 }) : pending)(request),
    );
    const lessor = lessorOver(service.fetch, {
      clock,
      random: () => 1,
      retry: { retries: 1, minTimeout: 5000 },
    });
    const sentBefore = failure(lessor.vehicles.delete("AB-1"), "token");
    await clock.advance(5000);
    const neverSent = failure(lessor.vehicles.delete("AB-2"), "token");
    await settle();
    respond(new Response(null, { status: 400 }));
    expect((await sentBefore).outcome).toBe("unknown");
    expect((await sentBefore).attempts).toHaveLength(2);
    expect((await neverSent).outcome).toBeUndefined();
    expect((await neverSent).attempts).toHaveLength(1);
    expect(tokenRequests).toBe(2);
  });

  test("continues the token request when one of the waiting calls is aborted", async () => {
    let respond = (_: Response) => {};
    const service = lessorService(
      [done],
      () =>
        new Promise((resolve) => {
          respond = resolve;
        }),
    );
    const lessor = lessorOver(service.fetch);
    const controller = new AbortController();
    const aborted = rejection(lessor.vehicles.delete("AB-1", { signal: controller.signal }));
    const remaining = lessor.vehicles.delete("AB-2");
    await settle();
    controller.abort("enough");
    expect(await aborted).toBe("enough");
    respond(await tokenResponse()(service.tokens.last));
    await remaining;
    expect(service.tokens.requests).toHaveLength(1);
    expect(service.api.requests).toHaveLength(1);
  });

  test("throws after the timeout if the token endpoint never responds", async () => {
    const clock = new ManualClock();
    const service = lessorService([done], silence);
    const call = failure(
      lessorOver(service.fetch, { clock, timeout: 1000, retry: false }).vehicles.delete("AB-1"),
      "token",
    );
    await clock.advance(1000);
    expect((await call).message).toContain("no complete response within the attempt's timeout of");
    expect(clock.pending).toBe(0);
  });

  test("sends the secret only to the token endpoint and only in the body", async () => {
    const service = lessorService([done]);
    await lessorOver(service.fetch).vehicles.delete("AB-1");
    for (const request of service.fetch.requests) {
      expect(request.url.href).not.toContain(canarySecret);
      expect(JSON.stringify(request.headers)).not.toContain(canarySecret);
    }
    expect(await bodyText(service.tokens.last)).toContain(canarySecret);
    expect(await bodyText(service.api.last)).toBe("");
  });
});
