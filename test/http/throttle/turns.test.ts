import Bottleneck from "bottleneck";
import { afterEach, describe, expect, test, vi } from "vitest";
import { eventually, lineUp, minute, throttleInUse } from "./support.js";

afterEach(() => vi.restoreAllMocks());

/** How many turns in the line it takes to serve sixty who find their units at the same moment. */
async function turnsForSixty(refused: boolean): Promise<number> {
  const turns = vi.spyOn(Bottleneck.prototype, "schedule");
  const { clock, permits, served, join } = throttleInUse(100, { limit: 100 });
  for (const [index, permit] of permits.entries()) {
    if (refused && index === 0) permit.end("refused", 1000);
    else permit.end("answered");
  }
  for (let number = 0; number < 60; number++) join(String(number));
  await lineUp(clock);
  await clock.advance(3 * minute);
  await eventually(() => expect(served).toHaveLength(60));
  expect(served).toEqual(Array.from({ length: 60 }, (_, number) => String(number)));
  expect(clock.pending).toBe(0);
  return turns.mock.calls.length;
}

describe("a turn in the line", () => {
  test("serves a few at once, so that the line keeps up with what comes free, in their order", async () => {
    const turns = await turnsForSixty(false);
    expect(turns).toBeGreaterThanOrEqual(12);
    expect(turns).toBeLessThan(30);
  });

  test("serves one at a time while others use the same quota", async () => {
    expect(await turnsForSixty(true)).toBeGreaterThanOrEqual(60);
  });
});
