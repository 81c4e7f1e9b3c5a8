/**
 * Measures how the hand-written source is divided into files, and fails if a limit is exceeded.
 *
 * Usage: npm run structure [-- --details]. The details of an exceeded limit are always listed.
 */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { findCircles, findUnusedPermissions, type ImportGraph, readImportGraph } from "./graph.js";

/** A file counts as executed if at least one of its functions is called; the code of the module does not count. */
const limits = {
  // 160 before fleet sync, 180 before the comparison with the real service (validation, shapes, verify and learn), and 215
  // before the limit and the token that processes share over Redis.
  "source files": { atMost: 220 },
  "lines, median": { atLeast: 100 },
  "lines, 90th percentile": { atMost: 300 },
  "lines, longest file": { atMost: 450 },
  "files with one importer": { atMost: 0 },
  "import circles": { atMost: 0 },
  "unused permissions": { atMost: 0 },
  "executed by a GET": { atMost: 20 },
  "executed by a 429 and a 200": { atMost: 26 },
  "executed by a 404": { atMost: 26 },
  "executed by invoice(), in supplier": { atMost: 15 },
  "executed by a PATCH, in sandbox": { atMost: 35 },
} as const satisfies Readonly<Record<string, Limit>>;

/**
 * The reason why a file stays separate although only one file imports it. Besides libraries and tables of data, these are
 * topics that are too long for the importing file.
 */
const separateFiles: Readonly<Record<string, string>> = {
  "src/cli/explain.ts": "a command",
  "src/cli/learn.ts": "a command, loaded when it runs",
  "src/cli/sandbox/serve.ts": "a command, loaded when it runs",
  "src/cli/sandbox/control-server.ts": "the HTTP server below the routes",
  "src/cli/sandbox/control-routes.ts": "table of the routes",
  "src/cli/sync/sync.ts": "a command, loaded when it runs",
  "src/cli/sync/report.ts": "writes a report, without running",
  "src/cli/sync/progress-bar.ts": "isolates cli-progress",
  "src/cli/verify/renamed.ts": "recognises fields under other names, without verdicts on the others",
  "src/cli/verify/report.ts": "writes the plan and the report, without running",
  "src/cli/verify/rules.ts": "table of the checks of rules",
  "src/cli/verify/shape-changes.ts": "compares the shapes of two runs, without the rest of the report",
  "src/cli/verify/verify.ts": "a command, loaded when it runs",
  "src/cli/verify/walk.ts": "the order of the reads, without knowing the operations",
  "src/http/pipeline.ts": "table of the layers",
  "src/http/throttle/layer.ts": "a layer",
  "src/http/throttle/wait-queue.ts": "orders calls, without a limit",
  "src/http/token-cache.ts": "one token for many calls, without knowing how it is requested or stored",
  "src/http/transport.ts": "the last step of a call",
  "src/lessor/sync/progress.ts": "counts and measures, without knowing what",
  "src/lessor/sync/state-file.ts": "the format of a file, which outlives a version of the package",
  "src/lessor/sync/state-keys.ts": "isolates the store of the user",
  "src/lessor/sync/state-lock.ts": "the protocol of a lock, without knowing what it locks",
  "src/lessor/sync/sync.ts": "a feature of the client",
  "src/lessor/sync/vehicle.ts": "the work on one vehicle, without the order of the fleet",
  "src/lessor/token-request.ts": "the protocol of OAuth 2.0",
  "src/redis/limiter.ts": "decides when to ask Redis, without the options of the user",
  "src/redis/units.ts": "the units of one process, without Redis",
  "src/sandbox/data/tire-components.ts": "table of data",
  "src/sandbox/faults/apply.ts": "changes responses",
  "src/sandbox/faults/validate.ts": "schemas of the faults",
  "src/sandbox/journal/redact.ts": "removes secrets from what is recorded",
  "src/sandbox/lessor/oauth.ts": "handlers of a group of operations",
  "src/sandbox/shapes/learned.ts": "finds the open places of a body, without knowing where shapes come from",
  "src/sandbox/shapes/shape.ts": "compares and completes one value, without knowing where it is in a body",
  "src/sandbox/supplier/attachments.ts": "handlers of a group of operations",
  "src/sandbox/supplier/invoices.ts": "handlers of a group of operations",
  "src/sandbox/supplier/invoice-rules.ts": "rules of the service",
  "src/sandbox/supplier/lines.ts": "handlers of a group of operations",
  "src/sandbox/supplier/lookups.ts": "handlers of a group of operations",
  "src/sandbox/supplier/requests.ts": "handlers of a group of operations",
  "src/sandbox/supplier/service-levels.ts": "handlers of a group of operations",
  "src/sandbox/supplier/service-level-bodies.ts": "schemas of bodies that the reference does not show",
  "src/shapes/declarations.ts": "writes types, without files",
  "src/supplier/rules/approval-lines.ts": "the rules for lines",
  "src/supplier/workflows/invoice-draft.ts": "creates the invoice that `invoice` sends",
  "src/supplier/workflows/watch-cursor.ts": "the format of a cursor, which outlives a version of the package",
  "src/undici/exchange.ts": "isolates the handler interface of undici",
  "src/undici/response.ts": "implements Response",
  "src/validation/compare.ts": "compares a body, without its response",
};

type Limit = { readonly atMost: number } | { readonly atLeast: number };

interface Measurement {
  readonly value: number;
  readonly details: readonly string[];
}

/** Entry points only re-export or start a program, so they are neither merged nor extended. */
const isEntryPoint = (file: string) => /^src\/(\w+\/)?(index|main)\.ts$/.test(file);

const root = new URL("../../", import.meta.url);

const count = (details: readonly string[]): Measurement => ({ value: details.length, details });

async function measure(): Promise<Record<keyof typeof limits, Measurement>> {
  const graph = await readImportGraph();
  const files = [...graph.imports.keys()].filter((file) => !file.startsWith("src/generated/"));
  const byLength = files
    .map((file) => ({ file, lines: readFileSync(new URL(file, root), "utf8").split("\n").length - 1 }))
    .sort((a, b) => a.lines - b.lines);
  const longerThan = (limit: number) => byLength.filter(({ lines }) => lines > limit);
  const quantile = (share: number, listed: typeof byLength = []): Measurement => ({
    value: byLength[Math.ceil(share * byLength.length) - 1]?.lines ?? 0,
    details: listed.map(({ file, lines }) => `${file}: ${lines}`),
  });
  const single = files.filter((file) => hasOneImporter(file, graph));
  return {
    "source files": { value: files.length, details: [] },
    "lines, median": quantile(0.5),
    "lines, 90th percentile": quantile(0.9, longerThan(limits["lines, 90th percentile"].atMost)),
    "lines, longest file": quantile(1, longerThan(limits["lines, longest file"].atMost)),
    "files with one importer": count(
      single
        .filter((file) => separateFiles[file] === undefined)
        .map((file) => `${file}, imported by ${[...(graph.importers.get(file) ?? [])]}`),
    ),
    "import circles": count(findCircles(graph).map((circle) => circle.join(", "))),
    "unused permissions": count([
      ...findUnusedPermissions(graph),
      ...Object.keys(separateFiles)
        .filter((file) => !single.includes(file))
        .map((file) => `stays separate: ${file}`),
    ]),
    // One process at a time: a timeout on a busy machine would execute other files.
    "executed by a GET": count(await executedFiles("get", "src/")),
    "executed by a 429 and a 200": count(await executedFiles("retry", "src/")),
    "executed by a 404": count(await executedFiles("error", "src/")),
    "executed by invoice(), in supplier": count(await executedFiles("invoice", "src/supplier/")),
    "executed by a PATCH, in sandbox": count(await executedFiles("patch", "src/sandbox/")),
  };
}

function hasOneImporter(file: string, { importers }: ImportGraph): boolean {
  const [only, ...others] = importers.get(file) ?? [];
  return only !== undefined && others.length === 0 && !isEntryPoint(only) && !isEntryPoint(file);
}

/** Runs a scenario of scenarios.ts in a separate process, and returns the hand-written files that it executes. */
async function executedFiles(scenario: string, folder: string): Promise<readonly string[]> {
  const program = fileURLToPath(new URL("scenarios.ts", import.meta.url));
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ["--import", "tsx", program, scenario], { cwd: root });
  const files: readonly string[] = JSON.parse(stdout);
  return files.filter((file) => file.startsWith(folder) && !file.startsWith("src/generated/"));
}

const measured = await measure();
const rows = Object.entries(limits).map(([name, limit]: [string, Limit]) => {
  const { value, details } = measured[name as keyof typeof limits];
  const exceeded = "atMost" in limit ? value > limit.atMost : value < limit.atLeast;
  const bound = "atMost" in limit ? `at most ${limit.atMost}` : `at least ${limit.atLeast}`;
  return { name, value, bound, exceeded, details };
});

for (const { name, exceeded, details } of rows) {
  if (details.length === 0 || !(exceeded || process.argv.includes("--details"))) continue;
  console.log(`${name}:\n${details.map((detail) => `  ${detail}`).join("\n")}\n`);
}
for (const { name, value, bound, exceeded } of rows)
  console.log(`${name.padEnd(36)}${String(value).padStart(6)}   ${bound}${exceeded ? "   EXCEEDED" : ""}`);
if (rows.some(({ exceeded }) => exceeded)) process.exitCode = 1;
