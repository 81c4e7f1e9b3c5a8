import { describe, expect, test } from "vitest";
import { readTokenAnswer } from "../../src/lessor/token-request.js";
import { canarySecret, canaryToken, lessorOver, lessorService, tokenAnswer } from "../support/clients.js";
import { ManualClock, settle } from "../support/clock.js";
import { failure, rejection, thrown } from "../support/errors.js";
import { bodyText, empty, json, networkFailure, type Reply, silence, text } from "../support/fetch.js";

const done = empty();
const hour = 3_600_000;

describe("the answer of the token endpoint", () => {
  test.each([
    ["seconds", 3600, hour],
    ["seconds as text", "3600", hour],
    ["a fraction of a second", 0.5, 500],
    ["no lifetime at all", 0, 0],
    ["more than anyone grants", 1e12, 30 * 24 * hour],
    ["nothing: good until it is refused", undefined, Number.POSITIVE_INFINITY],
  ])("may give as expires_in %s", (_, expires_in, lifetimeMs) => {
    expect(readTokenAnswer({ access_token: canaryToken, token_type: "Bearer", expires_in })).toEqual({
      token: canaryToken,
      lifetimeMs,
    });
  });

  test.each(["Bearer", "bearer", "BEARER"])("may write the type as %s", (token_type) => {
    expect(readTokenAnswer({ access_token: canaryToken, token_type }).token).toBe(canaryToken);
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
  test.each(unusable)("must not hold %s, and is not shown", (_, data) => {
    expect(thrown(() => readTokenAnswer(data), "token")).toMatchObject({ operationId: "token.create" });
  });
});

describe("a lessor client and its token", () => {
  test("asks once for a hundred calls at once, and not at all before", async () => {
    const service = lessorService([done]);
    const lessor = lessorOver(service.fetch);
    expect(service.tokens.requests).toHaveLength(0);
    await Promise.all(Array.from({ length: 100 }, () => lessor.vehicles.delete("AB-123-C")));
    expect(service.tokens.requests).toHaveLength(1);
    expect(service.api.requests).toHaveLength(100);
  });

  test("does not send the token that would expire in the waiting line: it takes it at the time of sending", async () => {
    const clock = new ManualClock();
    let issued = 0;
    const service = lessorService([done], (request) =>
      tokenAnswer({ access_token: `token-${++issued}`, expires_in: 30 })(request),
    );
    const lessor = lessorOver(service.fetch, { clock, throttle: { limit: 1, window: 90_000 } });
    await lessor.vehicles.delete("AB-1");
    const second = lessor.vehicles.delete("AB-2");
    await expect.poll(() => clock.pending).toBe(1);
    await clock.advance(90_000);
    await second;
    expect(service.api.requests.map(({ headers }) => headers["authorization"])).toEqual([
      "Bearer token-1",
      "Bearer token-2",
    ]);
  });

  const refusals: readonly [string, Reply, number, object][] = [
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
    ["200 with a token that is none", tokenAnswer({ access_token: "" }), 1, { oauthError: undefined }],
    [
      "200 with HTML",
      text("<html>", { headers: { "content-type": "text/html" } }),
      1,
      { oauthError: undefined },
    ],
    ["503 over and over", empty(503), 4, { oauthError: undefined }],
    ["429 over and over", empty(429, { "retry-after": "0" }), 4, { oauthError: undefined }],
    ["a redirect", empty(308, { location: "https://elsewhere.example/token" }), 1, { oauthError: undefined }],
    ["no connection", networkFailure("ENOTFOUND"), 4, { oauthError: undefined }],
  ];
  test.each(refusals)(
    "%s gives RegTokenError; the call itself is not sent",
    async (_, reply, asked, expected) => {
      const service = lessorService([done], reply);
      const error = await failure(lessorOver(service.fetch).vehicles.delete("AB-123-C"), "token");
      expect(error).toMatchObject({ operationId: "vehicles.delete", outcome: undefined, ...expected });
      expect(service.tokens.requests).toHaveLength(asked);
      expect(service.api.requests).toEqual([]);
    },
  );

  test("says what to check when the service does not know the client", async () => {
    const service = lessorService(
      [done],
      json({ error: "invalid_client", error_description: canarySecret }, { status: 401 }),
    );
    const error = await failure(lessorOver(service.fetch).vehicles.delete("AB-123-C"), "token");
    expect(error.message).toContain("check clientId and clientSecret");
    expect(error.cause).toMatchObject({ kind: "authentication", status: 401, operationId: "token.create" });
  });

  test("recovers from a passing failure without the call noticing", async () => {
    let asked = 0;
    const service = lessorService([done], (request) => (++asked === 1 ? empty(503) : tokenAnswer())(request));
    await lessorOver(service.fetch).vehicles.delete("AB-123-C");
    expect(service.api.requests).toHaveLength(1);
  });

  test("tells each of many waiting calls its own error, and asks afresh for the next one", async () => {
    let asked = 0;
    const service = lessorService([done], (request) =>
      (++asked === 1 ? json({ error: "invalid_client" }, { status: 400 }) : tokenAnswer())(request),
    );
    const lessor = lessorOver(service.fetch);
    const [one, two] = await Promise.all([
      failure(lessor.vehicles.delete("AB-1"), "token"),
      failure(lessor.vehicles.mileages.get("AB-2"), "token"),
    ]);
    expect(asked).toBe(1);
    expect(one).not.toBe(two);
    expect([one.operationId, two.operationId]).toEqual(["vehicles.delete", "vehicles.mileages.get"]);
    await lessor.vehicles.delete("AB-1");
    expect(asked).toBe(2);
  });

  test("keeps one call's doubt out of another's error, when both wait for the same token in vain", async () => {
    const clock = new ManualClock();
    let asked = 0;
    let refuse = (_: Response) => {};
    const held: Reply = () =>
      new Promise((resolve) => {
        refuse = resolve;
      });
    const service = lessorService([networkFailure("ECONNRESET")], (request) =>
      (++asked === 1 ? tokenAnswer({ expires_in: 1 }) : held)(request),
    );
    const lessor = lessorOver(service.fetch, {
      clock,
      random: () => 1,
      retry: { retries: 1, minTimeout: 5000 },
    });
    const doubtful = failure(lessor.vehicles.delete("AB-1"), "token");
    await clock.advance(5000);
    const certain = failure(lessor.vehicles.delete("AB-2"), "token");
    await settle();
    refuse(new Response(null, { status: 400 }));
    expect((await doubtful).outcome).toBe("unknown");
    expect((await doubtful).attempts).toHaveLength(2);
    expect((await certain).outcome).toBeUndefined();
    expect((await certain).attempts).toHaveLength(1);
    expect(asked).toBe(2);
  });

  test("goes on with the token request when one of its waiters gives up", async () => {
    let answer = (_: Response) => {};
    const service = lessorService(
      [done],
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const lessor = lessorOver(service.fetch);
    const controller = new AbortController();
    const impatient = rejection(lessor.vehicles.delete("AB-1", { signal: controller.signal }));
    const patient = lessor.vehicles.delete("AB-2");
    await settle();
    controller.abort("enough");
    expect(await impatient).toBe("enough");
    answer(await tokenAnswer()(service.tokens.last));
    await patient;
    expect(service.tokens.requests).toHaveLength(1);
    expect(service.api.requests).toHaveLength(1);
  });

  test("gives up on a token endpoint that never answers", async () => {
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

  test("sends the secret to the token endpoint only, in the body only", async () => {
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
