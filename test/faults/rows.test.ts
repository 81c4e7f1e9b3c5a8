import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");

/** The sections of README.md, in its order. Each section has a test file of its name. */
const sections = [
  "token",
  "throttle",
  "retry",
  "errors",
  "input",
  "transport",
  "secrets",
  "concurrency",
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

/** The numbers of the faults that a test file has a `describe` for. */
function tested(section: string): number[] {
  const headings = read(`./${section}.test.ts`).matchAll(/^describe(?:\.\w+)*\("fault (\d+): \S/gm);
  return [...headings].map(([, number]) => Number(number));
}

describe.each(sections)("the section %s", (section) => {
  test("has one describe for each of its faults, and no other", () => {
    expect(tested(section).sort((a, b) => a - b)).toEqual(listed[section]);
  });
});

test("README.md has these sections, and its numbers rise without a duplicate", () => {
  expect(Object.keys(listed)).toEqual(sections);
  const numbers = Object.values(listed).flat();
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
});
