import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { rows, sections } from "./rows.js";

const here = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");

/** The numbers of the rows that a test file has a `describe` for. */
const described = (text: string) =>
  [...text.matchAll(/^describe(?:\.\w+)*\("fault (\d+): \S/gm)].map(([, row]) => Number(row));

describe.each(sections)("the section %s", (section) => {
  test("has one describe for each of its rows, and no other", () => {
    expect(described(here(`./${section}.test.ts`)).sort((a, b) => a - b)).toEqual(rows[section]);
  });
});

test("no row belongs to two sections", () => {
  const all = sections.flatMap((section) => [...rows[section]]);
  expect(new Set(all).size).toBe(all.length);
});
