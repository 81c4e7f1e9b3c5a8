import { describe, expect, test } from "vitest";
import { AdaptiveLimit, PauseGate, RateLimiter } from "../../../src/http/throttle/rate-limiter.js";
import type { Permit } from "../../../src/http/throttle/types.js";
import { ManualClock } from "../../support/clock.js";

function limiterOf(limit: number, window = 1000) {
  const clock = new ManualClock();
  const ends: string[] = [];
  const units = new RateLimiter({ limit, window, clock, onEnd: (how) => ends.push(how) });
  const take = (): Permit => {
    const permit = units.tryTake();
    if (permit === undefined) throw new Error("there is no free unit");
    return permit;
  };
  return { clock, units, take, ends };
}

describe("a rate limiter", () => {
  test("reports how each request ended, and ignores a second end of the same request", () => {
    const { units, take, ends } = limiterOf(1);
    const permit = take();
    permit.end("unused");
    permit.end("answered");
    permit.end("refused");
    expect(ends).toEqual(["unused"]);
    expect(units.state()).toEqual({ allowed: 1, free: 1, inFlight: 0, pausedForMs: 0 });
  });

  test("knows the expected and the shortest possible time to the next unit", () => {
    const { clock, units, take } = limiterOf(2);
    expect([units.certainWaitMs(), units.expectedWaitMs()]).toEqual([0, 0]);
    const [first, second] = [take(), take()];
    expect([units.certainWaitMs(), units.expectedWaitMs()]).toEqual([0, Number.POSITIVE_INFINITY]);
    first.end("answered");
    clock.jump(100);
    // The second request may turn out not to have been sent.
    expect([units.certainWaitMs(), units.expectedWaitMs()]).toEqual([0, 900]);
    second.end("answered");
    expect([units.certainWaitMs(), units.expectedWaitMs()]).toEqual([900, 900]);
    clock.jump(900);
    expect([units.certainWaitMs(), units.expectedWaitMs()]).toEqual([0, 0]);
  });

  test("has no unit during a pause, even if one returns", () => {
    const { clock, units, take } = limiterOf(5);
    take();
    take().end("refused", 7000);
    expect([units.certainWaitMs(), units.expectedWaitMs(), units.requestedPauseMs]).toEqual([
      7000, 7000, 7000,
    ]);
    expect(units.tryTake()).toBeUndefined();
    clock.jump(6999);
    expect(units.tryTake()).toBeUndefined();
    clock.jump(1);
    expect(units.tryTake()).toBeDefined();
    expect(units.requestedPauseMs).toBe(0);
  });

  test("expects a unit when the adaptive limit increases, even if none returns before", () => {
    const { clock, units, take } = limiterOf(20, 1000);
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

  test("reduces the limit once for all requests that were sent before the same 429", () => {
    const { clock, units, take } = limiterOf(100);
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

  test("sends requests at even intervals in the window after a pause", () => {
    const { clock, units, take } = limiterOf(10, 1000);
    take().end("refused", 500);
    clock.jump(500);
    const passes: number[] = [];
    for (; clock.monotonic() < 1500; clock.jump(1)) if (units.tryTake()) passes.push(clock.monotonic());
    expect(passes).toEqual([500, 643, 786, 929, 1072, 1215, 1358]);
  });
});

describe("an adaptive limit", () => {
  test("is the whole limit before the first 429", () => {
    const share = new AdaptiveLimit(100, 1000);
    expect(share.at(0)).toBe(100);
    expect(share.at(1_000_000)).toBe(100);
    expect(share.nextIncrease(0)).toBe(Number.POSITIVE_INFINITY);
  });

  test("falls to 70 % with each 429, but never below 5 % of the limit", () => {
    const share = new AdaptiveLimit(100, 1000);
    const after = Array.from({ length: 15 }, () => {
      share.reduce(0, 0);
      return share.at(0);
    });
    expect(after.slice(0, 4)).toEqual([70, 49, 34, 23]);
    expect(after.slice(-3)).toEqual([5, 5, 5]);
  });

  test("increases by 5 % of the limit with each window after the pause", () => {
    const share = new AdaptiveLimit(100, 1000);
    share.reduce(500, 3000);
    expect(share.nextIncrease(500)).toBe(4000);
    expect([share.at(3000), share.at(3999), share.at(4000), share.at(4999)]).toEqual([70, 70, 75, 75]);
    expect(share.nextIncrease(4999)).toBe(5000);
    expect(share.at(7100)).toBe(90);
    expect(share.nextIncrease(7100)).toBe(8000);
    expect(share.at(9000)).toBe(100);
    expect(share.nextIncrease(9000)).toBe(Number.POSITIVE_INFINITY);
    share.reduce(20_000, 20_000);
    expect([share.at(20_000), share.at(20_999), share.at(21_000)]).toEqual([70, 70, 75]);
  });

  test("increases by at least one unit", () => {
    const share = new AdaptiveLimit(3, 1000);
    share.reduce(0, 0);
    share.reduce(0, 0);
    expect([share.at(0), share.at(1000), share.at(2000), share.at(3000)]).toEqual([1, 2, 3, 3]);
  });
});

const hour = 3_600_000;

describe("a pause gate", () => {
  test("is open until it is closed", () => {
    const gate = new PauseGate(1000);
    expect([gate.opensAt(0), gate.closedFor(0), gate.requestedFor(0)]).toEqual([0, 0, 0]);
    gate.pass(0, 100);
    expect(gate.opensAt(50)).toBe(50);
  });

  test("stays closed for the pause that the service asks for", () => {
    const gate = new PauseGate(1000);
    gate.close(100, 7000, 1000);
    expect([gate.closedFor(100), gate.requestedFor(100), gate.opensAt(100)]).toEqual([7000, 7000, 7100]);
    expect([gate.closedFor(7099), gate.opensAt(7099)]).toEqual([1, 7100]);
    expect([gate.closedFor(7100), gate.requestedFor(7101), gate.opensAt(7100) <= 7100]).toEqual([0, 0, true]);
  });

  test("stays closed for a window if the service asks for no certain pause", () => {
    const gate = new PauseGate(1000);
    gate.close(100, undefined, 1000);
    expect([gate.closedFor(100), gate.requestedFor(100)]).toEqual([1000, 0]);
  });

  test("keeps the longer of two pauses", () => {
    const gate = new PauseGate(1000);
    gate.close(0, 5000, 1000);
    gate.close(10, 3000, 1000);
    gate.close(20, undefined, 1000);
    expect([gate.opensAt(20), gate.requestedFor(20)]).toEqual([5000, 4980]);
    gate.close(30, 6000, 1000);
    expect(gate.opensAt(30)).toBe(6030);
  });

  test.each([9_999_999_999_000, Number.POSITIVE_INFINITY])(
    "is closed for at most an hour if the service asks for %d ms",
    (asked) => {
      const gate = new PauseGate(1000);
      gate.close(0, asked, 1000);
      expect([gate.closedFor(0), gate.requestedFor(0)]).toEqual([hour, hour]);
    },
  );

  test("is closed for the whole window if that is longer than an hour", () => {
    const gate = new PauseGate(24 * hour);
    gate.close(0, undefined, 24 * hour);
    expect(gate.closedFor(0)).toBe(24 * hour);
  });

  test("lets requests pass at even intervals for one window after the pause", () => {
    const gate = new PauseGate(1000);
    gate.close(0, 5000, 1000);
    gate.pass(5000, 300);
    expect(gate.opensAt(5000)).toBe(5300);
    expect(gate.opensAt(5299)).toBe(5300);
    expect(gate.opensAt(5300)).toBe(5300);
    gate.pass(5400, 300);
    expect(gate.opensAt(5400)).toBe(5700);
    gate.pass(5900, 300);
    expect(gate.opensAt(5900)).toBe(6000);
    expect(gate.opensAt(6000)).toBe(6000);
    gate.pass(6000, 300);
    expect(gate.opensAt(6000)).toBe(6000);
  });

  test("paces the requests after a pause of 0 ms", () => {
    const gate = new PauseGate(1000);
    gate.close(50, 0, 1000);
    expect(gate.opensAt(50)).toBeLessThanOrEqual(50);
    gate.pass(50, 100);
    expect(gate.opensAt(50)).toBe(150);
  });
});

/** A service that limits requests in a rolling window. */
class Service {
  readonly #counted: number[] = [];
  readonly #limit: number;
  readonly #window: number;

  constructor(limit: number, window: number) {
    this.#limit = limit;
    this.#window = window;
  }

  /** Undefined if the request is accepted, otherwise its `Retry-After` in milliseconds: whole seconds. */
  receive(now: number): number | undefined {
    while ((this.#counted[0] ?? now) <= now - this.#window) this.#counted.shift();
    const [oldest = now] = this.#counted;
    if (this.#counted.length >= this.#limit) return 1000 * Math.ceil((oldest + this.#window - now) / 1000);
    this.#counted.push(now);
    return undefined;
  }
}

/** The same numbers from 0 to 1 in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

interface Competition {
  readonly limit: number;
  readonly window: number;
  /** How many windows after the first client the second one starts. */
  readonly delayedBy: number;
  readonly retryAfter: boolean;
  readonly seed: number;
}

/** The resolution of the simulated time, in milliseconds. */
const tick = 5;

/** The results of two clients that always have something to send, from the 20th to the 100th window. */
function compete({ limit, window, delayedBy, retryAfter, seed }: Competition) {
  const clock = new ManualClock();
  const service = new Service(limit, window);
  const random = randomNumbers(seed);
  const inFlight = new Map<number, (() => void)[]>();
  const later = (delay: number, run: () => void) => {
    const due = clock.monotonic() + tick * Math.ceil(delay / tick);
    inFlight.set(due, [...(inFlight.get(due) ?? []), run]);
  };
  const results = [0, delayedBy * window].map((startsAt) => ({
    units: new RateLimiter({ limit, window, clock, onEnd() {} }),
    nextAt: startsAt,
    answered: 0,
    refused: 0,
  }));
  const send = (permit: Permit, result: { answered: number; refused: number }) => {
    const measured = clock.monotonic() >= 20 * window;
    later(10 + 40 * random(), () => {
      const pause = service.receive(clock.monotonic());
      if (measured) result[pause === undefined ? "answered" : "refused"] += 1;
      const back = 10 + 40 * random();
      if (pause === undefined) later(back, () => permit.end("answered"));
      else later(back, () => permit.end("refused", retryAfter ? pause : undefined));
    });
  };
  for (; clock.monotonic() < 100 * window; clock.jump(tick)) {
    const now = clock.monotonic();
    for (const run of inFlight.get(now) ?? []) run();
    inFlight.delete(now);
    for (const result of results) {
      if (now < result.nextAt) continue;
      const permit = result.units.tryTake();
      if (permit === undefined) continue;
      // A throttle that shares its limit serves one call in each turn.
      result.nextAt = now + tick;
      send(permit, result);
    }
  }
  const [one, two] = results.map(({ answered, refused }) => ({ answered, refused }));
  return { one: one ?? { answered: 0, refused: 0 }, two: two ?? { answered: 0, refused: 0 } };
}

describe.each([
  ["sends Retry-After", true],
  ["does not send Retry-After", false],
])("two throttles that share the limit of a service that %s", (_, retryAfter) => {
  test.each([0, 2.5, 5])("settle below the limit if one starts %d windows after the other", (delayedBy) => {
    for (const seed of [1, 2, 3, 4]) {
      const { one, two } = compete({ limit: 200, window: 10_000, delayedBy, retryAfter, seed });
      const answered = one.answered + two.answered;
      expect((one.refused + two.refused) / answered).toBeLessThan(0.02);
      expect(Math.min(one.answered, two.answered) / answered).toBeGreaterThan(0.3);
      expect(answered / (80 * 200)).toBeGreaterThan(0.6);
    }
  });
});
