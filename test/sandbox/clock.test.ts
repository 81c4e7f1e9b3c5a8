import { afterEach, describe, expect, it, vi } from "vitest";
import { nextAmsterdamMidnight, utcText } from "../../src/sandbox/archive.js";
import { createSandboxTime, type SandboxClock } from "../../src/sandbox/clock.js";
import { seededRandom } from "../../src/sandbox/model.js";
import { amsterdamDay } from "../../src/values/dates.js";
import { toCents, toEuros } from "../../src/values/money.js";
import { untyped } from "./support.js";

const start = Date.parse("2026-06-15T09:00:00Z");

describe("a clock that stands", () => {
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

  it("runs what falls due on the way, in order and at its time, unless it is cancelled", () => {
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
  ] satisfies [string, (clock: SandboxClock) => void, string][])("cannot be moved %s", (_, move, message) => {
    expect(() => move(createSandboxTime("standing", start).clock)).toThrow(message);
  });
});

describe("a clock that runs", () => {
  afterEach(() => void vi.useRealTimers());

  it("follows the machine's, and can be moved ahead of it", () => {
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

  it("runs what falls due by itself, or at once when it is moved, and only once", async () => {
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

describe("days in Amsterdam", () => {
  it.each([
    ["2026-06-15T21:59:59.999Z", "2026-06-15", "2026-06-15T22:00:00Z"],
    ["2026-06-15T22:00:00Z", "2026-06-16", "2026-06-16T22:00:00Z"],
    ["2026-01-15T22:59:59Z", "2026-01-15", "2026-01-15T23:00:00Z"],
    ["2026-12-31T23:00:00Z", "2027-01-01", "2027-01-01T23:00:00Z"],
    // The clocks go forward on 29 March 2026 and back on 25 October.
    ["2026-03-28T23:00:00Z", "2026-03-29", "2026-03-29T22:00:00Z"],
    ["2026-03-28T22:30:00Z", "2026-03-28", "2026-03-28T23:00:00Z"],
    ["2026-10-24T22:00:00Z", "2026-10-25", "2026-10-25T23:00:00Z"],
    ["2026-10-24T21:30:00Z", "2026-10-24", "2026-10-24T22:00:00Z"],
    ["2028-02-28T23:00:00Z", "2028-02-29", "2028-02-29T23:00:00Z"],
  ])("at %s it is %s, until %s", (instant, day, midnight) => {
    const at = Date.parse(instant);
    expect(amsterdamDay(at)).toBe(day);
    expect(utcText(nextAmsterdamMidnight(at))).toBe(midnight);
  });
});

it.each([
  [0.1, 10],
  [1.005, 101],
  [19.99, 1999],
  [-129.5, -12950],
  [-0.001, 0],
  [1e-7, 0],
  [1e21, 1e23],
  [123456789.13, 12345678913],
])("counts %d euros as %d cents", (euros, cents) => {
  expect(toCents(euros)).toBe(cents);
});

it("shows cents as euros", () => {
  expect([toEuros(12950), toEuros(1), toEuros(-10)]).toEqual([129.5, 0.01, -0.1]);
});

it("makes ids that follow from the seed", () => {
  const ids = (seed: number) => {
    const random = seededRandom(seed);
    return Array.from({ length: 1000 }, random.uuid);
  };
  expect(ids(1)).toEqual(ids(1));
  expect(new Set([...ids(1), ...ids(2)]).size).toBe(2000);
  expect(ids(3).every((id) => /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/.test(id))).toBe(
    true,
  );
});
