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
    [400, "it refuses the content"],
    [401, "it does not accept the token; supply a current one"],
    [403, "the owner of the token may not do this"],
    [404, "it knows no such thing for this token"],
    [409, "another caller was faster; read the current state before you go on"],
    [410, "the request is archived; only its invoice methods remain"],
    [418, "an error status"],
    [429, "too many requests in a minute"],
    [500, "it failed"],
    [503, "it failed"],
  ])("%d says what it means", (status, meaning) => {
    expect(messageOf(status)).toBe(`lessors.list: the service answered ${status}, ${meaning}`);
  });

  test("names the trace, the pause and the service's text, each only where there is one", () => {
    expect(messageOf(503, { traceId: "00-ab" })).toBe(
      "lessors.list: the service answered 503, it failed [trace 00-ab]",
    );
    expect(messageOf(503, { detail: "Down." }, 2000)).toBe(
      "lessors.list: the service answered 503, it failed; it asks for a pause of 2000 ms. Down.",
    );
  });

  test("takes the service's entries rather than its detail", () => {
    const errors = [{ code: "REG-XYZ000001", description: "No.", context: { fieldName: "total" } }];
    expect(messageOf(400, { errors, detail: "One or more rules." })).toBe(
      "lessors.list: the service answered 400, it refuses the content. REG-XYZ000001 (field total): No.",
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
    "lessors.list: nothing was sent, because the service would refuse it. REG-INV000105: Too early. | REG-INV000018: Too much.",
  );
});

test("a broken connection is worth another attempt unless told otherwise, an unreadable answer is not", () => {
  expect(new RegConnectionError("broken", { sent: true }).transient).toBe(true);
  expect(new RegConnectionError("broken", { sent: true, transient: false }).transient).toBe(false);
  expect(new RegResponseError("html", { status: 200 }).transient).toBe(false);
  expect(new RegResponseError("cut", { status: 200, transient: true }).transient).toBe(true);
});
