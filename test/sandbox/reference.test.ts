import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { referenceTables, testCounts } from "./reference.js";

const folder = fileURLToPath(new URL(".", import.meta.url));
const ids = referenceTables.flatMap(({ rules }) => Object.keys(rules));

/** The ids in each test file of the sandbox. */
const idsByFile = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".test.ts"))
  .map((file) => ({ file, text: readFileSync(join(folder, file), "utf8") }))
  .map(({ file, text }) => ({
    file,
    text,
    ids: new Set([...text.matchAll(/\[([SL]\d[\w.-]*)\]/g)].map(([, id = ""]) => id)),
  }))
  .filter((each) => each.ids.size > 0);

describe("the rules of the reference", () => {
  it("are each tested in exactly one file", () => {
    expect(idsByFile.flatMap((each) => [...each.ids]).toSorted()).toEqual(ids.toSorted());
  });

  it("are counted in every file that tests one", () => {
    const unchecked = idsByFile.filter(({ text }) => !/^checkReferenceTags\(\);$/m.test(text));
    expect(unchecked.map(({ file }) => file)).toEqual([]);
  });

  it.each(referenceTables)("are complete for $source, $part", ({ source, rules, count }) => {
    expect(Object.keys(rules)).toHaveLength(count);
    const [, document = "", section = ""] = /^(\w).*§(\d)/.exec(source) ?? [];
    for (const id of Object.keys(rules))
      expect(id.startsWith(`${document.toUpperCase()}${section}.`), id).toBe(true);
  });

  it("have unique ids, numbered from 1 within each table", () => {
    expect(new Set(ids).size).toBe(ids.length);
    expect(Object.keys(testCounts).filter((id) => !ids.includes(id))).toEqual([]);
    for (const { rules } of referenceTables) {
      const numbers = Object.keys(rules).flatMap((id) => /^[SL]\d(?:\.\d)?\.(\d{1,2})$/.exec(id)?.[1] ?? []);
      expect(numbers).toEqual(numbers.map((_, index) => String(index + 1)));
    }
  });
});
