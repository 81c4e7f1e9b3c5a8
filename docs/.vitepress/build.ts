/**
 * Builds the documentation site into docs/.vitepress/dist, without network: the pages are written into
 * docs/.vitepress/pages, and VitePress makes HTML of them. `--check` then opens each page in Chromium.
 *
 *   npm run docs -- --check
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, posix } from "node:path";
import { build } from "vitepress";
import { writeApiReference } from "./api.js";
import { type ChapterGroup, copiedFiles, pathsByFile, readChapterGroups, readPage } from "./chapters.js";
import { codes, writeCodes } from "./codes.js";
import { findBrokenLinks } from "./links.js";
import { linesWithAnchors, replaceInMarkdown } from "./markdown.js";
import { operationPath, operations, writeGroupsOf, writeOperation, writeOperationList } from "./operations.js";
import { replaceDiagram } from "./phases.js";
import { root } from "./settings.js";

const site = `${root}docs/.vitepress`;
const pagesFolder = `${site}/pages`;
const output = `${site}/dist`;

/** The Markdown of each page by its path. */
type Pages = Map<string, string>;

async function writePages(): Promise<Pages> {
  await writeApiReference(`${pagesFolder}/api`);
  const api = readFolder("api");
  const files = [...pathsByFile].filter(([file]) => !file.endsWith(".png"));
  const chapters = new Map(files.map(([file, path]) => [path, readPage(file)]));
  const pages: Pages = new Map([
    ...chapters,
    ...api,
    ["codes.md", writeCodes()],
    ["operations/index.md", writeOperationList()],
  ]);
  const methods = findMethods(api);
  for (const operation of operations)
    pages.set(operationPath(operation), writeOperation(operation, methods.get(operation.operationId)));
  for (const [path, text] of chapters) {
    const links = writeGroupsOf(posix.basename(path, ".md"));
    if (links !== undefined && !path.includes("/")) pages.set(path, `${text}\n${links}.\n`);
  }
  const targets = new Map([
    ...findExports(api),
    ...codes.map((code) => [code, `codes.md#${code.toLowerCase()}`] as const),
    ...operations.flatMap((operation) => {
      const { operationId, method, path } = operation;
      return [operationId, `${method} ${path}`].map((name) => [name, operationPath(operation)] as const);
    }),
  ]);
  const sections = findSections(pages);
  for (const [path, text] of pages) {
    const relative = (target: string) => posix.relative(posix.dirname(path), target);
    const name = (code: string) => {
      const target = targets.get(code);
      return target === undefined || target === path ? undefined : relative(target);
    };
    const link = (plain: string) => linkChapters(linkSources(plain, sections, relative), relative);
    pages.set(path, replaceInMarkdown(text, { name, text: link }));
  }
  return pages;
}

function readFolder(folder: string): Pages {
  const names = readdirSync(`${pagesFolder}/${folder}`, { recursive: true, encoding: "utf8" });
  return new Map(
    names
      .filter((name) => name.endsWith(".md"))
      .map((name) => [`${folder}/${name}`, readFileSync(`${pagesFolder}/${folder}/${name}`, "utf8")]),
  );
}

/** Finds where the API reference describes the method of each operation: its comment names the request. */
function findMethods(api: Pages): Map<string, string> {
  const found = new Map<string, string>();
  const ids = new Map(operations.map(({ operationId, method, path }) => [`${method} ${path}`, operationId]));
  for (const [path, text] of api) {
    if (!path.endsWith("Methods.md")) continue;
    for (const { line, anchor } of linesWithAnchors(text)) {
      const id = ids.get(/^`([A-Z]+ \/[^`]*)`:/.exec(line)?.[1] ?? "");
      if (id !== undefined && !found.has(id)) found.set(id, `${path}#${anchor}`);
    }
  }
  return found;
}

/** The pages of the API reference by the name that they describe. */
function findExports(api: Pages): (readonly [name: string, path: string])[] {
  return [...api.keys()]
    .filter((path) => !path.endsWith("index.md"))
    .map((path) => [posix.basename(path, ".md"), path]);
}

/** The sections of the two references, such as `supplier-api.md §4.1`, with their addresses. */
function findSections(pages: Pages): ReadonlyMap<string, string> {
  const references = [...pages].filter(([path]) => path.startsWith("reference/"));
  return new Map(
    references.flatMap(([path, text]) =>
      linesWithAnchors(text).flatMap(({ line, anchor }) => {
        const [, number] = /^##+ ([\d.]+?)\.? /.exec(line) ?? [];
        return number === undefined ? [] : [[`${posix.basename(path)} §${number}`, `${path}#${anchor}`] as const];
      }),
    ),
  );
}

function linkSources(
  text: string,
  sections: ReadonlyMap<string, string>,
  relative: (target: string) => string,
): string {
  return text.replaceAll(/(supplier|lessor)-api\.md(?:,? §[\d.]*\d)+/g, (list, api) =>
    list.replaceAll(/§[\d.]*\d/g, (section: string) => {
      const target = sections.get(`${api}-api.md ${section}`);
      return target === undefined ? section : `[${section}](${relative(target)})`;
    }),
  );
}

/** Links the pages that a doc comment names, such as docs/tires.md; one that does not exist is a broken link. */
function linkChapters(text: string, relative: (target: string) => string): string {
  return text.replaceAll(/\bdocs\/([\w-]+\.md)\b/g, (file, path) => `[${file}](${relative(path)})`);
}

/** Writes the list of pages for coding agents: see llmstxt.org. */
function writeLlmsText(groups: readonly ChapterGroup[], pages: Pages): string {
  const { description } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
  const item = (title: string, path: string) => `- [${title}](${path})`;
  const examples = [...pathsByFile].filter(([file]) => /^examples\/(cluster\/)?[^/]*\.ts$/.test(file));
  const sections = [
    ["Start", [item("Introduction and quick start", "index.md")]],
    ...groups.map(({ name, chapters }) => [name, chapters.map(({ title, path }) => item(title, path))] as const),
    [
      "Reference",
      [
        item("Operations", "operations/index.md"),
        item("Error codes", "codes.md"),
        item("API reference", "api/index.md"),
      ],
    ],
    ["Examples", examples.map(([file, path]) => item(file, path))],
    [
      "Optional",
      [
        item("Changelog", "changelog.md"),
        ...[...pathsByFile.values()]
          .filter((path) => path.startsWith("reference/"))
          .map((path) => item(pages.get(path)?.split("\n")[0]?.slice(2) ?? path, path)),
      ],
    ],
  ] as const;
  return [
    `# @reg/sdk`,
    `> ${description}`,
    ...sections.flatMap(([name, items]) => [`## ${name}`, items.join("\n")]),
  ].join("\n\n");
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${text.trimEnd()}\n`);
}

rmSync(pagesFolder, { recursive: true, force: true });
const groups = readChapterGroups();
const pages = await writePages();
for (const [path, text] of pages) write(`${pagesFolder}/${path}`, path === "phases.md" ? replaceDiagram(text) : text);
cpSync(`${root}docs/images`, `${pagesFolder}/images`, { recursive: true });
await build(`${root}docs`);
for (const [path, text] of pages) write(`${output}/${path}`, text);
for (const file of copiedFiles) cpSync(`${root}${file}`, `${output}/${file}`, { recursive: true });
write(`${output}/llms.txt`, writeLlmsText(groups, pages));
const broken = findBrokenLinks(output);
for (const each of broken) console.error(each);
if (broken.length > 0) process.exitCode = 1;
else console.log(`The site is in ${output}.`);
if (broken.length === 0 && process.argv.includes("--check")) {
  const args = ["node_modules/vitest/vitest.mjs", "run", "--config", "test/site/vitest.config.ts"];
  process.exitCode = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status ?? 1;
}
