/**
 * The rules of a release, as pure functions: which version follows a change of the API, and what the changelog must
 * say.
 */

/** What a change of the public API means for those who use it. */
type ApiChange = "breaking" | "feature" | "none";

/** A change of the public API, with the lines of the reports that are no longer there. */
interface ReportChange {
  readonly change: ApiChange;
  readonly removed: readonly string[];
}

/**
 * Compares the reports of the public API, each text with those of all entry points. A line that was removed or changed
 * breaks programs; lines that were only added are a feature.
 */
export function compareReports(before: string, after: string): ReportChange {
  const [old, current] = [listLines(before), listLines(after)];
  const removed = [...old].filter((line) => !current.has(line));
  if (removed.length > 0) return { change: "breaking", removed };
  return { change: [...current].some((line) => !old.has(line)) ? "feature" : "none", removed };
}

/**
 * Lists the lines of reports, each with the heading of its report and the lines that it is nested in: one interface may
 * lose a member that another one has, too.
 */
function listLines(reports: string): ReadonlySet<string> {
  const found = new Set<string>();
  let heading = "";
  let parents: readonly { readonly indent: number; readonly text: string }[] = [];
  for (const line of reports.split("\n")) {
    const text = line.trim();
    if (text.startsWith("# ")) heading = text;
    const indent = line.length - line.trimStart().length;
    parents = [...parents.filter((parent) => parent.indent < indent), { indent, text }];
    found.add([heading, ...parents.map((parent) => parent.text)].join(" > "));
  }
  return found;
}

/**
 * Lists the versions that may follow the last one, the lowest first. Before 1.0, a breaking change is a minor version.
 */
export function listAllowedVersions(last: string, change: ApiChange): readonly string[] {
  const [major = 0, minor = 0, patch = 0] = last.split(".").map(Number);
  const versions = [`${major}.${minor}.${patch + 1}`, `${major}.${minor + 1}.0`, `${major + 1}.0.0`];
  const stepsFromOne = { none: 0, feature: 1, breaking: 2 };
  const stepsBeforeOne = { none: 0, feature: 0, breaking: 1 };
  return versions.slice((major === 0 ? stepsBeforeOne : stepsFromOne)[change]);
}

/** Returns what is wrong with the entry for a version; undefined if it is complete. */
export function findChangelogProblem(changelog: string, version: string): string | undefined {
  const entry = findSection(changelog, version);
  const unreleased = findSection(changelog, "Unreleased");
  if (unreleased === undefined)
    return "CHANGELOG.md has no heading [Unreleased]. Add `## [Unreleased]` above the last version.";
  if (entry === undefined && unreleased === "")
    return `CHANGELOG.md has no entry for ${version}. Describe the changes below [Unreleased].`;
  if (entry === "") return `CHANGELOG.md has a heading for ${version}, but no text. Describe the changes below it.`;
  if (entry !== undefined && unreleased !== "")
    return `CHANGELOG.md has entries below [Unreleased] and below [${version}]. Move the former below [${version}].`;
  return undefined;
}

/** Gives the entry for a version its heading with a date. */
export function dateEntry(changelog: string, version: string, date: string): string {
  const dated = `## [${version}] - ${date}`;
  const heading = new RegExp(`^## \\[${version.replaceAll(".", "\\.")}\\].*$`, "m");
  if (heading.test(changelog)) return changelog.replace(heading, dated);
  return changelog.replace("## [Unreleased]", `## [Unreleased]\n\n${dated}`);
}

/** Returns the text below a heading; undefined if there is no such heading. */
function findSection(changelog: string, name: string): string | undefined {
  const section = changelog.split(/^## /m).find((text) => text.startsWith(`[${name}]`));
  return section?.slice(section.indexOf("\n")).trim();
}
