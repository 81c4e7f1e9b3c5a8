import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

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
  test("has every section that the project cites", () => {
    const cited = ["openapi", "src", "test"]
      .flatMap(listFiles)
      .flatMap((file) => findCitations(read(file)).map((citation) => ({ file, citation })));
    expect(cited).toContainEqual({ file: "openapi/ledger.yaml", citation: "lessor-api.md §4" });
    expect(cited.filter(({ citation }) => !sections.includes(citation))).toEqual([]);
  });
});
