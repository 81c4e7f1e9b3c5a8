import {
  hoursReading,
  lineFor,
  lineFrom,
  mileageReading,
  RegError,
  rentalVehicle,
  tirePurchase,
  tireReplacement,
  tireSwap,
} from "@reg/sdk";
import type { Component } from "@reg/sdk/supplier";
import { describe, expect, it } from "vitest";
import { brakes, freezeDeep, tire } from "./support.js";

/** Returns what a text in another language is written from. */
function readProblem(build: () => unknown) {
  try {
    build();
  } catch (error) {
    if (!RegError.is(error, "input")) throw error;
    const [{ rule, values, line, context } = expect.fail("no problem")] = error.problems;
    expect([context["fieldName"], error.problems.length]).toEqual([error.field, 1]);
    expect(error.message.split("This is about the line").length).toBe(2);
    return { field: error.field, rule, values, line };
  }
  throw new Error("nothing was thrown");
}

const id = "5b0d1f5e-6a53-4c0f-8e3a-7f6a3b9f1c11";
const read: Component = freezeDeep({
  id,
  reg: { code: "2201", description: "Brake pads" },
  operation: { code: "01" },
  reason: { code: "10" },
  price: 80.125,
  status: { code: "Denied", description: "Too dear" },
  subcomponents: [{ reg: { code: "2202" }, price: 12.125, status: { code: "Denied", description: "Too dear" } }],
});
const mileage: Component = freezeDeep({
  id,
  reg: { code: "5401" },
  operation: { code: "19" },
  reason: { code: "99" },
  value: "48210",
  status: { code: "Denied", description: "" },
});
const rental = freezeDeep({ regCode: "9001", operation: { code: "40" }, reasons: [{ code: "70" }] });
const readings = ["5401", "5449"].map((regCode) => ({ ...rental, regCode }));
const swap = freezeDeep({
  regCode: "3199",
  operation: { code: "03" },
  reasons: [{ code: "30" }],
  subcomponents: [{ regCode: "P", locations: [{ positionCode1: "1", positionCode2: "L" }] }, { regCode: "3156" }],
});
const positions = [["1", "L"]];
const tires = [{ ...swap, regCode: "3196", subcomponents: [{ regCode: "3101" }] }];
const replacement = tires.map((each) => ({ ...each, regCode: "3198", locations: [["1", "L"]] }));

describe("the mistakes of builders", () => {
  const line = { component: "2201", name: "Brake pads" };
  const reason = "10";
  const invalid = (expected: string, value?: unknown) => ({
    rule: "field-invalid",
    values: { expected, ...(value !== undefined && { value }) },
  });
  it.each([
    ["price", () => lineFor(brakes, { reason, price: "22,50" as never }), invalid("euros", "22,50")],
    ["price", () => lineFor(brakes, { reason, price: 22.505 }), invalid("euros", 22.505)],
    ["price", () => lineFor(brakes, { reason, price: "Robin" as never }), invalid("euros")],
    ["value", () => lineFor(brakes, { reason, value: "1,5" }), invalid("decimal-from-zero", "1,5")],
    ["value", () => lineFor(brakes, { reason, value: -5 }), invalid("decimal-from-zero", -5)],
    ["value", () => lineFor(brakes, { reason, value: "1.000" }), invalid("unambiguous-decimal", "1.000")],
    ["damage", () => lineFor(brakes, { reason, damage: "no" as never }), invalid("boolean")],
    ["warranty", () => lineFor(brakes, { reason, warranty: true as never }), invalid("text")],
    ["id", () => lineFor(brakes, { reason, id: "1" }), { ...invalid("guid"), line: { ...line, id: "1" } }],
    ["part", () => lineFor(brakes, { reason, part: { partType: "Base" } as never }), invalid("tire")],
    ["location", () => lineFor(brakes, { reason, location: [] }), invalid("position-codes")],
    ["subcomponents", () => lineFor(brakes, { reason, subcomponents: {} as never }), invalid("list")],
    ["subcomponents[0]", () => lineFor(brakes, { reason, subcomponents: [7 as never] }), invalid("object")],
    [
      "subcomponents[0].price",
      () => lineFor(brakes, { reason, subcomponents: [{ code: "2202", price: 0.001 }] }),
      invalid("euros", 0.001),
    ],
    [
      "prijs",
      () => lineFor(brakes, { reason, prijs: 5 } as never),
      { rule: "field-unknown", values: { meant: "price" } },
    ],
    [
      "prise",
      () => lineFor(brakes, { reason, prise: 5 } as never),
      { rule: "field-unknown", values: { meant: "price" } },
    ],
    ["reason", () => lineFor(brakes), { rule: "field-missing", values: { allowed: ["10", "11"] } }],
    [
      "reason",
      () => lineFor(brakes, { reason: "12" }),
      { rule: "reason-allowed", values: { component: "2201", reason: "12", reasons: ["10", "11"] } },
    ],
    [
      "location",
      () => lineFor(brakes, { reason, location: ["2", "L"] }),
      { rule: "location-allowed", values: { component: "2201", location: "2 L", locations: ["1 L", "1 R"] } },
    ],
    [
      "subcomponents[0].location",
      () => lineFor(brakes, { reason, subcomponents: [{ code: "2202", location: ["1"] }] }),
      { rule: "no-location", values: { component: "2202" } },
    ],
    [
      "subcomponents[0].code",
      () => lineFor(brakes, { reason, subcomponents: [{ code: "9" }] }),
      {
        rule: "subcomponent-allowed",
        values: { component: "2201", subcomponent: "9", subcomponents: ["2202", "2203", "2204", "2205"] },
      },
    ],
    [
      "subcomponents[0].operation",
      () => lineFor(brakes, { reason, subcomponents: [{ code: "2205" }] }),
      { rule: "field-missing", values: { allowed: ["01", "02"] } },
    ],
    [
      "operation",
      () => lineFor([brakes], "2201", { reason, operation: "05" }),
      {
        rule: "operation-allowed",
        values: { component: "2201", operation: "05", operations: ["01"] },
        line: { component: "2201" },
      },
    ],
    [
      "allowedComponents",
      () => lineFor([brakes], "9999"),
      { rule: "component-allowed", values: { component: "9999", components: ["2201"] }, line: { component: "9999" } },
    ],
  ])("about the field %s have a rule, its values and the line", (field, build, expected) => {
    expect(readProblem(build)).toEqual({ field, line, ...expected });
  });

  it.each([
    ["price", () => lineFor(readings, "5401", { price: 5 }), { rule: "no-price", values: {} }],
    ["price", () => lineFor(readings, "5449", { price: 5 }), { rule: "no-price", values: {} }],
    ["price", () => lineFrom(mileage, { price: 245, value: "5" }), { rule: "no-price", values: {} }],
    ["value", () => mileageReading(48.21), invalid("integer-from-zero", 48.21)],
    ["value", () => mileageReading("48210.5"), invalid("integer-from-zero", "48210.5")],
    ["value", () => mileageReading("48.210"), invalid("unambiguous-decimal", "48.210")],
    ["value", () => hoursReading("1,5"), invalid("decimal-from-zero", "1,5")],
    ["value", () => lineFor(readings, "5401", { value: 48.21 }), invalid("integer-from-zero", 48.21)],
    ["value", () => lineFrom(mileage, { value: "48210.5" }), invalid("integer-from-zero", "48210.5")],
    ["days", () => rentalVehicle(rental, { days: 0 }), invalid("decimal-above-zero", 0)],
    ["quantity", () => rentalVehicle(rental, { quantity: 1 } as never), { rule: "field-unknown", values: {} }],
    ["tires", () => tirePurchase(tires, { tires: [] }), invalid("filled-list")],
    ["details", () => tirePurchase(tires, 7 as never), invalid("object")],
    ["details", () => mileageReading(1, null as never), invalid("object")],
    ["price", () => tireSwap([swap], { positions, price: "5" as never }), invalid("euros", "5")],
    [
      "tires[0].quantity",
      () => tirePurchase(tires, { tires: [{ tire, quantity: 1.5 }] }),
      invalid("integer-above-zero", 1.5),
    ],
    ["tire", () => tireReplacement(replacement, { position: ["1", "L"], tire: {} }), invalid("tire")],
    [
      "positions[1]",
      () => tireSwap([swap], { positions: [...positions, ...positions] }),
      { rule: "position-repeated", values: { location: "1 L" } },
    ],
    [
      "disposed[0].code",
      () => tireSwap([swap], { positions, disposed: [{}] }),
      { rule: "field-missing", values: { allowed: ["P", "3156"] } },
    ],
    ["disposalFee", () => tireSwap([swap], { positions, disposalFee: "3,50" as never }), invalid("euros", "3,50")],
    [
      "disposalFee",
      () => tireSwap([swap], { positions, disposalFee: true }),
      { rule: "field-missing", values: { subcomponent: "3156" } },
    ],
  ])("of special lines about the field %s have a rule, its values and the line", (field, build, expected) => {
    const { line, ...problem } = readProblem(build);
    expect(problem).toEqual({ field, ...expected });
    expect(line?.component).toMatch(/^(5401|5449|9001|319[689])$/);
  });

  it("have a rule and values for any odd argument", () => {
    const odd = [null, 7, "text", {}, [], [null], [{}], Number.NaN, { location: 7 }] as never[];
    const fields = ["reason", "price", "value", "location", "part", "id", "subcomponents", "positions", "disposed"];
    const builds = odd.flatMap((value) => [
      () => lineFor(value, "2201"),
      () => lineFor(value),
      () => lineFrom(value, { price: value }),
      () => rentalVehicle(rental, value),
      () => tireSwap([swap], value),
      ...fields.flatMap((name) => [
        () => lineFor(brakes, { reason, [name]: value }),
        () => lineFrom(read, { [name]: value }),
        () => tireSwap([swap], { positions, [name]: value }),
        () => tireReplacement(replacement, { position: ["1", "L"], tire, [name]: value }),
      ]),
    ]);
    const rejected = builds.filter((build) => {
      try {
        build();
        return false;
      } catch (error) {
        const problems = RegError.is(error, "input") ? error.problems : expect.fail(String(error));
        expect(problems).toMatchObject([{ rule: expect.any(String), values: expect.any(Object) }]);
        return true;
      }
    });
    expect(rejected.length).toBeGreaterThan(200);
  });

  it("of a value that cannot be read have them, too", () => {
    const details = Object.defineProperty({}, "price", { enumerable: true, get: () => expect.fail("a getter") });
    expect(readProblem(() => lineFor(brakes, details))).toMatchObject({ rule: "field-invalid", line });
  });
});

describe("lineFrom rejects what lineFor rejects", () => {
  const line = { component: "2201", name: "Brake pads", id };
  it.each([
    ["price", { price: "99,50" }],
    ["price", { price: 0.1 + 0.2 }],
    ["price", { price: null }],
    ["prijs", { prijs: 5 }],
    ["status", { status: { code: "Approved", description: "" } }],
    ["value", { value: "-5" }],
    ["value", { value: "1,5" }],
    ["value", { value: "1.000" }],
    ["damage", { damage: "yes" }],
    ["leniency", { leniency: 1 }],
    ["supplierCode", { supplierCode: 7 }],
    ["id", { id: "1" }],
    ["reason", { reason: "10" }],
    ["operation", { operation: {} }],
    ["location", { location: [1] }],
    ["part", { part: { partType: "Base" } }],
    ["subcomponents", { subcomponents: {} }],
    ["subcomponents[1].price", { subcomponents: [read.subcomponents?.[0], { price: "5" }] }],
    ["subcomponents[0].prijs", { subcomponents: [{ ...read.subcomponents?.[0], prijs: 5 }] }],
  ])("the change of %s in %j", (field, changes) => {
    expect(readProblem(() => lineFrom(read, changes as never))).toMatchObject({ field, line });
  });

  it("but accepts what the line that was read has, and numbers as the value", () => {
    const parts = read.subcomponents?.map((part) => ({ ...part, supplierCode: "S2" }));
    const line = lineFrom(read, { ...read, value: 2, subcomponents: parts });
    const { status: _, ...content } = read;
    const subcomponents = [{ reg: { code: "2202" }, price: 12.125, supplierCode: "S2" }];
    expect(line).toEqual({ ...content, value: "2", subcomponents });
  });
});
