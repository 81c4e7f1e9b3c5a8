import { describe, expect, test } from "vitest";
import { AdaptiveLimit } from "../../../src/http/throttle/rate-limiter.js";

describe("the share of a limit", () => {
  test("is all of it, and nothing is to be gained", () => {
    const share = new AdaptiveLimit(100, 1000);
    expect(share.at(0)).toBe(100);
    expect(share.at(1_000_000)).toBe(100);
    expect(share.nextGain(0)).toBe(Number.POSITIVE_INFINITY);
  });

  test("is seven tenths of what it was after a 429, and never less than a twentieth of the limit", () => {
    const share = new AdaptiveLimit(100, 1000);
    const after = Array.from({ length: 15 }, () => {
      share.reduce(0, 0);
      return share.at(0);
    });
    expect(after.slice(0, 4)).toEqual([70, 49, 34, 23]);
    expect(after.slice(-3)).toEqual([5, 5, 5]);
  });

  test("grows by a twentieth of the limit with each window, from the end of the pause", () => {
    const share = new AdaptiveLimit(100, 1000);
    share.reduce(500, 3000);
    expect(share.nextGain(500)).toBe(4000);
    expect([share.at(3000), share.at(3999), share.at(4000), share.at(4999)]).toEqual([70, 70, 75, 75]);
    expect(share.nextGain(4999)).toBe(5000);
    expect(share.at(7100)).toBe(90);
    expect(share.nextGain(7100)).toBe(8000);
    expect(share.at(9000)).toBe(100);
    expect(share.nextGain(9000)).toBe(Number.POSITIVE_INFINITY);
    share.reduce(20_000, 20_000);
    expect([share.at(20_000), share.at(20_999), share.at(21_000)]).toEqual([70, 70, 75]);
  });

  test("grows by one unit at least", () => {
    const share = new AdaptiveLimit(3, 1000);
    share.reduce(0, 0);
    share.reduce(0, 0);
    expect([share.at(0), share.at(1000), share.at(2000), share.at(3000)]).toEqual([1, 2, 3, 3]);
  });
});
