import { inspect } from "node:util";
import {
  RegConnectionError,
  RegError,
  type RegErrorKind,
  RegInputError,
  RegThrottleError,
  RegValidationError,
} from "@reg/sdk";
import { describe, expect, test, vi } from "vitest";
import * as ours from "../../src/errors/index.js";
import { summarize } from "../../src/errors/summary.js";
import { draft, supplierOver } from "../support/clients.js";
import { failure, rejection } from "../support/errors.js";
import { empty, fakeFetch, json, problem, type Reply, text } from "../support/fetch.js";

// Loading a second copy takes a moment, and it would confuse the coverage of each test that Stryker collects.
describe("fault 35: errors are recognised across two copies of the package", () => {
  /** Loads a second copy of the package. */
  async function copy() {
    vi.resetModules();
    return await import("../../src/index.js");
  }

  const replies: readonly [RegErrorKind, Reply][] = [
    ["validation", json({ errors: [{ code: "REG-INV000105", description: "", context: {} }] }, { status: 400 })],
    ["conflict", problem(409)],
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
    expect([RegError.is(error), RegError.is(error, kind)]).toEqual([true, true]);
    expect(RegError.is(error, "token")).toBe(false);
    const ours = await rejection(supplierOver(fakeFetch(reply), { retry: false }).serviceRequests.create(draft));
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
    for (const value of [lookalike, null, undefined, "RegError", 5, () => {}]) {
      expect(RegError.is(value)).toBe(false);
      expect(value).not.toBeInstanceOf(RegError);
      expect(value).not.toBeInstanceOf(RegValidationError);
    }
  });

  test("instanceof recognises an error of the other copy by the name of its class or of one above it, and by no other", async () => {
    vi.resetModules();
    const other = await import("../../src/errors/errors.js");
    const theirs: readonly Error[] = [
      ...[400, 401, 403, 404, 409, 410, 418, 429, 500].map((status) =>
        other.apiErrorFor({ status, problem: { traceId: undefined, errors: [] } }),
      ),
      new other.RegConnectionError("x", { sent: false }),
      new other.RegTimeoutError("x", { limit: "timeout", limitMs: 1 }),
      new other.RegResponseError("x", { status: 200 }),
      new other.RegStateError("x", { reason: "locked" }),
      new other.RegThrottleError("x", { reason: "full" }),
      new other.RegClosedError("x"),
      new other.RegPreconditionError([]),
      new other.RegInputError("x", "is wrong"),
      new other.RegTokenError("x"),
    ];
    const classes = Object.entries<unknown>({ ...ours }).filter(([name]) => /^Reg\w*Error$/.test(name));
    expect(new Set(theirs.map(({ name }) => name)).size).toBe(classes.length - 1);
    for (const error of theirs) {
      const above = Object.getPrototypeOf(error.constructor).name;
      const recognised = classes.filter(([, Class]) => error instanceof (Class as ErrorConstructor));
      expect(new Set(recognised.map(([name]) => name))).toEqual(new Set([error.name, above, "RegError"]));
    }
  });

  test("instanceof of a class that a program derives recognises only its own instances", async () => {
    class NoVault extends RegConnectionError {}
    const error = new NoVault("x", { sent: false });
    expect(error).toBeInstanceOf(NoVault);
    expect(error).toBeInstanceOf(RegConnectionError);
    expect(error).not.toBeInstanceOf(RegInputError);
    expect(new RegConnectionError("x", { sent: false })).not.toBeInstanceOf(NoVault);
    expect(error).toBeInstanceOf((await copy()).RegConnectionError);
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
    expect(error.constructor).not.toBe(RegThrottleError);
    expect(summarize(error)).toStrictEqual({ name: "RegThrottleError", kind: "throttle", reason: "full" });
  });
});
