import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { guards } from "./guards/all.js";
import { rows, sections } from "./rows.js";

const here = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");

/** The numbers of the rows that a test file has a `describe` for. */
const described = (text: string) =>
  [...text.matchAll(/^describe(?:\.\w+)*\("fault (\d+): \S/gm)].map(([, row]) => Number(row));

describe.each(sections)("the section %s", (section) => {
  test("has one describe for each of its rows, and no other", () => {
    expect(described(here(`./${section}.test.ts`)).sort((a, b) => a - b)).toEqual(rows[section]);
  });

  test("has a guard for each of its rows, and each is a piece that its file holds exactly once", () => {
    expect(Object.keys(guards[section]).map(Number)).toEqual(rows[section]);
    for (const [row, each] of Object.entries(guards[section])) {
      for (const { file, find, replace } of each) {
        expect(here(`../../src/${file}`).split(find).length - 1, `fault ${row}: ${find}`).toBe(1);
        expect(replace).not.toBe(find);
      }
    }
  });
});

test("the list in README.md has these sections, and its numbers rise without a duplicate", () => {
  expect(Object.keys(rows)).toEqual(sections);
  const all = Object.values(rows).flat();
  expect(all).toEqual([...new Set(all)].sort((a, b) => a - b));
});
