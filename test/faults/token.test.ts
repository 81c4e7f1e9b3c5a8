import { describe, expect, test } from "vitest";
import { createLessorClient } from "../../src/lessor/client.js";
import {
  canarySecret,
  canaryToken,
  lessorOver,
  lessorService,
  supplierOver,
  tokenAnswer,
} from "../support/clients.js";
import { ManualClock, settle } from "../support/clock.js";
import { failure, rejection, thrown } from "../support/errors.js";
import { empty, fakeFetch, json, networkFailure, type Reply, silence, text } from "../support/fetch.js";
import { jwt } from "../support/jwt.js";
import { httpServer } from "../support/server.js";
import { serveSandbox } from "./support/sandbox.js";

const done = empty();
const ok = json({ id: "R-1" });
const second = 1000;
const plates = (count: number) => Array.from({ length: count }, (_, index) => `AB-${100 + index}-C`);

/** A lessor service whose tokens are numbered, with what the token endpoint says beside them. */
function numberedTokens(
  replies: readonly [Reply, ...Reply[]],
  fields: Readonly<Record<string, unknown>> = {},
) {
  let issued = 0;
  const service = lessorService(replies, (request) =>
    tokenAnswer({ access_token: `${canaryToken}-${++issued}`, ...fields })(request),
  );
  return {
    ...service,
    /** The numbers of the tokens that the requests bore, in their order. */
    used: () =>
      service.api.requests.map(({ headers }) => Number(headers["authorization"]?.split("-").at(-1))),
    get issued() {
      return issued;
    },
  };
}

describe("fault 1: a hundred calls at once ask for one token", () => {
  test("cold, over real sockets", async () => {
    const { sandbox, lessor } = await serveSandbox();
    const client = lessor();
    await Promise.all(plates(100).map((licensePlate) => client.vehicles.put({ licensePlate })));
    sandbox.journal.assertCalls({ "token.create": 1, "vehicles.put": 100 });
  });

  test("after the service has refused the old one to all of them, over real sockets", async () => {
    const { sandbox, lessor } = await serveSandbox();
    const client = lessor();
    await client.vehicles.put({ licensePlate: "AB-123-C" });
    sandbox.lessor.revokeTokens();
    await Promise.all(Array.from({ length: 100 }, () => client.vehicles.get("AB-123-C")));
    sandbox.journal.assertCalls({ "token.create": 2, "vehicles.get": 200 });
  });

  test("after the old one has expired, and also while the answer takes its time", async () => {
    const clock = new ManualClock();
    const service = numberedTokens([done]);
    const lessor = lessorOver(service.fetch, { clock });
    await lessor.vehicles.delete("AB-1");
    clock.jump(3600 * second);
    await Promise.all(plates(100).map((plate) => lessor.vehicles.delete(plate)));
    expect(service.issued).toBe(2);
  });

  test("two clients ask for one each", async () => {
    const { sandbox, lessor } = await serveSandbox();
    await Promise.all([lessor(), lessor()].map(({ vehicles }) => vehicles.put({ licensePlate: "AB-123-C" })));
    sandbox.journal.assertCalls({ "token.create": 2 });
  });

  test("a supplier's function that takes its time is asked once", async () => {
    let asked = 0;
    const token = async () => {
      asked += 1;
      await settle();
      return canaryToken;
    };
    const { serviceRequests } = supplierOver(fakeFetch(ok), { token });
    await Promise.all(Array.from({ length: 100 }, () => serviceRequests.get("R-1")));
    expect(asked).toBe(1);
  });
});

describe("fault 3: a 401 is answered with one replay at most", () => {
  const refused = empty(401);

  test("a lessor's call is sent once more, with another token, and then fails", async () => {
    const service = numberedTokens([refused]);
    const error = await failure(lessorOver(service.fetch).vehicles.delete("AB-1"), "authentication");
    expect(error).toMatchObject({ name: "RegAuthenticationError", status: 401, outcome: undefined });
    expect(service.used()).toEqual([1, 2]);
    expect(service.issued).toBe(2);
  });

  test("ten calls at once do not start a loop either", async () => {
    const service = numberedTokens([refused]);
    const lessor = lessorOver(service.fetch);
    await Promise.all(plates(10).map((plate) => failure(lessor.vehicles.delete(plate), "authentication")));
    expect(service.api.requests).toHaveLength(20);
    expect(service.issued).toBeLessThanOrEqual(11);
  });

  test("a token endpoint that gives out the same token for ever does not start a loop", async () => {
    const service = lessorService([refused]);
    await failure(lessorOver(service.fetch).vehicles.delete("AB-1"), "authentication");
    expect(service.api.requests.length).toBeLessThanOrEqual(2);
    expect(service.tokens.requests.length).toBeLessThanOrEqual(3);
  });

  test("the replay may fail in passing and go on, and a 401 after that is the end", async () => {
    const service = numberedTokens([refused, empty(503), refused, refused]);
    await failure(lessorOver(service.fetch).vehicles.delete("AB-1"), "authentication");
    expect(service.api.requests).toHaveLength(3);
  });

  test("a static supplier token: no replay, even for a read, and the error says what to do", async () => {
    const fetch = fakeFetch(refused, ok);
    const error = await failure(supplierOver(fetch).serviceRequests.get("R-1"), "authentication");
    expect(error.attempts).toHaveLength(1);
    expect(error.message).toContain("supply a current one");
    expect(fetch.requests).toHaveLength(1);
  });

  test("a static token over real sockets", async () => {
    const { sandbox, supplier } = await serveSandbox();
    const client = await supplier();
    sandbox.supplier.revokeTokens();
    await failure(client.lessors.list(), "authentication");
    sandbox.journal.assertCalls({ "lessors.list": 1 });
  });

  test.each([
    ["another token: one replay", [`${canaryToken}-1`, `${canaryToken}-2`, `${canaryToken}-3`], 2],
    ["the same token: none", [canaryToken], 1],
  ])("a supplier's function that gives %s", async (_, tokens, sent) => {
    let asked = 0;
    const token = () => tokens[Math.min(asked++, tokens.length - 1)] ?? "";
    const fetch = fakeFetch(refused);
    await failure(supplierOver(fetch, { token }).serviceRequests.get("R-1"), "authentication");
    expect(fetch.requests).toHaveLength(sent);
  });
});

describe("fault 5: a refresh that fails fails for all who wait, and for nobody after them", () => {
  test.each([
    ["a refusal", json({ error: "invalid_client" }, { status: 400 })],
    ["a broken connection", networkFailure("ECONNRESET")],
    ["a 503", empty(503)],
    ["an answer without a token", json({})],
  ] satisfies [string, Reply][])("%s", async (_, failing) => {
    let broken = true;
    const service = lessorService([done], (request) => (broken ? failing : tokenAnswer())(request));
    const lessor = lessorOver(service.fetch, { retry: false });
    const errors = await Promise.all(
      plates(20).map((plate) => failure(lessor.vehicles.delete(plate), "token")),
    );
    expect(service.tokens.requests).toHaveLength(1);
    expect(new Set(errors)).toHaveLength(20);
    expect(service.api.requests).toEqual([]);
    broken = false;
    await lessor.vehicles.delete("AB-1");
    expect(service.tokens.requests).toHaveLength(2);
  });

  test.each([
    ["is refused", json({ error: "invalid_client" }, { status: 400 })],
    ["breaks", networkFailure("ECONNRESET")],
    ["answers with nonsense", text("<html>")],
    ["is never answered", silence],
  ] satisfies [string, Reply][])("a background refresh that %s is nobody's error", async (_, failing) => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", note);
    const clock = new ManualClock();
    let broken = false;
    const service = lessorService([done], (request) =>
      (broken ? failing : tokenAnswer({ expires_in: 100 }))(request),
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
    // Only when the old token has expired does it concern a call.
    await clock.advance(10 * second);
    const late = failure(lessor.vehicles.delete("AB-4"), "token");
    await clock.advance(5 * second);
    await late;
    broken = false;
    await lessor.vehicles.delete("AB-5");
    process.off("unhandledRejection", note);
    expect(unhandled).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  test("a background refresh that fails is not tried again with each call", async () => {
    const clock = new ManualClock();
    let broken = false;
    const service = lessorService([done], (request) =>
      (broken ? empty(503) : tokenAnswer({ expires_in: 100 }))(request),
    );
    const lessor = lessorOver(service.fetch, { clock, retry: false });
    await lessor.vehicles.delete("AB-1");
    broken = true;
    clock.jump(85 * second);
    for (const plate of plates(20)) {
      await lessor.vehicles.delete(plate);
      await settle();
    }
    expect(service.tokens.requests.length).toBeLessThanOrEqual(3);
  });
});

describe("fault 6: a token is taken when it is sent, and renewed in time", () => {
  test("one of 30 s does not expire in a line of 90 s", async () => {
    const clock = new ManualClock();
    const service = numberedTokens([done], { expires_in: 30 });
    const lessor = lessorOver(service.fetch, { clock, throttle: { limit: 1, window: 90 * second } });
    await lessor.vehicles.delete("AB-1");
    const queued = lessor.vehicles.delete("AB-2");
    await expect.poll(() => clock.pending).toBe(1);
    await clock.advance(90 * second);
    await queued;
    expect(service.used()).toEqual([1, 2]);
  });

  test.each([
    ["20 % of a short life", 100, 80],
    ["60 s of a long one", 3600, 3540],
    ["the two are the same at five minutes", 300, 240],
  ])("the margin is %s", async (_, expires_in, renewedAfter) => {
    const clock = new ManualClock();
    const service = numberedTokens([done], { expires_in });
    const lessor = lessorOver(service.fetch, { clock });
    const ask = async () => {
      await lessor.vehicles.delete("AB-1");
      await settle();
      return service.issued;
    };
    await ask();
    clock.jump((renewedAfter - 1) * second);
    expect(await ask()).toBe(1);
    clock.jump(second);
    expect(await ask()).toBe(2);
    // In the background: the call that noticed it did not wait.
    expect(service.used()).toEqual([1, 1, 1]);
  });

  test.each([0, 1, "0", "1", 0.001])("expires_in %j never starts a loop", async (expires_in) => {
    const clock = new ManualClock();
    const service = numberedTokens([done], { expires_in });
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

  test("nor does expires_in 0 with a service that refuses every token", async () => {
    const service = numberedTokens([empty(401)], { expires_in: 0 });
    await failure(lessorOver(service.fetch).vehicles.delete("AB-1"), "authentication");
    expect(service.used()).toHaveLength(2);
    expect(service.issued).toBeLessThanOrEqual(3);
  });
});

describe("fault 7: what expires_in may be", () => {
  /** A token answer with an expires_in that `JSON.stringify` would not write. */
  const written = (expires_in: string) =>
    text(`{"access_token":"${canaryToken}","token_type":"Bearer","expires_in":${expires_in}}`, {
      headers: { "content-type": "application/json" },
    });

  /** After how long another token is asked for; undefined: not within ten years. */
  async function lifetime(answer: Reply): Promise<number | undefined> {
    const clock = new ManualClock();
    const service = lessorService([done], answer);
    const lessor = lessorOver(service.fetch, { clock });
    await lessor.vehicles.delete("AB-1");
    const hours = [1, 24, 24 * 30, 24 * 365 * 10];
    for (const hour of hours) {
      clock.jump(hour * 3600 * second);
      await lessor.vehicles.delete("AB-1");
      if (service.tokens.requests.length > 1) return hour;
    }
    return undefined;
  }

  test.each([
    ["a number", 3600, 1],
    ["a text of digits", "3600", 1],
    ["a fraction", 1800.5, 1],
    ["more than anyone grants: capped", 1e12, 24 * 30],
    ["even more", 1e300, 24 * 30],
    ["a text of many digits", "9".repeat(400), 24 * 30],
  ])("%s", async (_, expires_in, hours) => {
    expect(await lifetime(tokenAnswer({ expires_in }))).toBe(hours);
  });

  test("missing: good until a 401, and then for one replay", async () => {
    expect(await lifetime(tokenAnswer({ expires_in: undefined }))).toBeUndefined();
    const service = numberedTokens([done, done, empty(401), done], { expires_in: undefined });
    const lessor = lessorOver(service.fetch);
    for (const plate of plates(3)) await lessor.vehicles.delete(plate);
    expect(service.used()).toEqual([1, 1, 1, 2]);
  });

  test("negative zero is zero", async () => {
    const service = lessorService([done], written("-0"));
    const lessor = lessorOver(service.fetch);
    for (const plate of plates(3)) await lessor.vehicles.delete(plate);
    expect(service.tokens.requests).toHaveLength(3);
  });

  test.each([
    "-1",
    '"-1"',
    '"NaN"',
    "NaN",
    '"3600s"',
    '"1e3"',
    '" 3600"',
    '"3600.5"',
    '"0x10"',
    '""',
    "null",
    "true",
    "[3600]",
    "{}",
    '"Infinity"',
    "-0.001",
    "-1e400",
  ])("%s gives RegTokenError, and nothing is sent", async (expires_in) => {
    const service = lessorService([done], written(expires_in));
    await failure(lessorOver(service.fetch, { retry: false }).vehicles.delete("AB-1"), "token");
    expect(service.api.requests).toEqual([]);
  });
});

describe("fault 9: what a token answer may hold", () => {
  test.each(["Bearer", "BEARER", "bearer", "bEaReR"])("token_type %s is accepted", async (token_type) => {
    const service = lessorService([done], tokenAnswer({ token_type }));
    await lessorOver(service.fetch).vehicles.delete("AB-1");
    expect(service.api.last.headers["authorization"]).toBe(`Bearer ${canaryToken}`);
  });

  test.each<[string, Readonly<Record<string, unknown>>]>([
    ["no token_type", { token_type: undefined }],
    ["the token_type mac", { token_type: "mac" }],
    ["the token_type DPoP", { token_type: "DPoP" }],
    ["a token_type of null", { token_type: null }],
    ["an empty token_type", { token_type: "" }],
    ["a list of types", { token_type: ["Bearer"] }],
    ["no token", { access_token: undefined }],
    ["an empty token", { access_token: "" }],
    ["a token of blanks", { access_token: "   " }],
    ["a token with a line break in it", { access_token: `${canaryToken}\r\nx-evil: 1` }],
    ["a token with a line feed in it", { access_token: `${canaryToken}\n${canaryToken}` }],
    ["a token with a blank in it", { access_token: `${canaryToken} x` }],
    ["a token with a NUL in it", { access_token: `${canaryToken}\0x` }],
    ["a token with an umlaut in it", { access_token: `${canaryToken}ä` }],
    ["a token that is a number", { access_token: 17 }],
    ["a token that is an object", { access_token: { value: canaryToken } }],
  ])("%s gives RegTokenError, which does not show the token", async (_, fields) => {
    const service = lessorService([done], tokenAnswer(fields));
    const error = await failure(lessorOver(service.fetch).vehicles.delete("AB-1"), "token");
    expect(error.message).not.toContain("evil");
    expect(service.tokens.requests).toHaveLength(1);
    expect(service.api.requests).toEqual([]);
  });
});

describe("fault 10: what the token endpoint may answer", () => {
  /** A token endpoint behind a real socket, and a service that takes every token. */
  async function endpoint(answers: readonly [number, string, Readonly<Record<string, string>>?][]) {
    let asked = 0;
    const bodies: string[] = [];
    const { url, requests } = await httpServer((request, response) => {
      if (request.url !== "/token") return void response.writeHead(204).end();
      request.on("data", (chunk) => bodies.push(String(chunk)));
      request.on("end", () => {
        const [status, body, headers] = answers[Math.min(asked++, answers.length - 1)] ?? [500, ""];
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
  const refusal = JSON.stringify({ error: "invalid_client", error_description: canarySecret });

  test.each([400, 401])("%i invalid_client is not asked again", async (status) => {
    const { lessor, requests } = await endpoint([[status, refusal]]);
    const error = await failure(lessor.vehicles.delete("AB-1"), "token");
    expect(error).toMatchObject({ oauthError: "invalid_client", operationId: "vehicles.delete" });
    expect(error.message).toContain("check clientId and clientSecret");
    expect(requests).toEqual(["POST /token"]);
  });

  test.each([
    ["a 429", 429, { "retry-after": "0" }],
    ["a 503", 503, { "retry-after": "0" }],
    ["a 500", 500, {}],
  ])("%s is asked again, with the same body", async (_, status, headers) => {
    const { lessor, requests, bodies } = await endpoint([
      [status, "", headers],
      [status, "", headers],
      [200, good],
    ]);
    await lessor.vehicles.delete("AB-1");
    expect(requests).toEqual(["POST /token", "POST /token", "POST /token", "DELETE /v1/vehicles/AB-1"]);
    expect(new Set(bodies)).toHaveLength(1);
  });

  test.each([429, 503])("%i is asked again when it says so", async (status) => {
    const clock = new ManualClock();
    let asked = 0;
    const service = lessorService([done], (request) =>
      (++asked === 1 ? empty(status, { "retry-after": "7" }) : tokenAnswer())(request),
    );
    const call = lessorOver(service.fetch, { clock }).vehicles.delete("AB-1");
    await clock.advance(6999);
    expect(asked).toBe(1);
    await clock.advance(1);
    await call;
    expect(asked).toBe(2);
  });

  test("a pause beyond all patience fails now", async () => {
    const service = lessorService([done], empty(429, { "retry-after": "3600" }));
    await failure(lessorOver(service.fetch).vehicles.delete("AB-1"), "token");
    expect(service.tokens.requests).toHaveLength(1);
  });

  test.each([
    ["HTML", "<html>sign in</html>", { "content-type": "text/html" }],
    ["nothing", "", {}],
    ["a list", "[]", {}],
    ["null", "null", {}],
    ["a text", `"${canaryToken}"`, {}],
    ["an error under 200", refusal, {}],
  ])("200 with %s gives RegTokenError", async (_, body, headers) => {
    const { lessor, requests } = await endpoint([[200, body, headers]]);
    await failure(lessor.vehicles.delete("AB-1"), "token");
    expect(new Set(requests)).toEqual(new Set(["POST /token"]));
  });

  test("what it answers is not mistaken for the call's own answer", async () => {
    const { lessor, requests } = await endpoint([[404, "{}"]]);
    await failure(lessor.vehicles.get("AB-1"), "token");
    expect(requests).toEqual(["POST /token"]);
  });
});

describe("fault 11: a token that the supplier brings", () => {
  const now = Date.parse("2026-06-15T09:00:00Z") / 1000;
  const expired = jwt({ exp: now - 1, sub: "4711" });

  test("a JWT that has expired is not sent", async () => {
    const fetch = fakeFetch(ok);
    for (const token of [expired, () => expired, async () => `Bearer ${expired}`]) {
      const call = supplierOver(fetch, { token, clock: new ManualClock() }).serviceRequests.get("R-1");
      const error = await failure(call, "token");
      expect(error.message).toContain("2026-06-15T08:59:59.000Z");
      expect(error.message).not.toContain(expired.slice(0, 20));
    }
    expect(fetch.requests).toEqual([]);
  });

  test("nor one that expires while it is in use", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(ok);
    const { serviceRequests } = supplierOver(fetch, { clock, token: jwt({ exp: now + 60 }) });
    await serviceRequests.get("R-1");
    clock.jump(60 * second);
    await failure(serviceRequests.get("R-1"), "token");
    expect(fetch.requests).toHaveLength(1);
  });

  test("but it is sent if the check is switched off", async () => {
    const fetch = fakeFetch(ok);
    const options = { token: expired, clock: new ManualClock(), checkTokenExpiry: false };
    await supplierOver(fetch, options).serviceRequests.get("R-1");
    expect(fetch.last.headers["authorization"]).toBe(`Bearer ${expired}`);
  });

  test.each([
    ["opaque", canaryToken],
    ["a JWT without exp", jwt({ sub: "4711" })],
    ["a JWT whose exp is no number", jwt({ exp: "yesterday" })],
    ["a JWT whose exp is no date", jwt({ exp: 1e300 })],
    ["three parts that are no JWT", "a.b.c"],
    ["a JWT that is good for a year", jwt({ exp: now + 31_536_000 })],
  ])("one that is %s is sent", async (_, token) => {
    const fetch = fakeFetch(ok);
    await supplierOver(fetch, { token, clock: new ManualClock() }).serviceRequests.get("R-1");
    expect(fetch.last.headers["authorization"]).toBe(`Bearer ${token}`);
  });

  test.each([
    `Bearer ${canaryToken}`,
    `bearer   ${canaryToken}`,
    `  ${canaryToken}\n`,
    `\tBEARER\t${canaryToken}\r\n`,
  ])("what was pasted with it is taken off: %j", async (token) => {
    for (const given of [token, () => token]) {
      const fetch = fakeFetch(ok);
      await supplierOver(fetch, { token: given }).serviceRequests.get("R-1");
      expect(fetch.last.headers["authorization"]).toBe(`Bearer ${canaryToken}`);
    }
  });

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
  ])("what cannot be a token is refused, and not shown: %j", async (token) => {
    const fetch = fakeFetch(ok);
    thrown(() => supplierOver(fetch, { token }), "token");
    await failure(supplierOver(fetch, { token: () => token }).serviceRequests.get("R-1"), "token");
    expect(fetch.requests).toEqual([]);
  });

  test("what the function throws is the cause, and not in the message", async () => {
    const fetch = fakeFetch(ok);
    const token = () => Promise.reject(new Error("the vault is sealed"));
    const error = await rejection(supplierOver(fetch, { token }).serviceRequests.get("R-1"));
    expect(error).toMatchObject({ kind: "token", cause: { message: "the vault is sealed" } });
    expect((error as Error).message).not.toContain("sealed");
  });
});
