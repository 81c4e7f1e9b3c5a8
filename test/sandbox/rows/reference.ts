import { describe, expect, it, type RunnerTask } from "vitest";

/** A table of the reference, or the rules in the prose below it. */
export interface ReferenceTable {
  /** Document and section, such as `supplier-api.md §4.1`. */
  readonly source: `${"supplier" | "lessor"}-api.md §${string}`;
  /** The name of the table, or `prose`. */
  readonly part: string;
  /** The number of rows in the reference, so that a row which is lost here is noticed. */
  readonly count: number;
  /** Each row by its id, with a summary. The titles of its tests end with the id in square brackets. */
  readonly rows: Readonly<Record<string, string>>;
  /** The number of tests of the rows that do not have exactly one, by the row's id. */
  readonly testsOf?: Readonly<Record<string, number>>;
}

/** Declares tests which check that every row of these tables has its tests in the file, and that the file has no others. */
export function checkReferenceRows(tables: readonly ReferenceTable[]): void {
  const ids = tables.flatMap(({ rows }) => Object.keys(rows));

  describe("the rows of the reference", () => {
    it("are what the tests of this file are about, each with its number of tests", ({ task }) => {
      const titles = titlesOf(task.file.tasks.filter((other) => other !== task.suite));
      const found = titles.map((title) => /\[([\w.-]+)\]$/.exec(title)?.[1] ?? `no row: ${title}`);
      const expected = tables.flatMap(({ rows, testsOf = {} }) =>
        Object.keys(rows).flatMap((id) => Array<string>(testsOf[id] ?? 1).fill(id)),
      );
      expect(found.toSorted()).toEqual(expected.toSorted());
      for (const title of titles) expect(title.match(/\[[SL]\d[\w.-]*\]/g), title).toHaveLength(1);
    });

    it.each(tables)("are complete for $source, $part", ({ source, rows, count }) => {
      expect(Object.keys(rows)).toHaveLength(count);
      const [, document = "", section = ""] = /^(\w).*§(\d)/.exec(source) ?? [];
      for (const id of Object.keys(rows))
        expect(id.startsWith(`${document.toUpperCase()}${section}.`), id).toBe(true);
    });

    it("have unique ids, numbered from 1 within each table", () => {
      expect(new Set(ids).size).toBe(ids.length);
      for (const { rows } of tables) {
        const numbers = Object.keys(rows).flatMap((id) => /^[SL]\d(?:\.\d)?\.(\d{1,2})$/.exec(id)?.[1] ?? []);
        expect(numbers).toEqual(numbers.map((_, index) => String(index + 1)));
      }
    });
  });
}

function titlesOf(tasks: readonly RunnerTask[]): string[] {
  return tasks.flatMap((task) => (task.type === "suite" ? titlesOf(task.tasks) : [task.name]));
}
