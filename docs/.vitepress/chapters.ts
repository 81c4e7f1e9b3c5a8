import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { capitalize } from "../../src/base/text.js";
import { replaceInMarkdown } from "./markdown.js";
import { root } from "./settings.js";

const list = (folder: string, extension: string) =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(extension) && !name.startsWith("."))
    .map((name) => `${folder}/${name}`)
    .sort();

/** The files of the project that become pages, or pictures in them, with their paths on the site. */
export const pathsByFile: ReadonlyMap<string, string> = new Map([
  ["README.md", "index.md"],
  ["CHANGELOG.md", "changelog.md"],
  ["SECURITY.md", "security.md"],
  ["src/sandbox/LEDGER.md", "ledger.md"],
  ...list("docs", ".md").map((file) => [file, posix.basename(file)] as const),
  ...list("openapi/reference", ".md").map((file) => [file, `reference/${posix.basename(file)}`] as const),
  ...list("docs/images", ".png").map((file) => [file, `images/${posix.basename(file)}`] as const),
  ...list("examples", ".ts").map((file) => [file, file.replace(/\.ts$/, ".md")] as const),
]);

/** The files that are copied to the site as they are. */
export const copiedFiles: readonly string[] = ["openapi/supplier.yaml", "openapi/lessor.yaml"];

/** A group of chapters, as the table in README lists them. */
export interface ChapterGroup {
  readonly name: string;
  readonly chapters: readonly { readonly title: string; readonly path: string }[];
}

/** Reads the table of chapters in README. */
export function readChapterGroups(): readonly ChapterGroup[] {
  const [, table = ""] = /^## Documentation\n(.*?)^##? /ms.exec(readFileSync(`${root}README.md`, "utf8")) ?? [];
  const groups = [...table.matchAll(/^\| ([^|]+) \| (.*\]\(.*) \|$/gm)].map(([, name = "", links = ""]) => ({
    name: capitalize(name),
    chapters: [...links.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)].map(([, title = "", file = ""]) => ({
      title: capitalize(title.replaceAll("`", "")),
      path: pathOf(file),
    })),
  }));
  if (groups.length === 0) throw new Error("README.md has no table of chapters under the heading Documentation.");
  return groups;
}

/** The path of the page or the copied file that a file of the project becomes. */
function pathOf(file: string): string {
  const path = pathsByFile.get(file) ?? copiedFiles.find((each) => each === file);
  if (path === undefined) throw new Error(`A page links to ${file}, which is not part of the site.`);
  return path;
}

/** Reads a file of the project as a page of the site, with links to the other pages. */
export function readPage(file: string): string {
  const text = readFileSync(`${root}${file}`, "utf8");
  if (file.endsWith(".ts")) return writeExample(file, text);
  const path = pathOf(file);
  const target = (link: string) => {
    if (/^(https?:|#)/.test(link)) return link;
    const [linked = "", anchor] = link.split("#");
    const page = pathOf(posix.join(posix.dirname(file), linked));
    const relative = posix.relative(posix.dirname(path), page);
    return anchor === undefined ? relative : `${relative}#${anchor}`;
  };
  return replaceInMarkdown(text, { target });
}

/** Writes the page of an example: what its first comment says, and the code. */
function writeExample(file: string, code: string): string {
  const [, comment = ""] = /^\/\*\*(.*?)\*\/\n/s.exec(code) ?? [];
  const [about = ""] = comment
    .replaceAll(/^ *\* ?/gm, "")
    .trim()
    .split("\n\n");
  return `# ${file}\n\n${about === "" ? "" : `${about}\n\n`}\`\`\`ts\n${code}\`\`\`\n`;
}
