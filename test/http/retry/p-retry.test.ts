import pRetry, { AbortError } from "p-retry";
import { describe, expect, test } from "vitest";
import type { RegEvent } from "../../../src/index.js";
import { supplierOver } from "../../support/clients.js";
import { ManualClock, settle } from "../../support/clock.js";
import { failure, rejection } from "../../support/errors.js";
import { empty, fakeFetch, json, silence } from "../../support/fetch.js";

/** Values that a caller may pass to `AbortController.abort`, and that p-retry alone would replace. */
const reasons: [string, unknown][] = [
  ["a string", "enough"],
  ["a symbol", Symbol("enough")],
  ["null", null],
  ["an object without a prototype", Object.create(null)],
  ["a TypeError", new TypeError("enough")],
  ["an AbortError of p-retry", new AbortError("enough")],
];

describe("a call rejects with the reason itself", () => {
  test.each(reasons)("if it is aborted with %s during an attempt", async (_, reason) => {
    const controller = new AbortController();
    const call = rejection(supplierOver(fakeFetch(silence)).lessors.list({ signal: controller.signal }));
    await settle();
    controller.abort(reason);
    expect(await call).toBe(reason);
  });

  test.each(reasons)("if it is aborted with %s between two attempts, without waiting", async (_, reason) => {
    const clock = new ManualClock();
    const controller = new AbortController();
    const fetch = fakeFetch(empty(503, { "retry-after": "60" }));
    const call = rejection(supplierOver(fetch, { clock }).lessors.list({ signal: controller.signal }));
    await settle();
    expect(clock.pending).toBe(1);
    controller.abort(reason);
    expect(await call).toBe(reason);
    expect(clock.pending).toBe(0);
    expect(fetch.requests).toHaveLength(1);
  });

  test.each(reasons.slice(0, 4))("which p-retry alone replaces: %s", async (_, reason) => {
    const attempt = () => Promise.reject(reason);
    expect(await rejection(pRetry(attempt, { retries: 0 }))).not.toBe(reason);
  });
});

test("an error after retries has no properties of p-retry", async () => {
  const error = await failure(supplierOver(fakeFetch(empty(503))).lessors.list(), "server");
  for (const name of ["attemptNumber", "retriesLeft", "retriesConsumed"])
    expect(error).not.toHaveProperty(name);
  expect(error.attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]);
});

test("a call that succeeds is not rejected by an abort in the same moment", async () => {
  const controller = new AbortController();
  const on = ({ type }: RegEvent) => {
    if (type === "answer") controller.abort("too late");
  };
  const supplier = supplierOver(fakeFetch(json([])), { on });
  expect(await supplier.lessors.list({ signal: controller.signal })).toEqual([]);
});
