import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { temporaryFolder } from "../support/folder.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = temporaryFolder(afterAll);

const audit = (...severities: readonly string[]) => {
  const advisory = { title: "Prototype pollution", url: "https://reg.example/GHSA-1", range: "<4.0.0" };
  const via = severities.map((severity) => ({ ...advisory, severity }));
  return JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: { zod: { name: "zod", severity: "critical", via } },
  });
};

test.each<[string, string, number, RegExp, ...string[]]>([
  ["no advisory", JSON.stringify({ auditReportVersion: 2, vulnerabilities: {} }), 0, /^✓ no bundled package/],
  [
    "a moderate and a low one",
    audit("moderate", "low"),
    0,
    /^moderate: zod <4\.0\.0, .*GHSA-1\)\nlow: zod <4.*\n✓ no bundled/,
  ],
  ["a low one with --moderate", audit("low"), 0, /^low: .*\n✓ no bundled/, "--moderate"],
  ["a moderate one with --moderate", audit("moderate"), 1, /^moderate: .*\nUpdate zod in/, "--moderate"],
  [
    "a high and a low one",
    audit("high", "low"),
    1,
    /^high: zod <4\.0\.0, .*\nlow: zod .*\nUpdate zod in package\.json/,
  ],
  ["a critical and a high one", audit("critical", "high"), 1, /Update zod in package\.json/],
  ["an error of the registry", '{"message": "405 Method Not Allowed"}', 2, /did not answer.*\n.*405/],
  ["no JSON", "npm error", 2, /did not answer.*\nnpm error/],
])("npm run advisories: %s", (_, report, code, output, ...options) => {
  const file = join(folder, "report.json");
  writeFileSync(file, report);
  const program = ["--import", "tsx", "release/advisories.ts", "--report", file, ...options];
  const { status, stdout, stderr } = spawnSync(process.execPath, program, { cwd: root, encoding: "utf8" });
  expect(stdout + stderr).toMatch(output);
  expect(status).toBe(code);
});
