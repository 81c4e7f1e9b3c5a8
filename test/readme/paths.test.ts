import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folders = ["examples", "openapi", "src", "test"];
const paths = folders.flatMap((folder) => [
  folder,
  ...readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map(
    (path) => `${folder}/${path}`,
  ),
]);
// The changelog names files as they were called at the time.
const pages = readdirSync(root).filter((name) => name.endsWith(".md") && name !== "CHANGELOG.md");

/** A path that starts at the root, such as `src/http`, or the name of a source file, such as `retry.ts`. */
const mention =
  /(?<![\w./-])(?:(?:examples|openapi|src|test)\/[\w./*<>-]*[\w*>]|[\w*<>][\w./*<>-]*\.(?:ts|yaml))(?![\w/])/g;

/** Creates a pattern for a path or, if only the end of a path is named, for every path that ends with it. */
function createPattern(mentioned: string): RegExp {
  const escaped = mentioned.replaceAll(".", "\\.").replaceAll(/\*+|<[^>]*>/g, "[^/]*");
  return new RegExp(
    folders.some((folder) => mentioned.startsWith(`${folder}/`)) ? `^${escaped}$` : `(^|/)${escaped}$`,
  );
}

it.each(pages)("the files and folders that %s names exist", (page) => {
  const text = readFileSync(join(root, page), "utf8").replaceAll("<br>", " ");
  const mentioned = [...new Set(text.match(mention))];
  expect(mentioned.filter((each) => !paths.some((path) => createPattern(each).test(path)))).toEqual([]);
});
