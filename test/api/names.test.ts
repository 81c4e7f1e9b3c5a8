import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** Reads the names that an entry point exports from its report. */
function readNames(entryPoint: string): ReadonlySet<string> {
  const report = readFileSync(new URL(`${entryPoint}.api.md`, import.meta.url), "utf8");
  const section = report.slice(report.indexOf("## Names"), report.indexOf("## Declarations"));
  return new Set([...section.matchAll(/^export (?:type )?\{ (?:\S+ as )?(\S+) \}/gm)].map(([, name = ""]) => name));
}

const main = readNames("index");
const supplier = readNames("supplier");
const lessor = readNames("lessor");

describe("the names that the entry points export", () => {
  it("are in the main entry only if one of the two APIs has them", () => {
    expect([...main].filter((name) => !supplier.has(name) && !lessor.has(name))).toEqual([]);
  });

  it("include the errors and the options of calls in each entry point of an API", () => {
    const shared = ["RegError", "RegNotFoundError", "explain", "CallOptions", "ClientOptions", "Upload", "OpenTypes"];
    for (const names of [supplier, lessor]) expect(shared.filter((name) => !names.has(name))).toEqual([]);
  });

  it("include the groups of operations in the entry point of their API, because TypeScript names them in declarations", () => {
    const groups = [...supplier].filter((name) => name.endsWith("Methods"));
    expect(groups.length).toBeGreaterThan(10);
    expect(lessor).toContain("VehiclesMethods");
  });
});
