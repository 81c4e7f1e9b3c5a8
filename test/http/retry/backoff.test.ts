import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { backoffDelay } from "../../../src/http/retry.js";

describe("the pause between attempts", () => {
  test.each([
    { failures: 1, random: 1, pause: 500 },
    { failures: 2, random: 1, pause: 1000 },
    { failures: 3, random: 1, pause: 2000 },
    { failures: 3, random: 0.25, pause: 500 },
    { failures: 7, random: 1, pause: 30_000 },
    { failures: 1, random: 0, pause: 0 },
  ])("after $failures failures and a throw of $random is $pause ms", ({ failures, random, pause }) => {
    expect(backoffDelay({ minTimeout: 500, maxTimeout: 30_000 }, failures, random)).toBe(pause);
  });

  test("is 0 without a minTimeout, however many failures there were", () => {
    expect(backoffDelay({ minTimeout: 0, maxTimeout: 30_000 }, 2000, 1)).toBe(0);
  });

  test("is a finite number from 0 to maxTimeout, and never shorter after one more failure", () => {
    const settings = fc.record({ minTimeout: fc.nat(60_000), maxTimeout: fc.nat(600_000) });
    fc.assert(
      fc.property(
        settings,
        fc.integer({ min: 1, max: 5000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (backoff, failures, random) => {
          const pause = backoffDelay(backoff, failures, random);
          expect(pause).toBeGreaterThanOrEqual(0);
          expect(pause).toBeLessThanOrEqual(backoff.maxTimeout);
          expect(backoffDelay(backoff, failures + 1, random)).toBeGreaterThanOrEqual(pause);
        },
      ),
    );
  });
});
