import { describe, expect, it } from "vitest";
import { describeForm, formatOf, typeOf } from "../../src/document/forms.js";

describe("the type of a JSON value", () => {
  it.each([
    ["text", ["", "1", "null"]],
    ["integer", [0, -3, 1e15, Number.MAX_SAFE_INTEGER]],
    ["number", [1.5, 1e21]],
    ["boolean", [true, false]],
    ["null", [null, undefined]],
    ["list", [[], [1]]],
    ["object", [{}, Object.create(null)]],
  ] as const)("is %s", (type, values) => {
    expect(values.map(typeOf)).toEqual(values.map(() => type));
  });
});

describe("the format of a text", () => {
  it.each([
    ["date", ["2024-02-29"]],
    ["date-time", ["2026-06-15T09:00:00Z", "2026-06-15T09:00:00+02:00"]],
    ["guid", ["7d1f2a34-0c55-4e7b-9d21-5a7f10c3b9e0"]],
    ["decimal", ["7.5", "-3", "0012"]],
    [undefined, ["", "2023-02-29", "15-06-2026", "7,5", "1e3", "1".repeat(101)]],
  ] as const)("is %s", (format, texts) => {
    expect(texts.map(formatOf)).toEqual(texts.map(() => format));
  });

  it("is written behind the type", () => {
    expect([describeForm("text", "date"), describeForm("null")]).toEqual(["text (date)", "null"]);
  });
});
