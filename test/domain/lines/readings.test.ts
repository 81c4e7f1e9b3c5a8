import { hoursReading, mileageReading, rentalVehicle } from "@reg/sdk";
import { describe, expect, it } from "vitest";
import { freezeDeep, guid, readMistake } from "./support.js";

describe("mileageReading and hoursReading", () => {
  it("make lines with the codes of the reference", () => {
    const codes = { operation: { code: "19" }, reason: { code: "99" } };
    expect(mileageReading(48210)).toEqual({
      id: expect.stringMatching(guid),
      reg: { code: "5401" },
      ...codes,
      value: "48210",
    });
    expect(hoursReading("1250.5")).toEqual({
      id: expect.stringMatching(guid),
      reg: { code: "5449" },
      ...codes,
      value: "1250.5",
    });
  });

  it("make a new id, or use the given one", () => {
    expect(mileageReading(1).id).not.toBe(mileageReading(1).id);
    const id = "5B0D1F5E-6a53-4c0f-8e3a-7f6a3b9f1c11";
    expect(mileageReading(1, { id }).id).toBe(id);
    expect(hoursReading(1, { id }).id).toBe(id);
  });

  it("reject an id that is not a GUID", () => {
    expect(readMistake(() => mileageReading(1, { id: "line-1" })).field).toBe("id");
  });

  it.each([
    [0, "0"],
    [-0, "0"],
    [0.1 + 0.2, "0.30000000000000004"],
    [1e-7, "0.0000001"],
    [1e21, "1000000000000000000000"],
    ["007", "007"],
    ["1250.125", "1250.125"],
    ["1.0000", "1.0000"],
  ])("write %s as decimal text", (value, text) => {
    expect(hoursReading(value).value).toBe(text);
  });

  it.each([
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    "",
    "1 ",
    "1,5",
    "1.",
    ".5",
    "-1",
    "+1",
    "1e3",
    "1.000",
    "999.125",
    "1.000.000",
    "1'000",
  ])("reject the value %j", (value) => {
    expect(readMistake(() => mileageReading(value)).field).toBe("value");
    expect(readMistake(() => hoursReading(value)).field).toBe("value");
  });

  it("reject a value that is neither a number nor a text", () => {
    for (const value of [undefined, null, true, 5n, ["5"], {}]) {
      expect(readMistake(() => mileageReading(value as never)).field).toBe("value");
    }
  });

  it("explain why a dot is ambiguous, without showing the value", () => {
    const { message } = readMistake(() => mileageReading("48.210"));
    expect(message).toContain("thousands");
    expect(message).not.toContain("48");
  });
});

describe("rentalVehicle", () => {
  const entry = freezeDeep({
    regCode: "R",
    operation: { code: "40" },
    reasons: [{ code: "70" }],
    serviceLevel: { price: 59 },
  });
  const usual = {
    id: expect.stringMatching(guid),
    reg: { code: "R" },
    operation: { code: "40" },
    reason: { code: "70" },
  };

  it("finds the component in the list of allowed ones", () => {
    expect(rentalVehicle([entry], "R", { days: 3 })).toEqual({ ...usual, price: 59, value: "3" });
  });

  it("makes a line with the days as its value", () => {
    expect(rentalVehicle(entry)).toEqual({ ...usual, price: 59 });
    expect(rentalVehicle(entry, { price: 147.5, days: 2.125 })).toEqual({
      ...usual,
      price: 147.5,
      value: "2.125",
    });
    expect(rentalVehicle(entry, { days: "3" }).value).toBe("3");
  });

  it.each([0, "0", "0.0", -1, "-1", Number.NaN, "1.000", "two"])("rejects %j days", (days) => {
    expect(readMistake(() => rentalVehicle(entry, { days })).field).toBe("days");
  });

  it("rejects a component that the vehicle does not allow", () => {
    const { field, message } = readMistake(() => rentalVehicle([entry], "9001", { days: 3 }));
    expect([field, message]).toEqual(["allowedComponents", expect.stringContaining("the component 9001")]);
  });
});
