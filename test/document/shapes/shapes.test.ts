import type { BodyShapes } from "@reg/sdk/validation";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeShapes, noShapes, readShapes } from "../../../src/document/shapes/shapes.js";
import { shapesVersion } from "../../../src/document/shapes/types.js";
import { inferShape, nest } from "./support.js";

/** JSON with few field names, so that the shapes of two values have parts in common. */
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(null, true, 1, 0.5, "a", "b", "2026-01-01", "1.5"),
    fc.array(tie("json"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "__proto__", "constructor", "AB-12-C"), tie("json"), {
      maxKeys: 4,
    }),
  ),
}));
const bodies = fc.array(json, { maxLength: 4 });
const shapesOf = (values: readonly unknown[]): BodyShapes => ({
  version: shapesVersion,
  bodies: { MileagesBody: inferShape(values) },
});

/** The number of different texts of a merge is that of one part. */
const withoutDistinct = (shapes: BodyShapes) =>
  JSON.parse(JSON.stringify(shapes, (key, value) => (key === "distinct" ? undefined : value)));

describe("merged shapes", () => {
  it("are those of all values, but for the number of different texts", () => {
    fc.assert(
      fc.property(bodies, bodies, (one, other) => {
        const merged = mergeShapes(shapesOf(one), shapesOf(other));
        expect(withoutDistinct(merged)).toEqual(withoutDistinct(shapesOf([...one, ...other])));
      }),
    );
  });

  it("do not depend on the order or the grouping", () => {
    fc.assert(
      fc.property(bodies, bodies, bodies, (a, b, c) => {
        const [one, two, three] = [shapesOf(a), shapesOf(b), shapesOf(c)];
        expect(mergeShapes(one, two)).toEqual(mergeShapes(two, one));
        expect(mergeShapes(mergeShapes(one, two), three)).toEqual(mergeShapes(one, mergeShapes(two, three)));
        expect(mergeShapes(noShapes, one)).toEqual(one);
      }),
    );
  });

  it("have the highest number of different texts", () => {
    const merged = mergeShapes(shapesOf(["a", "b", "b"]), shapesOf(["c", "c"]));
    expect(merged.bodies["MileagesBody"]?.text).toMatchObject({ seen: 5, distinct: 2 });
  });

  it("have the bodies of both", () => {
    const other: BodyShapes = { version: shapesVersion, bodies: { RoutingsBody: inferShape([1]) } };
    expect(Object.keys(mergeShapes(shapesOf(["a"]), other).bodies)).toEqual(["MileagesBody", "RoutingsBody"]);
  });
});

describe("readShapes", () => {
  it("reads what was written as JSON, alone or in a report, with fields of any name", () => {
    fc.assert(
      fc.property(bodies, (values) => {
        const shapes = shapesOf(values);
        const text = JSON.stringify(shapes);
        expect(readShapes(JSON.parse(text), "file")).toEqual(shapes);
        expect(readShapes({ api: "lessor", shapes: JSON.parse(text) }, "file")).toEqual(shapes);
      }),
    );
  });

  it("keeps a field with the name __proto__", () => {
    const shapes = shapesOf([JSON.parse('{ "__proto__": "a" }')]);
    expect(JSON.stringify(readShapes(JSON.parse(JSON.stringify(shapes)), "file"))).toBe(JSON.stringify(shapes));
    expect(JSON.stringify(mergeShapes(shapes, noShapes))).toContain('"__proto__"');
  });

  it.each([
    ["nothing", undefined],
    ["a text", "shapes"],
    ["a list", []],
    ["another object", { differences: [] }],
    ["shapes without a version", { bodies: {} }],
    ["bodies that are a list", { version: 1, bodies: [] }],
    ["a count that is no number", { version: 1, bodies: { A: { seen: "1" } } }],
    ["a negative count", { version: 1, bodies: { A: { seen: -1 } } }],
    ["an unknown part of a shape", { version: 1, bodies: { A: { seen: 1, values: ["a"] } } }],
    ["a wrong field named __proto__", JSON.parse('{ "version": 1, "bodies": { "__proto__": 1 } }')],
    ["endless nesting", { version: 1, bodies: { A: { seen: 1, list: { seen: 1, items: nest(100_000) } } } }],
  ])("rejects %s", (_, value) => {
    expect(() => readShapes(value, "verify.json")).toThrow(
      "verify.json must be a report of npx @reg/sdk verify --json, or shapes of a recorder",
    );
  });

  it("rejects shapes nested more deeply than calls", () => {
    let shape: object = { seen: 1 };
    for (let depth = 0; depth < 100_000; depth += 1) shape = { seen: 1, list: { seen: 1, items: shape } };
    expect(() => readShapes({ version: 1, bodies: { A: shape } }, "verify.json")).toThrow("must be a report");
  });

  it("names the version of shapes that it cannot read", () => {
    expect(() => readShapes({ shapes: { version: 2, bodies: {} } }, "verify.json")).toThrow(
      "verify.json has shapes of version 2, and this version of the package reads version 1",
    );
  });
});
