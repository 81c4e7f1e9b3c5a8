import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");

/** The sections of README.md, in its order. Each has a test file of its name, and may have a slow one. */
const sections = [
  "token",
  "throttle",
  "retry",
  "errors",
  "input",
  "transport",
  "secrets",
  "concurrency",
  "sync",
] as const;

/** The numbers of the faults by section, as README.md lists them. */
const listed = Object.fromEntries(
  read("./README.md")
    .split(/^## /m)
    .slice(1)
    .map((part) => [
      part.slice(0, part.indexOf("\n")).toLowerCase(),
      [...part.matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number)),
    ]),
);

/** The numbers of the faults that the test files of a section have a `describe` for. */
function tested(section: string): number[] {
  const files = [`./${section}.test.ts`, `./${section}.slow.test.ts`];
  const headings = files
    .filter((path) => existsSync(new URL(path, import.meta.url)))
    .flatMap((path) => [...read(path).matchAll(/^describe(?:\.\w+)*\("fault (\d+): \S/gm)]);
  return [...new Set(headings.map(([, number]) => Number(number)))];
}

describe.each(sections)("the section %s", (section) => {
  test("has tests for each of its faults, and for no other", () => {
    expect(tested(section).sort((a, b) => a - b)).toEqual(listed[section]);
  });
});

test("README.md has these sections, and its numbers are in ascending order without duplicates", () => {
  expect(Object.keys(listed)).toEqual(sections);
  const numbers = Object.values(listed).flat();
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
});
