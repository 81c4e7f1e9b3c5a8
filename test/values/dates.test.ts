import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { amsterdamDay, amsterdamTime, isDate, parseDateTime } from "../../src/values/dates.js";

const hour = 3_600_000;
const at = (text: string) => Date.parse(text);

/** The last Sunday of a month (counted from 0) at 01:00 UTC, when the clocks of Europe change. */
function change(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0, 1));
  return last.getTime() - last.getUTCDay() * 24 * hour;
}

/** What the clocks of Amsterdam show, by the rule that holds since 1996: two hours ahead in summer, else one. */
function shown(instant: number): string {
  const year = new Date(instant).getUTCFullYear();
  const isSummer = instant >= change(year, 2) && instant < change(year, 9);
  return new Date(instant + (isSummer ? 2 : 1) * hour).toISOString().slice(0, 19).replace("T", " ");
}

const instants = fc.integer({ min: at("1997-01-01T00:00:00Z"), max: at("2100-12-31T00:00:00Z") });

describe("the clock in Amsterdam", () => {
  it("shows what the rule of the European Union says, at any instant", () => {
    fc.assert(
      fc.property(instants, (instant) => {
        expect(amsterdamTime(instant)).toBe(shown(instant));
        expect(amsterdamDay(instant)).toBe(shown(instant).slice(0, 10));
      }),
    );
  });

  it("shows it also around each change", () => {
    const around = fc.tuple(
      fc.integer({ min: 1997, max: 2100 }),
      fc.constantFrom(2, 9),
      fc.integer({ min: -30 * hour, max: 30 * hour }),
    );
    fc.assert(
      fc.property(around, ([year, month, distance]) => {
        const instant = change(year, month) + distance;
        expect(amsterdamTime(instant)).toBe(shown(instant));
        expect(amsterdamDay(instant)).toBe(shown(instant).slice(0, 10));
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
  ])("shows at %s %s", (instant, time) => {
    expect(amsterdamTime(at(instant))).toBe(time);
    expect(amsterdamDay(at(instant))).toBe(time.slice(0, 10));
  });

  it("has a day of 23 hours each spring and one of 25 each autumn", () => {
    const hoursOf = (day: string) => {
      const noon = at(`${day}T12:00:00Z`);
      const hours = Array.from({ length: 72 }, (_, index) => noon + (index - 36) * hour);
      return hours.filter((instant) => amsterdamDay(instant) === day).length;
    };
    expect(hoursOf("2026-03-28")).toBe(24);
    expect(hoursOf("2026-03-29")).toBe(23);
    expect(hoursOf("2026-10-25")).toBe(25);
    expect(hoursOf("2026-10-26")).toBe(24);
  });

  it("shows the nearest day that has four digits for its year", () => {
    expect(amsterdamDay(at("0001-01-01T12:00:00Z"))).toBe("0001-01-01");
    expect(amsterdamDay(-8.64e15)).toBe("0001-01-01");
    expect(amsterdamDay(at("9999-12-30T22:59:59Z"))).toBe("9999-12-30");
    expect(amsterdamDay(at("9999-12-31T23:30:00Z"))).toBe("9999-12-31");
    expect(amsterdamDay(8.64e15)).toBe("9999-12-31");
    expect(amsterdamDay(at("0999-06-15T12:00:00Z"))).toBe("0999-06-15");
  });
});

describe("a date-time", () => {
  it.each([
    ["2026-06-15T22:30:00Z", "2026-06-15T22:30:00.000Z"],
    ["2026-06-15T22:30:00.25Z", "2026-06-15T22:30:00.250Z"],
    ["2026-06-16T00:30:00+02:00", "2026-06-15T22:30:00.000Z"],
    ["2026-06-15T18:30:00-04:00", "2026-06-15T22:30:00.000Z"],
    ["2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000Z"],
  ])("%s is an instant", (text, instant) => {
    expect(parseDateTime(text)).toBe(at(instant));
  });

  it.each([
    [""],
    ["2026-06-15"],
    ["2026-06-15T22:30:00"],
    ["2026-06-15T22:30Z"],
    ["2026-06-15 22:30:00Z"],
    ["2026-06-15T22:30:00+0200"],
    ["2026-06-15T22:30:00.Z"],
    ["2026-02-29T00:00:00Z"],
    ["2026-13-01T00:00:00Z"],
    ["2026-06-15T25:00:00Z"],
    ["2026-06-15T22:60:00Z"],
    ["x2026-06-15T22:30:00Z"],
    ["2026-06-15T22:30:00Zx"],
    ["+012026-06-15T22:30:00Z"],
  ])("%j is none", (text) => {
    expect(parseDateTime(text)).toBeUndefined();
  });

  it("is read back as it was written", () => {
    fc.assert(
      fc.property(instants, (instant) => {
        expect(parseDateTime(new Date(instant).toISOString())).toBe(instant);
      }),
    );
  });
});

describe("a date", () => {
  it.each([["2026-06-15"], ["2024-02-29"], ["2000-02-29"], ["0001-01-01"], ["9999-12-31"]])(
    "%s exists",
    (text) => {
      expect(isDate(text)).toBe(true);
    },
  );

  it.each([
    [""],
    ["2026-02-29"],
    ["1900-02-29"],
    ["2026-04-31"],
    ["2026-00-10"],
    ["2026-13-10"],
    ["2026-06-00"],
    ["2026-6-15"],
    ["15-06-2026"],
    ["2026-06-15T00:00:00Z"],
    ["2026-06-15 "],
    ["2026-06-15\n"],
    ["+2026-06-15"],
    ["yesterday"],
  ])("%j does not", (text) => {
    expect(isDate(text)).toBe(false);
  });

  it("exists exactly if its month has that day", () => {
    const numbers = fc.tuple(fc.integer({ min: 1, max: 9999 }), fc.nat(14), fc.nat(33));
    const two = (value: number) => String(value).padStart(2, "0");
    fc.assert(
      fc.property(numbers, ([year, month, day]) => {
        const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
        const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
        const text = `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
        expect(isDate(text)).toBe(day >= 1 && day <= days);
      }),
    );
  });
});
