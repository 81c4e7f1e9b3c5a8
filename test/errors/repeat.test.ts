import {
  mayRepeat,
  RegClosedError,
  RegConnectionError,
  type RegError,
  RegInputError,
  RegPreconditionError,
  RegResponseError,
  RegStateError,
  RegThrottleError,
  RegTimeoutError,
  RegTokenError,
} from "@reg/sdk";
import { describe, expect, test } from "vitest";
import { apiErrorFor } from "../../src/errors/errors.js";

const apiError = (status: number) => apiErrorFor({ status, problem: { errors: [] } });

describe("mayRepeat", () => {
  test.each<[expected: boolean, error: RegError]>([
    [false, apiError(400)],
    [true, apiError(401)],
    [false, apiError(403)],
    [false, apiError(404)],
    [true, apiError(408)],
    [true, apiError(409)],
    [false, apiError(410)],
    [false, apiError(418)],
    [true, apiError(429)],
    [true, apiError(503)],
    [true, new RegConnectionError("reset", { sent: true })],
    [false, new RegConnectionError("the certificate is rejected", { sent: false, transient: false })],
    [true, new RegTimeoutError("too long", { limit: "deadline", limitMs: 5 })],
    [true, new RegResponseError("cut off", { status: 200, transient: true })],
    [false, new RegResponseError("is HTML", { status: 200 })],
    [false, new RegPreconditionError([])],
    [false, new RegInputError("number", "must be given")],
    [true, new RegTokenError("expired")],
    [true, new RegStateError("in use", { reason: "locked" })],
    [false, new RegStateError("unreadable", { reason: "damaged" })],
    [true, new RegThrottleError("full", { reason: "full" })],
    [true, new RegClosedError("closed")],
  ])("is %s for %s", (expected, error) => {
    expect(mayRepeat(error)).toBe(expected);
  });

  test("is false while it is not known whether the call was processed", () => {
    expect(mayRepeat(new RegConnectionError("reset", { sent: true, outcome: "unknown" }))).toBe(false);
  });

  test("is false for a kind that only another copy of the package has", () => {
    expect(mayRepeat({ kind: "other" } as never)).toBe(false);
  });
});
