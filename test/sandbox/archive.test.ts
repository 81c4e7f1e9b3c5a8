import { describe, expect, it } from "vitest";
import { nextAmsterdamMidnight, utcText } from "../../src/sandbox/archive.js";
import { amsterdamDay } from "../../src/values/dates.js";

describe("the calendar of Amsterdam", () => {
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
  ])("at %s the date is %s until %s", (instant, day, midnight) => {
    const at = Date.parse(instant);
    expect(amsterdamDay(at)).toBe(day);
    expect(utcText(nextAmsterdamMidnight(at))).toBe(midnight);
  });
});
