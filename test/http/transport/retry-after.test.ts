import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseRetryAfter } from "../../../src/http/transport/retry-after.js";

describe("parseRetryAfter", () => {
  const now = Date.parse("2026-06-15T09:00:00Z");

  test.each([
    ["0", 0],
    ["7", 7000],
    ["007", 7000],
    ["2147483", 2_147_483_000],
    ["2147484", 2 ** 31 - 1],
    ["9".repeat(400), 2 ** 31 - 1],
    ["Fri, 31 Dec 9999 23:59:59 GMT", 2 ** 31 - 1],
    ["Mon, 15 Jun 2026 09:00:30 GMT", 30_000],
    ["Tue, 16 Jun 2026 09:00:00 GMT", 86_400_000],
    ["Mon, 15 Jun 2026 09:00:30 UTC", 30_000],
    ["Monday, 15-Jun-26 09:00:30 GMT", 30_000],
    ["Wednesday, 17-Jun-26 09:00:00 UTC", 172_800_000],
    ["Mon Jun 15 09:00:30 2026", 30_000],
    ["Wed Jul  1 09:00:00 2026", 1_382_400_000],
    ["0.5", 500],
    ["1.5", 1500],
    ["0.0001", 1],
    ["5, 7", 7000],
    ["7, 0.5, soon", 7000],
    ["3,  10 ,7", 10_000],
    ["Mon, 15 Jun 2026 09:00:30 GMT, 5", 30_000],
    ["5, Monday, 15-Jun-26 09:00:30 GMT, Mon Jun 15 09:00:40 2026", 40_000],
  ])("reads %j as a delay of %i ms", (value, delayMs) => {
    expect(parseRetryAfter(value, now)).toBe(delayMs);
  });

  test.each([
    ["an absent header", null],
    ["an empty value", ""],
    ["a hexadecimal number", "0x10"],
    ["a negative number", "-1"],
    ["a fraction without digits before it", ".5"],
    ["a unit", "5s"],
    ["a padded number", " 5 "],
    ["a list of malformed values", "5s, soon"],
    ["digits of another script", "٣"],
    ["a date in the past", "Mon, 15 Jun 2026 08:59:59 GMT"],
    ["the current time", "Mon, 15 Jun 2026 09:00:00 GMT"],
    ["a numeric time zone", "Mon, 15 Jun 2026 09:00:07 +0000"],
    ["a date without a time zone", "Mon, 15 Jun 2026 11:00:30"],
    ["a date in lower case", "mon, 15 jun 2026 09:00:07 gmt"],
    ["an hour of one digit", "Mon, 15 Jun 2026 9:00:07 GMT"],
    ["the wrong weekday", "Fri, 15 Jun 2026 09:00:30 GMT"],
    ["a day that does not exist", "Wed, 31 Jun 2026 09:00:30 GMT"],
    ["a month that does not exist", "Mon, 15 Foo 2026 09:00:30 GMT"],
    ["an hour that does not exist", "Mon, 15 Jun 2026 24:00:00 GMT"],
    ["a minute that does not exist", "Mon, 15 Jun 2026 09:75:00 GMT"],
    ["a date of RFC 850 in the past", "Friday, 15-Jun-90 09:00:30 GMT"],
    ["a date of RFC 850 with a short weekday", "Mon, 15-Jun-26 09:00:30 GMT"],
    ["a date of asctime with the wrong weekday", "Tue Jun 15 09:00:30 2026"],
    ["a date and time of ISO 8601", "2026-06-15T09:00:30Z"],
  ])("reads no delay from %s", (_, value) => {
    expect(parseRetryAfter(value, now)).toBeUndefined();
  });

  test("reads every future IMF-fixdate exactly", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 * 10 ** 6 }), (seconds) => {
        expect(parseRetryAfter(new Date(now + seconds * 1000).toUTCString(), now)).toBe(seconds * 1000);
      }),
    );
  });
});
