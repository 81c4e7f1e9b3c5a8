import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import * as sdk from "../../src/index.js";

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
const page = read("openapi/version-1.md");

/** Every name that section 9 of the reference has for something of version 1, and what it says that became of it. */
const oldNames: Readonly<Record<string, readonly string[]>> = {
  date: ["workshopDate"],
  components: ["subcomponents"],
  componentPartType: ["partType"],
  value: [],
  version: [],
  revision: [],
  supplierId: [],
  selectState: ["vacoStatus"],
  Active: ["Current"],
  Inactive: ["Obsolete"],
  Obsolete: ["Obsolete"],
  isCurrent: ["vacoStatus"],
  notCurrentSinceYear: ["obsoleteVacoStatusSinceYear"],
  invoices: ["invoicing"],
  lessorServiceRequestNumber: ["serviceRequestNumber"],
  Lessor: ["ApprovalRequested"],
  links: [],
  containsRobCode: ["licensePlate"],
  reason: ["reason"],
  makeCode: ["makeCode"],
};

/** What section 9 has as new. */
const added = [
  "totalAmountApproved",
  "ProvisionallyApproved",
  "hasMore",
  "leaseContract",
  "supplierContract",
];

interface Row {
  readonly section: string;
  readonly where: string;
  readonly before: string;
  readonly after: string;
  readonly sdk: string;
}

/** The rows of the page's tables, by the headings of their columns. */
function rowsOf(text: string): Row[] {
  return text.split("\n## ").flatMap((section) => {
    const lines = section.split("\n").filter((line) => line.startsWith("|"));
    const [heads = [], , ...rows] = lines.map((line) => line.slice(2, -2).split(" | "));
    return rows.map((cells) => {
      const cell = (head: string) => cells[heads.indexOf(head)] ?? "";
      const [title = ""] = section.split("\n");
      return {
        section: title,
        where: cell("Where"),
        before: cell("Version 1"),
        after: cell("Version 2"),
        sdk: cell("What the SDK does about it"),
      };
    });
  });
}

const rows = rowsOf(page);
const named = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);

/** Every key and every text of a document. */
function wordsOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(wordsOf);
  if (typeof node !== "object" || node === null) return [String(node)];
  return Object.entries(node).flatMap(([key, value]) => [key, ...wordsOf(value)]);
}

const words = new Set(wordsOf(parse(read("openapi/supplier.yaml"))));

describe("the page for those who come from version 1", () => {
  it("has four tables, whose every row says where and what the SDK does", () => {
    expect([...new Set(rows.map(({ section }) => section))]).toEqual([
      "Renamed",
      "Changed in form or place",
      "Removed",
      "Added",
    ]);
    for (const row of rows) expect([row.where, row.sdk]).not.toContain("");
  });

  it.each(Object.entries(oldNames))("says what became of %s", (name, successors) => {
    const about = rows.filter(
      ({ where, before }) => named(before).includes(name) || named(where).includes(name),
    );
    expect(about).not.toEqual([]);
    const after = about.map((row) => row.after).join();
    for (const successor of successors) expect(named(after)).toContain(successor);
  });

  it("says what is new", () => {
    expect(rows.flatMap(({ after }) => named(after))).toEqual(expect.arrayContaining(added));
  });

  it("says what the compiler does not find", () => {
    const [, byHand = ""] = page.split("Search for these by hand");
    expect(named(byHand.split("\n## ")[0] ?? "")).toEqual(
      expect.arrayContaining(["Lessor", "containsRobCode"]),
    );
    const hidden = rows.filter(({ before }) => /^`(Lessor|containsRobCode)`$/.test(before));
    expect(hidden).toHaveLength(3);
    for (const row of hidden) expect(row.sdk).toMatch(/compiles and is .*: see above/);
  });

  it("has the old address of the reason for not invoicing", () => {
    const row = rows.find(({ where }) => where === "Reason for not invoicing");
    expect(row?.before).toContain("`/v2/servicerequests/{id}/invoices`, a PUT");
  });

  it("names nothing as new that the contract does not have", () => {
    const names = rows.flatMap(({ after }) => named(after)).filter((name) => name !== "/v2");
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !words.has(name))).toEqual([]);
    for (const path of words) if (path.startsWith("/")) expect(path).toMatch(/^\/v2\//);
  });

  it("names only what the package and the contract have", () => {
    const ours = new Set([...Object.keys(sdk), ...rows.flatMap(({ before }) => named(before))]);
    const others = ["baseUrl", "Base", "id", "location", "archived", "errors"];
    const unknown = rows
      .flatMap((row) => named(row.sdk))
      .map((name) => name.replace(/\(.*$/, "").replace("RegError.is", "RegError"))
      .filter((name) => !ours.has(name) && !words.has(name) && !others.includes(name));
    expect(unknown).toEqual([]);
  });
});
