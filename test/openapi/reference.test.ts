import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const pages = ["supplier-api.md", "lessor-api.md"];

/** Every section that has a heading, written as the citations are: `supplier-api.md §2.2`. */
const sections = pages.flatMap((page) => {
  const text = readFileSync(join(root, "openapi/reference", page), "utf8");
  return [...text.matchAll(/^##+ (\d+(?:\.\d+)*)/gm)].map(([, section]) => `${page} §${section}`);
});

/** The sections that a text cites. A section belongs to the document that was named last; those of an RFC do not count. */
function citationsIn(text: string): string[] {
  const citations: string[] = [];
  let page: string | undefined;
  for (const [match, section] of text.matchAll(/(?:supplier|lessor)-api\.md|RFC \d+|§(\d+(?:\.\d+)*)/g)) {
    if (section === undefined) page = pages.find((each) => each === match);
    else if (page !== undefined) citations.push(`${page} §${section}`);
  }
  return citations;
}

/** The path of every text file in a folder. */
function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(ts|js|yaml|md)$/.test(file))
    .map((file) => join(folder, file));
}

describe("the pages of the reference", () => {
  test("have the sections of both documents, each once", () => {
    expect(sections).toEqual([...new Set(sections)]);
    expect(sections.filter((each) => each.startsWith("supplier"))).toHaveLength(20);
    expect(sections.filter((each) => each.startsWith("lessor"))).toHaveLength(8);
  });

  test.each([
    ["openapi", 300],
    ["src", 250],
    ["test", 20],
  ])("have every section that a file of %s cites", (folder, least) => {
    const cited = filesIn(folder).flatMap((file) =>
      citationsIn(readFileSync(join(root, file), "utf8")).map((citation) => ({ file, citation })),
    );
    expect(cited.length).toBeGreaterThan(least);
    expect(cited.filter(({ citation }) => !sections.includes(citation))).toEqual([]);
  });
});

describe("a citation", () => {
  test("applies to every section that follows the document, and ends with the next one", () => {
    expect(
      citationsIn("§9; supplier-api.md §2.3,\n * §2.4 (a remark, see §3); lessor-api.md §5, RFC 6749 §4.4"),
    ).toEqual(["supplier-api.md §2.3", "supplier-api.md §2.4", "supplier-api.md §3", "lessor-api.md §5"]);
  });
});
