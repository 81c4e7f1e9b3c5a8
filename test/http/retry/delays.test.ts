import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseRetryAfter } from "../../../src/http/failures.js";
import { backoffDelay, RetryBudget } from "../../../src/http/retry.js";
import type { RegEvent, RetryOptions } from "../../../src/index.js";
import { supplierOver } from "../../support/clients.js";
import { rejection } from "../../support/errors.js";
import { empty, fakeFetch, json, type Reply } from "../../support/fetch.js";

describe("the pause between attempts", () => {
  test.each([
    { failures: 1, random: 1, pause: 500 },
    { failures: 2, random: 1, pause: 1000 },
    { failures: 3, random: 1, pause: 2000 },
    { failures: 3, random: 0.25, pause: 500 },
    { failures: 7, random: 1, pause: 30_000 },
    { failures: 1, random: 0, pause: 0 },
  ])("after $failures failures and a throw of $random is $pause ms", ({ failures, random, pause }) => {
    expect(backoffDelay({ minTimeout: 500, maxTimeout: 30_000 }, failures, random)).toBe(pause);
  });

  test("is 0 without a minTimeout, however many failures there were", () => {
    expect(backoffDelay({ minTimeout: 0, maxTimeout: 30_000 }, 2000, 1)).toBe(0);
  });

  test("is a finite number from 0 to maxTimeout, and never shorter after one more failure", () => {
    const settings = fc.record({ minTimeout: fc.nat(60_000), maxTimeout: fc.nat(600_000) });
    fc.assert(
      fc.property(
        settings,
        fc.integer({ min: 1, max: 5000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (backoff, failures, random) => {
          const pause = backoffDelay(backoff, failures, random);
          expect(pause).toBeGreaterThanOrEqual(0);
          expect(pause).toBeLessThanOrEqual(backoff.maxTimeout);
          expect(backoffDelay(backoff, failures + 1, random)).toBeGreaterThanOrEqual(pause);
        },
      ),
    );
  });
});

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

describe("a retry budget", () => {
  /** How many repetitions it gives in a row. */
  const spendAll = (budget: RetryBudget) => {
    let spent = 0;
    while (budget.trySpend()) spent += 1;
    return spent;
  };

  test("gives its reserve, and nothing more", () => {
    expect(spendAll(new RetryBudget({ reserve: 3, ratio: 0.2 }))).toBe(3);
    expect(spendAll(new RetryBudget({ reserve: 0, ratio: 0.2 }))).toBe(0);
  });

  test("gives one more for every five calls at a ratio of 0.2", () => {
    const budget = new RetryBudget({ reserve: 3, ratio: 0.25 });
    spendAll(budget);
    for (let call = 0; call < 3; call++) budget.earn();
    expect(spendAll(budget)).toBe(0);
    budget.earn();
    expect(spendAll(budget)).toBe(1);
  });

  test("never holds more than its reserve", () => {
    const budget = new RetryBudget({ reserve: 2, ratio: 1 });
    for (let call = 0; call < 100; call++) budget.earn();
    expect(spendAll(budget)).toBe(2);
  });
});

describe("a client in an outage", () => {
  /** How many requests a hundred calls make, one after the other. */
  async function requestsOf100(reply: Reply, retry: RetryOptions, events: RegEvent[] = []): Promise<number> {
    const fetch = fakeFetch(reply);
    const supplier = supplierOver(fetch, { retry, throttle: false, on: (event) => events.push(event) });
    for (let call = 0; call < 100; call++) await rejection(supplier.lessors.list());
    return fetch.requests.length;
  }

  test("repeats its calls for as long as the reserve lasts, and then one in five", async () => {
    const events: RegEvent[] = [];
    const budget = { reserve: 10, ratio: 0.2 };
    const requests = await requestsOf100(empty(503), { budget }, events);
    expect(requests - 100).toBeGreaterThanOrEqual(28);
    expect(requests - 100).toBeLessThanOrEqual(30);
    const reasons = events.flatMap((event) => (event.type === "give-up" ? [event.reason] : []));
    expect(reasons).toHaveLength(100);
    expect(reasons.slice(0, 3)).toEqual(["retries", "retries", "retries"]);
    expect(reasons.filter((reason) => reason === "budget").length).toBeGreaterThan(90);
  });

  test("has a reserve of 100 and a ratio of 0.2 by default", async () => {
    expect(await requestsOf100(empty(503), {})).toBe(100 + 100 + 0.2 * 100 - 1);
  });

  test("repeats each call to the end without a budget", async () => {
    expect(await requestsOf100(empty(503), { budget: false })).toBe(400);
  });

  test("spends nothing on a 429, if a throttle paces the repetitions: the service is well", async () => {
    const refused = empty(429, { "retry-after": "0" });
    const fetch = fakeFetch(refused, refused, json([]));
    const throttle = { limit: 1000, window: 100 };
    const supplier = supplierOver(fetch, { retry: { budget: { reserve: 0, ratio: 0 } }, throttle });
    expect(await supplier.lessors.list()).toEqual([]);
    expect(fetch.requests).toHaveLength(3);
  });

  test("spends its budget on a 429 as well where nothing paces them", async () => {
    const reply = empty(429, { "retry-after": "0" });
    expect(await requestsOf100(reply, { budget: { reserve: 0, ratio: 0 } })).toBe(100);
  });

  test("earns its budget back with calls that succeed", async () => {
    const fetch = fakeFetch(empty(503), empty(503), ...Array.from({ length: 5 }, () => json([])), empty(503));
    const supplier = supplierOver(fetch, { retry: { retries: 1, budget: { reserve: 1, ratio: 0.2 } } });
    await rejection(supplier.lessors.list());
    for (let call = 0; call < 5; call++) await supplier.lessors.list();
    await rejection(supplier.lessors.list());
    expect(fetch.requests).toHaveLength(9);
  });
});
