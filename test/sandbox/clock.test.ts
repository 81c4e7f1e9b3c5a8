import { afterEach, describe, expect, it, vi } from "vitest";
import { RegInputError } from "../../src/errors/errors.js";
import { nextAmsterdamMidnight, utcText } from "../../src/sandbox/archive.js";
import { createSandboxTime, type SandboxClock } from "../../src/sandbox/clock.js";
import { amsterdamDay } from "../../src/values/dates.js";
import { open, untyped } from "./support.js";

const start = Date.parse("2026-06-15T09:00:00Z");

const last = "9999-12-31T00:00:00Z";

/** The error that a user of the sandbox gets for what cannot be used. */
function inputError(act: () => unknown): RegInputError {
  try {
    act();
  } catch (error) {
    if (error instanceof RegInputError) return error;
    throw error;
  }
  throw new Error("it was taken");
}

describe("a standing clock", () => {
  it("moves only when it is moved", async () => {
    const clock = createSandboxTime("standing", start).clock;
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect([clock.now(), clock.monotonic()]).toEqual([start, 0]);
    clock.advance({ days: 1, hours: 2, minutes: 3, ms: 4 });
    expect(clock.iso()).toBe("2026-06-16T11:03:00.004Z");
    clock.set("2026-06-20T02:00:00+02:00");
    expect([clock.iso(), clock.monotonic()]).toEqual([
      "2026-06-20T00:00:00.000Z",
      Date.parse("2026-06-20T00:00:00Z") - start,
    ]);
  });

  it("runs the tasks that fall due when it is moved, in order and on time, except cancelled ones", () => {
    const clock = createSandboxTime("standing", start).clock;
    const ran: [string, number][] = [];
    const note = (name: string) => () => ran.push([name, clock.monotonic()]);
    clock.schedule(note("late"), 3000);
    clock.schedule(() => {
      note("early")();
      clock.schedule(note("follows"), 500);
    }, 1000);
    clock.schedule(note("cancelled"), 1500)();
    clock.schedule(note("too late"), 5001);
    clock.schedule(note("at once"), -1);
    clock.advance({ ms: 5000 });
    expect(ran).toEqual([
      ["at once", 0],
      ["early", 1000],
      ["follows", 1500],
      ["late", 3000],
    ]);
  });

  it.each([
    ["back", (clock: SandboxClock) => clock.set("2026-06-15T08:59:59Z"), "lies in the past"],
    ["nowhere", (clock) => clock.set("soon"), "must be a date-time"],
    ["by less than nothing", (clock) => clock.advance({ days: -1 }), "days must be a number from 0"],
    ["by an unknown unit", (clock) => clock.advance(untyped({ weeks: 1 })), "weeks is not a unit"],
  ] satisfies [string, (clock: SandboxClock) => void, string][])(
    "rejects to be moved %s",
    (_, move, message) => {
      expect(() => move(createSandboxTime("standing", start).clock)).toThrow(message);
    },
  );
});

describe("a running clock", () => {
  afterEach(() => void vi.useRealTimers());

  it("follows the clock of the machine and can be moved ahead of it", () => {
    vi.useFakeTimers({ now: start });
    const clock = createSandboxTime("running", 0).clock;
    expect(clock.now()).toBe(start);
    vi.advanceTimersByTime(1234);
    expect(clock.now()).toBe(start + 1234);
    clock.advance({ days: 400 });
    expect(clock.now()).toBe(start + 1234 + 400 * 86_400_000);
    clock.set(new Date(clock.now() + 60_000).toISOString());
    vi.advanceTimersByTime(1);
    expect(clock.now()).toBe(start + 1235 + 400 * 86_400_000 + 60_000);
  });

  it("runs each task once, when it falls due or when the clock is moved past it", async () => {
    const clock = createSandboxTime("running", 0).clock;
    const ran: string[] = [];
    clock.schedule(() => ran.push("soon"), 5);
    clock.schedule(() => ran.push("cancelled"), 5)();
    clock.schedule(() => ran.push("moved"), 20);
    clock.schedule(() => ran.push("never"), 3_600_000);
    clock.advance({ ms: 5 });
    // The next one may have fallen due as well, on a machine that takes a rest just here.
    expect(ran[0]).toBe("soon");
    await expect.poll(() => ran).toEqual(["soon", "moved"]);
    clock.advance({ hours: 1 });
    expect(ran).toEqual(["soon", "moved", "never"]);
  });
});

describe.each(["standing", "running", "jumping"] as const)("a %s clock", (mode) => {
  it.each<[string, (clock: SandboxClock) => void, string]>([
    ["too far", (clock) => clock.advance({ days: 1e9 }), "step is too long"],
    ["by more than a number holds", (clock) => clock.advance({ days: 1e308 }), "step is too long"],
    ["beyond the last instant", (clock) => clock.set("9999-12-31T00:00:01Z"), "instant must lie"],
    ["by undefined", (clock) => clock.advance(untyped(undefined)), "step must be an object"],
    ["by null", (clock) => clock.advance(untyped(null)), "step must be an object"],
    ["by a number", (clock) => clock.advance(untyped(5)), "step must be an object"],
    ["by a list", (clock) => clock.advance(untyped([])), "step must be an object"],
    ["to a symbol", (clock) => clock.set(untyped(Symbol("noon"))), "instant must be a date-time"],
    ["to null", (clock) => clock.set(untyped(null)), "instant must be a date-time"],
  ])("rejects to be moved %s", (_, move, message) => {
    const { clock } = createSandboxTime(mode, start);
    const before = clock.now();
    expect(inputError(() => move(clock)).message).toContain(message);
    expect(clock.now() - before).toBeLessThan(30_000);
  });
});

describe("the last instant", () => {
  it("can be reached, and the sandbox still works there", async () => {
    const { sandbox, supplier, lessor } = await open();
    sandbox.clock.set(last);
    expect(sandbox.clock.iso()).toBe("9999-12-31T00:00:00.000Z");
    const headers = { authorization: `Bearer ${await sandbox.supplier.token()}` };
    const response = await sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/lessors`, { headers });
    expect(response.status).toBe(200);
    await lessor.vehicles.put({ licensePlate: "ZX-987-Y" });
    await expect(supplier.lessors.list()).rejects.toMatchObject({ status: 401 });
    expect(() => sandbox.clock.advance({ ms: 1 })).toThrow("step is too long");
  });

  it("is not passed by a running clock", async () => {
    const { clock } = createSandboxTime("running", 0);
    clock.set(last);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(clock.iso()).toBe("9999-12-31T00:00:00.000Z");
  });

  it("is not passed by a jumping clock", async () => {
    const { clock } = createSandboxTime("jumping", Date.parse("9999-12-30T23:59:59Z"));
    const ran: string[] = [];
    clock.schedule(() => ran.push("never"), 1e300, "wait");
    clock.schedule(() => ran.push("too late"), 1001, "wait");
    clock.schedule(() => ran.push("in time"), 1000, "wait");
    await expect.poll(() => ran).toEqual(["in time"]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([ran, clock.iso()]).toEqual([["in time"], "9999-12-31T00:00:00.000Z"]);
  });

  it("has a date, a next midnight and a text", () => {
    const at = Date.parse(last);
    expect(amsterdamDay(at)).toBe("9999-12-31");
    expect(utcText(at)).toBe(last);
    expect(utcText(nextAmsterdamMidnight(at))).toBe("9999-12-31T23:00:00Z");
  });

  it.each([
    ["9999-12-31T23:59:59-05:00", "9999-12-31", "9999-12-31T23:59:59Z"],
    ["9999-12-31T23:30:00Z", "9999-12-31", "9999-12-31T23:30:00Z"],
    ["0999-05-01T12:00:00Z", "0999-05-01", "0999-05-01T12:00:00Z"],
  ])("does not limit a date-time in a body such as %s", (text, day, shown) => {
    expect([amsterdamDay(Date.parse(text)), utcText(Date.parse(text))]).toEqual([day, shown]);
  });
});

describe("a task that throws", () => {
  const fail = (message: string) => () => {
    throw new Error(message);
  };

  it("stops neither the clock nor the tasks after it", () => {
    const { clock } = createSandboxTime("standing", start);
    const ran: number[] = [];
    clock.schedule(fail("boom"), 100);
    clock.schedule(() => ran.push(clock.monotonic()), 200);
    expect(() => clock.advance({ ms: 300 })).toThrow(new Error("boom"));
    expect([ran, clock.monotonic()]).toEqual([[200], 300]);
    clock.advance({ ms: 1 });
  });

  it("is reported together with the other tasks that throw", () => {
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
