/**
 * Asks the registry for advisories about the packages whose code is in dist. No scanner of node_modules sees these, so
 * that the lock file of a temporary project names them.
 *
 *     npm run advisories                      # asks the registry
 *     npm run advisories -- --moderate        # does not accept moderate ones
 *     npm run advisories -- --report <file>   # reads what `npm audit --json` printed
 *
 * Exit code 0: no serious advisory. 1: at least one that is high or critical, or with --moderate, moderate. 2: the
 * registry gave no answer.
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
      via: z.array(z.object({ severity: z.string(), title: z.string(), url: z.string(), range: z.string() })),
    }),
  ),
});

const { values } = parseArgs({ options: { moderate: { type: "boolean" }, report: { type: "string" } } });
const answer = values.report === undefined ? audit() : readFileSync(values.report, "utf8");
const report = auditReport.safeParse(parseJson(answer));
if (report.success) printReport(report.data);
else {
  console.error(`The registry did not answer with a report of advisories:\n${answer.trim().slice(0, 1000)}`);
  process.exitCode = 2;
}

function audit(): string {
  const { inlinedDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  // Not with `npm install`, which adds the dependencies of these packages: they are not in dist.
  const packages = Object.entries(inlinedDependencies).map(([name, version]) => [`node_modules/${name}`, { version }]);
  const lock = { lockfileVersion: 3, packages: Object.fromEntries(packages) };
  const folder = mkdtempSync(join(tmpdir(), "reg-sdk-advisories-"));
  try {
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies: inlinedDependencies }));
    writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
    // npm exits with 1 for an advisory, and for a failure: its output says which.
    return spawnSync("npm", ["audit", "--json"], { cwd: folder, encoding: "utf8" }).stdout;
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

function printReport({ vulnerabilities }: z.infer<typeof auditReport>): void {
  const accepted = values.moderate ? ["info", "low"] : ["info", "low", "moderate"];
  const advisories = Object.values(vulnerabilities).flatMap(({ name, via }) => via.map((each) => ({ ...each, name })));
  for (const { severity, name, range, title, url } of advisories)
    console.log(`${severity}: ${name} ${range}, ${title} (${url})`);
  const serious = advisories.filter(({ severity }) => !accepted.includes(severity)).map(({ name }) => name);
  if (serious.length > 0) {
    console.error(`Update ${[...new Set(serious)].join(", ")} in package.json, and build again.`);
    process.exitCode = 1;
  } else console.log("✓ no bundled package has a serious advisory");
}
