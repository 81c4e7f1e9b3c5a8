import { amsterdamDay } from "@reg/sdk";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { amsterdamTime, isDate, parseDateTime } from "../../src/base/dates.js";

const hour = 3_600_000;
const parse = (text: string) => Date.parse(text);

/** Returns the time of a clock change in Europe: the last Sunday of a month (counted from 0), at 01:00 UTC. */
function findClockChange(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0, 1));
  return last.getTime() - last.getUTCDay() * 24 * hour;
}

/** Computes the time in Amsterdam by the rule since 1996: two hours ahead of UTC in summer, otherwise one. */
function expectedTime(instant: number): string {
  const year = new Date(instant).getUTCFullYear();
  const isSummer = instant >= findClockChange(year, 2) && instant < findClockChange(year, 9);
  return new Date(instant + (isSummer ? 2 : 1) * hour).toISOString().slice(0, 19).replace("T", " ");
}

const instants = fc.integer({ min: parse("1997-01-01T00:00:00Z"), max: parse("2100-12-31T00:00:00Z") });

describe("the time in Amsterdam", () => {
  it("follows the rule around each clock change", () => {
    const around = fc.tuple(
      fc.integer({ min: 1997, max: 2100 }),
      fc.constantFrom(2, 9),
      fc.integer({ min: -30 * hour, max: 30 * hour }),
    );
    fc.assert(
      fc.property(around, ([year, month, distance]) => {
        const instant = findClockChange(year, month) + distance;
        expect(amsterdamTime(instant)).toBe(expectedTime(instant));
        expect(amsterdamDay(instant)).toBe(expectedTime(instant).slice(0, 10));
      }),
    );
  });

  it.each([
    ["2026-03-29T00:59:59Z", "2026-03-29 01:59:59"],
    ["2026-03-29T01:00:00Z", "2026-03-29 03:00:00"],
    ["2026-10-25T00:59:59Z", "2026-10-25 02:59:59"],
    ["2026-10-25T01:00:00Z", "2026-10-25 02:00:00"],
    ["2026-06-15T22:00:00Z", "2026-06-16 00:00:00"],
    ["2025-12-31T22:59:59Z", "2025-12-31 23:59:59"],
    ["2025-12-31T23:00:00Z", "2026-01-01 00:00:00"],
  ])("at %s is %s", (instant, time) => {
    expect(amsterdamTime(parse(instant))).toBe(time);
    expect(amsterdamDay(parse(instant))).toBe(time.slice(0, 10));
  });

  it("has a day of 23 hours in spring and one of 25 hours in autumn", () => {
    const countHours = (day: string) => {
      const noon = parse(`${day}T12:00:00Z`);
      const hours = Array.from({ length: 72 }, (_, index) => noon + (index - 36) * hour);
      return hours.filter((instant) => amsterdamDay(instant) === day).length;
    };
    expect(countHours("2026-03-28")).toBe(24);
    expect(countHours("2026-03-29")).toBe(23);
    expect(countHours("2026-10-25")).toBe(25);
    expect(countHours("2026-10-26")).toBe(24);
  });

  it("is limited to days whose year has four digits", () => {
    expect(amsterdamDay(parse("0001-01-01T12:00:00Z"))).toBe("0001-01-01");
    expect(amsterdamDay(-8.64e15)).toBe("0001-01-01");
    expect(amsterdamDay(parse("9999-12-30T22:59:59Z"))).toBe("9999-12-30");
    expect(amsterdamDay(parse("9999-12-31T23:30:00Z"))).toBe("9999-12-31");
    expect(amsterdamDay(8.64e15)).toBe("9999-12-31");
    expect(amsterdamDay(parse("0999-06-15T12:00:00Z"))).toBe("0999-06-15");
  });
});

describe("parseDateTime", () => {
  it.each([
    ["2026-06-15T22:30:00Z", "2026-06-15T22:30:00.000Z"],
    ["2026-06-15T22:30:00.25Z", "2026-06-15T22:30:00.250Z"],
    ["2026-06-16T00:30:00+02:00", "2026-06-15T22:30:00.000Z"],
    ["2026-06-15T18:30:00-04:00", "2026-06-15T22:30:00.000Z"],
    ["2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000Z"],
  ])("returns the instant of %s", (text, instant) => {
    expect(parseDateTime(text)).toBe(parse(instant));
  });

  it.each([
    [""],
    ["2026-06-15"],
    ["2026-06-15T22:30:00"],
    ["2026-06-15T22:30Z"],
    ["2026-06-15T22:30:00+0200"],
    ["2026-06-15T22:30:00.Z"],
    ["2026-02-29T00:00:00Z"],
    ["2026-13-01T00:00:00Z"],
    ["2026-06-15T25:00:00Z"],
    ["2026-06-15T22:60:00Z"],
    ["x2026-06-15T22:30:00Z"],
    ["2026-06-15T22:30:00Zx"],
    ["+012026-06-15T22:30:00Z"],
  ])("returns undefined for %j", (text) => {
    expect(parseDateTime(text)).toBeUndefined();
  });

  it("returns the instant of any ISO string", () => {
    fc.assert(
      fc.property(instants, (instant) => {
        expect(parseDateTime(new Date(instant).toISOString())).toBe(instant);
      }),
    );
  });
});

describe("isDate", () => {
  it.each([["2026-06-15"], ["2024-02-29"], ["2000-02-29"], ["0001-01-01"], ["9999-12-31"]])(
    "returns true for %s",
    (text) => {
      expect(isDate(text)).toBe(true);
    },
  );

  it.each([
    [""],
    ["2026-02-29"],
    ["1900-02-29"],
    ["2026-6-15"],
    ["15-06-2026"],
    ["2026-06-15T00:00:00Z"],
    ["2026-06-15 "],
    ["2026-06-15\n"],
    ["+2026-06-15"],
    ["yesterday"],
  ])("returns false for %j", (text) => {
    expect(isDate(text)).toBe(false);
  });

  it("returns true exactly if the month has the day", () => {
    const numbers = fc.tuple(fc.integer({ min: 1, max: 9999 }), fc.nat(14), fc.nat(33));
    const pad = (value: number) => String(value).padStart(2, "0");
    fc.assert(
      fc.property(numbers, ([year, month, day]) => {
        const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
        const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
        const text = `${String(year).padStart(4, "0")}-${pad(month)}-${pad(day)}`;
        expect(isDate(text)).toBe(day >= 1 && day <= days);
      }),
    );
  });
});
