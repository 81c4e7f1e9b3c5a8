import { type LineDetails, lineFor, lineFrom, rentalVehicle } from "@reg/sdk";
import type { AllowedComponent, Component, SubcomponentInput } from "@reg/sdk/supplier";
import { describe, expect, it } from "vitest";
import { setUp } from "../../supplier/support.js";
import { brakes, freezeDeep, guid, readMistake, tire } from "./support.js";

describe("lineFor", () => {
  describe("finds the component in the list of allowed ones", () => {
    const other = { ...brakes, operation: { code: "02" } };

    it("by its code, and by its operation if several have the code", () => {
      expect(lineFor([brakes], "2201", { reason: "10" })).toMatchObject({ reg: { code: "2201" }, price: 80.25 });
      const line = lineFor(freezeDeep([brakes, other]), "2201", { operation: "02", reason: "10" });
      expect(line.operation).toEqual({ code: "02" });
      const { field, message } = readMistake(() => lineFor([brakes, other], "2201", { reason: "10" }));
      expect([field, message]).toEqual(["operation", expect.stringContaining("component 2201: 01, 02")]);
    });

    it.each([
      ["allowedComponents", "a code that it does not have", [brakes], "9999", "component 9999: the vehicle does not"],
      ["allowedComponents", "the response instead", { components: [brakes] }, "2201", "must be the `components`"],
      ["allowedComponents", "nothing", undefined, "2201", "must be the `components`"],
      ["code", "no code", [brakes], undefined, "must be the code of the component"],
      ["code", "the details in the place of the code", [brakes], { reason: "10" }, "must be the code of the component"],
    ])("or rejects %s: %s", (field, _, list, code, text) => {
      const expected = { field, message: expect.stringContaining(text) };
      expect(readMistake(() => lineFor(list as never, code as never))).toEqual(expected);
      expect(readMistake(() => rentalVehicle(list as never, code as never))).toEqual(expected);
    });
  });

  it.each([
    ["reason", {}],
    ["price", { reason: "10", price: 0.1 + 0.2 }],
    ["id", { reason: "10", id: "1" }],
    ["subcomponents[0].price", { reason: "10", subcomponents: [{ code: "2202", price: 0.001 }] }],
  ])("names the component in an error about the field %s", (field, details) => {
    const mistake = readMistake(() => lineFor([brakes], "2201", details));
    expect(mistake).toEqual({ field, message: expect.stringMatching(/line with the component 2201$/) });
  });

  describe("makes a line from an allowed component", () => {
    it("with its code and operation, the given reason and the price of the service level", () => {
      expect(lineFor(brakes, { reason: "10" })).toEqual({
        id: expect.stringMatching(guid),
        reg: { code: "2201", description: "Brake pads" },
        operation: { code: "01", description: "Replace", type: { code: "1", description: "Both" } },
        reason: { code: "10", description: "Worn" },
        price: 80.25,
      });
    });

    it("with all given details", () => {
      const id = "5b0d1f5e-6a53-4c0f-8e3a-7f6a3b9f1c11";
      const details = freezeDeep({
        id,
        reason: "11",
        price: 0,
        value: 1e-7,
        location: ["1", "R"],
        part: tire,
        damage: false,
        warranty: "Full",
        leniency: "Half",
        supplierCode: "S1",
      });
      expect(lineFor(brakes, details)).toEqual({
        ...details,
        reg: { code: "2201", description: "Brake pads" },
        operation: brakes.operation,
        reason: { code: "11" },
        value: "0.0000001",
        part: { partType: "Tire", ...tire },
      });
    });

    it("with its only reason, and without details that may be missing", () => {
      const entry = freezeDeep({
        regCode: "1",
        operation: { code: "2" },
        reasons: [{ code: "3" }],
        requiredFields: ["Price"],
      });
      expect(lineFor(entry)).toEqual({
        id: expect.stringMatching(guid),
        reg: { code: "1" },
        operation: { code: "2" },
        reason: { code: "3" },
      });
    });

    it("with subcomponents by their codes", () => {
      const subcomponents = freezeDeep([
        { code: "2202" },
        { code: "2203", price: 5, value: "1.5", supplierCode: "S2" },
        { code: "2204", price: 7, part: tire },
        { code: "2205", operation: "02" },
      ]);
      expect(lineFor(brakes, { reason: "10", subcomponents }).subcomponents).toEqual([
        { reg: { code: "2202", description: "Sensor" }, price: 12.5 },
        { reg: { code: "2203" }, operation: { code: "01" }, price: 5, value: "1.5", supplierCode: "S2" },
        {
          reg: { code: "2204" },
          operation: { code: "02" },
          reason: { code: "12", description: "Rust" },
          price: 7,
          part: { partType: "Tire", ...tire },
        },
        { reg: { code: "2205" }, operation: { code: "02" } },
      ]);
      expect(lineFor(brakes, { reason: "10", subcomponents: [] })).not.toHaveProperty("subcomponents");
    });

    it("without sharing objects with it, and without fields that a line does not have", () => {
      const { operation } = structuredClone(brakes);
      const location = ["1", "L"];
      const entry = { ...brakes, operation: { ...operation, extra: 1 }, reasons: [{ code: "10", extra: 1 }] };
      const line = lineFor(entry as never, { location });
      expect(line.operation).toEqual(brakes.operation);
      expect(line.reason).toEqual({ code: "10" });
      expect(line.location).toEqual(["1", "L"]);
      line.operation.code = "99";
      if (line.operation.type !== undefined) line.operation.type.code = "99";
      (line.location as string[]).push("M");
      expect(entry.operation).toEqual({ ...brakes.operation, extra: 1 });
      expect(location).toEqual(["1", "L"]);
    });

    it("with a tire without its unknown fields and nulls", () => {
      const found = { ...tire, partType: "Tire", price: 5, eanCode: null } as never;
      expect(lineFor(brakes, { reason: "10", part: found }).part).toEqual({ partType: "Tire", ...tire });
    });
  });

  describe("has a location that", () => {
    const at = (locations: unknown[] | undefined, location: readonly string[] | { positionCode1?: string }) =>
      lineFor({ ...brakes, locations } as never, { reason: "10", location }).location;

    it("can be codes or a position of the contract", () => {
      expect(at(brakes.locations, ["1", "L"])).toEqual(["1", "L"]);
      expect(at([{ positionCode1: "L" }], { positionCode1: "L" })).toEqual(["L"]);
      const position = { positionCode1: "1", positionCode2: "L", lastMeasuredProfileDepth: 6.5 };
      expect(at(brakes.locations, position)).toEqual(["1", "L"]);
      expect(at([["1", "L"]], ["1", "L"])).toEqual(["1", "L"]);
    });

    it("is not compared with locations in an unknown form", () => {
      expect(at([7], ["9"])).toEqual(["9"]);
      expect(at([{ positionCode1: "1" }, { position: 2 }], ["9"])).toEqual(["9"]);
    });

    it.each([
      ["another location", brakes.locations, ["2", "L"]],
      ["a part of a location", brakes.locations, ["1"]],
      ["the codes in another order", brakes.locations, ["L", "1"]],
      ["a location with more codes", brakes.locations, ["1", "L", "M"]],
    ])("cannot be %s", (_, locations, location) => {
      const { field, message } = readMistake(() => at(locations, location));
      expect(field).toBe("location");
      expect(message).toContain("1 L, 1 R");
    });

    it.each([
      ["no codes", []],
      ["an empty position", {}],
      ["numbers", [1, 2]],
      ["a text", "1L"],
      ["null", null],
    ])("cannot be %s", (_, location) => {
      const { field, message } = readMistake(() => at(brakes.locations, location as never));
      expect([field, message]).toEqual(["location", expect.stringContaining("position codes")]);
    });

    it.each([[undefined], [[]]])("is rejected if the component has none: %j", (locations) => {
      const { field, message } = readMistake(() => at(locations, ["1", "L"]));
      expect([field, message]).toEqual(["location", expect.stringContaining("2201 has no location")]);
    });
  });

  it("leaves out the price of the service level for a reading", () => {
    const reading = {
      regCode: "5401",
      operation: { code: "19" },
      reasons: [{ code: "99" }],
      serviceLevel: { price: 12 },
    };
    const line = {
      id: expect.any(String),
      reg: { code: "5401" },
      operation: { code: "19" },
      reason: { code: "99" },
      value: "5",
    };
    expect(lineFor(reading, { value: 5 })).toEqual(line);
    expect(lineFor([reading], "5401", { value: 5 })).toEqual(line);
  });

  it("accepts a price below zero, and a price of the service level with fractions of a cent", () => {
    expect(lineFor(brakes, { reason: "10", price: -0.3 }).price).toBe(-0.3);
    const component = { ...brakes, serviceLevel: { price: 1.2345 } };
    expect(lineFor(component, { reason: "10" }).price).toBe(1.2345);
  });

  describe("names the field of an invalid detail and the allowed values", () => {
    const reason = "10";
    it.each([
      ["reason", {}, "10, 11"],
      ["reason", { reason: "12" }, "10, 11"],
      ["price", { reason, price: Number.NaN }, "number"],
      ["price", { reason, price: "5" as never }, "number"],
      ["price", { reason, price: 0.1 + 0.2 }, "two decimals"],
      ["value", { reason, value: "1,5" }, "decimals"],
      ["value", { reason, value: "1.000" }, "thousands"],
      ["part", { reason, part: { partType: "Base" } as never }, "tire"],
      ["part", { reason, part: null as never }, "tire"],
      ["part", { reason, part: { positionCode1: "1", specifications: tire } as never }, "`specifications`"],
      ["id", { reason, id: "1" }, "GUID"],
      ["subcomponents[0].code", { reason, subcomponents: [{ code: "9" }] }, "2202, 2203, 2204, 2205"],
      [
        "subcomponents[1].reason",
        { reason, subcomponents: [{ code: "2202" }, { code: "2203", reason: "9" }] },
        "10, 11",
      ],
      ["subcomponents[0].reason", { reason, subcomponents: [{ code: "2202", reason }] }, "(none)"],
      [
        "subcomponents[0].price",
        { reason, subcomponents: [{ code: "2202", price: Number.POSITIVE_INFINITY }] },
        "number",
      ],
      ["subcomponents[0].location", { reason, subcomponents: [{ code: "2202", location: ["1", "L"] }] }, "no location"],
      ["subcomponents[0].operation", { reason, subcomponents: [{ code: "2205" }] }, "01, 02"],
      [
        "hours",
        { reason, hours: 2 },
        "is not a field that it can have. This is about the line with the component 2201",
      ],
      ["prise", { reason, prise: 2 }, "did you mean price?"],
      ["details", null, "must be an object"],
      ["subcomponents", { reason, subcomponents: {} }, "must be a list"],
      [
        "subcomponents[0].hours",
        { reason, subcomponents: [{ code: "2202", hours: 2 }] },
        "is not a field that it can have",
      ],
    ])("%s in %j", (field, details, allowed) => {
      expect(readMistake(() => lineFor(brakes, details as LineDetails))).toEqual({
        field,
        message: expect.stringContaining(allowed),
      });
    });

    it.each([
      ["component", undefined],
      ["component", {}],
      ["component", { ...brakes, operation: undefined } as never],
      ["reason", { regCode: "1", operation: { code: "2" } }],
    ])("%s for a component from which no line can be made", (field, entry) => {
      expect(readMistake(() => lineFor(entry as AllowedComponent)).field).toBe(field);
    });
  });
});

describe("lineFrom", () => {
  const read: Component = freezeDeep({
    id: "5b0d1f5e-6a53-4c0f-8e3a-7f6a3b9f1c11",
    reg: { code: "3198", description: "Tire replacement" },
    supplierCode: "S1",
    operation: { code: "03", type: { code: "1" } },
    reason: { code: "38", description: "Dried out" },
    location: ["1", "L"],
    value: "1",
    price: 20,
    damage: false,
    warranty: "Full",
    leniency: "Half",
    status: { code: "Denied", description: "Too dear" },
    subcomponents: [
      {
        id: "s",
        reg: { code: "3101" },
        price: 228,
        part: { partType: "Tire", id: 7, make: "Bandro" },
        status: { code: "Denied", description: "Too dear" },
      },
    ],
  });
  const { status: _, subcomponents: parts = [], ...content } = read;
  const subcomponents = parts.map(({ status: _, ...part }) => part);

  describe("makes a line from one that was read", () => {
    it("without the statuses", () => {
      expect(lineFrom(read)).toEqual({ ...content, subcomponents });
    });

    it("without fields that cannot be sent, and without nulls", () => {
      const seen = { ...read, supplierCode: null, remark: "x", part: { partType: "Tire", id: 7, stock: 3 } };
      const { supplierCode: _, ...rest } = content;
      expect(lineFrom(seen as never)).toEqual({ ...rest, part: { partType: "Tire", id: 7 }, subcomponents });
    });

    it("with the changes, which remove a field by undefined", () => {
      const reason = { code: "10" };
      const line = lineFrom(read, { price: 15, reason, location: undefined, subcomponents: undefined });
      const { location: _, ...rest } = content;
      expect(line).toEqual({ ...rest, price: 15, reason });
      const others = parts.map((part) => ({ ...part, price: 199 }));
      expect(lineFrom(read, { subcomponents: others }).subcomponents).toEqual(
        subcomponents.map((part) => ({ ...part, price: 199 })),
      );
      const id = "5b0d1f5e-6a53-4c0f-8e3a-7f6a3b9f1c11";
      expect(lineFrom(read, { id }).id).toBe(id);
      expect(lineFrom(read, { id: undefined }).id).toBe(read.id);
    });

    it("with the code of a reading only without a price, unless the service has shown both", () => {
      const reg = { code: "5401" };
      const { field, message } = readMistake(() => lineFrom(read, { reg }));
      expect([field, message]).toEqual(["price", expect.stringContaining("a reading has no price")]);
      expect(lineFrom(read, { reg, price: undefined })).not.toHaveProperty("price");
      expect(lineFrom({ ...read, price: null } as never, { reg })).not.toHaveProperty("price");
      expect(lineFrom({ ...read, reg, price: 0 }, { value: "5" })).toMatchObject({ price: 0, value: "5" });
    });

    it("only with a price in whole cents, which may be below zero", () => {
      const { field, message } = readMistake(() => lineFrom(read, { price: 0.1 + 0.2 }));
      expect([field, message]).toEqual(["price", expect.stringContaining("line with the component 3198")]);
      expect(lineFrom(read, { price: -0.3 }).price).toBe(-0.3);
      expect(lineFrom({ ...read, price: 1.2345 }).price).toBe(1.2345);
    });

    it("and only of this line", () => {
      expect(lineFrom(read, { id: read.id.toUpperCase() }).id).toBe(read.id);
      const other = { ...lineFrom(read), id: "0d3f5b7e-5a0a-4b8d-9c59-0a6c1f2e3d4c" };
      expect(readMistake(() => lineFrom(read, other)).field).toBe("id");
    });

    it("with what is the same in it, also in a copy", () => {
      const copy = structuredClone(read);
      expect(lineFrom(read, { ...copy, price: 5 })).toEqual({ ...content, subcomponents, price: 5 });
      const others = structuredClone(parts).map((part) => ({ ...part, price: 199 }));
      expect(lineFrom(read, { subcomponents: others }).subcomponents).toMatchObject([{ id: "s", price: 199 }]);
      const mixed = [{ ...others[0], id: "0d3f5b7e-5a0a-4b8d-9c59-0a6c1f2e3d4c" }] as SubcomponentInput[];
      expect(readMistake(() => lineFrom(read, { subcomponents: mixed })).field).toBe("subcomponents[0].status");
    });

    it("without sharing objects with it", () => {
      const line = lineFrom(read);
      (line.location as string[]).push("M");
      line.operation.code = "99";
      for (const part of line.subcomponents ?? []) part.price = 1;
      expect(lineFrom(read)).toEqual({ ...content, subcomponents });
    });

    it.each(["operation", "reason"] as const)("with a %s from it or from the changes, which is required", (field) => {
      const { [field]: value, ...others } = read;
      const without = others as Component;
      expect(readMistake(() => lineFrom(without)).field).toBe(field);
      expect(readMistake(() => lineFrom(read, { [field]: undefined })).field).toBe(field);
      expect(lineFrom(without, { [field]: value })).toEqual({ ...content, subcomponents });
    });
  });

  it("changes a denied line, which is then approved", async () => {
    const { sandbox, requests, createDraft } = await setUp();
    const id = await createDraft({ status: "ApprovalRequested" });
    sandbox.lessor.deny(id);
    const { components } = await requests.get(id);
    const denied = components.find(({ status, price }) => status.code === "Denied" && price !== undefined);
    if (denied === undefined) throw new Error("no line with a price is denied");
    await requests.components.put(id, denied.id, lineFrom(denied, { price: 15 }));
    const { status, components: now } = await requests.resubmit(id);
    expect(status).toBe("ApprovalRequested");
    expect(now.find((line) => line.id === denied.id)).toEqual({
      ...denied,
      price: 15,
      status: { code: "ApprovalRequested", description: "Approval requested" },
    });
    sandbox.lessor.approve(id);
    expect((await requests.get(id)).status).toBe("Approved");
  });
});
