/** Finds links in Markdown files that lead to a file or heading that the package does not contain. */
import { posix } from "node:path";

/** A link of Markdown or HTML; the target is in one of the two groups. */
const link = /\]\(<?([^)>\s]+)[^)]*\)|(?:href|src)="([^"]+)"/g;

/**
 * @param paths all files of the package
 * @param read returns the text of a file
 */
export function findBrokenLinks(paths: readonly string[], read: (path: string) => string): readonly string[] {
  return paths
    .filter((path) => path.endsWith(".md"))
    .flatMap((path) =>
      [...withoutCode(read(path)).matchAll(link)]
        .map(([, markdown, html]) => markdown ?? html ?? "")
        .filter((target) => !/^https?:/.test(target) && !leadsSomewhere(path, target))
        .map((target) => `${path} links to ${target}, which the package does not contain`),
    );

  function leadsSomewhere(page: string, target: string): boolean {
    const [file = "", heading] = target.split("#");
    const path = file === "" ? page : posix.join(posix.dirname(page), file);
    if (!paths.includes(path)) return false;
    return heading === undefined || listHeadings(read(path)).includes(heading);
  }
}

function withoutCode(text: string): string {
  return text.replaceAll(/^```.*?^```$/gms, "").replaceAll(/`[^`\n]*`/g, "code");
}

/** Lists the anchors that GitHub and npm create for the headings of a page. */
function listHeadings(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(" ", "-"),
  );
}
