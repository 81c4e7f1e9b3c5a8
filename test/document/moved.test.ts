import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { choosePairs, findEnvelope, findRenamed, hasForm, isComparable } from "../../src/document/moved.js";
import type { Schema } from "../../src/errors/input.js";

const vehicle = z.object({ id: z.int(), licensePlate: z.string(), make: z.optional(z.string()) });
const vehicles = z.array(vehicle);
const car = { id: 7, licensePlate: "AB-123-C" };

/** Four fields that may be left out. */
const many = (name: string) =>
  Object.fromEntries([1, 2, 3, 4].map((number) => [`${name}${number}`, z.optional(z.string())]));

describe("the content of a body is found", () => {
  test.each<[string, Schema, unknown, string, string | undefined]>([
    ["in a wrapper that the document does not have", vehicle, { result: car }, "/result", undefined],
    ["in two such wrappers", vehicle, { body: { result: car } }, "/body/result", undefined],
    ["with half of the required fields", vehicle, { result: { id: 7, make: "Volvo" } }, "/result", undefined],
    [
      "with the required fields, although many may be left out",
      z.object({ ...vehicle.shape, ...many("note") }),
      { result: car },
      "/result",
      undefined,
    ],
    ["with names in another spelling", vehicle, { result: { Id: 7, license_plate: "A" } }, "/result", undefined],
    ["in a wrapper without its name, if that may be a value", vehicle, { "AB-123-C": car }, "/*", undefined],
    ["of a list, in a wrapper", vehicles, { items: [car] }, "/items", undefined],
    ["without its wrapper", z.object({ data: vehicle }), car, "", "data"],
    ["in another wrapper", z.object({ data: vehicle }), { result: car }, "/result", "data"],
    ["in a further wrapper", z.object({ data: vehicle }), { data: { vehicle: car } }, "/data/vehicle", "data"],
    ["in a further wrapper, in another spelling", z.object({ data: vehicle }), { Data: { a: car } }, "/Data/a", "data"],
    ["of a list without the object around it", z.object({ vehicles, total: z.int() }), [car], "", "vehicles"],
    [
      "below another field, beside documented ones",
      z.object({ vehicles, total: z.int() }),
      { page: { entries: [car] }, total: 1 },
      "/page/entries",
      "vehicles",
    ],
    ["as the only list, if that is empty", z.object({ vehicles }), { items: [] }, "/items", "vehicles"],
    ["as the only list, if its entries have no fields", z.object({ codes: z.array(z.string()) }), ["A"], "", "codes"],
  ])("%s", (_, schema, body, foundAt, name) => {
    const value = foundAt.split("/").slice(1).reduce(enter, body);
    const content = name === undefined ? schema : (schema as unknown as ReturnType<typeof z.object>).shape[name];
    expect(findEnvelope(schema, body)).toEqual({ foundAt, name, schema: content, value });
  });

  const enter = (value: unknown, name: string) =>
    Object.values(value as object)[name === "*" ? 0 : indexOf(value, name)];
  const indexOf = (value: unknown, name: string) => Object.keys(value as object).indexOf(name);
});

describe("no content is found elsewhere", () => {
  test.each<[string, Schema, unknown]>([
    ["in place", vehicle, car],
    ["in place, in the spelling of the service", z.object({ data: vehicle }), { Data: car }],
    ["in place, beside another that fits", z.object({ data: vehicle }), { data: car, copy: { ...car } }],
    ["in place, around another that fits", vehicle, { ...car, previous: { ...car } }],
    ["in a text", vehicle, "AB-123-C"],
    ["in null", vehicle, null],
    ["if the document allows a list or an object", z.union([vehicle, vehicles]), { result: car }],
    ["with fewer than half of the required fields", vehicle, { result: { make: "Volvo", color: "red" } }],
    [
      "with fewer than half of the required fields, and others",
      z.object({ ...vehicle.shape, ...many("note") }),
      { result: { note1: "a", note2: "b" } },
    ],
    ["without any known field", z.object({ data: z.object({}) }), { result: {} }],
    ["if it may be a text", z.object({ data: z.union([vehicle, z.string()]) }), { result: car }],
    ["with one field of several", vehicle, { result: { id: 7 } }],
    ["in the third level", vehicle, { a: { b: { c: car } } }],
    ["in an empty list", vehicles, { items: [] }],
    [
      "beside documented fields, where it is a renamed field",
      z.object({ vehicles, total: z.int() }),
      { items: [car], total: 1 },
    ],
    ["if two lists may be meant", z.object({ vehicles }), { items: [], errors: [] }],
    ["in a list whose entries have other fields", z.object({ vehicles }), { items: [{ code: "A" }] }],
    ["if the documented list is there, and empty", z.object({ vehicles }), { vehicles: [], items: [] }],
    ["if two fields may be the content", z.object({ sender: vehicle, receiver: vehicle }), { a: { b: car } }],
    ["if the content may be left out", z.object({ data: z.optional(z.object({ a: z.int() })) }), { result: { a: 1 } }],
  ])("%s", (_, schema, body) => {
    expect(findEnvelope(schema, body)).toBeUndefined();
  });
});

describe("a documented field has another name", () => {
  type Absent = Readonly<Record<string, Schema>>;
  type Unknown = Readonly<Record<string, readonly unknown[]>>;
  const find = (absent: Absent, unknown: Unknown, isOpen = false, count = 1) =>
    Object.fromEntries(findRenamed(Object.entries(absent), new Map(Object.entries(unknown)), { isOpen, count }));
  const text = z.string();

  test.each<[string, Absent, Unknown, Record<string, string>]>([
    ["in another spelling", { licensePlate: text }, { license_plate: ["A"] }, { licensePlate: "license_plate" }],
    ["in another spelling with another form", { id: z.int() }, { ID: ["seven"] }, { id: "ID" }],
    ["as the only field of the form", { make: text }, { brand: ["Volvo"] }, { make: "brand" }],
    ["with a word in common", { lessorId: z.int() }, { lessor: [7], cost: [9] }, { lessorId: "lessor" }],
    [
      "with a word of the same beginning",
      { creationDate: text },
      { created: ["x"], other: ["y"] },
      { creationDate: "created" },
    ],
    [
      "with the most words in common",
      { serviceRequestNumber: z.int() },
      { requestNumber: [7], number: [8] },
      { serviceRequestNumber: "requestNumber" },
    ],
    ["which leaves the other to the other field", { a: text, b: z.int() }, { c: ["x"], d: [7] }, { a: "c", b: "d" }],
    [
      "although it may be left out, if the names are similar",
      { workOrder: z.optional(text) },
      { orderWork: ["x"] },
      { workOrder: "orderWork" },
    ],
    [
      "although it may be left out, with all words of the shorter name",
      { order: z.optional(text) },
      { workOrder: ["x"] },
      { order: "workOrder" },
    ],
    [
      "although it may be left out, with half of the words and a telling form",
      { workDate: z.optional(z.iso.date()) },
      { endDate: ["2026-01-01"] },
      { workDate: "endDate" },
    ],
  ])("%s", (_, absent, unknown, expected) => {
    expect(find(absent, unknown)).toEqual(expected);
  });

  test.each<[string, Absent, Unknown]>([
    ["of another form", { licensePlate: text }, { plate: [7] }],
    ["if two new ones may be meant", { make: text }, { brand: ["Volvo"], driver: ["Jan"] }],
    ["if two documented ones may be meant", { make: text, model: text }, { brand: ["Volvo"] }],
    ["that may be left out, without a similar name", { make: z.optional(text) }, { brand: ["Volvo"] }],
    ["that may be left out, with half of the words", { workOrder: z.optional(text) }, { workPlace: ["x"] }],
    ["that only some objects have", { make: text }, { brand: [] }],
  ])("but not %s", (_, absent, unknown) => {
    expect(find(absent, unknown)).toEqual({});
  });

  test("but not one that only some of the objects have", () => {
    expect(find({ make: text }, { brand: ["Volvo"] }, false, 2)).toEqual({});
  });

  test("in an open object only if it has a word in common, or a telling form", () => {
    expect(find({ make: text }, { brand: ["Volvo"] }, true)).toEqual({});
    expect(find({ makeName: text }, { nameOfBrand: ["Volvo"] }, true)).toEqual({ makeName: "nameOfBrand" });
    expect(find({ start: z.iso.date() }, { begin: ["2026-01-01"] }, true)).toEqual({ start: "begin" });
    expect(find({ start: z.union([z.iso.date(), z.null()]) }, { begin: ["2026-01-01"] }, true)).toEqual({
      start: "begin",
    });
    expect(find({ vehicle }, { car: [car] }, true)).toEqual({ vehicle: "car" });
    expect(find({ _make: text }, { _brand: ["Volvo"] }, true)).toEqual({});
  });

  test("but not among more than 200 new fields, which are the keys of a map", () => {
    const map = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, [at]]));
    expect(find({ licensePlate: text }, { ...map(199), LicensePlate: ["A"] })).toEqual({
      licensePlate: "LicensePlate",
    });
    expect(find({ licensePlate: text }, { ...map(200), LicensePlate: ["A"] })).toEqual({});
  });
});

test("a pair is chosen if it is the only one with both names among those with the highest score", () => {
  const pair = (name: string, otherName: string, score: number) => ({ name, otherName, score });
  const chosen = (...pairs: ReturnType<typeof pair>[]) => Object.fromEntries(choosePairs(pairs));
  expect(chosen(pair("a", "x", 1), pair("a", "y", 2))).toEqual({ a: "y" });
  expect(chosen(pair("a", "x", 1), pair("a", "y", 1))).toEqual({});
  expect(chosen(pair("a", "x", 2), pair("b", "x", 1), pair("b", "y", 0))).toEqual({ a: "x", b: "y" });
  expect(chosen(pair("a", "x", 10), pair("b", "y", 10), pair("a", "y", 2))).toEqual({ a: "x", b: "y" });
});

describe("values have the form of a schema", () => {
  test.each<[string, Schema, unknown[], boolean]>([
    ["for texts", z.string(), ["Volvo"], true],
    ["for a decimal as a text", z.string(), ["7.5"], true],
    ["but not for a date where any text is expected", z.string(), ["2026-01-01"], false],
    ["for dates", z.iso.date(), ["2026-01-01"], true],
    ["but not for another text in place of a date", z.iso.date(), ["Volvo"], false],
    ["for known values of an enumeration", z.enum(["Summer", "Winter"]), ["Winter"], true],
    ["but not for another value of an open enumeration", z.union([z.enum(["Summer"]), z.string()]), ["Volvo"], false],
    ["but not for a decimal in place of a date", z.iso.date(), ["7.5"], false],
    ["for a number beside an enumeration", z.union([z.enum(["Summer"]), z.int()]), [7], true],
    ["but not if one of them has another", z.string(), ["Volvo", 7], false],
    ["but not for what the document leaves open", z.unknown(), ["Volvo"], false],
    ["for objects without known fields", z.object({}), [{ a: 1 }], true],
    ["but not for objects with other fields", vehicle, [{ a: 1 }], false],
    ["for empty lists", vehicles, [[]], true],
    ["for lists whose first entry fits", vehicles, [[car]], true],
    ["but not for lists whose first entry does not", vehicles, [[{ a: 1 }, car]], false],
    ["for lists of texts, whatever they contain", z.array(z.string()), [[7]], true],
    ["for null, if that is permitted", z.union([z.string(), z.null()]), [null], true],
  ])("%s", (_, schema, values, expected) => {
    expect(hasForm(schema, values)).toBe(expected);
  });

  test("or can be compared with it, if they are lists or objects as it is", () => {
    expect(isComparable(vehicle, [{ a: 1 }])).toBe(true);
    expect(isComparable(vehicles, [[7], []])).toBe(true);
    expect(isComparable(z.union([vehicle, vehicles]), [car])).toBe(true);
    expect(isComparable(vehicle, [[]])).toBe(false);
    expect(isComparable(vehicle, [null])).toBe(false);
    expect(isComparable(z.union([vehicle, z.null()]), [car, null])).toBe(false);
    expect(isComparable(z.string(), ["Volvo"])).toBe(false);
  });
});
