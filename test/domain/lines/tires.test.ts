import { tirePurchase, tireReplacement, tireSwap } from "@reg/sdk";
import type { AllowedComponent } from "@reg/sdk/supplier";
import { describe, expect, it } from "vitest";
import { freezeDeep, guid, readMistake, tire } from "./support.js";

const locations = ["L", "R"].map((positionCode2) => ({ positionCode1: "1", positionCode2 }));
const work = { operation: { code: "03" }, reasons: [{ code: "30" }] };
const atPosition: AllowedComponent = { regCode: "P", locations };
const disposed: AllowedComponent = {
  regCode: "D",
  operation: { code: "07" },
  reasons: [{ code: "10" }, { code: "38" }],
};
const stored: AllowedComponent = { ...disposed, regCode: "S" };
const fee: AllowedComponent = { regCode: "3156", serviceLevel: { price: 3.5 } };
const costs: AllowedComponent = { regCode: "C" };
const aTire: AllowedComponent = { regCode: "3101", serviceLevel: { price: 99 } };
/** Makes a component with several reasons, and without a price of the service level. */
const withSeveralReasons = ({ serviceLevel: _, ...component }: AllowedComponent): AllowedComponent => ({
  ...component,
  reasons: [{ code: "50" }, { code: "51" }],
  requiredFields: ["RegCode", "Reason", "Price", "Value"],
});
/** Makes two components that differ in their operation. */
const withTwoOperations = (component: AllowedComponent): AllowedComponent[] =>
  ["03", "04"].map((code) => ({ ...component, operation: { code } }));
/** A mounted tire as the contract shows it. */
const mountedTire = { positionCode1: "1", positionCode2: "L", specifications: tire };
const line = { id: expect.stringMatching(guid), operation: { code: "03" }, reason: { code: "30" } };

const allowSwap = (...subcomponents: AllowedComponent[]) => freezeDeep([{ ...work, regCode: "3199", subcomponents }]);
const allowReplacement = (...subcomponents: AllowedComponent[]) =>
  freezeDeep([{ ...work, regCode: "3198", locations, subcomponents }]);
const allowPurchase = (...subcomponents: AllowedComponent[]) =>
  freezeDeep([{ ...work, regCode: "3196", subcomponents }]);

describe("tireSwap", () => {
  const positions = locations;

  it("makes a subcomponent for each position", () => {
    expect(
      tireSwap(allowSwap(costs, atPosition, fee), freezeDeep({ positions: [["1", "R"], ...positions.slice(0, 1)] })),
    ).toEqual({
      ...line,
      reg: { code: "3199" },
      subcomponents: [
        { reg: { code: "P" }, location: ["1", "R"] },
        { reg: { code: "P" }, location: ["1", "L"] },
      ],
    });
  });

  it("writes the details of each position that the component does not determine", () => {
    const swap = tireSwap(allowSwap(withSeveralReasons(atPosition)), {
      positions: freezeDeep([
        { location: ["1", "R"], reason: "50", price: 12.5, value: 1 },
        { location: positions[0] ?? [], reason: "51", price: 0, warranty: "Full" },
      ]),
    });
    expect(swap.subcomponents).toEqual([
      { reg: { code: "P" }, location: ["1", "R"], reason: { code: "50" }, price: 12.5, value: "1" },
      { reg: { code: "P" }, location: ["1", "L"], reason: { code: "51" }, price: 0, warranty: "Full" },
    ]);
  });

  it("uses the given operation if there are several", () => {
    const swap = tireSwap(allowSwap(costs, ...withTwoOperations(atPosition)), {
      positions: [{ location: ["1", "L"], operation: "04" }],
    });
    expect(swap.subcomponents).toEqual([{ reg: { code: "P" }, location: ["1", "L"], operation: { code: "04" } }]);
  });

  it("writes the other subcomponents in this order: positions, disposed tires, fee, others", () => {
    const { subcomponents, price, supplierCode } = tireSwap(allowSwap(costs, fee, disposed, atPosition), {
      positions: [["1", "L"]],
      reason: "30",
      price: 48,
      supplierCode: "S1",
      disposed: [{ reason: "38", value: 2 }],
      disposalFee: 5,
      subcomponents: [{ code: "C", price: 1 }],
    });
    expect({ price, supplierCode }).toEqual({ price: 48, supplierCode: "S1" });
    expect(subcomponents).toEqual([
      { reg: { code: "P" }, location: ["1", "L"] },
      { reg: { code: "D" }, operation: { code: "07" }, reason: { code: "38" }, value: "2" },
      { reg: { code: "3156" }, price: 5 },
      { reg: { code: "C" }, price: 1 },
    ]);
  });

  it("uses the fee of the service level and the given codes of disposed tires", () => {
    const { subcomponents } = tireSwap(allowSwap(fee, disposed, stored, atPosition), {
      positions: [["1", "L"]],
      disposed: [{ code: "S" }, { code: "D" }],
      disposalFee: true,
    });
    expect(subcomponents?.slice(1)).toEqual([
      { reg: { code: "S" }, operation: { code: "07" } },
      { reg: { code: "D" }, operation: { code: "07" } },
      { reg: { code: "3156" }, price: 3.5 },
    ]);
  });

  it("uses the given subcomponent if several have locations", () => {
    const allowed = allowSwap({ ...atPosition, regCode: "Q" }, atPosition);
    const swap = tireSwap(allowed, { positions: [["1", "L"]], positionCode: "P" });
    expect(swap.subcomponents).toEqual([{ reg: { code: "P" }, location: ["1", "L"] }]);
    expect(readMistake(() => tireSwap(allowed, { positions }))).toEqual({
      field: "positionCode",
      message: expect.stringContaining("Q, P"),
    });
  });

  it.each([
    ["positions", allowSwap(atPosition), { positions: [] }, "at least one"],
    [
      "positions[1]",
      allowSwap(atPosition),
      {
        positions: [
          ["1", "L"],
          ["1", "X"],
        ],
      },
      "1 L, 1 R",
    ],
    [
      "positions[1]",
      allowSwap(atPosition),
      {
        positions: [
          ["1", "L"],
          ["1", "L"],
        ],
      },
      "twice",
    ],
    ["positions[0]", allowSwap(atPosition), { positions: [undefined as never] }, "position codes"],
    ["positions[1].location", allowSwap(atPosition), { positions: [["1", "L"], { location: ["1", "L"] }] }, "twice"],
    [
      "positions[0].reason",
      allowSwap(withSeveralReasons(atPosition)),
      { positions: [{ location: ["1", "L"], reason: "30" }] },
      "50, 51",
    ],
    [
      "positions[0].operation",
      allowSwap(...withTwoOperations(atPosition)),
      { positions: [{ location: ["1", "L"] }] },
      "03, 04",
    ],
    ["positionCode", allowSwap(costs, fee), { positions }, "C, 3156"],
    ["positionCode", allowSwap(costs, atPosition), { positions, positionCode: "X" }, "C, P"],
    ["positions[0]", allowSwap(costs, atPosition), { positions, positionCode: "C" }, "no location"],
    ["disposed[0].code", allowSwap(atPosition, costs), { positions, disposed: [{}] }, "P, C"],
    [
      "disposed[1].code",
      allowSwap(atPosition, stored, disposed),
      { positions, disposed: [{ code: "S" }, {}] },
      "one of S, D",
    ],
    ["disposed[0].reason", allowSwap(atPosition, disposed), { positions, disposed: [{ reason: "30" }] }, "10, 38"],
    ["disposalFee", allowSwap(atPosition, disposed), { positions, disposalFee: 1 }, "P, D"],
    ["disposalFee", allowSwap(atPosition, fee), { positions, disposalFee: false as never }, "number"],
  ])("names the field %s if it is invalid", (field, allowed, details, hint) => {
    expect(readMistake(() => tireSwap(allowed, details))).toEqual({
      field,
      message: expect.stringContaining(hint),
    });
  });
});

describe("tireReplacement", () => {
  const position = ["1", "L"];
  const mounted = { partType: "Tire", ...tire };

  it("makes a line at the position, with the tire as its subcomponent", () => {
    expect(tireReplacement(allowReplacement(aTire), freezeDeep({ position: locations[1] ?? [], tire }))).toEqual({
      ...line,
      reg: { code: "3198" },
      location: ["1", "R"],
      subcomponents: [{ reg: { code: "3101" }, price: 99, part: mounted }],
    });
  });

  it("writes the other subcomponents in this order: tire, disposed tires, fee, others", () => {
    const given = { position, tire, price: 22, disposed: [{ reason: "38" }], disposalFee: 4 };
    const { price, subcomponents } = tireReplacement(allowReplacement(fee, disposed, costs, aTire), {
      ...given,
      tireDetails: { price: 210 },
      subcomponents: [{ code: "C" }],
    });
    expect(price).toBe(22);
    expect(subcomponents).toEqual([
      { reg: { code: "3101" }, price: 210, part: mounted },
      { reg: { code: "D" }, operation: { code: "07" }, reason: { code: "38" } },
      { reg: { code: "3156" }, price: 4 },
      { reg: { code: "C" } },
    ]);
  });

  it("writes the details of the tire that the component does not determine", () => {
    const { subcomponents } = tireReplacement(allowReplacement(withSeveralReasons(aTire)), {
      position,
      tire,
      tireDetails: freezeDeep({ reason: "51", price: 228, value: 1, supplierCode: "S1" }),
    });
    expect(subcomponents).toEqual([
      {
        reg: { code: "3101" },
        reason: { code: "51" },
        price: 228,
        value: "1",
        supplierCode: "S1",
        part: mounted,
      },
    ]);
    const tireDetails = { operation: "04" };
    const chosen = tireReplacement(allowReplacement(...withTwoOperations(aTire)), {
      position,
      tire,
      tireDetails,
    });
    expect(chosen.subcomponents?.[0]?.operation).toEqual({ code: "04" });
  });

  it("writes the position at the tire if the line has no location", () => {
    const allowed = freezeDeep([{ ...work, regCode: "3198", subcomponents: [{ ...aTire, locations }] }]);
    const { location, subcomponents } = tireReplacement(allowed, { position, tire });
    expect([location, subcomponents?.[0]?.location]).toEqual([undefined, position]);
    expect(readMistake(() => tireReplacement(allowed, { position: ["9"], tire })).field).toBe("position");
    const both = tireReplacement(allowReplacement({ ...aTire, locations }), { position, tire });
    expect([both.location, both.subcomponents?.[0]?.location]).toEqual([position, undefined]);
  });

  it.each([
    ["position", allowReplacement(aTire), { position: ["2", "L"], tire }, "1 L, 1 R"],
    ["position", [{ ...work, regCode: "3198", subcomponents: [aTire] }], { position, tire }, "no location"],
    ["position", allowReplacement(aTire), { tire } as never, "position codes"],
    ["tire", allowReplacement(aTire), { position, tire: { partType: "Base" } as never }, "tire"],
    ["tire", allowReplacement(aTire), { position } as never, "must be a tire"],
    ["tire", allowReplacement(aTire), { position, tire: mountedTire as never }, "`specifications`"],
    ["tire", allowReplacement(costs), { position, tire }, "C"],
    [
      "tireDetails.reason",
      allowReplacement(withSeveralReasons(aTire)),
      { position, tire, tireDetails: { reason: "30" } },
      "50, 51",
    ],
    ["tireDetails.operation", allowReplacement(...withTwoOperations(aTire)), { position, tire }, "03, 04"],
    ["disposalFee", allowReplacement(aTire), { position, tire, disposalFee: true as const }, "3101"],
  ])("names the field %s if it is invalid", (field, allowed, details, hint) => {
    expect(readMistake(() => tireReplacement(allowed, details))).toEqual({
      field,
      message: expect.stringContaining(hint),
    });
  });
});

describe("tirePurchase", () => {
  const other = { id: 8 };

  it("writes the details of each tire that the component does not determine", () => {
    const { subcomponents } = tirePurchase(allowPurchase(...withTwoOperations(withSeveralReasons(aTire))), {
      tires: [{ tire: other, operation: "04", reason: "50", price: 89, quantity: 2, damage: true }],
    });
    expect(subcomponents).toEqual([
      {
        reg: { code: "3101" },
        operation: { code: "04" },
        reason: { code: "50" },
        price: 89,
        value: "2",
        damage: true,
        part: { partType: "Tire", id: 8 },
      },
    ]);
  });

  it("makes a subcomponent for each tire", () => {
    const tires = freezeDeep([{ tire, price: 89.5, quantity: 4 }, { tire: other }]);
    const purchase = tirePurchase(allowPurchase(aTire, costs), {
      tires,
      price: 10,
      subcomponents: [{ code: "C" }],
    });
    expect(purchase).toEqual({
      ...line,
      reg: { code: "3196" },
      price: 10,
      subcomponents: [
        { reg: { code: "3101" }, value: "4", price: 89.5, part: { partType: "Tire", ...tire } },
        { reg: { code: "3101" }, price: 99, part: { partType: "Tire", id: 8 } },
        { reg: { code: "C" } },
      ],
    });
  });

  it.each([
    ["tires", allowPurchase(aTire), { tires: [] }, "at least one"],
    ["tires[1].tire", allowPurchase(aTire), { tires: [{ tire }, {} as never] }, "must be a tire"],
    ["tires[0].tire", allowPurchase(aTire), { tires: [{ tire: mountedTire as never }] }, "`specifications`"],
    ["tires[0].reason", allowPurchase(withSeveralReasons(aTire)), { tires: [{ tire, reason: "30" }] }, "50, 51"],
    ["tires[0].operation", allowPurchase(...withTwoOperations(aTire)), { tires: [{ tire }] }, "03, 04"],
    ["tires[0].tire", allowPurchase(costs), { tires: [{ tire }] }, "C"],
    ["tires[0].quantity", allowPurchase(aTire), { tires: [{ tire, quantity: 0 }] }, "whole number above zero"],
    ["tires[0].quantity", allowPurchase(aTire), { tires: [{ tire, quantity: 1.5 }] }, "whole number above zero"],
    ["tires[0].quantity", allowPurchase(aTire), { tires: [{ tire, quantity: -1 }] }, "whole number above zero"],
  ])("names the field %s if it is invalid", (field, allowed, details, hint) => {
    expect(readMistake(() => tirePurchase(allowed, details))).toEqual({
      field,
      message: expect.stringContaining(hint),
    });
  });
});

describe("a tire component of a vehicle", () => {
  const positions = locations;
  const position = ["1", "L"];
  it.each([
    ["3199", (allowed: AllowedComponent[]) => tireSwap(allowed, { positions })],
    ["3198", (allowed: AllowedComponent[]) => tireReplacement(allowed, { position, tire })],
    ["3196", (allowed: AllowedComponent[]) => tirePurchase(allowed, { tires: [{ tire }] })],
  ])("%s is named if the vehicle does not allow it", (code, build) => {
    const { field, message } = readMistake(() => build([{ regCode: "1" }]));
    expect([field, message]).toEqual([
      "allowedComponents",
      expect.stringContaining(`${code}: the vehicle does not allow it`),
    ]);
    expect(readMistake(() => build({ components: [] } as never))).toEqual({
      field: "allowedComponents",
      message: expect.stringContaining("`components`"),
    });
  });

  it.each([
    ["color", () => tirePurchase(allowPurchase(aTire), { tires: [{ tire }], color: "red" } as never)],
    ["tires[0].value", () => tirePurchase(allowPurchase(aTire), { tires: [{ tire, value: 2 }] } as never)],
    ["color", () => tireReplacement(allowReplacement(aTire), { position, tire, color: "red" } as never)],
    [
      "tireDetails.part",
      () => tireReplacement(allowReplacement(aTire), { position, tire, tireDetails: { part: tire } } as never),
    ],
    ["color", () => tireSwap(allowSwap(atPosition), { positions, color: "red" } as never)],
    [
      "positions[0].code",
      () => tireSwap(allowSwap(atPosition), { positions: [{ location: position, code: "P" }] } as never),
    ],
    [
      "disposed[0].quantity",
      () => tireSwap(allowSwap(atPosition, disposed), { positions, disposed: [{ quantity: 2 }] } as never),
    ],
  ])("is not made with the field %s, which would be left out", (field, build) => {
    expect(readMistake(build)).toEqual({ field, message: expect.stringContaining("is not a field that it can have") });
  });

  it("needs the option operation if it is allowed with several operations", () => {
    const [swap = {}] = allowSwap(atPosition);
    const allowed = [swap, { ...swap, operation: { code: "04" } }];
    expect(readMistake(() => tireSwap(allowed, { positions }))).toEqual({
      field: "operation",
      message: expect.stringContaining("03, 04"),
    });
    expect(readMistake(() => tireSwap(allowed, { positions, operation: "05" })).field).toBe("operation");
    expect(tireSwap(allowed, { positions, operation: "04" }).operation).toEqual({ code: "04" });
  });
});
