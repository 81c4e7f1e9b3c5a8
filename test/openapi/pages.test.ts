import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import * as sdk from "../../src/index.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (file: string) => readFileSync(join(root, file), "utf8");

const referencePages = ["supplier-api.md", "lessor-api.md"];

/** The sections with a heading, in the form of citations: `supplier-api.md §2.2`. */
const sections = referencePages.flatMap((page) => {
  const text = read(`openapi/reference/${page}`);
  return [...text.matchAll(/^##+ (\d+(?:\.\d+)*)/gm)].map(([, section]) => `${page} §${section}`);
});

/** Lists the sections that a text cites. A section belongs to the last named document, unless that is an RFC. */
function findCitations(text: string): string[] {
  const citations: string[] = [];
  let page: string | undefined;
  for (const [match, section] of text.matchAll(/(?:supplier|lessor)-api\.md|RFC \d+|§(\d+(?:\.\d+)*)/g)) {
    if (section === undefined) page = referencePages.find((each) => each === match);
    else if (page !== undefined) citations.push(`${page} §${section}`);
  }
  return citations;
}

/** Lists the text files in a folder. */
function listFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(ts|js|yaml|md)$/.test(file))
    .map((file) => join(folder, file));
}

describe("the reference", () => {
  test("has the sections of both pages, each once", () => {
    expect(sections).toEqual([...new Set(sections)]);
    expect(sections.filter((each) => each.startsWith("supplier"))).toHaveLength(20);
    expect(sections.filter((each) => each.startsWith("lessor"))).toHaveLength(8);
  });

  test.each([
    ["openapi", 300],
    ["src", 250],
    ["test", 20],
  ])("has every section that a file in %s cites", (folder, minimum) => {
    const cited = listFiles(folder).flatMap((file) =>
      findCitations(read(file)).map((citation) => ({ file, citation })),
    );
    expect(cited.length).toBeGreaterThan(minimum);
    expect(cited.filter(({ citation }) => !sections.includes(citation))).toEqual([]);
  });
});

describe("findCitations", () => {
  test("assigns each section to the document that is named before it", () => {
    expect(
      findCitations("§9; supplier-api.md §2.3,\n * §2.4 (a remark, see §3); lessor-api.md §5, RFC 6749 §4.4"),
    ).toEqual(["supplier-api.md §2.3", "supplier-api.md §2.4", "supplier-api.md §3", "lessor-api.md §5"]);
  });
});

const page = read("docs/migrating-from-version-1.md");

/** The names of version 1 in section 9 of the reference, each with its names in version 2. */
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

/** The names that section 9 lists as new. */
const newNames = [
  "totalAmountApproved",
  "ProvisionallyApproved",
  "hasMore",
  "leaseContract",
  "supplierContract",
];

interface TableRow {
  readonly section: string;
  readonly where: string;
  readonly before: string;
  readonly after: string;
  readonly sdk: string;
}

/** Parses the rows of the page's tables. */
function parseRows(text: string): TableRow[] {
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

const rows = parseRows(page);
/** Lists the names in a cell. */
const listNames = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);

/** Lists every key and every text of a document. */
function listWords(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(listWords);
  if (typeof node !== "object" || node === null) return [String(node)];
  return Object.entries(node).flatMap(([key, value]) => [key, ...listWords(value)]);
}

const words = new Set(listWords(parse(read("openapi/supplier.yaml"))));

describe("the page about version 1", () => {
  test("has four tables, and each of their rows names a place and what the SDK does", () => {
    expect([...new Set(rows.map(({ section }) => section))]).toEqual([
      "Renamed",
      "Changed in form or place",
      "Removed",
      "Added",
    ]);
    for (const row of rows) expect([row.where, row.sdk]).not.toContain("");
  });

  test.each(Object.entries(oldNames))("names the successors of %s", (name, successors) => {
    const matching = rows.filter(
      ({ where, before }) => listNames(before).includes(name) || listNames(where).includes(name),
    );
    expect(matching).not.toEqual([]);
    const after = matching.map((row) => row.after).join();
    for (const successor of successors) expect(listNames(after)).toContain(successor);
  });

  test("lists the new names", () => {
    expect(rows.flatMap(({ after }) => listNames(after))).toEqual(expect.arrayContaining(newNames));
  });

  test("lists the names that the compiler does not find", () => {
    const [, byHand = ""] = page.split("Search for these by hand");
    expect(listNames(byHand.split("\n## ")[0] ?? "")).toContain("Lessor");
    const hidden = rows.filter(({ before }) => before === "`Lessor`");
    expect(hidden).toHaveLength(2);
    for (const row of hidden) expect(row.sdk).toMatch(/compiles and is .*: see above/);
  });

  test("contains the old address of the reason for not invoicing", () => {
    const row = rows.find(({ where }) => where === "Reason for not invoicing");
    expect(row?.before).toContain("`/v2/servicerequests/{id}/invoices`, a PUT");
  });

  test("lists only names of the OpenAPI document as new", () => {
    const names = rows.flatMap(({ after }) => listNames(after)).filter((name) => name !== "/v2");
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !words.has(name))).toEqual([]);
    for (const path of words) if (path.startsWith("/")) expect(path).toMatch(/^\/v2\//);
  });

  test("uses only names of the package and of the OpenAPI document", () => {
    const ours = new Set([...Object.keys(sdk), ...rows.flatMap(({ before }) => listNames(before))]);
    const others = ["baseUrl", "Base", "id", "location", "archived", "errors"];
    const unknown = rows
      .flatMap((row) => listNames(row.sdk))
      .map((name) => name.replace(/\(.*$/, "").replace("RegError.is", "RegError"))
      .filter((name) => !ours.has(name) && !words.has(name) && !others.includes(name));
    expect(unknown).toEqual([]);
  });
});
