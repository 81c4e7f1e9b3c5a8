import { inspect } from "node:util";
import type { Shape } from "@reg/sdk/sandbox";
import { describe, expect, it } from "vitest";
import { type KindOfKey, ShapeBuilder, textsIn } from "../../../src/document/shapes/infer.js";
import { maxFields } from "../../../src/document/shapes/types.js";
import { byForm, inferShape, nest } from "./support.js";

const texts = (count: number, make: (index: number) => string) => Array.from({ length: count }, (_, at) => make(at));

describe("the shape of values", () => {
  it("counts each type", () => {
    expect(inferShape([null, true, 1, 2, 0.5, "a", [], {}])).toEqual({
      seen: 8,
      null: 1,
      boolean: 1,
      integer: 2,
      number: 1,
      text: { seen: 1, distinct: 1, formats: {} },
      list: { seen: 1 },
      object: { seen: 1, fields: {} },
    });
  });

  it("counts a field less often than its object if it was left out at times", () => {
    const { object } = inferShape([{ make: "A", doors: 4 }, { make: "A" }, { make: null }]);
    expect(object?.seen).toBe(3);
    expect(object?.fields).toMatchObject({ make: { seen: 3, null: 1 }, doors: { seen: 1 } });
  });

  it("merges all entries of a list, also of a long one", () => {
    const list = Array.from({ length: 100_000 }, (_, at) => (at === 99_999 ? { last: true } : { value: at }));
    const { list: shape } = inferShape([list, [{ value: 1 }]]);
    expect(shape).toMatchObject({
      seen: 2,
      items: { seen: 100_001, object: { fields: { value: { seen: 100_000 }, last: { seen: 1 } } } },
    });
  });

  it.each([
    ["2026-02-28", "date"],
    ["2026-02-28T09:00:00Z", "date-time"],
    ["2026-02-28T09:00:00.123+02:00", "date-time"],
    ["9F0A6C1E-6a52-4c4e-8f3e-1d2b3c4d5e6f", "guid"],
    ["-12.50", "decimal"],
    ["2026-02-30", undefined],
    ["28-02-2026", undefined],
    ["1,5", undefined],
  ])("recognises the form of %j as %s", (text, format) => {
    expect(inferShape([text]).text?.formats).toEqual(format === undefined ? {} : { [format]: 1 });
  });

  it("counts different texts up to 20", () => {
    expect(inferShape(["a", "b", "a"]).text).toMatchObject({ seen: 3, distinct: 2 });
    expect(inferShape(texts(30, String)).text).toMatchObject({ seen: 30, distinct: 20 });
  });

  it("counts long texts as many different ones without a form, because it does not keep them", () => {
    expect(inferShape(["1".repeat(101), "a"]).text).toEqual({ seen: 2, distinct: 20, formats: {} });
    expect(inferShape(["1".repeat(100), "a"]).text).toEqual({
      seen: 2,
      distinct: 2,
      formats: { decimal: 1 },
    });
  });

  it("does not record the name of a field that may be a value", () => {
    const body = { "AB-12-C": 1, "Jan Jansen": 2, canary: 3, make: 4 };
    const kindOf: KindOfKey = (key) => (key === "canary" ? "value" : byForm(key));
    expect(inferShape([body], kindOf).object).toEqual({
      seen: 1,
      fields: { make: { seen: 1, integer: 1 } },
      entries: { seen: 3, integer: 3 },
    });
  });

  it("counts a field as always present whose name was a text of some bodies", () => {
    const bodies = [{ make: 1 }, { make: "a" }, { make: 2 }];
    for (const unclearIn of [0, 1, 2]) {
      const builder = new ShapeBuilder({ places: 9 });
      for (const [index, body] of bodies.entries()) builder.add(body, () => (index === unclearIn ? "unclear" : "name"));
      const make = { seen: 3, integer: 2, text: { seen: 1, distinct: 1, formats: {} } };
      expect(builder.build().object).toEqual({ seen: 3, fields: { make } });
    }
  });

  it("does not record a name that was a text of every body, and merges its values with those of other such names", () => {
    const shape = inferShape([{ make: 1, km: null }, { make: "a" }], () => "unclear");
    expect(shape.object).toEqual({
      seen: 2,
      fields: {},
      entries: { seen: 3, null: 1, integer: 1, text: { seen: 1, distinct: 1, formats: {} } },
    });
  });

  it("takes the 201st name that is a text of every body for the key of a map", () => {
    const names = texts(maxFields + 50, (at) => `name${at}`);
    const body = Object.fromEntries(names.map((name) => [name, 1]));
    const budget = { places: 10_000 };
    const builder = new ShapeBuilder(budget);
    builder.add(body, () => "unclear");
    builder.add(body, () => "unclear");
    expect(budget.places).toBe(10_000 - maxFields - 1);
    builder.add(body, () => "name");
    const { fields = {}, entries } = builder.build().object ?? {};
    expect(Object.values(fields)).toEqual(texts(maxFields, String).map(() => ({ seen: 3, integer: 3 })));
    expect(entries).toEqual({ seen: 150, integer: 150 });
  });

  it("does not count a key that was a value among the fields, also if it is a name in another body", () => {
    const builder = new ShapeBuilder({ places: 9 });
    builder.add({ make: 1 }, () => "value");
    builder.add({ make: 2 }, () => "name");
    const one = { seen: 1, integer: 1 };
    expect(builder.build().object).toEqual({ seen: 2, fields: { make: one }, entries: one });
  });

  it("shows a name that was unclear also if no further place may be examined", () => {
    const builder = new ShapeBuilder({ places: 1 });
    builder.add({ make: 1 }, () => "unclear");
    builder.add({ make: 2 }, () => "name");
    expect(builder.build().object).toEqual({ seen: 2, fields: { make: { seen: 2, integer: 2 } } });
  });

  it("only counts the values at further places after the last one that may be examined", () => {
    const body = { first: [{ second: 1 }], third: 2, fourth: [3] };
    expect(inferShape([body, body], byForm, 3)).toEqual({
      seen: 2,
      object: {
        seen: 2,
        fields: {
          first: {
            seen: 2,
            list: {
              seen: 2,
              items: { seen: 2, object: { seen: 2, fields: { second: { seen: 2, integer: 2 } } } },
            },
          },
        },
        entries: { seen: 4 },
      },
    });
    expect(inferShape([[1, 2], []], byForm, 0)).toEqual({
      seen: 2,
      list: { seen: 2, items: { seen: 2 } },
    });
  });

  it("asks no further for the kind of names if no further place may be examined", () => {
    let asked = 0;
    const count: KindOfKey = () => {
      asked += 1;
      return "name";
    };
    inferShape([{ a: 1, b: 2 }, { c: 3 }], count, 1);
    expect(asked).toBe(1);
  });

  it("records fields with the names of inherited properties", () => {
    const body = JSON.parse('{ "__proto__": { "a": 1 }, "constructor": 1, "toString": 2, "hasOwnProperty": 3 }');
    const fields = inferShape([body, {}]).object?.fields ?? {};
    expect(Object.keys(fields)).toEqual(["__proto__", "constructor", "toString", "hasOwnProperty"]);
    expect(JSON.stringify(fields)).toContain('"__proto__":{"seen":1,"object":{"seen":1,"fields":{"a":');
  });

  it("takes the 201st field name at a place and all further ones for the keys of a map", () => {
    const letters = texts(26, (at) => String.fromCharCode(97 + at));
    const names = letters.flatMap((a) => letters.map((b) => `${a}${b}`)).slice(0, 250);
    const { object } = inferShape(names.map((name) => ({ [name]: 1 })));
    expect(Object.keys(object?.fields ?? {})).toHaveLength(200);
    expect(object?.entries?.seen).toBe(50);
  });

  it("ends at a depth of 64", () => {
    let depth = 0;
    let shape: Shape | undefined = inferShape([nest(10_000)]);
    for (; shape?.list !== undefined; shape = shape.list.items) depth += 1;
    expect(depth).toBe(65);
  });

  it("does not show the texts that are kept for the comparison", () => {
    const builder = new ShapeBuilder({ places: 9 });
    builder.add({ owner: ["canary"], canaryName: 1 }, (key) => (key === "owner" ? "name" : "unclear"));
    expect(inspect(builder, { depth: Infinity, showHidden: true })).not.toContain("canary");
    expect(JSON.stringify([builder, builder.build()])).not.toContain("canary");
  });
});

describe("textsIn", () => {
  it("finds the texts at every depth", () => {
    expect(textsIn({ a: "x", b: [1, null, { c: "y" }], d: nest(10_000) })).toEqual(new Set(["x", "y", "innermost"]));
  });
});
