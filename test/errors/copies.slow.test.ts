import { inspect } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { RegError, type RegErrorKind } from "../../src/errors/index.js";
import { summarize } from "../../src/errors/summary.js";
import { draft, supplierOver } from "../support/clients.js";
import { failure, rejection } from "../support/errors.js";
import { empty, fakeFetch, json, type Reply, text } from "../support/fetch.js";

// Loading a second copy takes a moment, and it would confuse the coverage of each test that Stryker collects.
describe("fault 35: errors are recognised across two copies of the package", () => {
  /** Loads a second copy of the package. */
  async function copy() {
    vi.resetModules();
    return await import("../../src/index.js");
  }

  const replies: readonly [RegErrorKind, Reply][] = [
    ["validation", json({ errors: [{ code: "REG-INV000105", description: "", context: {} }] }, { status: 400 })],
    ["conflict", empty(409)],
    ["response", text("<!doctype html>", { headers: { "content-type": "text/html" } })],
    ["rate-limit", empty(429)],
  ];

  test.each(replies)("an error of kind %s is recognised by the other copy", async (kind, reply) => {
    const other = await copy();
    expect(other.RegError).not.toBe(RegError);
    const theirs = other.createSupplierClient({
      baseUrl: "https://reg.example",
      token: "opaque",
      fetch: fakeFetch(reply),
      retry: false,
    });
    const error = await rejection(theirs.serviceRequests.create(draft));
    expect(error).not.toBeInstanceOf(RegError);
    expect([RegError.is(error), RegError.is(error, kind)]).toEqual([true, true]);
    expect(RegError.is(error, "token")).toBe(false);
    const ours = await rejection(supplierOver(fakeFetch(reply), { retry: false }).serviceRequests.create(draft));
    expect(ours).not.toBeInstanceOf(other.RegError);
    expect(other.RegError.is(ours, kind)).toBe(true);
    expect([RegError.is(error, "REG-INV000105"), other.RegError.is(ours, "REG-INV000105")]).toEqual(
      kind === "validation" ? [true, true] : [false, false],
    );
  });

  test("an object that only looks like an error of the package is not recognised", async () => {
    const real = await failure(
      supplierOver(fakeFetch(json({ errors: [{ code: "REG-INV000105" }] }, { status: 400 }))).serviceRequests.create(
        draft,
      ),
      "validation",
    );
    const lookalike = Object.assign(new Error(real.message), JSON.parse(JSON.stringify(real)));
    expect(lookalike).toMatchObject({ kind: "validation", name: "RegValidationError" });
    for (const value of [lookalike, null, undefined, "RegError", 5, () => {}]) expect(RegError.is(value)).toBe(false);
  });

  test("an error of the other copy from a token function is kept as cause, and nothing is sent", async () => {
    const other = await copy();
    const theirs = new other.RegConnectionError("the vault is gone", { sent: false });
    const service = fakeFetch(json([]));
    const error = await rejection(
      supplierOver(service, { token: () => Promise.reject(theirs), retry: false }).lessors.list(),
    );
    expect(RegError.is(error)).toBe(true);
    expect(inspect(error, { depth: 20 })).toContain("the vault is gone");
    expect(service.requests).toHaveLength(0);
  });

  test("summarize recognises an error of the other copy", async () => {
    const other = await copy();
    const error = new other.RegThrottleError("x", { reason: "full" });
    expect(error).not.toBeInstanceOf(RegError);
    expect(summarize(error)).toStrictEqual({ name: "RegThrottleError", kind: "throttle", reason: "full" });
  });
});
