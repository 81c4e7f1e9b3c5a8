import {
  httpStatusOf,
  RegClosedError,
  RegConnectionError,
  RegInputError,
  RegPreconditionError,
  RegResponseError,
  RegTokenError,
} from "@reg/sdk";
import { expect, it } from "vitest";
import { ruleViolation } from "../../src/domain/rules/violation.js";
import { apiErrorFor } from "../../src/errors/errors.js";
import { untyped } from "../support/untyped.js";

const broken = (rule: "phase" | "reading") =>
  new RegPreconditionError([ruleViolation({ rule, field: "status", description: "It is broken." })]);

const apiError = (status: number) =>
  apiErrorFor({ operationId: "serviceRequests.get", status, problem: { errors: [], traceId: undefined } });

it.each<[name: string, error: unknown, status: number]>([
  ["an input", new RegInputError("id", "must be a text"), 400],
  ["a violated rule", broken("reading"), 422],
  ["a phase", broken("phase"), 409],
  ["a closed client", new RegClosedError("closed"), 503],
  ["a token", new RegTokenError("expired"), 503],
  ["a create that was reset", new RegConnectionError("reset", { sent: true, outcome: "unknown" }), 503],
  ["a read that was reset", new RegConnectionError("reset", { sent: true }), 504],
  ["a response", new RegResponseError("cut off", { status: 200 }), 502],
  ["a create with an unreadable response", new RegResponseError("cut off", { status: 201, outcome: "unknown" }), 503],
  ["a token that the service rejects", apiError(401), 502],
  ["what the token does not permit", apiError(403), 502],
  ["what does not exist", apiError(404), 404],
  ["what is archived", apiError(410), 404],
  ["a conflict", apiError(409), 409],
  ["too many requests", apiError(429), 503],
  ["an error of the service", apiError(500), 503],
  ["an error of the program", new TypeError("a bug"), 500],
  ["a kind of a later version", Object.assign(new RegClosedError("closed"), { kind: untyped("later") }), 502],
])("%s has its status", (_, error, status) => {
  expect(httpStatusOf(error)).toBe(status);
});
