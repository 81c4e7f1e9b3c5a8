import { describe, expect, test } from "vitest";
import {
  apiErrorFor,
  RegConnectionError,
  RegPreconditionError,
  RegResponseError,
} from "../../src/errors/errors.js";
import { apiErrorMessage } from "../../src/errors/messages.js";
import type { RegProblem } from "../../src/errors/problem.js";

const operationId = "lessors.list";
const messageOf = (status: number, given: Partial<RegProblem> = {}, retryAfterMs?: number) => {
  const problem = { errors: [], ...given };
  const message = apiErrorMessage({ status, problem, retryAfterMs });
  return apiErrorFor({ status, operationId, problem, message, retryAfterMs }).message;
};

describe("the message of an error status", () => {
  test.each([
    [400, "400 Bad Request: the service rejected the content"],
    [401, "401 Unauthorized: the service does not accept the token; supply a current one"],
    [403, "403 Forbidden: the token's owner is not allowed to do this"],
    [404, "404 Not Found: it does not exist, or this token has no access to it"],
    [409, "409 Conflict: another caller was faster; read the current state before you continue"],
    [410, "410 Gone: the request is archived; only its invoice methods remain available"],
    [418, "418: the service rejected the request"],
    [429, "429 Too Many Requests: more requests than the service accepts in a minute"],
    [500, "500 Internal Server Error: the service failed"],
    [503, "503 Service Unavailable: the service failed"],
    [599, "599: the service failed"],
  ])("%d says what it means", (status, meaning) => {
    expect(messageOf(status)).toBe(`lessors.list: ${meaning}`);
  });

  test("names the trace, the pause and the service's text, each only where there is one", () => {
    expect(messageOf(503, { traceId: "00-ab" })).toBe(
      "lessors.list: 503 Service Unavailable: the service failed [trace 00-ab]",
    );
    expect(messageOf(503, { detail: "Down." }, 2000)).toBe(
      "lessors.list: 503 Service Unavailable: the service failed; it asks for a pause of 2000 ms. Down.",
    );
  });

  test("takes the service's entries rather than its detail", () => {
    const errors = [{ code: "REG-XYZ000001", description: "No.", context: { fieldName: "total" } }];
    expect(messageOf(400, { errors, detail: "One or more rules." })).toBe(
      "lessors.list: 400 Bad Request: the service rejected the content. REG-XYZ000001 (field total): No.",
    );
  });

  test("is cut after 4000 characters of the service's text, and says so", () => {
    const before = messageOf(400).length + 2;
    expect(messageOf(400, { detail: "x".repeat(4000) })).toHaveLength(before + 4000);
    const cut = messageOf(400, { detail: "x".repeat(4001) });
    expect(cut).toHaveLength(before + 4001);
    expect(cut.endsWith("xx…")).toBe(true);
  });
});

test("a broken rule is named with its sentence, and several are told apart", () => {
  const violations = [
    { code: "REG-INV000105", description: "Too early.", context: { fieldName: "invoiceDate" } },
    { code: "REG-INV000018", description: "Too much.", context: { fieldName: "total" } },
  ] as const;
  const error = new RegPreconditionError(violations, { operationId });
  expect(error.kind).toBe("precondition");
  expect(error.message).toBe(
    "lessors.list: nothing was sent, because the service would reject it. REG-INV000105: Too early. | REG-INV000018: Too much.",
  );
});

test("a broken connection is worth another attempt unless told otherwise, an unreadable answer is not", () => {
  expect(new RegConnectionError("broken", { sent: true }).transient).toBe(true);
  expect(new RegConnectionError("broken", { sent: true, transient: false }).transient).toBe(false);
  expect(new RegResponseError("html", { status: 200 }).transient).toBe(false);
  expect(new RegResponseError("cut", { status: 200, transient: true }).transient).toBe(true);
});
