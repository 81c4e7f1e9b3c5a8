import { describe, expect, test } from "vitest";
import { canarySecret, canaryToken, lessorOver, lessorService, supplierOver } from "../../support/clients.js";
import { expectNoSecrets, failure } from "../../support/errors.js";
import { fakeFetch, json, networkFailure, type Reply } from "../../support/fetch.js";

const draft = { status: "Draft", vehicle: { licensePlate: "AB-123-C" } } as const;

/** An answer whose body breaks off with the failure that the reply stands for. */
const breakingOff =
  (reply: Reply): Reply =>
  async (request) => {
    const cause: unknown = await Promise.resolve()
      .then(() => reply(request))
      .catch((error: unknown) => error);
    const body = new ReadableStream({ pull: (controller) => controller.error(cause) });
    return new Response(body, { status: 201, headers: { "content-type": "application/json" } });
  };

describe("a create is sent once, and its outcome is unknown", () => {
  test.each([
    ["EHOSTUNREACH on an open connection", networkFailure("EHOSTUNREACH", "read")],
    ["ENETUNREACH on an open connection", networkFailure("ENETUNREACH", "write")],
    ["a TLS alert on an open connection", networkFailure("ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC")],
    ["a refused connection while the answer is read", breakingOff(networkFailure("ECONNREFUSED", "connect"))],
    ["a 408", json({}, { status: 408 })],
  ])("after %s", async (_, reply) => {
    const fetch = fakeFetch(reply);
    const error = await supplierOver(fetch)
      .serviceRequests.create(draft)
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ outcome: "unknown" });
    expect(fetch.requests).toHaveLength(1);
  });

  test.each(["EHOSTUNREACH", "ENETUNREACH"])("unless %s befell the connecting itself", async (code) => {
    const fetch = fakeFetch(networkFailure(code, "connect"), json({ id: "R-1" }, { status: 201 }));
    expect(await supplierOver(fetch).serviceRequests.create(draft)).toMatchObject({ id: "R-1" });
    expect(fetch.requests).toHaveLength(2);
  });
});

describe("an echo of the request", () => {
  test("shows no token in the error", async () => {
    const echo = json({ detail: `bad header: Bearer ${canaryToken}` }, { status: 400 });
    const error = await failure(supplierOver(fakeFetch(echo)).serviceRequests.create(draft), "validation");
    expect(error.message).toContain("[redacted]");
    expectNoSecrets(error);
  });

  test("of the token endpoint shows no secret in the error or its cause", async () => {
    const echo = json(
      { error: "invalid_request", detail: `client_secret=${canarySecret}`, title: canarySecret },
      { status: 400 },
    );
    const { fetch } = lessorService([json({})], echo);
    const error = await failure(lessorOver(fetch).vehicles.get("AB-123-C"), "token");
    expect(error.oauthError).toBe("invalid_request");
    expectNoSecrets(error);
  });
});
