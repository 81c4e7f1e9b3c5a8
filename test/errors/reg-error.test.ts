import { inspect } from "node:util";
import { describe, expect, expectTypeOf, test, vi } from "vitest";
import { apiErrorFor } from "../../src/errors/errors.js";
import {
  type RegApiError,
  type RegConflictError,
  RegConnectionError,
  RegError,
  type RegErrorKind,
  RegInputError,
  RegPreconditionError,
  RegResponseError,
  RegTimeoutError,
  RegTokenError,
} from "../../src/errors/index.js";

const operationId = "serviceRequests.create";
const problem = {
  traceId: "0HNK",
  errors: [{ code: "REG-INV000105", description: "Too early.", context: { fieldName: "date" } }],
} as const;
const apiError = (status: number) => apiErrorFor({ status, problem, operationId });
const cause = new Error("cause");

const all: readonly [RegErrorKind, string, RegError][] = [
  ["api", "RegApiError", apiError(418)],
  ["validation", "RegValidationError", apiError(400)],
  ["authentication", "RegAuthenticationError", apiError(401)],
  ["permission", "RegPermissionError", apiError(403)],
  ["not-found", "RegNotFoundError", apiError(404)],
  ["conflict", "RegConflictError", apiError(409)],
  ["archived", "RegArchivedError", apiError(410)],
  ["rate-limit", "RegRateLimitError", apiError(429)],
  ["server", "RegServerError", apiError(500)],
  [
    "connection",
    "RegConnectionError",
    new RegConnectionError("it broke", { operationId, cause, sent: true, code: "ECONNRESET" }),
  ],
  [
    "timeout",
    "RegTimeoutError",
    new RegTimeoutError("too long", { operationId, limit: "timeout", limitMs: 5 }),
  ],
  ["response", "RegResponseError", new RegResponseError("is HTML", { operationId, status: 200 })],
  ["precondition", "RegPreconditionError", new RegPreconditionError(problem.errors, { operationId })],
  ["input", "RegInputError", new RegInputError("baseUrl", "is missing", { operationId })],
  ["token", "RegTokenError", new RegTokenError("expired", { operationId, oauthError: "invalid_client" })],
];

describe("every error", () => {
  test.each(all)(
    "of kind %s is a %s, names its operation and says so in text and JSON",
    (kind, name, error) => {
      expect(error).toBeInstanceOf(RegError);
      expect(error).toBeInstanceOf(Error);
      expect(error).toMatchObject({ kind, name, operationId, attempts: [] });
      expect(error.message).toMatch(/^serviceRequests\.create: /);
      expect(String(error)).toBe(`${name}: ${error.message}`);
      expect(error.stack).toContain(name);
      expect(JSON.parse(JSON.stringify(error))).toMatchObject({
        name,
        kind,
        message: error.message,
        operationId,
        attempts: [],
      });
    },
  );

  test.each(all)("of kind %s is known by its own kind and by no other, %s", (kind, _, error) => {
    const known = all.map(([each]) => each).filter((each) => RegError.is(error, each));
    expect(new Set(known)).toEqual(
      new Set("status" in error && kind !== "response" ? ["api", kind] : [kind]),
    );
  });

  test("keeps cause, stack and brand out of its JSON and out of loops over its fields", () => {
    const error = new RegConnectionError("it broke", { cause, sent: true });
    expect(Object.keys(error)).not.toContain("cause");
    expect(Object.keys(error.toJSON()).sort()).toEqual([
      "attempts",
      "code",
      "kind",
      "message",
      "name",
      "operationId",
      "outcome",
      "sent",
      "transient",
    ]);
    expect(Object.getOwnPropertyDescriptor(error, "name")?.enumerable).toBe(false);
    expect(inspect(error)).toContain("[cause]");
  });

  test("has no cause property where there is no cause", () => {
    expect(new RegInputError("a", "b")).not.toHaveProperty("cause");
  });
});

describe("RegError.is", () => {
  test("knows a code of the service, among its answers and among broken rules", () => {
    for (const error of [apiError(400), apiError(409), new RegPreconditionError(problem.errors)]) {
      expect(RegError.is(error, "REG-INV000105")).toBe(true);
      expect(RegError.is(error, "REG-INV000018")).toBe(false);
    }
    expect(RegError.is(new RegTokenError("x"), "REG-INV000105")).toBe(false);
  });

  test.each([
    ["undefined", undefined],
    ["null", null],
    ["text", "RegError"],
    ["an Error", new Error("x")],
    ["an object that looks like one", { kind: "conflict", name: "RegConflictError", errors: problem.errors }],
    ["an object with another kind of brand", { [Symbol.for("@reg/sdk/error")]: "conflict" }],
  ])("does not take %s for an error of this package", (_, value) => {
    expect([RegError.is(value), RegError.is(value, "conflict"), RegError.is(value, "REG-INV000105")]).toEqual(
      [false, false, false],
    );
  });

  test("is not put off by strange entries", () => {
    const strange = Object.assign(apiError(400), { errors: [null, 5, "REG-INV000105", { code: 5 }] });
    expect(RegError.is(strange, "REG-INV000105")).toBe(false);
  });

  test("narrows the type, by kind and by code", () => {
    const caught: unknown = apiError(409);
    if (RegError.is(caught)) expectTypeOf(caught).toEqualTypeOf<RegError>();
    if (RegError.is(caught, "conflict")) expectTypeOf(caught).toEqualTypeOf<RegConflictError>();
    if (RegError.is(caught, "REG-INV000105"))
      expectTypeOf(caught).toEqualTypeOf<RegApiError | RegPreconditionError>();
    if (RegError.is(caught, "timeout")) expectTypeOf(caught.limit).toEqualTypeOf<"timeout" | "deadline">();
    // @ts-expect-error: no such kind
    RegError.is(caught, "conflicts");
    expect(RegError.is(caught, "conflict")).toBe(true);
  });

  test("knows errors that come from another copy of the package", async () => {
    vi.resetModules();
    const copy = await import("../../src/errors/index.js");
    expect(copy.RegError).not.toBe(RegError);
    const foreign = new copy.RegInputError("id", "is bad");
    expect(foreign).not.toBeInstanceOf(RegError);
    expect([RegError.is(foreign), RegError.is(foreign, "input"), RegError.is(foreign, "token")]).toEqual([
      true,
      true,
      false,
    ]);
    expect(copy.RegError.is(apiError(409), "conflict")).toBe(true);
    expect(copy.RegError.is(apiError(400), "REG-INV000105")).toBe(true);
  });
});
