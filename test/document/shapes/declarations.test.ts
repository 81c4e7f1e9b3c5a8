import { describe, expect, it } from "vitest";
import { writeDeclarations } from "../../../src/document/shapes/declarations.js";
import { shapesVersion } from "../../../src/document/shapes/types.js";
import { inferShape } from "./support.js";

/** The members of `OpenTypes` for the values of a body, without the comment of the body. */
function declare(key: string, values: readonly unknown[]): string {
  const shapes = { version: shapesVersion, bodies: { [key]: inferShape(values) } } as const;
  const { text } = writeDeclarations(shapes, ["Heading."]);
  const [, members = ""] = /interface OpenTypes \{\n([\s\S]*)\n {2}\}\n\}\n$/.exec(text) ?? [];
  return members.replace(/^ {4}/gm, "").replace(/^\/\*\* Seen .*\n/, "");
}

/** The type of a body. */
const typeOf = (...values: readonly unknown[]) =>
  declare("MileagesBody", values).replace(/^MileagesBody: ([\s\S]*);$/, "$1");

/** The member of an object for the values of a field. */
const fieldOf = (...values: readonly unknown[]) =>
  typeOf(...values.map((field) => ({ field })))
    .replace(/^\{\n([\s\S]*)\n\}$/, "$1")
    .replace(/^ {2}/gm, "");

describe("the declarations", () => {
  it("are a module that extends the package, with the keys in alphabetical order", () => {
    const bodies = { MileagesBody: inferShape([[1]]), ExtraTireSetBody: inferShape([{ a: 1 }, { a: 2 }]) };
    const { text, keys } = writeDeclarations({ version: shapesVersion, bodies }, ["One.", "Two."]);
    expect(keys).toEqual(["ExtraTireSetBody", "MileagesBody"]);
    expect(text).toBe(`// One.
// Two.

// Makes this file a module: otherwise it would replace the package instead of extending it.
import type {} from "@reg/sdk";

declare module "@reg/sdk" {
  interface OpenTypes {
    /** Seen 2 times. */
    ExtraTireSetBody: {
      a: number;
    };
    /** Seen once. */
    MileagesBody: number[];
  }
}
`);
  });

  it.each([
    [[["a"]], "string[]"],
    [[[1, 0.5]], "number[]"],
    [[[true]], "boolean[]"],
    [[["a", 1, null]], "(string | number | null)[]"],
    [[[["a"], [1]]], "(string | number)[][]"],
    [[[]], "unknown[]"],
    [[[null]], "unknown[]"],
    [[{}], "{ [name: string]: unknown }"],
    [[{ a: 1 }, [{ a: 1 }]], "{\n  a: number;\n} | {\n  a: number;\n}[]"],
    [["a", 1, true, null, { a: 1 }, []], "string | number | boolean | {\n  a: number;\n} | unknown[] | null"],
  ])("describe %j as %s", (values, type) => {
    expect(typeOf(...values)).toBe(type);
  });

  it("leave out a body that was always null, an object without further fields, and an unknown key", () => {
    expect(declare("MileagesBody", [null])).toBe("");
    expect(declare("VehicleFields", [{}, null, ["a"]])).toBe("");
    expect(declare("CanaryBody", [{ a: 1 }])).toBe("");
  });

  it("know nothing of a place for which a file has a count and no types", () => {
    const list = { seen: 1, list: { seen: 1, items: { seen: 1 } } };
    const bodies = { MileagesBody: { seen: 1, object: { seen: 1, fields: { a: { seen: 1 }, b: list } } } };
    const { text } = writeDeclarations({ version: shapesVersion, bodies }, []);
    expect(text).toContain("a: unknown;\n      b: unknown[];");
  });

  it("use only the objects for fields that are added to those of the document", () => {
    expect(declare("VehicleFields", [{ a: 1 }, ["a"], null])).toBe("VehicleFields: {\n  a: number;\n};");
  });

  it("leave out fields that the document shows", () => {
    expect(declare("VehicleFields", [{ licensePlate: 1, make: "a" }])).toBe("VehicleFields: {\n  make: string;\n};");
    expect(declare("VehicleFields", [{ licensePlate: 1 }])).toBe("");
  });

  it("make a field optional that was not always present", () => {
    expect(typeOf({ a: 1, b: null }, { a: 1 }, { a: 1, b: 2 })).toBe("{\n  a: number;\n  b?: number | null;\n}");
  });

  it("make all fields of a request optional, with those that are returned", () => {
    const bodies = {
      VehicleInputFields: inferShape([{ make: "a", owner: { age: 1 } }]),
      VehicleFields: inferShape([{ make: null, addedOn: "2026-06-15", history: [{ by: "a" }] }]),
      MileagesInputBody: inferShape([[{ value: 1 }]]),
      MileagesBody: inferShape([{ readings: [] }]),
      InvoiceStatusReasonFields: inferShape([{ reason: null }]),
    };
    const { text } = writeDeclarations({ version: shapesVersion, bodies }, []);
    expect(text).toContain(`    /** Sent once. */
    VehicleInputFields: {
      make?: string | null | undefined;
      owner?: {
        age?: number | undefined;
      } | undefined;
      /** Date (yyyy-MM-dd). */
      addedOn?: string | undefined;
      history?: {
        by?: string | undefined;
      }[] | undefined;
    };
`);
    expect(text).toContain(`    VehicleFields: {
      /** Only null was seen. */
      make: unknown;`);
    expect(text).toContain(`    MileagesInputBody: {
      /** Only empty lists were seen. */
      readings?: unknown[] | undefined;
    } | {
      value?: number | undefined;
    }[];
`);
    expect(text).toContain("reason?: unknown;");
  });

  it("leave a request open that was not sent, unless it accepts no further fields without a declaration", () => {
    const bodies = {
      VehicleFields: inferShape([{ make: "a" }]),
      MileagesBody: inferShape([[1]]),
      VatLineFields: inferShape([{ rate: 21 }]),
      ServiceRequestExtraFields: inferShape([{ id: "a", remarks: "b", status: "c" }]),
    };
    const { text, keys } = writeDeclarations({ version: shapesVersion, bodies }, []);
    expect(keys).toEqual([...Object.keys(bodies), "ServiceRequestPatchFields"].sort());
    expect(text).toContain(`    /** Not sent so far: the fields are those of responses. */
    ServiceRequestPatchFields: {
      id?: string | undefined;
      remarks?: string | undefined;
    };
`);
  });

  it("quote names that are no identifiers", () => {
    expect(typeOf({ "tax-code": 1, $a: 1, constructor: 1 })).toBe(
      '{\n  "tax-code": number;\n  $a: number;\n  constructor: number;\n}',
    );
  });

  it("escape what a reader of the file would not see in a name", () => {
    // The names in a file can be any.
    const fields = Object.fromEntries(
      ["\u202eprice", "a\u200bb", "\u3164"].map((name) => [name, { seen: 1, integer: 1 }]),
    );
    const bodies = { MileagesBody: { seen: 1, object: { seen: 1, fields } } };
    const { text } = writeDeclarations({ version: shapesVersion, bodies }, []);
    expect(text).toContain(String.raw`"\u202eprice": number;`);
    expect(text).toContain(String.raw`"a\u200bb": number;`);
    expect(text).toContain(String.raw`"\u3164": number;`);
    expect(text).not.toMatch(/[\u202e\u200b\u3164]/u);
  });

  it.each([
    [["2026-06-15"], "/** Date (yyyy-MM-dd). */\nfield: string;"],
    [["2026-06-15T09:00:00Z"], "/** Date-time (yyyy-MM-ddThh:mm:ssZ). */\nfield: string;"],
    [["9f0a6c1e-6a52-4c4e-8f3e-1d2b3c4d5e6f"], "/** GUID. */\nfield: string;"],
    [["12.50", null], "/** Decimal number as text. */\nfield: string | null;"],
    [
      ["2026-06-15", "2026-06-15T09:00:00Z"],
      "/** Date (yyyy-MM-dd) or date-time (yyyy-MM-ddThh:mm:ssZ). */\nfield: string;",
    ],
    [["2026-06-15", "unknown"], "/** Text, at times a date (yyyy-MM-dd). */\nfield: string;"],
    [[["2026-06-15"]], "/** Entries: Date (yyyy-MM-dd). */\nfield: string[];"],
    [[null, null], "/** Only null was seen. */\nfield: unknown;"],
    [[[]], "/** Only empty lists were seen. */\nfield: unknown[];"],
    [[{}], "/** Only objects without fields were seen. */\nfield: { [name: string]: unknown };"],
  ])("explain what the type of %j does not say", (values, member) => {
    expect(fieldOf(...values)).toBe(member);
  });

  it("describe a small set of texts in a comment, and declare any text", () => {
    expect(fieldOf("a", "b", "a", "a", "b", "a")).toBe(
      "/** Text; at most 2 different ones in a run, 6 values in all. */\nfield: string;",
    );
    expect(fieldOf("a", "a", "a")).toBe("/** Text; always the same in a run, 3 values in all. */\nfield: string;");
  });

  it("do not take a few values for a small set of texts", () => {
    expect(fieldOf("a", "a")).toBe("field: string;");
    expect(fieldOf(..."abcdefabcdefabcdef")).toBe("field: string;");
  });

  it("describe names that may be values with an index signature that the other fields fit", () => {
    const comment = "  /** Names that may be values are not listed. */\n";
    expect(typeOf({ "AB-12-C": 1 }, { "AB-12-D": null })).toBe(`{\n${comment}  [name: string]: number | null;\n}`);
    expect(typeOf({ "AB-12-C": 1, "AB-12-D": 2, total: "x" })).toBe(
      `{\n  total: string;\n${comment}  [name: string]: number | string;\n}`,
    );
    expect(typeOf({ "AB-12-C": 1, "AB-12-D": 2, total: 1 }, {})).toBe(
      `{\n  total?: number;\n${comment}  [name: string]: number | undefined;\n}`,
    );
    expect(typeOf({ "AB-12-C": 1, "AB-12-D": 2, total: { a: 1 } })).toBe(
      `{\n  total: {\n    a: number;\n  };\n${comment}  [name: string]: unknown;\n}`,
    );
    expect(declare("VehicleFields", [{ "AB-12-C": 1 }])).toBe(
      `VehicleFields: {\n${comment}  [name: string]: unknown;\n};`,
    );
  });

  it("stay closed where a few names among others may be values, and say that names were left out", () => {
    const members = "  make: string;\n  // Names that may be values were left out.";
    expect(typeOf({ "AB-12-C": 1, make: "x" })).toBe(`{\n${members}\n}`);
    expect(declare("VehicleFields", [{ "AB-12-C": 1, make: "x" }])).toBe(`VehicleFields: {\n${members}\n};`);
  });

  it("count the names that were left out of each key, but not those of maps", () => {
    const bodies = {
      MileagesBody: inferShape([[{ make: "x", "AB-12-C": 1, owner: { name: "x", "Jan Jansen": 1 } }]]),
      ExtraTireSetBody: inferShape([{ "AB-12-C": 1 }]),
    };
    const { leftOut } = writeDeclarations({ version: shapesVersion, bodies }, []);
    expect([...leftOut]).toEqual([["MileagesBody", 2]]);
  });
});
