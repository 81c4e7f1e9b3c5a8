import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createMarkdownRenderer } from "vitepress";
import { expect, it, onTestFinished } from "vitest";
import { copiedFiles, pathsByFile, readPage } from "../../docs/.vitepress/chapters.js";
import config from "../../docs/.vitepress/config.js";
import { findBrokenLinks } from "../../docs/.vitepress/links.js";
import { base, root } from "../../docs/.vitepress/settings.js";

/** Writes pages as HTML, as VitePress does in `npm run docs`, into a folder that is deleted after the test. */
async function renderPages(pages: Iterable<readonly [path: string, text: string]>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "reg-links-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const markdown = await createMarkdownRenderer(folder, { ...config.markdown, highlight: (code) => code }, base);
  for (const [path, text] of pages) {
    const file = join(folder, path.replace(/\.md$/, ".html"));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, markdown.render(text, { path, relativePath: path }));
  }
  return folder;
}

it("the links of the pages that people write lead to pages and headings", async () => {
  const files = [...pathsByFile].filter(([, path]) => path.endsWith(".md"));
  const folder = await renderPages(files.map(([file, path]) => [path, readPage(file)]));
  cpSync(`${root}docs/images`, `${folder}/images`, { recursive: true });
  for (const file of copiedFiles) cpSync(`${root}${file}`, `${folder}/${file}`);
  expect(findBrokenLinks(folder)).toEqual([]);
});

it("a link to a page, a heading or a picture that does not exist is found", async () => {
  const folder = await renderPages([
    ["index.md", "# Start\n\n[a](one.md) [b](one.md#first-part) [c](#start) [d](https://example.com/#none)"],
    ["one.md", "# One\n\n## First part\n\n[a](two.md) [b](index.md#begin) [c](#second-part) ![d](images/none.png)"],
  ]);
  expect(findBrokenLinks(folder)).toEqual(
    ["./two.html", "./#begin", "#second-part", "./images/none.png"].map(
      (target) => `one.html links to ${target}, which does not exist`,
    ),
  );
});
