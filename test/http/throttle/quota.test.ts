import { describe, expect, test } from "vitest";
import { RateLimiter } from "../../../src/http/throttle/rate-limiter.js";
import type { Permit } from "../../../src/http/throttle/types.js";
import { ManualClock } from "../../support/clock.js";

function quota(limit: number, window = 1000) {
  const clock = new ManualClock();
  const ends: string[] = [];
  const units = new RateLimiter(limit, window, clock, (end) => ends.push(end));
  const take = (): Permit => {
    const permit = units.tryTake();
    if (permit === undefined) throw new Error("a unit was expected, and there was none");
    return permit;
  };
  return { clock, units, take, ends };
}

describe("a quota", () => {
  test("tells how each request ended, and counts only the first report of an end", () => {
    const { units, take, ends } = quota(1);
    const permit = take();
    permit.end("unused");
    permit.end("answered");
    permit.end("refused");
    expect(ends).toEqual(["unused"]);
    expect(units.state()).toEqual({ allowed: 1, free: 1, inFlight: 0, pausedForMs: 0 });
  });

  test("knows how long there is no unit: for certain, and if nobody reports an end before", () => {
    const { clock, units, take } = quota(2);
    expect([units.certainWaitMs(), units.expectedWaitMs()]).toEqual([0, 0]);
    const [first, second] = [take(), take()];
    expect([units.certainWaitMs(), units.expectedWaitMs()]).toEqual([0, Number.POSITIVE_INFINITY]);
    first.end("answered");
    clock.jump(100);
    // The second may turn out never to have been sent.
    expect([units.certainWaitMs(), units.expectedWaitMs()]).toEqual([0, 900]);
    second.end("answered");
    expect([units.certainWaitMs(), units.expectedWaitMs()]).toEqual([900, 900]);
    clock.jump(900);
    expect([units.certainWaitMs(), units.expectedWaitMs()]).toEqual([0, 0]);
  });

  test("knows the pause as well, whatever may come back before", () => {
    const { clock, units, take } = quota(5);
    take();
    take().end("refused", 7000);
    expect([units.certainWaitMs(), units.expectedWaitMs(), units.askedPauseMs]).toEqual([7000, 7000, 7000]);
    expect(units.tryTake()).toBeUndefined();
    clock.jump(6999);
    expect(units.tryTake()).toBeUndefined();
    clock.jump(1);
    expect(units.tryTake()).toBeDefined();
    expect(units.askedPauseMs).toBe(0);
  });

  test("expects a unit as soon as the share grows, even if none comes back before", () => {
    const { clock, units, take } = quota(20, 1000);
    const [first, ...others] = Array.from({ length: 20 }, take);
    first?.end("refused", 500);
    for (const permit of others.slice(14)) permit.end("unused");
    clock.jump(600);
    for (const permit of others.slice(0, 14)) permit.end("answered");
    clock.jump(500);
    expect(units.state()).toEqual({ allowed: 14, free: 0, inFlight: 0, pausedForMs: 0 });
    expect([units.certainWaitMs(), units.expectedWaitMs()]).toEqual([400, 400]);
    clock.jump(400);
    expect(units.state()).toMatchObject({ allowed: 15, free: 1 });
    expect(units.tryTake()).toBeDefined();
  });

  test("reduces its share once for all the requests that were sent before a 429", () => {
    const { clock, units, take } = quota(100);
    const sent = Array.from({ length: 10 }, take);
    for (const permit of sent) permit.end("refused");
    expect(units.state()).toMatchObject({ allowed: 70, pausedForMs: 1000 });
    clock.jump(1000);
    take().end("refused");
    expect(units.state()).toMatchObject({ allowed: 49, pausedForMs: 1382 });
    clock.jump(20_000);
    expect(units.state().allowed).toBe(100);
    take().end("refused");
    expect(units.state().pausedForMs).toBe(1000);
  });

  test("lets those who come after a 429 pass at the distance that the share asks for", () => {
    const { clock, units, take } = quota(10, 1000);
    take().end("refused", 500);
    clock.jump(500);
    const passes: number[] = [];
    for (; clock.monotonic() < 1500; clock.jump(1)) if (units.tryTake()) passes.push(clock.monotonic());
    expect(passes).toEqual([500, 643, 786, 929, 1072, 1215, 1358]);
  });
});
