import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkApproval } from "../../../../src/supplier/rules/approval.js";
import type { ApprovalContext } from "../../../../src/supplier/rules/approval-input.js";
import { allowed, contract, found, guid, known, plate, repair, repairOf, work } from "./support.js";

const untyped = (value: unknown) => value as ApprovalContext;
const open = { id: guid(50), licensePlate: plate, components: [work()] };

/** All that a request can be held against. */
const complete = {
  kind: "service",
  contract: contract(),
  allowedComponents: allowed,
  openRequests: [open],
  known: { ...known, warranties: ["A"], leniencies: ["B"] },
};

/** The value with each part of it that there is replaced by null, one after the other. */
function* withNulls(value: unknown): Generator<unknown> {
  yield null;
  if (typeof value !== "object" || value === null) return;
  for (const [key, each] of Object.entries(value))
    for (const changed of withNulls(each)) {
      const copy: unknown = Array.isArray(value) ? [...value] : { ...value };
      Reflect.set(Object(copy), key, changed);
      yield copy;
    }
}

describe("what is null in the context", () => {
  test.each<[string, unknown, object]>([
    ["the context", null, {}],
    ["what is known", { known: null }, {}],
    ["a list of codes", { known: { ...known, rentalCodes: null, repeatableCodes: null } }, { known: {} }],
    ["values", { known: { warranties: null, leniencies: null } }, { known: {} }],
    ["the contract", { contract: null }, {}],
    ["the lease contract", { contract: contract({ leaseContract: null as never }) }, {}],
    ["its start", { contract: contract({ leaseContract: { startDate: null as never } }) }, {}],
    ["the supplier's part of it", { contract: contract({ supplierContract: null as never }) }, {}],
    ["the allowed components", { allowedComponents: null }, {}],
    ["one of them", { allowedComponents: [null, ...allowed] }, { allowedComponents: allowed }],
    ["the open requests", { openRequests: null }, {}],
    ["one of them", { openRequests: [null, open] }, { openRequests: [open] }],
    [
      "the lines of one",
      { openRequests: [{ ...open, components: null }] },
      { openRequests: [{ ...open, components: undefined }] },
    ],
    [
      "a line of one",
      { openRequests: [{ ...open, components: [null] }] },
      { openRequests: [{ ...open, components: [] }] },
    ],
  ])("is as good as left out: %s", (_, context, left) => {
    for (const request of [repair(), repairOf({ warranty: "Z", leniency: "Z" }), {}]) {
      expect(found(request, untyped(context))).toEqual(found(request, untyped(left)));
    }
  });

  test("is as good as left out in an allowed component", () => {
    const bare = { reasons: null, subcomponents: null, locations: null, requiredFields: null };
    const operation = { code: "02", type: null, description: null };
    const context = untyped({ allowedComponents: [{ regCode: "1101", operation, ...bare }] });
    expect(found(repairOf({ operation: { code: "02" } }), context)).toEqual([
      "RULE-REASON components[1].reason",
    ]);
    const parts = [{ regCode: "1102", operation: null, ...bare, reasons: [null, { code: "38" }] }];
    const parent = { regCode: "1101", operation, ...bare, reasons: [{ code: "20" }], subcomponents: parts };
    const line = {
      operation: { code: "02" },
      subcomponents: [{ reg: { code: "1102" }, reason: { code: "38" } }],
    };
    expect(found(repairOf(line), untyped({ allowedComponents: [null, parent] }))).toEqual([]);
  });

  test("or of any other kind leads to no exception, wherever it stands", () => {
    for (const context of withNulls(complete))
      expect(found(repair(), untyped(context))).toBeInstanceOf(Array);
    const value = fc.jsonValue({ maxDepth: 3 });
    const contexts = fc.record({
      kind: value,
      contract: fc.oneof(value, fc.record({ leaseContract: value, supplierContract: value })),
      allowedComponents: fc.oneof(
        value,
        fc.array(
          fc.oneof(
            value,
            fc.record({
              regCode: fc.constantFrom("1101", "5401"),
              operation: fc.oneof(value, fc.constant(work().operation)),
              reasons: value,
              requiredFields: value,
              locations: value,
              subcomponents: fc.oneof(
                value,
                fc.array(
                  fc.record({
                    regCode: fc.constant("1102"),
                    reasons: value,
                    locations: value,
                    requiredFields: value,
                  }),
                ),
              ),
            }),
          ),
        ),
      ),
      openRequests: fc.oneof(
        value,
        fc.array(fc.record({ licensePlate: fc.constant(plate), appointment: value, components: value })),
      ),
      known: fc.oneof(
        value,
        fc.record({ rentalCodes: value, repeatableCodes: value, warranties: value, leniencies: value }),
      ),
    });
    const request = repairOf({
      warranty: "A",
      location: ["1"],
      subcomponents: [{ reg: { code: "1102" }, location: ["1"], reason: { code: "1" } }],
    });
    fc.assert(
      fc.property(contexts, (context) => {
        for (const { description } of checkApproval(request, untyped(context)))
          expect(description).toMatch(/\.$/);
      }),
      { numRuns: 300 },
    );
  });
});
