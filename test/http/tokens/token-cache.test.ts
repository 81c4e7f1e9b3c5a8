import { describe, expect, test } from "vitest";
import { type IssuedToken, TokenCache } from "../../../src/http/tokens/token-cache.js";
import { ManualClock, settle } from "../../support/clock.js";
import { rejection } from "../../support/errors.js";

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
});
