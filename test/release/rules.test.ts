import { describe, expect, test } from "vitest";
import { compareReports, dateEntry, findChangelogProblem, listAllowedVersions } from "../../release/rules.js";

const report = `# Public API of "sdk"

## Names

export { first };

export interface Options {
    name: string;
    retry: {
        delay: number;
    };
}
`;

describe("the change of the public API", () => {
  test.each([
    { case: "the same report", after: report, change: "none", removed: [] },
    { case: "an empty line less", after: report.replace("\n\n", "\n"), change: "none", removed: [] },
    { case: "a new name", after: `${report}export { second };\n`, change: "feature", removed: [] },
    {
      case: "a new member",
      after: report.replace("    name", "    more?: 1;\n    name"),
      change: "feature",
      removed: [],
    },
    { case: "a new entry point", after: `${report}# Public API of "sdk/b"\n`, change: "feature", removed: [] },
    { case: "a removed name", after: report.replace("export { first };\n", ""), removed: ["export { first };"] },
    {
      case: "a changed type",
      after: report.replace("string", "number"),
      removed: ["export interface Options { > name: string;"],
    },
    {
      case: "a member that only another interface has now",
      after: `${report.replace("    name: string;\n", "")}export interface More {\n    name: string;\n}\n`,
      removed: ["export interface Options { > name: string;"],
    },
    {
      case: "a member that is nested elsewhere now",
      after: report
        .replace("        delay: number;\n", "")
        .replace("name: string;", "name: string;\n    delay: number;"),
      removed: ["export interface Options { > retry: { > delay: number;"],
    },
    {
      case: "a name that only another entry point has now",
      after: report.replace('"sdk"', '"sdk/b"'),
      removed: expect.anything(),
    },
  ])("is found: $case", ({ after, change = "breaking", removed }) => {
    const found = Array.isArray(removed) ? removed.map((line) => `# Public API of "sdk" > ${line}`) : removed;
    expect(compareReports(report, after)).toEqual({ change, removed: found });
  });
});

test.each([
  { last: "0.1.2", change: "none", allowed: ["0.1.3", "0.2.0", "1.0.0"] },
  { last: "0.1.2", change: "feature", allowed: ["0.1.3", "0.2.0", "1.0.0"] },
  { last: "0.1.2", change: "breaking", allowed: ["0.2.0", "1.0.0"] },
  { last: "1.9.2", change: "none", allowed: ["1.9.3", "1.10.0", "2.0.0"] },
  { last: "1.9.2", change: "feature", allowed: ["1.10.0", "2.0.0"] },
  { last: "1.9.2", change: "breaking", allowed: ["2.0.0"] },
] as const)("after $last, a change that is $change allows $allowed", ({ last, change, allowed }) => {
  expect(listAllowedVersions(last, change)).toEqual(allowed);
});

describe("the changelog", () => {
  const earlier = "## [0.1.0] - 2026-01-01\n\n- All\n";

  test.each([
    { case: "entries below Unreleased", text: `# Log\n\n## [Unreleased]\n\n- New\n\n${earlier}`, version: "0.2.0" },
    {
      case: "entries below the version",
      text: `# Log\n\n## [Unreleased]\n\n## [0.2.0]\n\n- New\n\n${earlier}`,
      version: "0.2.0",
    },
    {
      case: "entries below the version, which has a date,",
      text: `# Log\n\n## [Unreleased]\n\n## [0.2.0] - 2026-01-02\n\n- New\n\n${earlier}`,
      version: "0.2.0",
    },
  ])("$case become those of the version, with a date", ({ text, version }) => {
    expect(findChangelogProblem(text, version)).toBeUndefined();
    expect(dateEntry(text, version, "2026-02-03")).toBe(
      `# Log\n\n## [Unreleased]\n\n## [0.2.0] - 2026-02-03\n\n- New\n\n${earlier}`,
    );
  });

  test.each([
    { case: "nothing is below Unreleased", text: `## [Unreleased]\n\n${earlier}`, problem: /no entry for 0\.2\.0/ },
    { case: "the version has only a heading", text: `## [Unreleased]\n\n## [0.2.0]\n\n${earlier}`, problem: /no text/ },
    { case: "Unreleased is missing", text: `## [0.2.0]\n\n- New\n\n${earlier}`, problem: /no heading \[Unreleased\]/ },
    {
      case: "both have entries",
      text: `## [Unreleased]\n\n- A\n\n## [0.2.0]\n\n- B\n\n${earlier}`,
      problem: /Move the former/,
    },
    {
      case: "another version begins alike",
      text: `## [Unreleased]\n\n## [0.2.01]\n\n- B\n\n${earlier}`,
      problem: /no entry/,
    },
  ])("is not complete if $case", ({ text, problem }) => {
    expect(findChangelogProblem(text, "0.2.0")).toMatch(problem);
  });
});
