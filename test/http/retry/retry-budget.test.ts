import { describe, expect, test } from "vitest";
import { RetryBudget } from "../../../src/http/retry.js";
import type { RegEvent, RetryOptions } from "../../../src/index.js";
import { supplierOver } from "../../support/clients.js";
import { rejection } from "../../support/errors.js";
import { empty, fakeFetch, json, type Reply } from "../../support/fetch.js";

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
