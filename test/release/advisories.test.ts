import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "reg-sdk-advisories-"));
afterAll(() => rmSync(folder, { recursive: true }));

const advisory = { title: "Prototype pollution", url: "https://reg.example/GHSA-1", range: "<4.0.0" };
const audit = (severity: string) => ({
  auditReportVersion: 2,
  vulnerabilities: {
    zod: { name: "zod", severity, via: [advisory] },
    jose: { name: "jose", severity: "low", via: ["zod"] },
  },
});

test.each([
  ["no advisory", JSON.stringify({ auditReportVersion: 2, vulnerabilities: {} }), 0, /^No bundled package/],
  [
    "a moderate one",
    JSON.stringify(audit("moderate")),
    0,
    /^moderate: zod <4\.0\.0, .*GHSA-1\)\nlow: jose, by zod\nNo /,
  ],
  ["a high one", JSON.stringify(audit("high")), 1, /^high: zod <4\.0\.0, .*\nUpdate zod in package\.json/s],
  ["a critical one", JSON.stringify(audit("critical")), 1, /Update zod in package\.json/],
  ["an error of the registry", '{"message": "405 Method Not Allowed"}', 2, /did not answer.*\n.*405/],
  ["no JSON", "npm error", 2, /did not answer.*\nnpm error/],
])("npm run advisories: %s", (_, report, code, output) => {
  const file = join(folder, "report.json");
  writeFileSync(file, report);
  const program = ["--import", "tsx", "release/advisories.ts", "--report", file];
  const { status, stdout, stderr } = spawnSync(process.execPath, program, { cwd: root, encoding: "utf8" });
  expect(stdout + stderr).toMatch(output);
  expect(status).toBe(code);
});
