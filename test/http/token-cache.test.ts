import { describe, expect, test } from "vitest";
import { RegTokenError } from "../../src/errors/errors.js";
import { summarize } from "../../src/errors/summary.js";
import {
  type IssuedToken,
  requestTokenUnlessPaused,
  TokenCache,
  withTimes,
} from "../../src/http/token-cache.js";
import { lessorOver, lessorService, tokenAnswer } from "../support/clients.js";
import { ManualClock, settle } from "../support/clock.js";
import { failure, rejection } from "../support/errors.js";
import { empty } from "../support/fetch.js";

/** A cache over an issuer that a test answers by hand, token by token. */
function cacheOver() {
  const clock = new ManualClock();
  const asked: {
    grant: (lifetimeMs: number) => Promise<void>;
    refuse: (reason: unknown) => Promise<void>;
  }[] = [];
  const cache = new TokenCache(
    () =>
      new Promise<IssuedToken>((resolve, reject) => {
        const token = `token-${asked.length + 1}`;
        asked.push({
          grant(lifetimeMs) {
            resolve({ token, lifetimeMs });
            return settle();
          },
          refuse(reason) {
            reject(reason);
            return settle();
          },
        });
      }),
    clock,
  );
  return { clock, asked, cache };
}

async function warmCache(lifetimeMs: number) {
  const parts = cacheOver();
  const first = parts.cache.get();
  await parts.asked[0]?.grant(lifetimeMs);
  await first;
  return parts;
}

const minute = 60_000;

describe("the token cache", () => {
  test("asks once for a hundred callers, and not before the first of them", async () => {
    const { asked, cache } = cacheOver();
    expect(asked).toHaveLength(0);
    const callers = Array.from({ length: 100 }, () => cache.get());
    expect(asked).toHaveLength(1);
    await asked[0]?.grant(60 * minute);
    expect(new Set(await Promise.all(callers))).toEqual(new Set(["token-1"]));
    expect(cache.get()).toBe("token-1");
    expect(asked).toHaveLength(1);
  });

  test.each([
    { lifetime: "an hour", lifetimeMs: 60 * minute, renewedAt: 59 * minute },
    { lifetime: "a minute", lifetimeMs: minute, renewedAt: 48_000 },
    { lifetime: "a second", lifetimeMs: 1000, renewedAt: 800 },
  ])(
    "renews a token of $lifetime in the background, while the old one still serves",
    async ({ lifetimeMs, renewedAt }) => {
      const { clock, asked, cache } = await warmCache(lifetimeMs);
      await clock.advance(renewedAt - 1);
      expect(cache.get()).toBe("token-1");
      expect(asked).toHaveLength(1);
      await clock.advance(1);
      expect([cache.get(), cache.get()]).toEqual(["token-1", "token-1"]);
      expect(asked).toHaveLength(2);
      await asked[1]?.grant(lifetimeMs);
      expect(cache.get()).toBe("token-2");
    },
  );

  test("waits for a new token once the old one has expired, however early the renewal began", async () => {
    const { clock, asked, cache } = await warmCache(60 * minute);
    await clock.advance(59 * minute);
    cache.get();
    await clock.advance(minute);
    const waiting = cache.get();
    expect(waiting).toBeInstanceOf(Promise);
    expect(asked).toHaveLength(2);
    await asked[1]?.grant(60 * minute);
    expect(await waiting).toBe("token-2");
  });

  test("counts the lifetime from the request, because the answer may have been long on its way", async () => {
    const { clock, asked, cache } = cacheOver();
    const first = cache.get();
    await clock.advance(2000);
    await asked[0]?.grant(1000);
    expect(await first).toBe("token-1");
    expect(cache.get()).toBeInstanceOf(Promise);
  });

  test("asks once for each use of a token without any lifetime, and never in a loop", async () => {
    const { asked, cache } = await warmCache(0);
    const second = cache.get();
    await asked[1]?.grant(0);
    expect(await second).toBe("token-2");
    expect(asked).toHaveLength(2);
  });

  test("keeps a token of unknown lifetime until it is refused", async () => {
    const { clock, asked, cache } = await warmCache(Number.POSITIVE_INFINITY);
    await clock.advance(1000 * 24 * 60 * minute);
    expect(cache.get()).toBe("token-1");
    expect(cache.reject("token-1")).toBe(true);
    expect(cache.get()).toBeInstanceOf(Promise);
    expect(asked).toHaveLength(2);
  });

  test("is not put off by a late refusal of a token that has been replaced", async () => {
    const { asked, cache } = await warmCache(60 * minute);
    expect(cache.reject("token-0")).toBe(true);
    expect(cache.get()).toBe("token-1");
    expect(asked).toHaveLength(1);
  });

  test("lets everybody who waits know of a failure, and starts afresh for the next", async () => {
    const { asked, cache } = cacheOver();
    const callers = Array.from({ length: 5 }, () => rejection(Promise.resolve(cache.get())));
    const down = new Error("down");
    await asked[0]?.refuse(down);
    expect(await Promise.all(callers)).toEqual([down, down, down, down, down]);
    const next = cache.get();
    expect(asked).toHaveLength(2);
    await asked[1]?.grant(minute);
    expect(await next).toBe("token-2");
  });

  test("uses the old token on after a failed background renewal, and tries again a second later", async () => {
    const { clock, asked, cache } = await warmCache(60 * minute);
    await clock.advance(59 * minute);
    expect(cache.get()).toBe("token-1");
    await asked[1]?.refuse(new Error("down"));
    await clock.advance(999);
    expect(cache.get()).toBe("token-1");
    expect(asked).toHaveLength(2);
    await clock.advance(1);
    expect(cache.get()).toBe("token-1");
    expect(asked).toHaveLength(3);
    await asked[2]?.grant(60 * minute);
    expect(cache.get()).toBe("token-3");
  });

  test("asks again if a token that was asked for before a refusal turns out to be the refused one", async () => {
    const { clock, issue, cache } = handedOut();
    issue.answer("same", 60 * minute);
    await cache.get();
    await clock.advance(59 * minute);
    cache.get();
    cache.reject("same");
    const waiting = cache.get();
    issue.answer("same", 60 * minute);
    await settle();
    expect(issue.asked).toBe(3);
    issue.answer("other", 60 * minute);
    expect(await waiting).toBe("other");
    expect(issue.most).toBe(1);
  });

  test("takes a refused token when the service gives it again after the refusal: one answer, no loop", async () => {
    const { issue, cache } = handedOut();
    issue.answer("same", 60 * minute);
    await cache.get();
    cache.reject("same");
    const waiting = cache.get();
    issue.answer("same", 60 * minute);
    expect(await waiting).toBe("same");
    expect(cache.get()).toBe("same");
    expect(issue.asked).toBe(2);
  });

  test("takes the answer to a request from before the refusal, if it is another token", async () => {
    const { clock, issue, cache } = handedOut();
    issue.answer("one", 60 * minute);
    await cache.get();
    await clock.advance(59 * minute);
    cache.get();
    cache.reject("one");
    issue.answer("two", 60 * minute);
    expect(await cache.get()).toBe("two");
    expect(issue.asked).toBe(2);
  });

  test("waits for a new token after a refusal in the pause that follows a failed background renewal", async () => {
    const { clock, asked, cache } = await warmCache(60 * minute);
    await clock.advance(59 * minute);
    cache.get();
    await asked[1]?.refuse(new Error("down"));
    cache.reject("token-1");
    const waiting = cache.get();
    expect(asked).toHaveLength(3);
    await asked[2]?.grant(minute);
    expect(await waiting).toBe("token-3");
  });

  test("asks for one token a second because of refusals: in between it keeps the refused one", async () => {
    const { clock, asked, cache } = await warmCache(60 * minute);
    expect(cache.reject("token-1")).toBe(true);
    const replaced = cache.get();
    await clock.advance(5000);
    await asked[1]?.grant(60 * minute);
    expect(await replaced).toBe("token-2");
    // Late, of the older one: the newer one is worth a replay until it is refused as well.
    expect(cache.reject("token-1")).toBe(true);
    await clock.advance(999);
    expect([cache.reject("token-2"), cache.reject("token-2"), cache.reject("token-1")]).toEqual(
      Array(3).fill(false),
    );
    expect(cache.get()).toBe("token-2");
    expect(asked).toHaveLength(2);
    await clock.advance(1);
    expect(cache.reject("token-2")).toBe(true);
    const next = cache.get();
    expect(asked).toHaveLength(3);
    await asked[2]?.grant(60 * minute);
    expect(await next).toBe("token-3");
  });

  test("gets a new one a second later for a token that was refused before, without a further refusal", async () => {
    const { clock, asked, cache } = await warmCache(60 * minute);
    cache.reject("token-1");
    cache.get();
    await asked[1]?.grant(60 * minute);
    expect(cache.reject("token-2")).toBe(false);
    await clock.advance(1000);
    expect(cache.get()).toBeInstanceOf(Promise);
    expect(asked).toHaveLength(3);
  });

  test("does not keep a refused token that has expired, nor one that is being renewed", async () => {
    const { clock, asked, cache } = await warmCache(60 * minute);
    cache.reject("token-1");
    cache.get();
    await asked[1]?.grant(1000);
    await clock.advance(800);
    expect(cache.get()).toBe("token-2");
    expect(asked).toHaveLength(3);
    expect(cache.reject("token-2")).toBe(true);
    expect(cache.get()).toBeInstanceOf(Promise);
    await asked[2]?.grant(500);
    expect(cache.reject("token-3")).toBe(false);
    clock.jump(500);
    expect(cache.get()).toBeInstanceOf(Promise);
    expect(asked).toHaveLength(4);
  });

  test("does not keep a refused token after a failure to replace it", async () => {
    const { asked, cache } = await warmCache(60 * minute);
    cache.reject("token-1");
    const failed = rejection(Promise.resolve(cache.get()));
    await asked[1]?.refuse(new Error("down"));
    await failed;
    expect(cache.reject("token-1")).toBe(true);
    expect(cache.get()).toBeInstanceOf(Promise);
    expect(asked).toHaveLength(3);
  });

  test("leaves no timer behind", async () => {
    const { clock } = await warmCache(60 * minute);
    expect(clock.pending).toBe(0);
  });
});

/** A cache over an issuer whose tokens a test names; `most` is how many requests were under way at once. */
function handedOut() {
  const clock = new ManualClock();
  const waiting: ((issued: IssuedToken) => void)[] = [];
  const ready: IssuedToken[] = [];
  const issue = {
    asked: 0,
    most: 0,
    answer(token: string, lifetimeMs: number) {
      const next = waiting.shift();
      if (next === undefined) ready.push({ token, lifetimeMs });
      else next({ token, lifetimeMs });
    },
  };
  const cache = new TokenCache(() => {
    issue.asked += 1;
    issue.most = Math.max(issue.most, waiting.length + 1);
    const now = ready.shift();
    return now === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(now);
  }, clock);
  return { clock, issue, cache };
}

const asked = 10_000_000;

test.each([
  { lifetimeMs: 3_600_000, margin: 60_000 },
  { lifetimeMs: 300_000, margin: 60_000 },
  { lifetimeMs: 30_000, margin: 6000 },
  { lifetimeMs: 0, margin: 0 },
])(
  "a token of $lifetimeMs ms is to be renewed $margin ms before its end, whenever it was asked for",
  ({ lifetimeMs, margin }) => {
    const expiresAt = asked + lifetimeMs;
    expect(withTimes("a", asked, expiresAt)).toEqual({
      token: "a",
      issuedAt: asked,
      renewAt: expiresAt - margin,
      expiresAt,
    });
  },
);

test("a token of unknown lifetime is never to be renewed", () => {
  const { renewAt, expiresAt } = withTimes("a", asked, Number.POSITIVE_INFINITY);
  expect([renewAt, expiresAt]).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
});

const done = empty();

/** A lessor client whose token endpoint answers as told. */
function endpoint(answer: () => ReturnType<typeof empty>) {
  const clock = new ManualClock();
  const service = lessorService([done], (request) => answer()(request));
  const lessor = lessorOver(service.fetch, { clock });
  return { clock, service, call: () => lessor.vehicles.delete("AB-1") };
}

describe("a token endpoint that asks for a pause", () => {
  test.each([429, 503])("by %i is left alone until the pause is over, whoever calls", async (status) => {
    let down = true;
    const { clock, service, call } = endpoint(() =>
      down ? empty(status, { "retry-after": "300" }) : tokenAnswer(),
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

  test("for a day is asked again after an hour", async () => {
    const { clock, service, call } = endpoint(() => empty(429, { "retry-after": "86400" }));
    await failure(call(), "token");
    await clock.advance(3_599_999);
    await failure(call(), "token");
    expect(service.tokens.requests).toHaveLength(1);
    await clock.advance(1);
    await failure(call(), "token");
    expect(service.tokens.requests).toHaveLength(2);
  });

  test.each<[string, Readonly<Record<string, string>>]>([
    ["no pause", {}],
    ["a pause of nothing", { "retry-after": "0" }],
  ])("for %s is asked afresh by the next call", async (_, headers) => {
    const { service, call } = endpoint(() => empty(400, headers));
    for (const expected of [1, 2, 3]) {
      const error = await failure(call(), "token");
      expect(error.message).toContain("issued no token");
      expect(service.tokens.requests).toHaveLength(expected);
    }
  });
});

test("a failure without a pause, after one with it, is passed on as it is; so is the OAuth error of the pause", async () => {
  const clock = new ManualClock();
  const plain = new Error("down");
  const failures = [
    new RegTokenError("wait", { retryAfterMs: 1000.5, oauthError: "temporarily_unavailable" }),
    plain,
    plain,
  ];
  const issue = requestTokenUnlessPaused(() => Promise.reject(failures.shift()), clock);
  await rejection(issue());
  expect(await rejection(issue())).toMatchObject({
    oauthError: "temporarily_unavailable",
    retryAfterMs: 1001,
  });
  clock.jump(1001);
  expect([await rejection(issue()), await rejection(issue())]).toEqual([plain, plain]);
});
