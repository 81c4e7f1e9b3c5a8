import { RegInputError } from "@reg/sdk";
import type { OperationId } from "@reg/sdk/sandbox";
import { describe, expect, it } from "vitest";
import { untyped } from "../../support/untyped.js";
import { open } from "../support.js";

const list = "lessors.list" satisfies OperationId;

describe("sandbox.fail", () => {
  const fault = { operation: list, with: "reset" };
  it.each([
    [
      { ...fault, operation: "serviceRequests.gett" },
      "operation must be * or operationIds; serviceRequests.gett is none: the nearest ones are serviceRequests.get",
    ],
    [{ ...fault, operation: [list, "lessor.list"] }, "lessor.list is none: the nearest ones are lessors.list"],
    [{ ...fault, operation: [] }, "operation must name at least one operation"],
    [{ with: "reset" }, "operation must be"],
    [{ ...fault, times: 0 }, "times must be a whole number from 1, or Infinity"],
    [{ ...fault, times: 1.5 }, "times must be a whole number from 1, or Infinity"],
    [{ ...fault, skip: -1 }, "skip must be a whole number from 0"],
    [{ ...fault, probability: 1.1 }, "probability must be a number from 0 to 1"],
    [{ ...fault, probability: Number.NaN }, "probability must be a number from 0 to 1"],
    [{ ...fault, matches: true }, "matches must be texts by the names of parameters"],
    [
      { ...fault, matches: { id: "1" } },
      "matches.id is not a parameter of the operation, which has none: use a function",
    ],
    [
      { ...fault, operation: ["serviceRequests.components.put", list], matches: { id: "1" } },
      "matches.id is not a parameter of the operation, which has requestId, componentId",
    ],
    [
      { ...fault, operation: "*", matches: { plate: "AB-1" } },
      "matches.plate is not a parameter of the operation, which",
    ],
    [
      { ...fault, operation: "serviceRequests.get", matches: { id: 7 } },
      "matches must be texts by the names of parameters",
    ],
    [{ ...fault, when: "later" }, "when must be before-commit or after-commit"],
    [{ ...fault, tims: 2 }, "tims is not part of a fault"],
    [{ operation: list }, "with must be reset, stall, stall-body, cut-body, bad-json, html, empty, or an object with"],
    [{ ...fault, with: "explode" }, "with must be reset"],
    [{ ...fault, with: {} }, "with must be reset"],
    [{ ...fault, with: { status: 99 } }, "with.status must be a whole number from 200 to 599"],
    [{ ...fault, with: { status: 503, code: "REG-X" } }, "with.code must be a code of the catalogue"],
    [{ ...fault, with: { codes: [] } }, "with.codes must hold at least one code"],
    [{ ...fault, with: { codes: ["REG-X"] } }, "with.codes.0 must be a code of the catalogue"],
    [{ ...fault, with: { status: 200, code: "REG-INV000018" } }, "with.status must be 400 or above with a code"],
    [{ ...fault, with: { code: "REG-INV000018", body: 1 } }, "with.body cannot stand beside a code"],
    [{ ...fault, with: { status: 503, header: {} } }, "with.header does not belong to this fault"],
    [{ ...fault, with: { status: 503, headers: { "a b": "c" } } }, "with.headers must be names and values"],
    [{ ...fault, with: { status: 503, headers: { a: 7 } } }, "with.headers must be names and values"],
    [{ ...fault, with: { redirect: "" } }, "with.redirect must be an address"],
    [{ ...fault, with: { redirect: "/", status: 200 } }, "with.status must be 301, 302, 303, 307 or 308"],
    [{ ...fault, with: { oversized: 0 } }, "with.oversized must be a whole number from 1"],
    [{ ...fault, with: { contentType: "a\nb" } }, "with.contentType must be a content type"],
    [{ ...fault, with: { drip: 0 } }, "with.drip must be a positive number of milliseconds"],
    [{ ...fault, with: { status: 400, body: () => 1 } }, "with.body must be what JSON can hold"],
    [{ ...fault, with: { delay: 366 * 86_400_000 + 1 } }, "with.delay must be at most 366 days"],
    [{ ...fault, with: { drip: 366 * 86_400_000 + 1 } }, "with.drip must be at most 366 days"],
    [{ ...fault, with: { delay: "long" } }, "with.delay must be a number of milliseconds from 0"],
    [{ ...fault, with: { delay: 1, with: { delay: 1, with: { status: 1 } } } }, "with.with.with.status must be"],
    [{ ...fault, when: "before-commit", with: { drip: 1 } }, "when must be after-commit with contentType and drip"],
    [undefined, "fault must be of type object"],
  ])("rejects %j with a RegInputError that names the invalid field", async (given, message) => {
    const { sandbox } = await open();
    const plan = () => sandbox.fail(untyped(given));
    expect(plan).toThrow(RegInputError);
    expect(plan).toThrow(message);
  });
});
