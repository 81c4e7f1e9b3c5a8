import { inspect } from "node:util";
import {
  type ErrorProblem,
  RegConnectionError,
  RegError,
  type RegErrorKind,
  RegInputError,
  RegPreconditionError,
  RegResponseError,
  RegTimeoutError,
  RegTokenError,
  type Violation,
} from "@reg/sdk";
import { describe, expect, test } from "vitest";
import { apiErrorFor } from "../../src/errors/errors.js";

const operationId = "serviceRequests.create";
const violation: Violation = {
  code: "REG-INV000105",
  description: "Too early.",
  context: { fieldName: "date" },
  rule: "invoice-before-workshop",
  values: { earliest: "2026-06-15" },
};
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
  ["timeout", "RegTimeoutError", new RegTimeoutError("too long", { operationId, limit: "timeout", limitMs: 5 })],
  ["response", "RegResponseError", new RegResponseError("is HTML", { operationId, status: 200 })],
  ["precondition", "RegPreconditionError", new RegPreconditionError([violation], { operationId })],
  ["input", "RegInputError", new RegInputError("baseUrl", "is missing", { operationId })],
  ["token", "RegTokenError", new RegTokenError("expired", { operationId, oauthError: "invalid_client" })],
];

describe("an error", () => {
  test.each(all)("of kind %s is a %s with its name and operation in text and JSON", (kind, name, error) => {
    expect(error).toBeInstanceOf(RegError);
    expect(error).toBeInstanceOf(Error);
    expect(error.constructor.name).toBe(name);
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
  });

  test.each(all)("of kind %s matches its own kind and no other", (kind, _, error) => {
    const matching = all.map(([each]) => each).filter((each) => RegError.is(error, each));
    expect(new Set(matching)).toEqual(new Set("status" in error && kind !== "response" ? ["api", kind] : [kind]));
  });

  test("keeps cause, stack and brand out of its JSON and its enumerable fields", () => {
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

  test("has no cause property without a cause", () => {
    expect(new RegInputError("a", "b")).not.toHaveProperty("cause");
  });
});

test("a connection error is transient by default, a response error is not", () => {
  expect(new RegConnectionError("broken", { sent: true }).transient).toBe(true);
  expect(new RegConnectionError("broken", { sent: true, transient: false }).transient).toBe(false);
  expect(new RegResponseError("html", { status: 200 }).transient).toBe(false);
  expect(new RegResponseError("cut", { status: 200, transient: true }).transient).toBe(true);
});

describe("problems", () => {
  test.each<[string, RegError, readonly ErrorProblem[]]>([
    ["the errors of the service", apiError(400), problem.errors],
    ["broken rules, with their ids and values", new RegPreconditionError([violation]), [violation]],
    [
      "an invalid argument, without the operation",
      new RegInputError("baseUrl", "is missing", { operationId }),
      [{ description: "baseUrl is missing", context: { fieldName: "baseUrl" } }],
    ],
    ["nothing else", new RegTokenError("expired", { operationId }), []],
  ])("lists %s", (_, error, problems) => {
    expect(error.problems).toEqual(problems);
  });

  test.each(all)("is not repeated in the JSON or the fields of an error of kind %s", (_kind, _name, error) => {
    expect(Object.keys(error)).not.toContain("problems");
    expect(error.toJSON()).not.toHaveProperty("problems");
    expect(inspect(error)).not.toContain("problems");
  });
});

describe("RegError.is", () => {
  test.each([
    ["notfound", '; did you mean "not-found"?'],
    ["RegConflictError", ""],
    ["toString", ""],
    ["REG-", ""],
    ["my-REG-1", ""],
    ["", ""],
    [409, ""],
  ])("rejects %j, which no error could match", (given, hint) => {
    const message = `needs a kind of error, or a code such as REG-INV000105${hint}`;
    for (const error of [new RegTokenError("x"), new Error("not ours")])
      expect(() => RegError.is(error, given as "REG-1")).toThrow(new RegInputError("RegError.is", message));
  });

  test("finds a code among the service's errors and among broken rules", () => {
    for (const error of [apiError(400), apiError(409), new RegPreconditionError([violation])]) {
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
    ["an object with the fields of an error", { kind: "conflict", name: "RegConflictError", errors: problem.errors }],
    ["an object whose brand has another form", { [Symbol.for("@reg/sdk/error")]: "conflict" }],
  ])("rejects %s", (_, value) => {
    expect([RegError.is(value), RegError.is(value, "conflict"), RegError.is(value, "REG-INV000105")]).toEqual([
      false,
      false,
      false,
    ]);
  });

  test("ignores entries without a code", () => {
    const malformed = Object.assign(apiError(400), { errors: [null, 5, "REG-INV000105", { code: 5 }] });
    expect(RegError.is(malformed, "REG-INV000105")).toBe(false);
  });
});
