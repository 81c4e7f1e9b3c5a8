/** The first line of every generated file. */
export const banner = (source: string) =>
  `// Written by openapi/generate.ts from openapi/${source}: change that, then run \`npm run generate\`.\n`;

/** Formats a doc comment, wrapped at 110 characters. A paragraph can be a list of lines, for lists and tags. */
export function docComment(paragraphs: readonly (string | readonly string[] | undefined)[]): string {
  const blocks = paragraphs
    .filter((paragraph) => paragraph !== undefined && paragraph.length > 0)
    .map((paragraph) =>
      typeof paragraph === "string" ? wrap(paragraph) : (paragraph ?? []).flatMap((line) => wrap(line)),
    );
  const lines = blocks.flatMap((block, index) => (index === 0 ? block : ["", ...block]));
  if (lines.length === 1 && (lines[0] ?? "").length < 100) return `/** ${lines[0]} */`;
  return ["/**", ...lines.map((line) => ` * ${line}`.trimEnd()), " */"].join("\n");
}

function wrap(paragraph: string): string[] {
  const lines: string[] = [];
  for (const word of paragraph.replace(/\*\//g, "*\\/").split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length > 108) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** Adds a full stop to a sentence. */
export const sentence = (text: string) => (/[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`);

/** Writes a table in Markdown: a heading for each column, and rows of as many cells. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return [line(columns), line(columns.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Escapes what would break a table. */
const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ").trim();
