import fc from "fast-check";
import { expect, test } from "vitest";
import { type Happening, TokenWorld } from "./world/token-world.js";

const at = fc.nat({ max: 9 });
const lifetimeMs = fc.constantFrom(0, 1000, 30_000, 3_600_000);
const event = <T extends Happening["type"]>(type: T) => fc.constant(type);

const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: event("call") }) },
  { weight: 1, arbitrary: fc.record({ type: event("abort"), at }) },
  {
    weight: 5,
    arbitrary: fc.record({ type: event("answer"), at, status: fc.constantFrom(204 as const, 401 as const) }),
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
  {
    weight: 2,
    arbitrary: fc.record({ type: event("time"), ms: fc.constantFrom(1, 800, 2000, 24_000, 3_540_000) }),
  },
);

test.each([
  ["without a store", false],
  ["with a slow store that others write to", true],
])(
  "%s: one request for a token at a time, no step back to an older one, one replay, and nobody hangs",
  async (_, withStore) => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { maxLength: 60, size: "max" }), async (events) => {
        const world = new TokenWorld(withStore);
        for (const each of events) await world.happen(each);
        await world.end();
        expect(world.wrongs).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  },
);
