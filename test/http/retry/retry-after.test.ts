import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseRetryAfter } from "../../../src/http/retry.js";

const now = Date.parse("2026-06-15T09:00:00Z");

describe("Retry-After", () => {
  test.each([
    ["0", 0],
    ["7", 7000],
    ["007", 7000],
    ["9999999999", 9_999_999_999_000],
    ["Mon, 15 Jun 2026 09:00:30 GMT", 30_000],
    ["Tue, 16 Jun 2026 09:00:00 GMT", 86_400_000],
  ])("%j is a pause of %i ms", (value, pause) => {
    expect(parseRetryAfter(value, now)).toBe(pause);
  });

  test.each([
    ["absent", null],
    ["empty", ""],
    ["a word", "abc"],
    ["hexadecimal", "0x10"],
    ["negative", "-1"],
    ["signed", "+1"],
    ["fractional", "1.5"],
    ["an exponent", "1e3"],
    ["padded", " 5 "],
    ["a list", "5, 5"],
    ["other digits", "٣"],
    ["in the past", "Mon, 15 Jun 2026 08:59:59 GMT"],
    ["this very second", "Mon, 15 Jun 2026 09:00:00 GMT"],
    ["another zone", "Mon, 15 Jun 2026 11:00:30 CEST"],
    ["without a zone", "Mon, 15 Jun 2026 11:00:30"],
    ["the wrong weekday", "Fri, 15 Jun 2026 09:00:30 GMT"],
    ["a day that does not exist", "Wed, 31 Jun 2026 09:00:30 GMT"],
    ["a month that does not exist", "Mon, 15 Foo 2026 09:00:30 GMT"],
    ["an hour that does not exist", "Mon, 15 Jun 2026 24:00:00 GMT"],
    ["a minute that does not exist", "Mon, 15 Jun 2026 09:75:00 GMT"],
    ["RFC 850", "Monday, 15-Jun-26 09:00:30 GMT"],
    ["asctime", "Mon Jun 15 09:00:30 2026"],
    ["ISO 8601", "2026-06-15T09:00:30Z"],
    ["not a date at all", "Invalid Date"],
  ])("%s asks for nothing", (_, value) => {
    expect(parseRetryAfter(value, now)).toBeUndefined();
  });

  test("every date to come that is written as HTTP writes it is read back exactly", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 9 }), (seconds) => {
        expect(parseRetryAfter(new Date(now + seconds * 1000).toUTCString(), now)).toBe(seconds * 1000);
      }),
    );
  });

  test("any text gives a pause that is not negative, or none", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (value) => {
        const pause = parseRetryAfter(value, now);
        expect(pause === undefined || pause >= 0).toBe(true);
        expect(pause === undefined).toBe(!/^\d+$/.test(value));
      }),
    );
  });
});
