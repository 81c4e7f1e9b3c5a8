import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const chapters = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"));
const pages = ["README.md", "AGENTS.md", ...chapters.map((name) => `docs/${name}`)];

/** The TypeScript snippets of all pages, by the module that each of them becomes. */
export const snippets: ReadonlyMap<string, string> = new Map(pages.flatMap(findSnippets));

function findSnippets(page: string): [string, string][] {
  const text = readFileSync(join(root, page), "utf8");
  const name = page.replaceAll(/\W/g, "-");
  return [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = ""], index) => [
    `test/docs/${name}-${index + 1}.ts`,
    `${code}\nexport {};\n`,
  ]);
}

/** Returns the snippet that contains a text. */
export function findSnippet(text: string): string {
  const found = [...snippets.values()].find((code) => code.includes(text));
  if (found === undefined) throw new Error(`no snippet contains ${text}`);
  return found;
}
