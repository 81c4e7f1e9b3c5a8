import fc from "fast-check";
import { expect, test } from "vitest";
import { type SimulationEvent, TokenSimulation } from "./simulation/token-simulation.js";

const at = fc.nat({ max: 9 });
const lifetimeMs = fc.constantFrom(0, 1000, 30_000, 3_600_000);
const event = <T extends SimulationEvent["type"]>(type: T) => fc.constant(type);

const anyEvent: fc.Arbitrary<SimulationEvent> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: event("call") }) },
  { weight: 1, arbitrary: fc.record({ type: event("abort"), at }) },
  {
    weight: 5,
    arbitrary: fc.record({
      type: event("response"),
      at,
      status: fc.constantFrom(204 as const, 401 as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: event("token"),
      how: fc.constantFrom("new" as const, "new" as const, "repeated" as const, "failed" as const),
      lifetimeMs: fc.oneof(lifetimeMs, fc.constant(Number.POSITIVE_INFINITY)),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ type: event("store"), at, fails: fc.constantFrom(false, false, false, true) }),
  },
  { weight: 1, arbitrary: fc.record({ type: event("other process"), lifetimeMs }) },
  { weight: 1, arbitrary: fc.record({ type: event("other lock") }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: event("time"), ms: fc.constantFrom(1, 800, 2000, 24_000, 3_540_000) }),
  },
);

test.each([
  ["a cache without a store", "no store"],
  ["a cache with a slow store that another process writes to", "a store"],
  ["a cache with a slow store that another process writes to and locks", "a store with locks"],
] as const)(
  "%s makes one token request at a time, never returns to an older token, replays a call once, ends every call, and keeps no lock",
  async (_, store) => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyEvent, { maxLength: 60, size: "max" }), async (events) => {
        const simulation = new TokenSimulation(store);
        for (const each of events) await simulation.apply(each);
        await simulation.end();
        expect(simulation.violations).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  },
);
