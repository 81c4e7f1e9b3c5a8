import { expect, test } from "vitest";
import { cachedToken } from "../../../src/http/token-cache.js";

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
    expect(cachedToken("a", asked, expiresAt)).toEqual({
      token: "a",
      issuedAt: asked,
      renewAt: expiresAt - margin,
      expiresAt,
    });
  },
);

test("a token of unknown lifetime is never to be renewed", () => {
  const { renewAt, expiresAt } = cachedToken("a", asked, Number.POSITIVE_INFINITY);
  expect([renewAt, expiresAt]).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
});
