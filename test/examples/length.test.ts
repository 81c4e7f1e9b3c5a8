import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";

it.each(["testing-with-msw.test.ts", "testing-with-fetch.test.ts", "reconcile.ts"])(
  "%s has fewer than 60 lines",
  async (name) => {
    const text = await readFile(new URL(`../../examples/${name}`, import.meta.url), "utf8");
    expect(text.trimEnd().split("\n").length).toBeLessThan(60);
  },
);
