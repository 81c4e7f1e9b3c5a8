import { describe, expect, it } from "vitest";
import type { AllowedComponent } from "../../../src/generated/supplier/models.js";
import { tirePurchase, tireReplacement, tireSwap } from "../../../src/supplier/lines/tires.js";
import { frozen, guid, mistake, tire } from "./support.js";

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
/** The component as it is where it has several reasons, and no price of a service level. */
const particular = ({ serviceLevel: _, ...component }: AllowedComponent): AllowedComponent => ({
  ...component,
  reasons: [{ code: "50" }, { code: "51" }],
  requiredFields: ["RegCode", "Reason", "Price", "Value"],
});
/** The component as it is where it is allowed with several operations. */
const twice = (component: AllowedComponent): AllowedComponent[] =>
  ["03", "04"].map((code) => ({ ...component, operation: { code } }));
/** A tire as the contract has it on the vehicle. */
const mountedTire = { positionCode1: "1", positionCode2: "L", specifications: tire };
const line = { id: expect.stringMatching(guid), operation: { code: "03" }, reason: { code: "30" } };

const swapOf = (...subcomponents: AllowedComponent[]) =>
  frozen([{ ...work, regCode: "3199", subcomponents }]);
const replacementOf = (...subcomponents: AllowedComponent[]) =>
  frozen([{ ...work, regCode: "3198", locations, subcomponents }]);
const purchaseOf = (...subcomponents: AllowedComponent[]) =>
  frozen([{ ...work, regCode: "3196", subcomponents }]);

describe("a tire swap", () => {
  const positions = locations;

  it("has a subcomponent for each position", () => {
    expect(
      tireSwap(swapOf(costs, atPosition, fee), frozen({ positions: [["1", "R"], ...positions.slice(0, 1)] })),
    ).toEqual({
      ...line,
      reg: { code: "3199" },
      subcomponents: [
        { reg: { code: "P" }, location: ["1", "R"] },
        { reg: { code: "P" }, location: ["1", "L"] },
      ],
    });
  });

  it("says of each position what does not follow from the component", () => {
    const swap = tireSwap(swapOf(particular(atPosition)), {
      positions: frozen([
        { location: ["1", "R"], reason: "50", price: 12.5, value: 1 },
        { location: positions[0] ?? [], reason: "51", price: 0, warranty: "Full" },
      ]),
    });
    expect(swap.subcomponents).toEqual([
      { reg: { code: "P" }, location: ["1", "R"], reason: { code: "50" }, price: 12.5, value: "1" },
      { reg: { code: "P" }, location: ["1", "L"], reason: { code: "51" }, price: 0, warranty: "Full" },
    ]);
  });

  it("swaps with the operation that is named where there are several", () => {
    const swap = tireSwap(swapOf(costs, ...twice(atPosition)), {
      positions: [{ location: ["1", "L"], operation: "04" }],
    });
    expect(swap.subcomponents).toEqual([
      { reg: { code: "P" }, location: ["1", "L"], operation: { code: "04" } },
    ]);
  });

  it("says what else it is given, in this order: positions, disposed tires, fee, others", () => {
    const { subcomponents, price, supplierCode } = tireSwap(swapOf(costs, fee, disposed, atPosition), {
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

  it("takes the fee of the service level, and the disposed tire that is named", () => {
    const { subcomponents } = tireSwap(swapOf(fee, disposed, stored, atPosition), {
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

  it("swaps with the subcomponent that is named where several have locations", () => {
    const allowed = swapOf({ ...atPosition, regCode: "Q" }, atPosition);
    const swap = tireSwap(allowed, { positions: [["1", "L"]], positionCode: "P" });
    expect(swap.subcomponents).toEqual([{ reg: { code: "P" }, location: ["1", "L"] }]);
    expect(mistake(() => tireSwap(allowed, { positions }))).toEqual({
      field: "positionCode",
      message: expect.stringContaining("Q, P"),
    });
  });

  it.each([
    ["positions", swapOf(atPosition), { positions: [] }, "at least one"],
    ["positions", swapOf(atPosition), {} as never, "at least one"],
    [
      "positions[1]",
      swapOf(atPosition),
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
      swapOf(atPosition),
      {
        positions: [
          ["1", "L"],
          ["1", "L"],
        ],
      },
      "twice",
    ],
    ["positions[0]", swapOf(atPosition), { positions: [undefined as never] }, "position codes"],
    ["positions[0].location", swapOf(atPosition), { positions: [{ location: ["9"] }] }, "1 L, 1 R"],
    [
      "positions[1].location",
      swapOf(atPosition),
      { positions: [["1", "L"], { location: ["1", "L"] }] },
      "twice",
    ],
    [
      "positions[0].reason",
      swapOf(particular(atPosition)),
      { positions: [{ location: ["1", "L"], reason: "30" }] },
      "50, 51",
    ],
    [
      "positions[0].price",
      swapOf(atPosition),
      { positions: [{ location: ["1", "L"], price: Number.NaN }] },
      "number",
    ],
    [
      "positions[0].operation",
      swapOf(...twice(atPosition)),
      { positions: [{ location: ["1", "L"] }] },
      "03, 04",
    ],
    ["positionCode", swapOf(costs, fee), { positions }, "C, 3156"],
    ["positionCode", swapOf(costs, atPosition), { positions, positionCode: "X" }, "C, P"],
    ["positions[0]", swapOf(costs, atPosition), { positions, positionCode: "C" }, "no location"],
    ["reason", swapOf(atPosition), { positions, reason: "10" }, "30"],
    ["price", swapOf(atPosition), { positions, price: Number.NaN }, "number"],
    ["location", swapOf(atPosition), { positions, location: ["1", "L"] }, "no location"],
    ["disposed[0].code", swapOf(atPosition, costs), { positions, disposed: [{}] }, "P, C"],
    [
      "disposed[1].code",
      swapOf(atPosition, stored, disposed),
      { positions, disposed: [{ code: "S" }, {}] },
      "one of S, D",
    ],
    ["disposed[0].code", swapOf(atPosition, disposed), { positions, disposed: [{ code: "S" }] }, "P, D"],
    [
      "disposed[0].reason",
      swapOf(atPosition, disposed),
      { positions, disposed: [{ reason: "30" }] },
      "10, 38",
    ],
    ["disposalFee", swapOf(atPosition, disposed), { positions, disposalFee: 1 }, "P, D"],
    ["disposalFee", swapOf(atPosition, fee), { positions, disposalFee: false as never }, "number"],
    ["subcomponents[0].code", swapOf(atPosition), { positions, subcomponents: [{ code: "C" }] }, "P"],
  ])("names the mistake in %s", (field, allowed, details, hint) => {
    expect(mistake(() => tireSwap(allowed, details))).toEqual({
      field,
      message: expect.stringContaining(hint),
    });
  });
});

describe("a tire replacement", () => {
  const position = ["1", "L"];
  const mounted = { partType: "Tire", ...tire };

  it("is at its position, with the tire as its subcomponent", () => {
    expect(tireReplacement(replacementOf(aTire), frozen({ position: locations[1] ?? [], tire }))).toEqual({
      ...line,
      reg: { code: "3198" },
      location: ["1", "R"],
      subcomponents: [{ reg: { code: "3101" }, price: 99, part: mounted }],
    });
  });

  it("says what else it is given", () => {
    const given = { position, tire, price: 22, disposed: [{ reason: "38" }], disposalFee: 4 };
    const { price, subcomponents } = tireReplacement(replacementOf(fee, disposed, costs, aTire), {
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

  it("says of the tire what does not follow from the component", () => {
    const { subcomponents } = tireReplacement(replacementOf(particular(aTire)), {
      position,
      tire,
      tireDetails: frozen({ reason: "51", price: 228, value: 1, supplierCode: "S1" }),
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
    const chosen = tireReplacement(replacementOf(...twice(aTire)), { position, tire, tireDetails });
    expect(chosen.subcomponents?.[0]?.operation).toEqual({ code: "04" });
  });

  it("has the position on the tire where the line has none", () => {
    const allowed = frozen([{ ...work, regCode: "3198", subcomponents: [{ ...aTire, locations }] }]);
    const { location, subcomponents } = tireReplacement(allowed, { position, tire });
    expect([location, subcomponents?.[0]?.location]).toEqual([undefined, position]);
    expect(mistake(() => tireReplacement(allowed, { position: ["9"], tire })).field).toBe("position");
    const both = tireReplacement(replacementOf({ ...aTire, locations }), { position, tire });
    expect([both.location, both.subcomponents?.[0]?.location]).toEqual([position, undefined]);
  });

  it.each([
    ["position", replacementOf(aTire), { position: ["2", "L"], tire }, "1 L, 1 R"],
    ["position", [{ ...work, regCode: "3198", subcomponents: [aTire] }], { position, tire }, "no location"],
    ["position", replacementOf(aTire), { tire } as never, "position codes"],
    ["tire", replacementOf(aTire), { position, tire: { partType: "Base" } as never }, "tire"],
    ["tire", replacementOf(aTire), { position } as never, "none was given"],
    ["tire", replacementOf(aTire), { position, tire: mountedTire as never }, "`specifications`"],
    ["tire", replacementOf(aTire), { position, tire: {} }, "`specifications`"],
    ["tire", replacementOf(costs), { position, tire }, "C"],
    [
      "tireDetails.price",
      replacementOf(aTire),
      { position, tire, tireDetails: { price: Number.NaN } },
      "number",
    ],
    [
      "tireDetails.reason",
      replacementOf(particular(aTire)),
      { position, tire, tireDetails: { reason: "30" } },
      "50, 51",
    ],
    ["tireDetails.operation", replacementOf(...twice(aTire)), { position, tire }, "03, 04"],
    ["price", replacementOf(aTire), { position, tire, price: Number.NaN }, "number"],
    ["reason", replacementOf(aTire), { position, tire, reason: "38" }, "30"],
    ["disposalFee", replacementOf(aTire), { position, tire, disposalFee: true as const }, "3101"],
  ])("names the mistake in %s", (field, allowed, details, hint) => {
    expect(mistake(() => tireReplacement(allowed, details))).toEqual({
      field,
      message: expect.stringContaining(hint),
    });
  });
});

describe("a tire purchase", () => {
  const other = { id: 8 };

  it("says of each tire what does not follow from the component", () => {
    const { subcomponents } = tirePurchase(purchaseOf(...twice(particular(aTire))), {
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

  it("has a subcomponent for each tire", () => {
    const tires = frozen([{ tire, price: 89.5, quantity: 4 }, { tire: other }]);
    const purchase = tirePurchase(purchaseOf(aTire, costs), {
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
    ["tires", purchaseOf(aTire), { tires: [] }, "at least one"],
    ["tires", purchaseOf(aTire), {} as never, "at least one"],
    ["tires[1].tire", purchaseOf(aTire), { tires: [{ tire }, {} as never] }, "none was given"],
    ["tires[0].tire", purchaseOf(aTire), { tires: [{ tire: mountedTire as never }] }, "`specifications`"],
    ["tires[0].reason", purchaseOf(particular(aTire)), { tires: [{ tire, reason: "30" }] }, "50, 51"],
    ["tires[0].operation", purchaseOf(...twice(aTire)), { tires: [{ tire }] }, "03, 04"],
    ["tires[0].tire", purchaseOf(costs), { tires: [{ tire }] }, "C"],
    ["tires[0].price", purchaseOf(aTire), { tires: [{ tire, price: Number.NaN }] }, "number"],
    ["tires[0].quantity", purchaseOf(aTire), { tires: [{ tire, quantity: 0 }] }, "whole number above zero"],
    ["tires[0].quantity", purchaseOf(aTire), { tires: [{ tire, quantity: 1.5 }] }, "whole number above zero"],
    ["tires[0].quantity", purchaseOf(aTire), { tires: [{ tire, quantity: -1 }] }, "below zero"],
    ["reason", purchaseOf(aTire), { tires: [{ tire }], reason: "1" }, "30"],
  ])("names the mistake in %s", (field, allowed, details, hint) => {
    expect(mistake(() => tirePurchase(allowed, details))).toEqual({
      field,
      message: expect.stringContaining(hint),
    });
  });
});

describe("a component that the vehicle does not allow", () => {
  const positions = locations;
  const position = ["1", "L"];
  it.each([
    ["3199", (allowed: AllowedComponent[]) => tireSwap(allowed, { positions })],
    ["3198", (allowed: AllowedComponent[]) => tireReplacement(allowed, { position, tire })],
    ["3196", (allowed: AllowedComponent[]) => tirePurchase(allowed, { tires: [{ tire }] })],
  ])("%s is told", (code, build) => {
    const { field, message } = mistake(() => build([{ regCode: "1" }]));
    expect([field, message]).toEqual([
      "allowedComponents",
      expect.stringContaining(`${code}: the vehicle does not allow it`),
    ]);
    expect(mistake(() => build({ components: [] } as never))).toEqual({
      field: "allowedComponents",
      message: expect.stringContaining("`components`"),
    });
  });

  it("with several operations, the operation is asked for", () => {
    const [swap = {}] = swapOf(atPosition);
    const allowed = [swap, { ...swap, operation: { code: "04" } }];
    expect(mistake(() => tireSwap(allowed, { positions }))).toEqual({
      field: "operation",
      message: expect.stringContaining("03, 04"),
    });
    expect(mistake(() => tireSwap(allowed, { positions, operation: "05" })).field).toBe("operation");
    expect(tireSwap(allowed, { positions, operation: "04" }).operation).toEqual({ code: "04" });
  });
});
