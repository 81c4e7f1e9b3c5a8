import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { parseBearerToken, timesOf, tokenChecker } from "../../../src/http/authorization/bearer-token.js";
import { suppliedToken } from "../../../src/http/authorization/supplied-token.js";
import { canaryToken, supplierOver } from "../../support/clients.js";
import { ManualClock, settle } from "../../support/clock.js";
import { failure, rejection, thrown } from "../../support/errors.js";
import { fakeFetch, json, type Reply } from "../../support/fetch.js";
import { jwt } from "../../support/jwt.js";

// The tokens that are accepted, the check of their expiry and the single replay after a 401 are also in token.test.ts;
// the body and the token of a second attempt are in test/http/sending-again.test.ts.

const ok = json({});
const broken = new Error("the vault is sealed");
/** Creates a call of a client with this token function. */
const prepareCall = (token: () => string | Promise<string>) => {
  const fetch = fakeFetch(ok);
  return { fetch, call: () => supplierOver(fetch, { token }).lessors.list() };
};

describe("parseBearerToken", () => {
  test.each(["bearerless", "abearer", "forbearer"])(
    "returns %j unchanged, because it does not start with `Bearer` and a space",
    (token) => {
      expect(parseBearerToken(token)).toBe(token);
    },
  );

  test.each([
    ["undefined", undefined, /not a string/],
    ["white space", " \n", /empty/],
    ["a prefix without a token", "Bearer ", /empty/],
    ["a token with a line break", `${canaryToken}\r\nx: y`, /character/],
  ])("rejects %s without showing it", (_, given, reason) => {
    expect(thrown(() => parseBearerToken(given), "token").message).toMatch(reason);
  });
});

describe("the expiry of a token", () => {
  test.each([
    ["a JWT", jwt({ exp: 1_700_000_000 }), 1_700_000_000_000],
    ["a JWT without exp", jwt({}), undefined],
    ["a JWT whose exp is a text", jwt({ exp: "1700000000" }), undefined],
    ["a JWT whose exp is not a valid time", jwt({ exp: -1e20 }), undefined],
    ["a JWT with text in any script", jwt({ name: "ÿ?>Ωž~~~", exp: 1_700_000_000 }), 1_700_000_000_000],
    ["a JWT without claims", "e30.bnVsbA.c2ln", undefined],
    ["two parts of a JWT", "e30.eyJleHAiOjF9", undefined],
    ["an encrypted JWT", "e30.eyJleHAiOjF9.iv.text.tag", undefined],
    ["an opaque token", canaryToken, undefined],
    ["a text with two dots", "a.b.c", undefined],
  ])("is read from %s", (_, token, expiry) => {
    expect(timesOf(token).expiresAt).toBe(expiry);
  });

  test("is checked for each new token", () => {
    const clock = new ManualClock();
    const check = tokenChecker(clock, true);
    thrown(() => check(jwt({ exp: 1 })), "token");
    expect(check(canaryToken)).toBe(canaryToken);
  });
});

describe("a token function", () => {
  test.each([
    ["a promise", async () => canaryToken],
    [
      "a promise of another realm, which is not an instance of this Promise",
      (): Promise<string> => runInNewContext(`Promise.resolve("${canaryToken}")`),
    ],
  ])("may return %s", async (_, token) => {
    const { fetch, call } = prepareCall(token);
    await call();
    expect(fetch.last.headers["authorization"]).toBe(`Bearer ${canaryToken}`);
  });

  test.each([
    [
      "throws",
      () => {
        throw broken;
      },
    ],
    ["rejects", () => Promise.reject(broken)],
  ])("that %s causes a RegTokenError with the reason as its cause, and nothing is sent", async (_, token) => {
    const { fetch, call } = prepareCall(token);
    const error = await failure(call(), "token");
    expect(error).toMatchObject({ operationId: "lessors.list", cause: broken, outcome: undefined });
    expect(error.message).toContain("the function that supplies the token failed");
    expect(error.message).not.toContain(broken.message);
    expect(fetch.requests).toEqual([]);
  });

  test("may abort the call and then reject, without an unhandled rejection", async () => {
    const controller = new AbortController();
    const token = () => {
      controller.abort("from within");
      return Promise.reject(broken);
    };
    const call = supplierOver(fakeFetch(ok), { token }).lessors.list({ signal: controller.signal });
    expect(await rejection(call)).toBe("from within");
  });
});

/** Creates a supplier client whose token function returns promises that the test settles. */
function createClient(...replies: readonly [Reply, ...Reply[]]) {
  const clock = new ManualClock();
  const fetch = fakeFetch(...replies);
  const supplies: { resolve: (token: string) => void; reject: (reason: unknown) => void }[] = [];
  const token = () => new Promise<string>((resolve, reject) => supplies.push({ resolve, reject }));
  const supplier = supplierOver(fetch, { token, clock });
  const sent = () => fetch.requests.map(({ headers }) => headers["authorization"]);
  return { clock, supplies, supplier, sent };
}

describe("a token function that returns a promise", () => {
  test("rejects each waiting call with a separate error, and is called again by the next call", async () => {
    const { supplies, supplier } = createClient(ok);
    const errors = [failure(supplier.lessors.list(), "token"), failure(supplier.requests.list(), "token")];
    await settle();
    supplies[0]?.reject(broken);
    const operations = (await Promise.all(errors)).map(({ operationId }) => operationId);
    expect(operations).toEqual(["lessors.list", "requests.list"]);
    const next = supplier.lessors.list();
    await settle();
    supplies[1]?.resolve("two");
    await next;
  });

  test("supplies the other waiting calls after one of them is aborted", async () => {
    const { supplies, supplier, sent } = createClient(ok);
    const controller = new AbortController();
    const aborted = rejection(supplier.lessors.list({ signal: controller.signal }));
    const waiting = supplier.lessors.list();
    await settle();
    controller.abort("enough");
    expect(await aborted).toBe("enough");
    supplies[0]?.resolve("one");
    await waiting;
    expect(sent()).toEqual(["Bearer one"]);
  });

  test("is called again after 30 s without a result, so that one lost promise does not block all calls", async () => {
    const { clock, supplies, supplier, sent } = createClient(ok);
    const stuck = failure(supplier.lessors.list(), "token");
    await clock.advance(29_999);
    const joined = supplier.lessors.list();
    await settle();
    expect(supplies).toHaveLength(1);
    await clock.advance(1);
    const error = await stuck;
    expect(error).toMatchObject({ operationId: "lessors.list", outcome: undefined });
    expect(error.message).toContain("did not settle within 30000 ms");
    const later = [supplier.lessors.list(), supplier.lessors.list()];
    await settle();
    expect(supplies).toHaveLength(2);
    supplies[0]?.resolve("late");
    await joined;
    // The late result has not ended the newer request, which further calls still share.
    later.push(supplier.lessors.list());
    await settle();
    expect(supplies).toHaveLength(2);
    supplies[1]?.resolve("fresh");
    await Promise.all(later);
    expect(sent()).toEqual(["Bearer late", ...Array(3).fill("Bearer fresh")]);
  });
});

describe("a token function whose promise never settles", () => {
  test("rejects each call after 30 s, returns the unit of the throttle, and does not block close()", async () => {
    const { clock, supplies, supplier, sent } = createClient(ok);
    const first = failure(supplier.lessors.list(), "token");
    await clock.advance(10_000);
    const second = failure(supplier.requests.list(), "token");
    const closed = supplier.close();
    await clock.advance(20_000);
    expect((await first).message).toContain("30000 ms");
    expect(clock.pending).toBe(1);
    await clock.advance(10_000);
    expect(await second).toMatchObject({ operationId: "requests.list" });
    await closed;
    expect([clock.pending, supplies.length, sent().length]).toEqual([0, 1, 0]);
    expect(supplier.throttleStatistics()).toMatchObject({ free: 5000, inFlight: 0 });
  });

  test("leaves no timer behind after an abort, after close() or after a result", async () => {
    const { clock, supplies, supplier } = createClient(ok);
    const controller = new AbortController();
    const first = supplier.lessors.list();
    await settle();
    supplies[0]?.resolve("one");
    await first;
    expect(clock.pending).toBe(0);
    const aborted = rejection(supplier.lessors.list({ signal: controller.signal }));
    const closed = failure(supplier.lessors.list(), "closed");
    await settle();
    expect(clock.pending).toBe(2);
    controller.abort("enough");
    expect(await aborted).toBe("enough");
    await settle();
    expect(clock.pending).toBe(1);
    await supplier.close({ abort: true });
    await closed;
    expect(clock.pending).toBe(0);
  });

  test("after a 401 makes the call reject with the 401 after 30 s", async () => {
    const { clock, supplies, supplier } = createClient(json({}, { status: 401 }));
    const call = failure(supplier.lessors.list(), "authentication");
    await settle();
    supplies[0]?.resolve("one");
    await clock.advance(29_999);
    expect(supplies).toHaveLength(2);
    expect(clock.pending).toBe(1);
    await clock.advance(1);
    expect((await call).attempts).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  test("is called again even if the timer of 30 s fires a fraction of a millisecond early", () => {
    const clock = new ManualClock();
    let calls = 0;
    const token = () => {
      calls += 1;
      return new Promise<string>(() => {});
    };
    const source = suppliedToken(token, parseBearerToken, clock);
    source.get();
    clock.jump(29_999);
    source.get();
    expect(calls).toBe(1);
    clock.jump(0.5);
    source.get();
    expect(calls).toBe(2);
  });
});

describe("an attempt in the throttle's queue", () => {
  /** Runs 20 calls of which two may be in flight; each response takes 400 ms. */
  async function runQueue(token: () => Promise<string>, clock: ManualClock) {
    const sent: { readonly token: string | undefined; readonly at: number }[] = [];
    const fetch = fakeFetch(async (request) => {
      sent.push({ token: request.headers["authorization"], at: clock.now() });
      await settle();
      clock.jump(400);
      return ok(request);
    });
    const { lessors } = supplierOver(fetch, { token, clock, throttle: { maxInFlight: 2 } });
    const calls = await Promise.allSettled(Array.from({ length: 20 }, () => lessors.list()));
    return { failed: calls.filter(({ status }) => status === "rejected").length, sent };
  }

  test("does not fail with a token function that failed for others and supplied tokens before", async () => {
    let calls = 0;
    const { failed } = await runQueue(async () => {
      calls += 1;
      if (calls === 2) throw broken;
      return "a-token";
    }, new ManualClock());
    expect(calls).toBeGreaterThan(2);
    expect(failed).toBeLessThanOrEqual(2);
  });

  test("does not send a token that has expired while it waited", async () => {
    const clock = new ManualClock();
    clock.jump(400);
    const exp = Math.ceil(clock.now() / 1000);
    const expiring = jwt({ exp });
    let calls = 0;
    const { sent, failed } = await runQueue(async () => {
      calls += 1;
      // All calls have begun when it supplies the token.
      await settle();
      clock.jump(1);
      return calls === 1 ? expiring : "another-token";
    }, clock);
    expect(failed).toBe(0);
    const late = sent.filter(({ at }) => at >= exp * 1000).map(({ token }) => token);
    expect(new Set(late)).toEqual(new Set(["Bearer another-token"]));
  });
});
