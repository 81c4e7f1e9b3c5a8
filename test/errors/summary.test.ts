import { describe, expect, test, vi } from "vitest";
import * as client from "../../src/errors/errors.js";
import { apiErrorFor } from "../../src/errors/errors.js";
import { parseProblem } from "../../src/errors/problem.js";
import { summarize } from "../../src/errors/summary.js";

const entry = <Code extends string>(code: Code) => ({
  code,
  description: "about Jansen",
  context: { fieldName: "identitySender", iban: "NL91ABNA0417164300" },
});

function apiError(status: number, body: unknown, retryAfterMs?: number) {
  return apiErrorFor({ status, operationId: "lessors.list", problem: parseProblem(body), retryAfterMs });
}

describe("summarize returns", () => {
  test.each([
    [
      "the response's status, codes, trace id and pause",
      apiError(429, { traceId: "0HNK:00000001", title: "Jansen", errors: [entry("REG-SVC000101")] }, 1500),
      {
        name: "RegRateLimitError",
        kind: "rate-limit",
        status: 429,
        codes: ["REG-SVC000101"],
        traceId: "0HNK:00000001",
        retryAfterMs: 1500,
      },
    ],
    [
      "only the status of an empty response",
      apiError(418, undefined),
      { name: "RegApiError", kind: "api", status: 418 },
    ],
    [
      "each code once, in the service's order",
      apiError(400, { errors: ["REG-SVC2", "REG-INV000105", "REG-SVC2"].map(entry) }),
      { name: "RegValidationError", kind: "validation", status: 400, codes: ["REG-SVC2", "REG-INV000105"] },
    ],
    [
      "the codes of broken rules",
      new client.RegPreconditionError([entry("REG-INV000105")]),
      { name: "RegPreconditionError", kind: "precondition", codes: ["REG-INV000105"] },
    ],
    [
      "the system's code of a broken connection, and the unknown outcome",
      new client.RegConnectionError("x", { sent: true, code: "UND_ERR_SOCKET", outcome: "unknown" }),
      { name: "RegConnectionError", kind: "connection", code: "UND_ERR_SOCKET", outcome: "unknown" },
    ],
    [
      "which time limit was exceeded",
      new client.RegTimeoutError("x", { limit: "deadline", limitMs: 5 }),
      { name: "RegTimeoutError", kind: "timeout", limit: "deadline" },
    ],
    [
      "the status of an unreadable response",
      new client.RegResponseError("x", { status: 200 }),
      { name: "RegResponseError", kind: "response", status: 200 },
    ],
    [
      "the token endpoint's code",
      new client.RegTokenError("x", { oauthError: "invalid_client", cause: new Error("secret") }),
      { name: "RegTokenError", kind: "token", oauthError: "invalid_client" },
    ],
    [
      "the invalid field",
      new client.RegInputError("components[0].price", "x"),
      { name: "RegInputError", kind: "input", field: "components[0].price" },
    ],
    [
      "why the throttle did not let the attempt start",
      new client.RegThrottleError("x", { reason: "paused", retryAfterMs: 9 }),
      { name: "RegThrottleError", kind: "throttle", reason: "paused", retryAfterMs: 9 },
    ],
    [
      "that the client was closed",
      new client.RegClosedError("x"),
      { name: "RegClosedError", kind: "closed" },
    ],
  ])("%s", (_, error, expected) => {
    expect(summarize(error)).toStrictEqual(expected);
  });
});

describe("summarize leaves out", () => {
  test.each([
    "NL91ABNA0417164300",
    "REG-ZX-987-Y",
    "ZX-987-Y",
    "0612345678",
    "REG-SVC",
    "XREG-SVC000101",
    "REG-SVC000101 Jansen",
    "",
  ])("a code %j", (code) => {
    expect(summarize(apiError(400, { errors: [entry(code)] }))).not.toHaveProperty("codes");
  });

  test.each(["Jan Jansen", "+31612345678", "jan@example.com", "x".repeat(101), "", "0HNK\n"])(
    "a trace id %j",
    (traceId) => {
      expect(summarize(apiError(400, { traceId }))).not.toHaveProperty("traceId");
    },
  );

  test.each(["jansen", "invalid_client Jansen", "x invalid_client", ""])("an OAuth code %j", (oauthError) => {
    expect(summarize(new client.RegTokenError("x", { oauthError }))).not.toHaveProperty("oauthError");
  });

  test.each(["Jansen", "econnreset", "E", "ECONNRESET Jansen", "-ECONNRESET"])(
    "a system's code %j",
    (code) => {
      expect(summarize(new client.RegConnectionError("x", { sent: true, code }))).not.toHaveProperty("code");
    },
  );

  test.each(["body.Jan Jansen", "headers.jan@example.com", "+31", "x".repeat(101)])("a field %j", (field) => {
    expect(summarize(new client.RegInputError(field, "x"))).not.toHaveProperty("field");
  });

  test.each([
    ["limit", "soon Jansen"],
    ["limit", "timeout Jansen"],
    ["limit", "in timeout"],
    ["reason", "Jansen"],
    ["reason", "full Jansen"],
    ["reason", "not full"],
    ["outcome", "Jansen"],
    ["outcome", "unknown Jansen"],
    ["outcome", "an unknown"],
    ["traceId", ["0HNK"]],
    ["limit", ["timeout"]],
    ["status", "404"],
    ["retryAfterMs", "1000"],
    ["errors", "Jansen"],
    ["errors", [null, 5, "Jansen", {}]],
  ])("%s %j of an error of another version", (field, value) => {
    const error = Object.assign(new client.RegClosedError("x"), { [field]: value });
    expect(summarize(error)).toStrictEqual({ name: "RegClosedError", kind: "closed" });
  });
});

describe("summarize returns only a name for an abort reason", () => {
  const stranger = Object.assign(new Error("Jansen"), { name: "Jansen", code: "JANSEN", status: 500 });
  const named = Object.assign(new Error("x"), { name: "TimeoutError" });
  test.each([
    [null],
    [undefined],
    ["Jansen"],
    [stranger],
    [named],
    [new DOMException("Jansen", "AbortError")],
  ])("(%#)", (reason) => {
    expect(summarize(reason)).toStrictEqual({ name: "AbortError" });
  });

  test("which is TimeoutError for AbortSignal.timeout", async () => {
    const signal = AbortSignal.timeout(1);
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    expect(summarize(signal.reason)).toStrictEqual({ name: "TimeoutError" });
  });
});

test("summarize recognises an error of another copy of the package", async () => {
  vi.resetModules();
  const other = await import("../../src/errors/errors.js");
  expect(other.RegThrottleError).not.toBe(client.RegThrottleError);
  const error = new other.RegThrottleError("x", { reason: "full" });
  expect(summarize(error)).toStrictEqual({ name: "RegThrottleError", kind: "throttle", reason: "full" });
});
