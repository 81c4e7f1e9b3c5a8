import { describe, expect, it } from "vitest";
import { createSandboxTime } from "../../src/sandbox/clock.js";
import { monday } from "./support.js";

const start = Date.parse(monday);

/** Lets a jumping clock see that nothing goes on. */
const quiet = () => new Promise((resolve) => setTimeout(resolve, 30));

describe("a task that throws", () => {
  const fail = (message: string) => () => {
    throw new Error(message);
  };

  it("keeps neither the clock from its way nor the tasks after it", () => {
    const { clock } = createSandboxTime("standing", start);
    const ran: number[] = [];
    clock.schedule(fail("boom"), 100);
    clock.schedule(() => ran.push(clock.monotonic()), 200);
    expect(() => clock.advance({ ms: 300 })).toThrow(new Error("boom"));
    expect([ran, clock.monotonic()]).toEqual([[200], 300]);
    clock.advance({ ms: 1 });
  });

  it("is told with the others that do", () => {
    const { clock } = createSandboxTime("standing", start);
    clock.schedule(fail("second"), 200);
    clock.schedule(fail("first"), 100);
    const errors: unknown[] = [];
    try {
      clock.set("2026-06-15T09:01:00Z");
    } catch (error) {
      if (error instanceof AggregateError) errors.push(...error.errors);
    }
    expect(errors).toEqual([new Error("first"), new Error("second")]);
    expect(clock.iso()).toBe("2026-06-15T09:01:00.000Z");
  });
});

describe("a jumping clock", () => {
  it("goes on although what held an answer up was cancelled after its time", async () => {
    const { clock, delayClock, begin } = createSandboxTime("jumping", start);
    const end = begin();
    const cancel = delayClock.schedule(() => {}, 100);
    await expect.poll(() => clock.monotonic()).toBe(100);
    cancel();
    cancel();
    end();
    clock.schedule(() => {}, 50, "wait");
    await expect.poll(() => clock.monotonic()).toBe(150);
  });

  it("counts the end of a request once", async () => {
    const { clock, begin } = createSandboxTime("jumping", start);
    const end = begin();
    end();
    end();
    begin();
    clock.schedule(() => {}, 50, "wait");
    await quiet();
    expect(clock.monotonic()).toBe(0);
  });
});
