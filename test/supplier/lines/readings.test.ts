import { describe, expect, it } from "vitest";
import { hoursReading, mileageReading } from "../../../src/supplier/lines/readings.js";
import { guid, mistake } from "./support.js";

describe("a reading", () => {
  it("has the codes of the reference", () => {
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

  it("has an id of its own, or the one that is given", () => {
    expect(mileageReading(1).id).not.toBe(mileageReading(1).id);
    const id = "5B0D1F5E-6a53-4c0f-8e3a-7f6a3b9f1c11";
    expect(mileageReading(1, { id }).id).toBe(id);
    expect(hoursReading(1, { id }).id).toBe(id);
  });

  it.each([
    "",
    "line-1",
    "5b0d1f5e6a534c0f8e3a7f6a3b9f1c11",
    "x5b0d1f5e-6a53-4c0f-8e3a-7f6a3b9f1c11",
    "5b0d1f5e-6a53-4c0f-8e3a-7f6a3b9f1c11 ",
  ])("takes no id such as %j", (id) => {
    expect(mistake(() => mileageReading(1, { id })).field).toBe("id");
  });

  it.each([
    [0, "0"],
    [-0, "0"],
    [1.125, "1.125"],
    [0.1 + 0.2, "0.30000000000000004"],
    [1e-7, "0.0000001"],
    [1.25e-9, "0.00000000125"],
    [5e-324, `0.${"0".repeat(323)}5`],
    [1e21, "1000000000000000000000"],
    [2 ** 80, "1208925819614629174706176"],
    ["007", "007"],
    ["0.125", "0.125"],
    ["1250.5", "1250.5"],
    ["1250.125", "1250.125"],
    ["1.50", "1.50"],
    ["1.0000", "1.0000"],
  ])("writes %s as decimal text", (value, text) => {
    expect(hoursReading(value).value).toBe(text);
  });

  it.each([
    -1,
    -1e-9,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    "",
    " 1",
    "1 ",
    "1\n",
    "1,5",
    "1.",
    ".5",
    "-1",
    "-0.5",
    "+1",
    "1e3",
    "0x10",
    "1.000",
    "48.210",
    "999.125",
    "1.000.000",
    "1'000",
    "Infinity",
    "twelve",
  ])("does not take %j", (value) => {
    expect(mistake(() => mileageReading(value)).field).toBe("value");
    expect(mistake(() => hoursReading(value)).field).toBe("value");
  });

  it("takes neither nothing nor anything else for a value", () => {
    for (const value of [undefined, null, true, 5n, ["5"], {}]) {
      expect(mistake(() => mileageReading(value as never)).field).toBe("value");
    }
  });

  it("says what is wrong with a dot that can be read in two ways, without the value", () => {
    const { message } = mistake(() => mileageReading("48.210"));
    expect(message).toContain("thousands");
    expect(message).not.toContain("48");
  });
});
