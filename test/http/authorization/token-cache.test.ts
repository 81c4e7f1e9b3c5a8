import { RegTokenError } from "@reg/sdk";
import { describe, expect, test } from "vitest";
import { summarize } from "../../../src/errors/summary.js";
import { TokenCache } from "../../../src/http/authorization/token-cache.js";
import type { IssuedToken } from "../../../src/http/authorization/token-store.js";
import { lessorOver, lessorService, tokenResponse } from "../../support/clients.js";
import { ManualClock, settle } from "../../support/clock.js";
import { failure, rejection } from "../../support/errors.js";
import { empty, type Reply } from "../../support/fetch.js";

/** Creates a cache whose token requests a test grants or rejects. */
function createCache() {
  const clock = new ManualClock();
  const requests: {
    grant: (lifetimeMs: number) => Promise<void>;
    reject: (reason: unknown) => Promise<void>;
  }[] = [];
  const cache = new TokenCache(
    () =>
      new Promise<IssuedToken>((resolve, reject) => {
        const token = `token-${requests.length + 1}`;
        requests.push({
          grant(lifetimeMs) {
            resolve({ token, lifetimeMs });
            return settle();
          },
          reject(reason) {
            reject(reason);
            return settle();
          },
        });
      }),
    clock,
  );
  return { clock, requests, cache };
}

/** Creates a cache with a token of this lifetime. */
async function createFilledCache(lifetimeMs: number) {
  const parts = createCache();
  const first = parts.cache.get();
  await parts.requests[0]?.grant(lifetimeMs);
  await first;
  return parts;
}

const minute = 60_000;

describe("the token cache", () => {
  test("waits for a new token when the old one has expired, even if the renewal has begun before", async () => {
    const { clock, requests, cache } = await createFilledCache(60 * minute);
    await clock.advance(59 * minute);
    expect([cache.get(), cache.get()]).toEqual(["token-1", "token-1"]);
    await clock.advance(minute);
    const waiting = cache.get();
    expect(waiting).toBeInstanceOf(Promise);
    expect(requests).toHaveLength(2);
    await requests[1]?.grant(60 * minute);
    expect(await waiting).toBe("token-2");
  });

  test("counts the lifetime from the token request, because the response may have been slow", async () => {
    const { clock, requests, cache } = createCache();
    const first = cache.get();
    await clock.advance(2000);
    await requests[0]?.grant(1000);
    expect(await first).toBe("token-1");
    expect(cache.get()).toBeInstanceOf(Promise);
  });

  test("uses the old token after a failed background renewal, and retries the renewal a second later", async () => {
    const { clock, requests, cache } = await createFilledCache(60 * minute);
    await clock.advance(59 * minute);
    expect(cache.get()).toBe("token-1");
    await requests[1]?.reject(new Error("down"));
    await clock.advance(999);
    expect(cache.get()).toBe("token-1");
    expect(requests).toHaveLength(2);
    await clock.advance(1);
    expect(cache.get()).toBe("token-1");
    expect(requests).toHaveLength(3);
    await requests[2]?.grant(60 * minute);
    expect(cache.get()).toBe("token-3");
  });

  test("makes another request if a request from before a refusal returns the refused token", async () => {
    const { clock, issue, cache } = createCacheWithIssuer();
    issue.resolve("same", 60 * minute);
    await cache.get();
    await clock.advance(59 * minute);
    cache.get();
    cache.reject("same");
    const waiting = cache.get();
    issue.resolve("same", 60 * minute);
    await settle();
    expect(issue.requests).toBe(3);
    issue.resolve("other", 60 * minute);
    expect(await waiting).toBe("other");
    expect(issue.most).toBe(1);
  });

  test("accepts a refused token that the service issues again after the refusal", async () => {
    const { issue, cache } = createCacheWithIssuer();
    issue.resolve("same", 60 * minute);
    await cache.get();
    cache.reject("same");
    const waiting = cache.get();
    issue.resolve("same", 60 * minute);
    expect(await waiting).toBe("same");
    expect(cache.get()).toBe("same");
    expect(issue.requests).toBe(2);
  });

  test("accepts another token from a request that was made before the refusal", async () => {
    const { clock, issue, cache } = createCacheWithIssuer();
    issue.resolve("one", 60 * minute);
    await cache.get();
    await clock.advance(59 * minute);
    cache.get();
    cache.reject("one");
    issue.resolve("two", 60 * minute);
    expect(await cache.get()).toBe("two");
    expect(issue.requests).toBe(2);
  });

  test("makes a request at once after a refusal, even if a background renewal has just failed", async () => {
    const { clock, requests, cache } = await createFilledCache(60 * minute);
    await clock.advance(59 * minute);
    cache.get();
    await requests[1]?.reject(new Error("down"));
    cache.reject("token-1");
    const waiting = cache.get();
    expect(requests).toHaveLength(3);
    await requests[2]?.grant(minute);
    expect(await waiting).toBe("token-3");
  });

  test("makes at most one request a second because of refusals, and keeps the refused token meanwhile", async () => {
    const { clock, requests, cache } = await createFilledCache(60 * minute);
    expect(cache.reject("token-1")).toBe(true);
    const replaced = cache.get();
    await clock.advance(5000);
    await requests[1]?.grant(60 * minute);
    expect(await replaced).toBe("token-2");
    // A late refusal of the older token: the newer one is worth a replay until it is refused as well.
    expect(cache.reject("token-1")).toBe(true);
    await clock.advance(999);
    expect([cache.reject("token-2"), cache.reject("token-2"), cache.reject("token-1")]).toEqual(Array(3).fill(false));
    expect(cache.get()).toBe("token-2");
    expect(requests).toHaveLength(2);
    await clock.advance(1);
    expect(cache.reject("token-2")).toBe(true);
    const next = cache.get();
    expect(requests).toHaveLength(3);
    await requests[2]?.grant(60 * minute);
    expect(await next).toBe("token-3");
  });

  test("replaces a kept token a second later without a further refusal", async () => {
    const { clock, requests, cache } = await createFilledCache(60 * minute);
    cache.reject("token-1");
    cache.get();
    await requests[1]?.grant(60 * minute);
    expect(cache.reject("token-2")).toBe(false);
    await clock.advance(1000);
    expect(cache.get()).toBeInstanceOf(Promise);
    expect(requests).toHaveLength(3);
  });

  test("does not keep a refused token that has expired or is being renewed", async () => {
    const { clock, requests, cache } = await createFilledCache(60 * minute);
    cache.reject("token-1");
    cache.get();
    await requests[1]?.grant(1000);
    await clock.advance(800);
    expect(cache.get()).toBe("token-2");
    expect(requests).toHaveLength(3);
    expect(cache.reject("token-2")).toBe(true);
    expect(cache.get()).toBeInstanceOf(Promise);
    await requests[2]?.grant(500);
    expect(cache.reject("token-3")).toBe(false);
    clock.jump(500);
    expect(cache.get()).toBeInstanceOf(Promise);
    expect(requests).toHaveLength(4);
  });

  test("does not keep a refused token after a failed attempt to replace it", async () => {
    const { requests, cache } = await createFilledCache(60 * minute);
    cache.reject("token-1");
    const failed = rejection(Promise.resolve(cache.get()));
    await requests[1]?.reject(new Error("down"));
    await failed;
    expect(cache.reject("token-1")).toBe(true);
    expect(cache.get()).toBeInstanceOf(Promise);
    expect(requests).toHaveLength(3);
  });

  test("rejects attempts that began before a failure for a second, and makes a new request for those that began later", async () => {
    const { clock, requests, cache } = createCache();
    const failed = rejection(Promise.resolve(cache.get()));
    clock.jump(10);
    const down = new Error("down");
    await requests[0]?.reject(down);
    expect(await failed).toBe(down);
    clock.jump(999);
    expect(await rejection(Promise.resolve(cache.get(9)))).toBe(down);
    expect(requests).toHaveLength(1);
    expect(cache.get(10)).toBeInstanceOf(Promise);
    expect(requests).toHaveLength(2);
  });

  test("makes a new request for an attempt that began before a failure, but needs its token a second later", async () => {
    const { clock, requests, cache } = createCache();
    const failed = rejection(Promise.resolve(cache.get()));
    clock.jump(10);
    await requests[0]?.reject(new Error("down"));
    await failed;
    clock.jump(1000);
    const late = cache.get(9);
    expect(requests).toHaveLength(2);
    await requests[1]?.grant(60 * minute);
    expect(await late).toBe("token-2");
  });

  test("gives no refused token to an attempt that began before the token was issued", async () => {
    const { clock, requests, cache } = createCache();
    const first = cache.get();
    clock.jump(10);
    await requests[0]?.grant(60 * minute);
    cache.reject(await first);
    const queued = cache.get(5);
    await requests[1]?.grant(60 * minute);
    expect(await queued).toBe("token-2");
  });
});

/** Creates a cache whose tokens a test names; `most` is the largest number of requests in flight. */
function createCacheWithIssuer() {
  const clock = new ManualClock();
  const waiting: ((issued: IssuedToken) => void)[] = [];
  const ready: IssuedToken[] = [];
  const issue = {
    requests: 0,
    most: 0,
    resolve(token: string, lifetimeMs: number) {
      const next = waiting.shift();
      if (next === undefined) ready.push({ token, lifetimeMs });
      else next({ token, lifetimeMs });
    },
  };
  const cache = new TokenCache(() => {
    issue.requests += 1;
    issue.most = Math.max(issue.most, waiting.length + 1);
    const now = ready.shift();
    return now === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(now);
  }, clock);
  return { clock, issue, cache };
}

const done = empty();

/** Creates a lessor client whose token endpoint gives these replies. */
function createLessor(reply: () => Reply) {
  const clock = new ManualClock();
  const service = lessorService([done], (request) => reply()(request));
  const lessor = lessorOver(service.fetch, { clock });
  return { clock, service, call: () => lessor.vehicles.delete("AB-1") };
}

describe("a token endpoint that requests a pause", () => {
  test.each([429, 503])("with a %i receives no request before the end of the pause", async (status) => {
    let down = true;
    const { clock, service, call } = createLessor(() =>
      down ? empty(status, { "retry-after": "300" }) : tokenResponse(),
    );
    const first = await failure(call(), "token");
    expect(first).toMatchObject({ retryAfterMs: 300_000, cause: { status, retryAfterMs: 300_000 } });
    await clock.advance(100_000);
    const errors = new Set<unknown>();
    for (let index = 0; index < 100; index++) errors.add(await failure(call(), "token"));
    expect(errors).toHaveLength(100);
    for (const error of errors) {
      expect(error).toMatchObject({
        operationId: "vehicles.delete",
        outcome: undefined,
        retryAfterMs: 200_000,
        cause: { status },
      });
      expect(summarize(error)).toMatchObject({ kind: "token", retryAfterMs: 200_000 });
      expect(String(error)).toContain("call again in 200000 ms");
    }
    expect(service.tokens.requests).toHaveLength(1);
    expect(service.api.requests).toEqual([]);
    await clock.advance(199_999);
    expect(await failure(call(), "token")).toMatchObject({ retryAfterMs: 1 });
    down = false;
    await clock.advance(1);
    await call();
    expect(service.tokens.requests).toHaveLength(2);
    expect(clock.pending).toBe(0);
  });

  test("of a day receives the next request after an hour", async () => {
    const { clock, service, call } = createLessor(() => empty(429, { "retry-after": "86400" }));
    await failure(call(), "token");
    await clock.advance(3_599_999);
    await failure(call(), "token");
    expect(service.tokens.requests).toHaveLength(1);
    await clock.advance(1);
    await failure(call(), "token");
    expect(service.tokens.requests).toHaveLength(2);
  });

  test.each<[string, Readonly<Record<string, string>>]>([
    ["without Retry-After", {}],
    ["with Retry-After: 0", { "retry-after": "0" }],
  ])("%s receives a request for each call", async (_, headers) => {
    const { service, call } = createLessor(() => empty(400, headers));
    for (const expected of [1, 2, 3]) {
      const error = await failure(call(), "token");
      expect(error.message).toContain("issued no token");
      expect(service.tokens.requests).toHaveLength(expected);
    }
  });
});

test("a pause of the token endpoint is not prolonged by the calls that fail during it", async () => {
  const clock = new ManualClock();
  let requests = 0;
  const cache = new TokenCache(async () => {
    requests += 1;
    throw new RegTokenError("wait", { retryAfterMs: 100 });
  }, clock);
  for (let waited = 0; waited <= 101; waited += 0.5) {
    await rejection(Promise.resolve(cache.get()));
    clock.jump(0.5);
  }
  expect(requests).toBe(2);
});

test("the error during a pause has the OAuth error of its cause, and a failure without a pause is passed on unchanged", async () => {
  const clock = new ManualClock();
  const plain = new Error("down");
  const failures = [
    new RegTokenError("wait", { retryAfterMs: 1000.5, oauthError: "temporarily_unavailable" }),
    plain,
    plain,
  ];
  const cache = new TokenCache(() => Promise.reject(failures.shift()), clock);
  const issue = () => Promise.resolve(cache.get());
  await rejection(issue());
  expect(await rejection(issue())).toMatchObject({
    oauthError: "temporarily_unavailable",
    retryAfterMs: 1001,
  });
  clock.jump(1001);
  expect([await rejection(issue()), await rejection(issue())]).toEqual([plain, plain]);
});
