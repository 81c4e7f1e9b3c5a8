import { describe, expect, test } from "vitest";
import { RateLimiter } from "../../../src/http/throttle/rate-limiter.js";
import type { Permit } from "../../../src/http/throttle/types.js";
import { ManualClock } from "../../support/clock.js";

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
    units: new RateLimiter({ limit, maxInFlight: limit, window, clock, onEnd() {} }),
    nextAt: startsAt,
    responded: 0,
    refused: 0,
  }));
  const send = (permit: Permit, result: { responded: number; refused: number }) => {
    const measured = clock.monotonic() >= 20 * window;
    later(10 + 40 * random(), () => {
      const pause = service.receive(clock.monotonic());
      if (measured) result[pause === undefined ? "responded" : "refused"] += 1;
      const back = 10 + 40 * random();
      if (pause === undefined) later(back, () => permit.end("responded"));
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
      // A throttle with an adaptive limit serves one call in each batch.
      result.nextAt = now + tick;
      send(permit, result);
    }
  }
  const [one, two] = results.map(({ responded, refused }) => ({ responded, refused }));
  return { one: one ?? { responded: 0, refused: 0 }, two: two ?? { responded: 0, refused: 0 } };
}

describe.each([
  ["sends Retry-After", true],
  ["does not send Retry-After", false],
])("two rate limiters that share the quota of a service that %s", (_, retryAfter) => {
  test.each([0, 2.5, 5])("settle below its limit if one starts %d windows after the other", (delayedBy) => {
    for (const seed of [1, 2, 3, 4]) {
      const { one, two } = compete({ limit: 200, window: 10_000, delayedBy, retryAfter, seed });
      const responded = one.responded + two.responded;
      expect((one.refused + two.refused) / responded).toBeLessThan(0.02);
      expect(Math.min(one.responded, two.responded) / responded).toBeGreaterThan(0.3);
      expect(responded / (80 * 200)).toBeGreaterThan(0.6);
    }
  });
});
