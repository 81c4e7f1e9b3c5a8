/** The parts of Markdown in which nothing is replaced (code blocks, headings), and inline code and links. */
const parts =
  /^ *```[\s\S]*?^ *```$|^#.*$|^> .*$|!?\[(?:[^[\]`\n]|`[^`\n]*`|\n(?!\n))*\]\((?<target>[^)\s]*)\)|`(?<code>[^`\n]+)`/gm;

/** What replaces the parts of a page; undefined leaves a part as it is. */
interface Replacements {
  /** Returns another target for a link. */
  readonly target?: (target: string) => string;
  /** Returns the target of a link for a name that stands in the text as code. */
  readonly name?: (code: string) => string | undefined;
  /** Returns another text for what is neither code nor a link nor a heading. */
  readonly text?: (text: string) => string;
}

/** Replaces links and adds some to a Markdown page. */
export function replaceInMarkdown(page: string, replacements: Replacements): string {
  const { target: replaceTarget, name: findTarget, text: replaceText = (text) => text } = replacements;
  let written = "";
  let end = 0;
  for (const match of page.matchAll(parts)) {
    const [part] = match;
    const { target, code } = match.groups ?? {};
    const found = code === undefined ? undefined : findTarget?.(code);
    written += replaceText(page.slice(end, match.index));
    if (target !== undefined && replaceTarget !== undefined)
      written += `${part.slice(0, part.length - target.length - 1)}${replaceTarget(target)})`;
    else written += found === undefined ? part : `[${part}](${found})`;
    end = match.index + part.length;
  }
  return written + replaceText(page.slice(end));
}

/** The anchor of a heading, as code hosts create it. */
export function toAnchor(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
}

/** The lines of a page outside code blocks, each with the anchor of the heading above it. */
export function linesWithAnchors(page: string): { readonly line: string; readonly anchor: string }[] {
  const counts = new Map<string, number>();
  let anchor = "";
  return page
    .replaceAll(/^ *```[\s\S]*?^ *```$/gm, "")
    .split("\n")
    .map((line) => {
      const [, heading] = /^#+ (.*)$/.exec(line) ?? [];
      if (heading !== undefined) {
        const name = toAnchor(heading);
        const count = counts.get(name) ?? 0;
        counts.set(name, count + 1);
        anchor = count === 0 ? name : `${name}-${count}`;
      }
      return { line, anchor };
    });
}

/** Writes a list of facts, each with its name; one without a text is left out. */
export function factList(facts: readonly (readonly [name: string, text: string])[]): string {
  return facts
    .filter(([, text]) => text !== "")
    .map(([name, text]) => `- **${name}:** ${text.replaceAll(/\s+/g, " ").trim()}`)
    .join("\n");
}
