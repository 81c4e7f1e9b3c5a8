import { describe, expect, it } from "vitest";
import type { EntryPoint } from "./extract.js";
import { normalizeDeclarations } from "./normalize.js";

const main: EntryPoint = { name: "index", module: "pkg", file: "index.d.ts", values: new Set(["Failure"]) };
const extra: EntryPoint = { name: "extra", module: "pkg/extra", file: "extra.d.ts", values: new Set() };

/** Creates the report of an entry point that exports `names` of these declarations. */
function createReport(declarations: string, names: string): string {
  const text = `${declarations}\ndeclare namespace $index { export { ${names} } }\n`;
  return normalizeDeclarations(text, [main]).get("index") ?? "";
}

const before = `
// @public
class Failure extends Error {
    // @internal
    constructor(details: Details);
    readonly status: number;
}
interface Details {
    readonly kind?: Kind;
    readonly next: Details;
}
type Kind = "read" | "write";
function connect(options: Options): void;
interface Options {
    readonly retries?: number;
    readonly timeout?: number;
}
`;
const names = "Failure, connect, Options";
const expected = createReport(before, names);

describe("a report of the public API", () => {
  it("lists the exports and the types that they refer to", () => {
    expect(expected).toContain("export { Failure };\nexport type { Options };\nexport type { connect };\n");
    expect(expected).toContain("    constructor(details: Failure$1);\n    readonly status: number;\n");
    expect(expected).toContain(
      'interface Failure$1 {\n    readonly kind?: "read" | "write";\n    readonly next: Failure$1;\n}\n',
    );
  });

  it.each([
    ["a type that is not exported gets another name", before.replaceAll("Details", "AFailureDetails")],
    [
      "an alias that is not exported is replaced by its type",
      before.replace("?: Kind", '?: "read" | "write"'),
    ],
    ["the members of a union get another order", before.replace('"read" | "write"', '"write" | "read"')],
    ["properties get another order", before.replace(/(.*retries.*\n)(.*timeout.*\n)/, "$2$1")],
    [
      "declarations get another order",
      before
        .split(/^(?=interface)/m)
        .toReversed()
        .join(""),
    ],
    ["a type gets unnecessary parentheses", before.replace("details: Details", "details: (Details)")],
    ["a doc comment is removed", before.replace("// @public", "// @public (undocumented)")],
  ])("does not change if %s", (_, after) => {
    expect(after).not.toBe(before);
    expect(createReport(after, names)).toBe(expected);
  });

  it.each([
    ["an option becomes required", before.replace("timeout?:", "timeout:")],
    ["a class loses a field", before.replace("    readonly status: number;\n", "")],
    ["a class loses its base class", before.replace(" extends Error", "")],
    ["a type that is not exported changes", before.replace('"write"', '"delete"')],
    ["an export becomes deprecated", before.replace("// @public", "// @public @deprecated")],
  ])("changes if %s", (_, after) => {
    expect(after).not.toBe(before);
    expect(createReport(after, names)).not.toBe(expected);
  });

  it("changes if an export is removed whose type is still in use", () => {
    const after = createReport(before, "Failure, connect");
    expect(after).not.toContain("{ Options }");
    expect(after).toContain("export function connect(options: connect$1): void;\n");
  });

  it("keeps the order of overloads, because TypeScript uses the first match", () => {
    const overloads = ["parse(text: string): string;", "parse(text: unknown): unknown;"];
    const [first, second] = [overloads, overloads.toReversed()].map((list) =>
      createReport(`interface Parser {\n${list.join("\n")}\n}`, "Parser"),
    );
    expect(first).toMatch(/parse\(text: string\).*parse\(text: unknown\)/s);
    expect(second).toMatch(/parse\(text: unknown\).*parse\(text: string\)/s);
  });

  it("adds the parentheses that a replaced alias needs", () => {
    const declarations = 'type Kind = "read" | "write";\ntype Kinds = readonly Kind[];';
    expect(createReport(declarations, "Kinds")).toContain(
      'export type Kinds = readonly ("read" | "write")[];\n',
    );
  });

  it("keeps the name of a recursive alias", () => {
    const declarations = "type Json = string | Json[];\ninterface Body {\n    readonly json: Json;\n}";
    expect(createReport(declarations, "Body")).toContain("type Body$1 = Body$1[] | string;\n");
  });

  it("contains short values but not the wording of texts for people", () => {
    const entry = (meaning: string, source: string) =>
      createReport(
        `const codes: { readonly meaning: "${meaning}"; readonly source: "${source}"; };`,
        "codes",
      );
    expect(entry("It is missing.", "body")).toBe(entry("There is none.", "body"));
    expect(entry("It is missing.", "body")).not.toBe(entry("It is missing.", "query"));
  });

  it("declares a type once, and refers to it from the other entry points", () => {
    const text = `${before}\ndeclare namespace $index { export { Failure } }
      declare namespace $extra { export { Failure, Options as Settings } }`;
    const reports = normalizeDeclarations(text, [main, extra]);
    expect(reports.get("extra")).toContain(
      'export type { Failure } from "pkg";\nexport type { Settings };\n',
    );
    expect(reports.get("extra")).not.toContain("class Failure");
    expect(reports.get("extra")).toContain("export interface Settings {\n");
  });

  it("distinguishes exports with one name in two entry points", () => {
    const text = `interface Options {\n}\ninterface Options_2 {\n    readonly size: number;\n}
      declare namespace $index { export { Options } }
      declare namespace $extra { export { Options_2 as Options } }`;
    const reports = normalizeDeclarations(text, [main, extra]);
    expect(reports.get("index")).toContain("export interface Options {\n}\n");
    expect(reports.get("extra")).toContain("export type { Options$extra as Options };\n");
    expect(reports.get("extra")).toContain(
      "export interface Options$extra {\n    readonly size: number;\n}\n",
    );
  });
});
