/**
 * Asks the registry for advisories about the packages whose code is in dist. No scanner of node_modules sees these, so
 * that a temporary project declares them as its dependencies.
 *
 *     npm run advisories                      # asks the registry
 *     npm run advisories -- --report <file>   # reads what `npm audit --json` printed
 *
 * Exit code 0: none that is high or critical. 1: at least one. 2: the registry gave no answer.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";

const auditReport = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      name: z.string(),
      severity: z.string(),
      /** An advisory, or the name of a dependency that has one. */
      via: z.array(z.union([z.string(), z.object({ title: z.string(), url: z.string(), range: z.string() })])),
    }),
  ),
});

const { values } = parseArgs({ options: { report: { type: "string" } } });
const answer = values.report === undefined ? audit() : readFileSync(values.report, "utf8");
const report = auditReport.safeParse(parseJson(answer));
if (report.success) printReport(Object.values(report.data.vulnerabilities));
else {
  console.error(`The registry did not answer with a report of advisories:\n${answer.trim().slice(0, 1000)}`);
  process.exitCode = 2;
}

function audit(): string {
  const { inlinedDependencies: dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  const folder = mkdtempSync(join(tmpdir(), "reg-sdk-advisories-"));
  try {
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies }));
    const npm = (...args: readonly string[]) => spawnSync("npm", args, { cwd: folder, encoding: "utf8" });
    const { status, stderr } = npm("install", "--package-lock-only", "--ignore-scripts", "--no-audit");
    // npm exits with 1 for an advisory, and for a failure: its output says which.
    return status === 0 ? npm("audit", "--json").stdout : stderr;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function printReport(vulnerabilities: readonly z.infer<typeof auditReport>["vulnerabilities"][string][]): void {
  for (const { name, severity, via } of vulnerabilities)
    for (const each of via)
      console.log(typeof each === "string" ? `${severity}: ${name}, by ${each}` : describe(name, severity, each));
  const serious = vulnerabilities.filter(({ severity }) => severity === "high" || severity === "critical");
  if (serious.length > 0) {
    console.error(`Update ${serious.map(({ name }) => name).join(", ")} in package.json, and build again.`);
    process.exitCode = 1;
  } else console.log("No bundled package has a high or critical advisory.");
}

function describe(name: string, severity: string, advisory: { title: string; url: string; range: string }): string {
  return `${severity}: ${name} ${advisory.range}, ${advisory.title} (${advisory.url})`;
}
