import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folders = ["docs", "examples", "openapi", "release", "src", "test"];
const paths = folders
  .flatMap((folder) => [
    folder,
    ...readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
  ])
  // What `npm run docs` has written.
  .filter((path) => !/^docs\/\.vitepress\/(cache|dist|pages)\//.test(path));
// The changelog names files as they were called at the time.
const pages = [
  ...readdirSync(root).filter((name) => name.endsWith(".md") && name !== "CHANGELOG.md"),
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

/**
 * A path that starts at the root, such as `src/http`, or the name of a source file, such as `retry.ts`. Declaration
 * files, such as `reg-fields.d.ts`, are those of users.
 */
const mention =
  /(?<![\w./-])(?:(?:docs|examples|openapi|release|src|test)\/[\w./*<>-]*[\w*>]|[\w*<>][\w./*<>-]*(?<!\.d)\.(?:ts|yaml))(?![\w/])/g;

/** Creates a pattern for a path or, if only the end of a path is named, for every path that ends with it. */
function createPattern(mentioned: string): RegExp {
  const escaped = mentioned.replaceAll(".", "\\.").replaceAll(/\*+|<[^>]*>/g, "[^/]*");
  return new RegExp(folders.some((folder) => mentioned.startsWith(`${folder}/`)) ? `^${escaped}$` : `(^|/)${escaped}$`);
}

it.each(pages)("the files and folders that %s names exist", (page) => {
  const text = readFileSync(join(root, page), "utf8").replaceAll("<br>", " ");
  const mentioned = [...new Set(text.match(mention))];
  expect(mentioned.filter((each) => !paths.some((path) => createPattern(each).test(path)))).toEqual([]);
});

it.each(pages)("the links of %s lead to files that exist", (page) => {
  const text = readFileSync(join(root, page), "utf8").replaceAll(/^```[\s\S]*?^```$/gm, "");
  const links = [...text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, link = ""]) => link);
  const local = links.filter((link) => !/^https?:/.test(link));
  expect(local.filter((link) => !existsSync(join(root, dirname(page), link)))).toEqual([]);
});

it("README links to every chapter", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  for (const chapter of pages.filter((page) => page.startsWith("docs/"))) expect(readme).toContain(`(${chapter})`);
});
