import { createLessorClient } from "@reg/sdk";
import { describe, expect, test } from "vitest";
import {
  canarySecret,
  canaryToken,
  exampleRequest,
  lessorOver,
  lessorService,
  supplierOver,
  tokenResponse,
} from "../../support/clients.js";
import { ManualClock, settle } from "../../support/clock.js";
import { failure, thrown } from "../../support/errors.js";
import { empty, fakeFetch, json, networkFailure, type Reply, silence, text } from "../../support/fetch.js";
import { jwt } from "../../support/jwt.js";
import { serveSandbox } from "../../support/served-sandbox.js";
import { httpServer } from "../../support/server.js";

const done = empty();
const ok = json(exampleRequest);
const second = 1000;
const plates = (count: number) => Array.from({ length: count }, (_, index) => `AB-${100 + index}-C`);

/** Creates a lessor service that numbers its tokens, and adds these fields to the responses of its token endpoint. */
function createService(replies: readonly [Reply, ...Reply[]], fields: Readonly<Record<string, unknown>> = {}) {
  let issued = 0;
  const service = lessorService(replies, (request) =>
    tokenResponse({ access_token: `${canaryToken}-${++issued}`, ...fields })(request),
  );
  return {
    ...service,
    /** The numbers of the tokens of the requests, in their order. */
    used: () => service.api.requests.map(({ headers }) => Number(headers["authorization"]?.split("-").at(-1))),
    get issued() {
      return issued;
    },
  };
}

describe("fault 1: a hundred concurrent calls cause one token request", () => {
  test("to the sandbox, without a token before", async () => {
    const { sandbox, lessor } = await serveSandbox();
    const client = lessor();
    await Promise.all(plates(100).map((licensePlate) => client.vehicles.put({ licensePlate })));
    sandbox.journal.assertCalls({ "token.create": 1, "vehicles.put": 100 });
  });

  test("to the sandbox, after it has refused the previous token", async () => {
    const { sandbox, lessor } = await serveSandbox();
    const client = lessor();
    await client.vehicles.put({ licensePlate: "AB-123-C" });
    sandbox.lessor.revokeTokens();
    await Promise.all(Array.from({ length: 100 }, () => client.vehicles.get("AB-123-C")));
    sandbox.journal.assertCalls({ "token.create": 2 });
  });

  test("after the previous token has expired", async () => {
    const clock = new ManualClock();
    const service = createService([done]);
    const lessor = lessorOver(service.fetch, { clock });
    await lessor.vehicles.delete("AB-1");
    clock.jump(3600 * second);
    await Promise.all(plates(100).map((plate) => lessor.vehicles.delete(plate)));
    expect(service.issued).toBe(2);
  });

  test("or one call of a token function of a supplier, and a later call causes another one", async () => {
    let calls = 0;
    const token = async () => {
      calls += 1;
      await settle();
      return `${canaryToken}-${calls}`;
    };
    const fetch = fakeFetch(ok);
    const { serviceRequests } = supplierOver(fetch, { token });
    await Promise.all(Array.from({ length: 100 }, () => serviceRequests.get("R-1")));
    expect(calls).toBe(1);
    const used = new Set(fetch.requests.map(({ headers }) => headers["authorization"]));
    expect(used).toEqual(new Set([`Bearer ${canaryToken}-1`]));
    await serviceRequests.get("R-1");
    expect(calls).toBe(2);
  });
});

describe("fault 3: after a 401 there is at most one replay", () => {
  const refused = empty(401);

  test("a lessor's call is sent once more with another token, and then fails", async () => {
    const service = createService([refused]);
    const error = await failure(lessorOver(service.fetch).vehicles.delete("AB-1"), "authentication");
    expect(error).toMatchObject({ name: "RegAuthenticationError", status: 401, outcome: undefined });
    expect(service.used()).toEqual([1, 2]);
    expect(service.issued).toBe(2);
  });

  test("ten concurrent calls do not start a loop", async () => {
    const service = createService([refused]);
    const lessor = lessorOver(service.fetch);
    await Promise.all(plates(10).map((plate) => failure(lessor.vehicles.delete(plate), "authentication")));
    expect(service.api.requests).toHaveLength(20);
    expect(service.issued).toBeLessThanOrEqual(11);
  });

  test("a token endpoint that always issues the same token does not start a loop", async () => {
    const service = lessorService([refused]);
    await failure(lessorOver(service.fetch).vehicles.delete("AB-1"), "authentication");
    expect(service.api.requests.length).toBeLessThanOrEqual(2);
    expect(service.tokens.requests.length).toBeLessThanOrEqual(3);
  });

  test("a replay can be retried after a 503, and a 401 ends the call then", async () => {
    const service = createService([refused, empty(503), refused, refused]);
    await failure(lessorOver(service.fetch).vehicles.delete("AB-1"), "authentication");
    expect(service.api.requests).toHaveLength(3);
  });

  test("a static supplier token causes no replay, and the error says what to do", async () => {
    const fetch = fakeFetch(refused, ok);
    const error = await failure(supplierOver(fetch).serviceRequests.get("R-1"), "authentication");
    expect(error.attempts).toHaveLength(1);
    expect(error.message).toContain("supply a current one");
    expect(fetch.requests).toHaveLength(1);
  });
});

describe("fault 5: a failed refresh rejects the waiting calls, and the next call starts a new refresh", () => {
  test.each([
    ["a 400", json({ error: "invalid_client" }, { status: 400 })],
    ["a lost connection", networkFailure("ECONNRESET")],
  ] satisfies [string, Reply][])("after %s", async (_, failing) => {
    let broken = true;
    const service = lessorService([done], (request) => (broken ? failing : tokenResponse())(request));
    const lessor = lessorOver(service.fetch, { retry: false });
    const errors = await Promise.all(plates(120).map((plate) => failure(lessor.vehicles.delete(plate), "token")));
    expect(service.tokens.requests).toHaveLength(1);
    expect(new Set(errors)).toHaveLength(120);
    expect(service.api.requests).toEqual([]);
    broken = false;
    await lessor.vehicles.delete("AB-1");
    expect(service.tokens.requests).toHaveLength(2);
  });

  test.each([
    ["is rejected with a 400", json({ error: "invalid_client" }, { status: 400 })],
    ["receives no response", silence],
  ] satisfies [string, Reply][])(
    "a background refresh that %s rejects no call and causes no unhandled rejection",
    async (_, failing) => {
      const unhandled: unknown[] = [];
      const record = (reason: unknown) => unhandled.push(reason);
      process.on("unhandledRejection", record);
      const clock = new ManualClock();
      let broken = false;
      const service = lessorService([done], (request) =>
        (broken ? failing : tokenResponse({ expires_in: 100 }))(request),
      );
      const lessor = lessorOver(service.fetch, { clock, retry: false, timeout: 5 * second });
      await lessor.vehicles.delete("AB-1");
      broken = true;
      clock.jump(85 * second);
      await lessor.vehicles.delete("AB-2");
      await clock.advance(5 * second);
      await lessor.vehicles.delete("AB-3");
      await settle();
      expect(service.api.requests).toHaveLength(3);
      // The failure concerns a call only after the previous token has expired.
      await clock.advance(10 * second);
      const late = failure(lessor.vehicles.delete("AB-4"), "token");
      await clock.advance(5 * second);
      await late;
      broken = false;
      await lessor.vehicles.delete("AB-5");
      process.off("unhandledRejection", record);
      expect(unhandled).toEqual([]);
      expect(clock.pending).toBe(0);
    },
  );

  test("a token function that fails is called once for more calls than may be in flight", async () => {
    let calls = 0;
    const token = async () => {
      calls += 1;
      await settle();
      throw new Error("the vault is sealed");
    };
    const fetch = fakeFetch(ok);
    const { serviceRequests } = supplierOver(fetch, { token });
    await Promise.all(plates(120).map((id) => failure(serviceRequests.get(id), "token")));
    expect(calls).toBe(1);
    expect(fetch.requests).toEqual([]);
  });

  test("calls whose token expired in the queue share the failure of its renewal, and later ones request a new token", async () => {
    const clock = new ManualClock();
    let broken = false;
    const service = lessorService([done], (request) =>
      (broken ? empty(400) : tokenResponse({ expires_in: 30 }))(request),
    );
    const throttle = { limit: 10, window: 90 * second, maxInFlight: 5 };
    const lessor = lessorOver(service.fetch, { clock, throttle, retry: false });
    await Promise.all(plates(10).map((plate) => lessor.vehicles.delete(plate)));
    const queued = plates(40).map((plate) => failure(lessor.vehicles.delete(plate), "token"));
    await settle();
    broken = true;
    await clock.advance(90 * second + 200);
    const errors = await Promise.all(queued);
    expect(new Set(errors)).toHaveLength(40);
    // One with the first turn. The other calls with a turn at the same time share its promise.
    expect(service.tokens.requests).toHaveLength(2);
    expect(lessor.throttleStatistics()).toMatchObject({ free: 10, inFlight: 0 });
    broken = false;
    await lessor.vehicles.delete("AB-1");
    expect(service.tokens.requests).toHaveLength(3);
  });
});

describe("fault 6: a token is taken when the request is sent, and renewed in time", () => {
  test("a token of 30 s does not expire while a call is queued for 90 s", async () => {
    const clock = new ManualClock();
    const service = createService([done], { expires_in: 30 });
    const lessor = lessorOver(service.fetch, { clock, throttle: { limit: 1, window: 90 * second } });
    await lessor.vehicles.delete("AB-1");
    const queued = lessor.vehicles.delete("AB-2");
    await expect.poll(() => clock.pending).toBe(1);
    await clock.advance(90 * second);
    await queued;
    expect(service.used()).toEqual([1, 2]);
  });

  test("a token function is called for a queued call when its request is sent", async () => {
    const clock = new ManualClock();
    let supplied = `${canaryToken}-1`;
    let calls = 0;
    const token = async () => {
      calls += 1;
      return supplied;
    };
    const fetch = fakeFetch(ok);
    const throttle = { limit: 1, window: 90 * second };
    const { serviceRequests } = supplierOver(fetch, { clock, token, throttle });
    await serviceRequests.get("R-1");
    const queued = serviceRequests.get("R-1");
    await clock.advance(90 * second - 1);
    expect(calls).toBe(1);
    supplied = `${canaryToken}-2`;
    await clock.advance(1);
    await queued;
    expect(calls).toBe(2);
    expect(fetch.last.headers["authorization"]).toBe(`Bearer ${supplied}`);
  });

  test.each([
    ["20 % of a short lifetime", 100, 80],
    ["60 s of a long lifetime", 3600, 3540],
    ["60 s, which are 20 %, of five minutes", 300, 240],
  ])("the safety margin is %s", async (_, expires_in, renewedAfter) => {
    const clock = new ManualClock();
    const service = createService([done], { expires_in });
    const lessor = lessorOver(service.fetch, { clock });
    const countAfterCall = async () => {
      await lessor.vehicles.delete("AB-1");
      await settle();
      return service.issued;
    };
    await countAfterCall();
    clock.jump((renewedAfter - 1) * second);
    expect(await countAfterCall()).toBe(1);
    clock.jump(second);
    expect(await countAfterCall()).toBe(2);
    // The renewal is in the background: the call that started it used the previous token.
    expect(service.used()).toEqual([1, 1, 1]);
  });

  test.each([0, 1])("an expires_in of %j does not start a loop", async (expires_in) => {
    const clock = new ManualClock();
    const service = createService([done], { expires_in });
    const lessor = lessorOver(service.fetch, { clock });
    for (const plate of plates(5)) await lessor.vehicles.delete(plate);
    await Promise.all(plates(50).map((plate) => lessor.vehicles.delete(plate)));
    await settle();
    expect(service.api.requests).toHaveLength(55);
    expect(service.issued).toBeLessThanOrEqual(7);
    const issued = service.issued;
    await clock.advance(3600 * second);
    expect([service.issued, clock.pending]).toEqual([issued, 0]);
  });

  test("an expires_in of 0 does not start a loop if the service refuses every token", async () => {
    const service = createService([empty(401)], { expires_in: 0 });
    await failure(lessorOver(service.fetch).vehicles.delete("AB-1"), "authentication");
    expect(service.used()).toHaveLength(2);
    expect(service.issued).toBeLessThanOrEqual(3);
  });
});

describe("fault 7: the lifetime of a token whose expires_in is", () => {
  /** A token response with an expires_in that `JSON.stringify` does not produce. */
  const tokenWithRaw = (expires_in: string) =>
    text(`{"access_token":"${canaryToken}","token_type":"Bearer","expires_in":${expires_in}}`, {
      headers: { "content-type": "application/json" },
    });

  /** Returns the hours after which the client requests another token; undefined: not within ten years. */
  async function measureLifetime(reply: Reply): Promise<number | undefined> {
    const clock = new ManualClock();
    const service = lessorService([done], reply);
    const lessor = lessorOver(service.fetch, { clock });
    await lessor.vehicles.delete("AB-1");
    for (const hour of [1, 24, 24 * 30, 24 * 365 * 10]) {
      clock.jump(hour * 3600 * second);
      await lessor.vehicles.delete("AB-1");
      if (service.tokens.requests.length > 1) return hour;
    }
    return undefined;
  }

  test.each([
    ["a number is as long as it says", 3600, 1],
    ["a text of digits is as long as it says", "3600", 1],
    ["1e12 is capped", 1e12, 24 * 30],
  ])("%s", async (_, expires_in, hours) => {
    expect(await measureLifetime(tokenResponse({ expires_in }))).toBe(hours);
  });

  test("missing ends with a 401, after which there is one replay", async () => {
    expect(await measureLifetime(tokenResponse({ expires_in: undefined }))).toBeUndefined();
    const service = createService([done, done, empty(401), done], { expires_in: undefined });
    const lessor = lessorOver(service.fetch);
    for (const plate of plates(3)) await lessor.vehicles.delete(plate);
    expect(service.used()).toEqual([1, 1, 1, 2]);
  });

  test("-0 is zero", async () => {
    const service = lessorService([done], tokenWithRaw("-0"));
    const lessor = lessorOver(service.fetch);
    for (const plate of plates(3)) await lessor.vehicles.delete(plate);
    expect(service.tokens.requests).toHaveLength(3);
  });

  test.each(["-1", '"NaN"', "NaN", '"3600s"', '"3600.5"', '"0x10"', '""', "null", "true", '"Infinity"', "-1e400"])(
    "%s is unknown: the call rejects with RegTokenError and nothing is sent",
    async (expires_in) => {
      const service = lessorService([done], tokenWithRaw(expires_in));
      await failure(lessorOver(service.fetch, { retry: false }).vehicles.delete("AB-1"), "token");
      expect(service.api.requests).toEqual([]);
    },
  );
});

describe("fault 9: a token response with", () => {
  test.each(["Bearer", "BEARER", "bearer", "bEaReR"])("the token_type %s is accepted", async (token_type) => {
    const service = lessorService([done], tokenResponse({ token_type }));
    await lessorOver(service.fetch).vehicles.delete("AB-1");
    expect(service.api.last.headers["authorization"]).toBe(`Bearer ${canaryToken}`);
  });

  test.each<[string, Readonly<Record<string, unknown>>]>([
    ["no token_type", { token_type: undefined }],
    ["the token_type mac", { token_type: "mac" }],
    ["a token_type of null", { token_type: null }],
    ["a list of types", { token_type: ["Bearer"] }],
    ["no token", { access_token: undefined }],
    ["an empty token", { access_token: "" }],
    ["a token with a line break", { access_token: `${canaryToken}\r\nx-evil: 1` }],
    ["a token with a space", { access_token: `${canaryToken} x` }],
    ["a token with NUL", { access_token: `${canaryToken}\0x` }],
    ["a token with an umlaut", { access_token: `${canaryToken}ä` }],
  ])("%s causes a RegTokenError that does not contain the token", async (_, fields) => {
    const service = lessorService([done], tokenResponse(fields));
    await failure(lessorOver(service.fetch).vehicles.delete("AB-1"), "token");
    expect(service.tokens.requests).toHaveLength(1);
    expect(service.api.requests).toEqual([]);
  });
});

describe("fault 10: a token endpoint on a real socket that responds with", () => {
  /** Starts a service that accepts every token, with a token endpoint that gives these responses. */
  async function startEndpoint(responses: readonly [number, string, Readonly<Record<string, string>>?][]) {
    let received = 0;
    const bodies: string[] = [];
    const { url, requests } = await httpServer((request, response) => {
      if (request.url !== "/token") return void response.writeHead(204).end();
      request.on("data", (chunk) => bodies.push(String(chunk)));
      request.on("end", () => {
        const [status, body, headers] = responses[Math.min(received++, responses.length - 1)] ?? [500, ""];
        response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
      });
    });
    const lessor = createLessorClient({
      baseUrl: url,
      clientId: "fleet-job",
      clientSecret: canarySecret,
      random: () => 0,
    });
    return { lessor, requests, bodies };
  }
  const good = JSON.stringify({ access_token: canaryToken, token_type: "Bearer", expires_in: 3600 });
  const refusal = JSON.stringify({
    error: "invalid_client",
    error_description: `client_secret=${canarySecret}`,
    title: canarySecret,
  });

  test.each([400, 401])("a %i and invalid_client receives one request", async (status) => {
    const { lessor, requests } = await startEndpoint([[status, refusal]]);
    const error = await failure(lessor.vehicles.delete("AB-1"), "token");
    expect(error).toMatchObject({ oauthError: "invalid_client", operationId: "vehicles.delete" });
    expect(error.message).toContain("check clientId and clientSecret");
    expect(requests).toEqual(["POST /token"]);
  });

  test.each([
    ["a 429", 429, { "retry-after": "0" }],
    ["a 503", 503, { "retry-after": "0" }],
    ["a 500", 500, {}],
  ])("%s receives the request again with the same body", async (_, status, headers) => {
    const { lessor, requests, bodies } = await startEndpoint([
      [status, "", headers],
      [status, "", headers],
      [200, good],
    ]);
    await lessor.vehicles.delete("AB-1");
    expect(requests).toEqual(["POST /token", "POST /token", "POST /token", "DELETE /v1/vehicles/AB-1"]);
    expect(new Set(bodies)).toHaveLength(1);
  });

  test.each([429, 503])("a %i receives the request again after its Retry-After", async (status) => {
    const clock = new ManualClock();
    let received = 0;
    const service = lessorService([done], (request) =>
      (++received === 1 ? empty(status, { "retry-after": "7" }) : tokenResponse())(request),
    );
    const call = lessorOver(service.fetch, { clock }).vehicles.delete("AB-1");
    await clock.advance(6999);
    expect(received).toBe(1);
    await clock.advance(1);
    await call;
    expect(received).toBe(2);
  });

  test("a Retry-After of an hour receives one request, and the call rejects at once", async () => {
    const service = lessorService([done], empty(429, { "retry-after": "3600" }));
    await failure(lessorOver(service.fetch).vehicles.delete("AB-1"), "token");
    expect(service.tokens.requests).toHaveLength(1);
  });
});

describe("fault 11: the token of a supplier", () => {
  const now = Date.parse("2026-06-15T09:00:00Z") / 1000;
  const expired = jwt({ exp: now - 1, sub: "4711" });

  test("is not sent if it is an expired JWT", async () => {
    const fetch = fakeFetch(ok);
    for (const token of [expired, () => expired, async () => `Bearer ${expired}`]) {
      const call = supplierOver(fetch, { token, clock: new ManualClock() }).serviceRequests.get("R-1");
      const error = await failure(call, "token");
      expect(error.message).toContain("2026-06-15T08:59:59.000Z");
      expect(error.message).not.toContain(expired.slice(0, 20));
    }
    expect(fetch.requests).toEqual([]);
  });

  test("is not sent after it has expired during its use", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(ok);
    const { serviceRequests } = supplierOver(fetch, { clock, token: jwt({ exp: now + 60 }) });
    await serviceRequests.get("R-1");
    clock.jump(60 * second);
    await failure(serviceRequests.get("R-1"), "token");
    expect(fetch.requests).toHaveLength(1);
  });

  test("is sent after its expiry if the check is switched off", async () => {
    const fetch = fakeFetch(ok);
    const options = { token: expired, clock: new ManualClock(), checkTokenExpiry: false };
    await supplierOver(fetch, options).serviceRequests.get("R-1");
    expect(fetch.last.headers["authorization"]).toBe(`Bearer ${expired}`);
  });

  test.each([
    ["opaque", canaryToken],
    ["a JWT without exp", jwt({ sub: "4711" })],
    ["a JWT that is valid for a year", jwt({ exp: now + 31_536_000 })],
  ])("is sent if it is %s", async (_, token) => {
    const fetch = fakeFetch(ok);
    await supplierOver(fetch, { token, clock: new ManualClock() }).serviceRequests.get("R-1");
    expect(fetch.last.headers["authorization"]).toBe(`Bearer ${token}`);
  });

  test.each([`Bearer ${canaryToken}`, `bearer   ${canaryToken}`, `  ${canaryToken}\n`, `\tBEARER\t${canaryToken}\r\n`])(
    "is sent without its prefix and white space: %j",
    async (token) => {
      for (const given of [token, () => token]) {
        const fetch = fakeFetch(ok);
        await supplierOver(fetch, { token: given }).serviceRequests.get("R-1");
        expect(fetch.last.headers["authorization"]).toBe(`Bearer ${canaryToken}`);
      }
    },
  );

  test.each([
    "",
    "   ",
    "Bearer",
    "Bearer ",
    `${canaryToken}\r\nx-evil: 1`,
    `${canaryToken} ${canaryToken}`,
    `Bearer Bearer ${canaryToken}`,
    `"${canaryToken}"`,
    `${canaryToken}\u2028${canaryToken}`,
    `${canaryToken}é`,
  ])("is rejected and not shown if no header can contain it: %j", async (token) => {
    const fetch = fakeFetch(ok);
    thrown(() => supplierOver(fetch, { token }), "token");
    await failure(supplierOver(fetch, { token: () => token }).serviceRequests.get("R-1"), "token");
    expect(fetch.requests).toEqual([]);
  });
});
