import { expect, test } from "vitest";
import { fill, isWritten } from "./page.js";

const page =
  "# Heading\n\n<!-- begin a -->\nold\n<!-- end a -->\n\nprose\n<!-- begin b -->\n<!-- end b -->\n";

test("replaces what stands between the markers, and nothing else", () => {
  expect(fill(page, "a", "new\n")).toBe(page.replace("\nold\n", "\n\nnew\n\n"));
});

test("gives the same page when it is done again", () => {
  const once = fill(page, "b", "| $& |");
  expect(fill(once, "b", "| $& |")).toBe(once);
  expect(once).toContain("| $& |");
});

test.each([
  ["nothing at all", ""],
  ["no end", "<!-- begin a -->"],
  ["no beginning", "<!-- end a -->"],
  ["the wrong order", "<!-- end a --> <!-- begin a -->"],
  ["two beginnings", "<!-- begin a --> <!-- begin a --> <!-- end a -->"],
  ["two ends", "<!-- begin a --> <!-- end a --> <!-- end a -->"],
  ["an end too early", "<!-- end a --> <!-- begin a --> <!-- end a -->"],
])("refuses a page with %s", (_, text) => {
  expect(() => fill(text, "a", "new")).toThrow("the page");
});

test("tells whether all of the page has been written", () => {
  expect(isWritten(page)).toBe(true);
  expect(isWritten(`${page}\n_To be written._\n`)).toBe(false);
});
