import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type ReferenceRow, referenceRows } from "./reference-rows.js";
import { declaredTests, testFiles } from "./reference-rows-titles.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const declared = testFiles(root, "test/sandbox").flatMap((file) =>
  declaredTests(`${root}${file}`).map(({ title, open }) => ({ name: `${file} > ${title}`, open })),
);
const idsIn = (title: string) => [...title.matchAll(/\[([SL][3478](?:\.[\w-]+)+)\]/g)].map(([, id]) => id);
const ids = referenceRows.map(({ id }) => id);

/** How many rows each table of the reference has, and how many rules stand in the prose under it. */
const counts: [ReferenceRow["document"], string, string, number][] = [
  ["supplier-api.md", "3", "statuses of requests", 6],
  ["supplier-api.md", "3", "statuses of lines", 11],
  ["supplier-api.md", "3", "phase transitions", 11],
  ["supplier-api.md", "3", "line moves", 2],
  ["supplier-api.md", "3", "approval of repair, maintenance and tires", 9],
  ["supplier-api.md", "3", "approval of a rental vehicle", 5],
  ["supplier-api.md", "4", "path parameters", 1],
  ["supplier-api.md", "4.1", "service requests", 14],
  ["supplier-api.md", "4.1", "prose", 1],
  ["supplier-api.md", "4.2", "invoicing", 13],
  ["supplier-api.md", "4.2", "prose", 2],
  ["supplier-api.md", "4.3", "lookups", 18],
  ["supplier-api.md", "4.4", "service levels", 15],
  ["supplier-api.md", "7", "body of a validation error", 6],
  ["supplier-api.md", "7", "error codes", 11],
  ["supplier-api.md", "7", "status codes", 8],
  ["supplier-api.md", "8", "limits", 7],
  ["lessor-api.md", "3", "lifecycle rules", 3],
  ["lessor-api.md", "4", "endpoints", 11],
  ["lessor-api.md", "4", "prose", 2],
  ["lessor-api.md", "7", "errors", 1],
  ["lessor-api.md", "8", "limits", 2],
];

describe("the checklist of the reference", () => {
  it.each(counts)("has every row of %s §%s, %s: %i", (document, section, part, count) => {
    const found = referenceRows.filter(
      (row) => row.document === document && row.section === section && row.part === part,
    );
    expect(found).toHaveLength(count);
  });

  it("has no rows beside those, and none twice", () => {
    expect(referenceRows).toHaveLength(counts.reduce((sum, [, , , count]) => sum + count, 0));
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, document, section } of referenceRows) {
      const [first = ""] = section;
      expect(id.startsWith(`${document === "supplier-api.md" ? "S" : "L"}${first}.`), id).toBe(true);
    }
  });

  it("numbers the rows of each table in their order, from 1", () => {
    const numbered = ids.flatMap((id) => {
      const [, table, number] = /^(.+)\.(\d{1,2})$/.exec(id) ?? [];
      return table === undefined ? [] : [{ table, number: Number(number) }];
    });
    for (const table of new Set(numbered.map((row) => row.table))) {
      const numbers = numbered.filter((row) => row.table === table).map(({ number }) => number);
      expect(numbers, table).toEqual(numbers.map((_, index) => index + 1));
    }
  });
});

describe("the tests behind it", () => {
  it("exist, as they are named", () => {
    const missing = referenceRows
      .flatMap(({ tests }) => tests)
      .filter(
        (name) => !declared.some((each) => (each.open ? name.startsWith(each.name) : name === each.name)),
      );
    expect(missing).toEqual([]);
  });

  it("name their row: at least one for each, and all that name it are listed", () => {
    for (const { id, tests } of referenceRows) {
      const naming = declared.map(({ name }) => name).filter((name) => idsIn(name).includes(id));
      expect(naming, id).not.toEqual([]);
      expect([...tests].sort(), id).toEqual(naming.sort());
    }
  });

  it("name no row that there is not", () => {
    const unknown = declared
      .map(({ name }) => name)
      .filter((name) => !idsIn(name).every((id) => ids.includes(id ?? "")));
    expect(unknown).toEqual([]);
  });

  it("are all about a row, in the files that are for rows", () => {
    const rest = declared.filter(
      ({ name, open }) => name.startsWith("test/sandbox/rows/") && (open || !/\[[\w.-]+\]$/.test(name)),
    );
    expect(rest).toEqual([]);
  });
});
