import { describe, expect, test } from "vitest";
import { canarySecret, lessorOver, lessorService, tokenResponse } from "../support/clients.js";
import { ManualClock, settle } from "../support/clock.js";
import { failure, rejection } from "../support/errors.js";
import { bodyText, empty, json, networkFailure, type Reply, silence, text } from "../support/fetch.js";

const done = empty();

describe("a lessor client", () => {
  test.each<[string, Reply, number, string?]>([
    ["400 invalid_client", json({ error: "invalid_client" }, { status: 400 }), 1, "invalid_client"],
    ["401 invalid_client", json({ error: "invalid_client" }, { status: 401 }), 1, "invalid_client"],
    ["400 without a body", empty(400), 1],
    ["403 with HTML", text("<html>", { status: 403 }), 1],
    ["200 with an empty token", tokenResponse({ access_token: "" }), 1],
    ["200 with HTML", text("<html>", { headers: { "content-type": "text/html" } }), 1],
    ["503 for every attempt", empty(503), 4],
    ["429 for every attempt", empty(429, { "retry-after": "0" }), 4],
    ["a redirect", empty(308, { location: "https://elsewhere.example/token" }), 1],
    ["a connection failure", networkFailure("ENOTFOUND"), 4],
  ])(
    "throws RegTokenError after %s from the token endpoint and does not send the call",
    async (_, reply, tokenRequests, oauthError) => {
      const service = lessorService([done], reply);
      const error = await failure(lessorOver(service.fetch).vehicles.delete("AB-123-C"), "token");
      expect(error).toMatchObject({ operationId: "vehicles.delete", outcome: undefined });
      expect(error.oauthError).toBe(oauthError);
      expect(service.tokens.requests).toHaveLength(tokenRequests);
      expect(service.api.requests).toEqual([]);
    },
  );

  test.each([
    [tokenResponse({ token_type: "mac" }), "the response of the token endpoint must have the token_type Bearer"],
    [
      tokenResponse({ access_token: "a b" }),
      "the response of the token endpoint has an access_token that does not fit into a header",
    ],
    [
      tokenResponse({ expires_in: "soon" }),
      "the response of the token endpoint has an expires_in that is not a number of seconds",
    ],
    [
      tokenResponse({ expires_in: {} }),
      "the response of the token endpoint must have access_token and token_type, and expires_in must be a number if present",
    ],
    [json({ error: "invalid_scope" }, { status: 400 }), "the token endpoint issued no token (invalid_scope)"],
    [
      json({ error: "invalid_client" }, { status: 400 }),
      "the token endpoint issued no token (invalid_client); check clientId and clientSecret",
    ],
  ])("says why it has no token", async (reply, message) => {
    const service = lessorService([done], reply);
    const error = await failure(lessorOver(service.fetch).vehicles.delete("AB-123-C"), "token");
    expect(error.message).toBe(`vehicles.delete: ${message}`);
  });

  test("advises to check the credentials after invalid_client, without showing the response", async () => {
    const service = lessorService(
      [done],
      json({ error: "invalid_client", error_description: canarySecret }, { status: 401 }),
    );
    const error = await failure(lessorOver(service.fetch).vehicles.delete("AB-123-C"), "token");
    expect(error.message).toContain("check clientId and clientSecret");
    expect(error.cause).toMatchObject({
      kind: "authentication",
      operationId: "token.create",
      message: "token.create: 401 Unauthorized: the service does not accept the credentials",
    });
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
