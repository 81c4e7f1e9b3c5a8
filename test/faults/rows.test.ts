import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const folder = new URL("../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, folder), "utf8");
const numbersIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, number]) => Number(number));

test("README.md lists the faults that tests name, in ascending order", () => {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const tests = paths.filter((path) => path.endsWith(".test.ts") && !path.includes("node_modules"));
  const named = tests.flatMap((path) => numbersIn(read(path), /"fault (\d+): /g));
  const listed = numbersIn(read("faults/README.md"), /^\| (\d+) \|/gm);
  expect(listed).toEqual([...new Set(named)].sort((a, b) => a - b));
});
