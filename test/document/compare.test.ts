import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { compareBody } from "../../src/document/compare.js";
import type { Schema } from "../../src/errors/input.js";

const vehicle = z.object({ id: z.int(), licensePlate: z.string() });

describe("a body differs", () => {
  test.each<[string, Schema, unknown, object[]]>([
    [
      "as a whole, if it has none of its fields",
      vehicle,
      { isSold: true },
      [{ pointer: "", kind: "missing", expected: "object", found: "an object without its fields" }],
    ],
    [
      "in its only required field, if it has none of its fields",
      z.object({ id: z.int(), make: z.optional(z.string()) }),
      {},
      [{ pointer: "/id", kind: "missing", expected: "integer", found: "nothing" }],
    ],
    [
      "in the field that it lacks, beside others",
      vehicle,
      { id: 7 },
      [{ pointer: "/licensePlate", kind: "missing", expected: "text", found: "nothing" }],
    ],
    [
      "in names with values of other types, which are all named",
      z.array(vehicle),
      [
        { ID: "x", LicensePlate: "A" },
        { ID: true, LicensePlate: "B" },
      ],
      [
        { pointer: "/*/id", kind: "renamed", expected: "integer", found: "text or boolean", foundAt: "/*/ID" },
        { pointer: "/*/licensePlate", kind: "renamed", expected: "text", found: "text", foundAt: "/*/LicensePlate" },
      ],
    ],
    [
      "once in a renamed list that is none",
      z.object({ vehicles: z.array(vehicle), total: z.int() }),
      { Vehicles: "none", total: 0 },
      [{ pointer: "/vehicles", kind: "renamed", expected: "list", found: "text", foundAt: "/Vehicles" }],
    ],
    [
      "in a renamed field, without its name if that is a value elsewhere",
      z.object({ name: z.string(), licensePlate: z.string() }),
      { name: "kenteken", kenteken: "A" },
      [{ pointer: "/licensePlate", kind: "renamed", expected: "text", found: "text", foundAt: "/*" }],
    ],
    [
      "in its wrapper, also if it has an empty text",
      z.object({ data: vehicle }),
      { id: 7, licensePlate: "" },
      [{ pointer: "/data", kind: "envelope", expected: "object", found: "object", foundAt: "" }],
    ],
    [
      "in a value of an open enumeration, wherever the known values stand",
      z.union([z.string(), z.enum(["Summer"])]),
      "Winter",
      [{ pointer: "", kind: "new", expected: "one of Summer", found: "another text" }],
    ],
    [
      "in one of several values of an enumeration",
      z.array(z.enum(["Summer"])),
      ["Summer", "Winter"],
      [{ pointer: "/*", kind: "value", expected: "one of Summer", found: "another text" }],
    ],
    [
      "in two values of another type, of which the outer one is first",
      z.object({ data: z.object({ id: z.int(), make: z.string() }), total: z.int() }),
      { data: { id: "7", make: "Volvo" }, total: "1" },
      [
        { pointer: "/total", kind: "type", expected: "integer", found: "text (decimal)", form: "decimal text" },
        { pointer: "/data/id", kind: "type", expected: "integer", found: "text (decimal)", form: "decimal text" },
      ],
    ],
  ])("%s", (_, schema, body, expected) => {
    expect(compareBody(schema, body)).toStrictEqual(expected.map((each) => ({ ...each, confidence: "documented" })));
  });
});

test.each<[string, Schema]>([
  ["a number or a text is expected", z.union([z.int(), z.string()])],
  ["the document does not say what is expected", z.unknown()],
])("a text does not differ where %s", (_, schema) => {
  expect(compareBody(schema, "Volvo")).toEqual([]);
});

test("null does not differ beside the texts of an enumeration", () => {
  const schema = z.array(z.union([z.enum(["Summer"]), z.null()]));
  expect(compareBody(schema, ["Summer", null])).toEqual([]);
});

const date = z.stringFormat("date", /^[\d-]{10}$/);
const time = z.stringFormat("date-time", /^[\d-]{10}T[\d:]+(Z|\+[\d:]+)$/);

test.each<[string | undefined, string, Schema, unknown]>([
  ["decimal text", "a number as a text", z.number(), "95.50"],
  [undefined, "a number with a comma", z.number(), "95,50"],
  [undefined, "a fraction instead of a whole number", z.int(), "95.50"],
  ["number", "a text as a number", z.string(), 7],
  [undefined, "a date as a number", date, 20260615],
  ["boolean text", "a boolean as a text", z.boolean(), "True"],
  [undefined, "other words for a boolean", z.boolean(), "Y"],
  ["date with time", "a date with a local time", date, "2026-06-15T00:00:00"],
  ["date with time", "a date with a time, or null", z.union([date, z.null()]), "2026-06-15T10:30:00"],
  [undefined, "a date with a time that may be another day", date, "2026-06-14T22:00:00Z"],
  ["time with offset", "a time with an offset", time, "2026-06-15T10:30:00+02:00"],
  [undefined, "a time without an offset", time, "2026-06-15T10:30:00"],
  ["null", "null for a field that may be left out", z.optional(z.int()), null],
  [undefined, "null for another field", z.int(), null],
])("the form %s reads %s", (form, _, schema, value) => {
  const found = compareBody(z.object({ value: schema, id: z.int() }), { value, id: 1 });
  expect(found.map((each) => [each.pointer, each.kind, each.form])).toEqual([["/value", "type", form]]);
});
