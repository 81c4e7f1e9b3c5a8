import { describe, expect, test } from "vitest";
import { Chain } from "../../../src/http/clock.js";

const valuesOf = (chain: Chain<string>) => [...chain].map(({ value }) => value);

describe("a chain", () => {
  test("keeps its values in order, whichever is taken out", () => {
    for (const out of ["a", "b", "c", "d"]) {
      const chain = new Chain<string>();
      const links = ["a", "b", "c", "d"].map((value) => chain.add(value));
      const link = links.find(({ value }) => value === out);
      if (link !== undefined) expect(chain.remove(link)).toBe(true);
      chain.add("e");
      expect(valuesOf(chain)).toEqual(["a", "b", "c", "d", "e"].filter((value) => value !== out));
    }
  });

  test("takes a value out once, and is empty after the last", () => {
    const chain = new Chain<string>();
    expect(chain.isEmpty).toBe(true);
    const [one, two] = [chain.add("one"), chain.add("two")];
    expect(chain.remove(one)).toBe(true);
    expect(chain.remove(one)).toBe(false);
    expect(valuesOf(chain)).toEqual(["two"]);
    chain.remove(two);
    expect(chain.isEmpty).toBe(true);
    expect(valuesOf(chain)).toEqual([]);
  });

  test("passes over what is taken out or added while it is walked", () => {
    const chain = new Chain<string>();
    chain.add("one");
    const two = chain.add("two");
    chain.add("three");
    const seen: string[] = [];
    for (const { value } of chain) {
      seen.push(value);
      chain.remove(two);
      chain.add("late");
    }
    expect(seen).toEqual(["one", "three"]);
  });

  test("is not held by a link that is out, nor are those that came after it", () => {
    const chain = new Chain<string>();
    chain.add("one");
    const two = chain.add("two");
    chain.add("three");
    chain.remove(two);
    expect(two).toMatchObject({ previous: undefined, next: undefined });
  });
});
