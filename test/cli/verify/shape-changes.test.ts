import { createShapeRecorder } from "@reg/sdk/validation";
import { describe, expect, it } from "vitest";
import { findShapeChanges } from "../../../src/cli/verify/shape-changes.js";
import { describeFound } from "../../../src/document/difference.js";

/** Records bodies of one operation. */
function record(bodies: readonly unknown[], operationId = "vehicles.mileages.get") {
  const recorder = createShapeRecorder();
  const headers = new Headers({ "content-type": "application/json" });
  for (const body of bodies) recorder.inspect({ operationId, status: 200, headers, body });
  return { operations: { [operationId]: { 200: bodies.length } }, shapes: recorder.shapes() };
}

/** The changes from the bodies of one run to those of another, in words. */
const changes = (before: readonly unknown[], now: readonly unknown[], operationId?: string) =>
  findShapeChanges(record(now, operationId), record(before, operationId).shapes).map(
    (each) => `${each.pointer} ${each.kind}: ${describeFound(each)} instead of ${each.expected}`,
  );

describe("the shapes of two runs", () => {
  it("are the same for equal bodies with other values", () => {
    expect(changes([{ reading: 7, on: "2026-06-15" }], [{ reading: 8.5, on: "2026-06-16" }])).toEqual([]);
  });

  it("differ by a renamed field, in another spelling or as the only one of the same form", () => {
    expect(changes([[{ reading: 7, unit: "km" }]], [[{ Reading: "7", unit: "km" }]])).toEqual([
      "/*/reading renamed: text (decimal) at /*/Reading instead of number (in the baseline)",
    ]);
    expect(changes([{ reading: 7, unit: "km" }], [{ value: 7, unit: "km" }])).toEqual([
      "/reading renamed: number at /value instead of number (in the baseline)",
    ]);
    expect(changes([{ reading: 7 }], [{ value: 7, other: 8 }])).toEqual([
      "/reading missing: nothing instead of number (in the baseline)",
      "/value new: number instead of nothing (in the baseline)",
      "/other new: number instead of nothing (in the baseline)",
    ]);
    expect(changes([{ reading: 7, total: 8, unit: "km" }], [{ Reading: 7, unit: "km" }])).toEqual([
      "/reading renamed: number at /Reading instead of number (in the baseline)",
      "/total missing: nothing instead of number (in the baseline)",
    ]);
  });

  it("differ by another wrapper, with the content compared in it", () => {
    expect(changes([{ reading: 7, unit: "km" }], [{ result: { reading: "7", unit: "km" } }])).toEqual([
      " envelope: object at /result instead of object (in the baseline)",
      "/reading type: text (decimal) instead of number (in the baseline)",
    ]);
    expect(changes([[{ reading: 7 }]], [{ items: [{ reading: 7 }], total: 1 }])).toEqual([
      " envelope: list at /items instead of list (in the baseline)",
    ]);
  });

  it("differ by a new field, and not by what is in it", () => {
    expect(changes([{ reading: 7 }], [{ reading: 7, source: { name: "app" } }])).toEqual([
      "/source new: object instead of nothing (in the baseline)",
    ]);
  });

  it("differ by another type, null included, of a field, an entry or a whole body", () => {
    expect(changes([{ reading: 7 }], [{ reading: "7" }])).toEqual([
      "/reading type: text (decimal) instead of number (in the baseline)",
    ]);
    expect(changes([{ list: [7] }], [{ list: [null, 7] }])).toEqual([
      "/list/* type: number or null instead of number (in the baseline)",
    ]);
    expect(changes([[7]], [{ total: 7 }])).toEqual([" type: object instead of list (in the baseline)"]);
  });

  it("differ by another form of texts", () => {
    expect(changes([{ on: "2026-06-15" }], [{ on: "2026-06-15T08:00:00Z" }])).toEqual([
      "/on type: text (date-time) instead of text (date) (in the baseline)",
    ]);
    expect(changes([{ on: "2026-06-15" }], [{ on: "2026-06-15" }, { on: "today" }])).toEqual([
      "/on type: text instead of text (date) (in the baseline)",
    ]);
    expect(changes([{ on: "15-06-2026" }], [{ on: "2026-06-15" }])).toEqual([
      "/on type: text (date) instead of text (in the baseline)",
    ]);
    expect(changes([{ code: "A1" }], [{ code: "12" }])).toEqual([]);
  });

  it("do not differ by less data: null, an empty list, and a field that is left out at times", () => {
    const full = { reading: 7, end: "2026-06-15", list: [{ code: 1 }] };
    expect(changes([full, { reading: 7, end: null, list: [] }], [{ reading: 7, end: null, list: [] }])).toEqual([]);
    expect(changes([full, { reading: 7 }], [{ reading: 7 }])).toEqual([]);
    expect(changes([full], [full, { reading: 7 }])).toEqual([]);
  });

  it("do not differ by the first data: a value instead of null, and the first entry of a list", () => {
    expect(changes([{ end: null, list: [] }], [{ end: "2026-06-15", list: [{ code: 1 }] }])).toEqual([]);
  });

  it("are not compared for a body that only one run saw", () => {
    const other = record([{ reading: 7 }], "vehicles.routings.get");
    expect(findShapeChanges(record([{ reading: 7 }]), other.shapes)).toEqual([]);
  });

  it("are compared inside the envelope, once for all operations that return the body", () => {
    const id = "serviceRequests.get";
    expect(changes([{ data: { extra: 1 } }], [{ data: { extra: true } }], id)).toEqual([
      "/data/extra type: boolean instead of number (in the baseline)",
    ]);
    const now = record([{ data: { extra: true } }], id);
    const both = { ...now, operations: { ...now.operations, "serviceRequests.patch": { 200: 1 } } };
    expect(findShapeChanges(both, record([{ data: { extra: 1 } }], id).shapes)).toEqual([
      expect.objectContaining({ operationId: id, confidence: "inferred" }),
    ]);
  });

  it("never name a field whose name is a value in the later run", () => {
    const now = [{ driver: "smith", smith: 1 }];
    expect(changes([{ driver: "jones" }], now)).toEqual(["/* new: number instead of nothing (in the baseline)"]);
  });
});
