/**
 * Measures the package, and compares it with other clients. The package must be built.
 *
 *   npm run bench                                everything that RESULTS.md shows, and the page: about half an hour
 *   npm run bench -- calls                       the time of a call, on Node 20 and 24
 *   npm run bench -- calls --only ours,axios     only these clients, on this Node
 *   npm run bench -- throttle                    how much of a limit the throttle uses
 *   npm run bench -- sync                        a fleet sync
 *   npm run bench -- accounts                    many accounts in one process; --before <commit> also measures a commit
 *   npm run bench -- weight                      import times, bundles, types and the size of the package
 *   npm run bench -- limits                      memory, files, sync, polls and the sandbox beside peers; how they grow
 *   npm run bench -- check                       compares the package with its budgets, three minutes
 *   npm run bench -- results                     writes RESULTS.md and its plot from the stored runs
 *
 * Runs with `--quick` or `--only` are short or partial: they are printed, but not stored.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { measureAccounts } from "./accounts.js";
import {
  type CallsPlan,
  commonShapes,
  concurrencies,
  contestants,
  findNode,
  type Mode,
  measureCalls,
} from "./calls.js";
import { check, shortThrottle } from "./check.js";
import { type LimitName, limits, measureGrowth, measureLimits } from "./limits.js";
import {
  formatAccounts,
  formatCalls,
  formatLimits,
  formatSync,
  formatThrottle,
  formatWeight,
  storeResults,
  writePage,
} from "./results.js";
import { measureSync } from "./sync.js";
import { measureThrottle } from "./throttle.js";
import { measureWeight } from "./weight.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean", default: false }, only: { type: "string" }, before: { type: "string" } },
});
const { quick, only, before } = values;

async function benchCalls(): Promise<void> {
  preparePeers();
  const names = only === undefined ? Object.keys(contestants) : ["fetch", ...only.split(",")];
  const unknown = names.filter((name) => contestants[name] === undefined);
  if (unknown.length > 0) throw new Error(`${unknown} is none of ${Object.keys(contestants)}`);
  const plan: CallsPlan = {
    names: [...new Set(names)],
    shapes: commonShapes,
    modes: Object.keys(concurrencies) as Mode[],
    rounds: quick ? 3 : 15,
    milliseconds: quick ? 150 : 300,
    execPath: process.execPath,
  };
  if (quick || only !== undefined) {
    console.log(formatCalls(await measureCalls(plan)));
    return;
  }
  for (const major of ["20", "24"] as const) {
    const results = await measureCalls({ ...plan, execPath: findNode(major) });
    console.log(formatCalls(results));
    storeResults(`calls.node${major}`, results);
  }
}

async function benchThrottle(): Promise<void> {
  const results = await measureThrottle(quick ? shortThrottle : { limit: 5000, window: 60_000 });
  console.log(formatThrottle(results));
  if (!quick) storeResults("throttle", results);
}

async function benchSync(): Promise<void> {
  preparePeers();
  const small = { vehicles: 1000, concurrency: 8 };
  const large = [
    { vehicles: 10_000, concurrency: 32 },
    { vehicles: 100_000, concurrency: 50 },
  ];
  const plan = quick ? { rounds: 1, fleets: [small] } : { rounds: 3, fleets: [small, ...large] };
  const results = await measureSync({ ...plan, names: ["ours", "ours-undici", "p-map"], latency: 20 });
  console.log(formatSync(results));
  if (!quick) storeResults("sync", results);
}

async function benchAccounts(): Promise<void> {
  preparePeers();
  const small = { rounds: 1, clients: 1000, sizes: [100, 1000], hours: 0.5 };
  const results = await measureAccounts({
    ...(quick ? small : { rounds: 5, clients: 10_000, sizes: [1000, 10_000], hours: 1 }),
    before,
  });
  console.log(formatAccounts(results));
  if (!quick) storeResults("accounts", results);
}

async function benchWeight(): Promise<void> {
  preparePeers();
  const results = await measureWeight({ rounds: quick ? 3 : 31 });
  console.log(formatWeight(results));
  if (!quick) storeResults("weight", results);
}

async function benchLimits(): Promise<void> {
  preparePeers();
  const plan = quick ? { rounds: 3, processes: 1, vehicles: 2000 } : { rounds: 15, processes: 3, vehicles: 20_000 };
  const growth = quick
    ? { vehicles: [500, 2000], requests: [500, 2000], stored: [500, 1000, 2000] }
    : { vehicles: [1000, 10_000, 100_000], requests: [1000, 5000, 20_000], stored: [1000, 2000, 5000, 10_000] };
  const results = {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    rows: await measureLimits(Object.keys(limits) as LimitName[], plan),
    growth: await measureGrowth(growth),
  };
  console.log(formatLimits(results));
  const [major] = process.versions.node.split(".");
  if (!quick) storeResults(`limits.node${major}` as "limits.node20" | "limits.node24" | "limits.node26", results);
}

async function checkBudgets(): Promise<void> {
  preparePeers("--only-install");
  await check();
}

/** Installs and generates the clients of other projects. */
function preparePeers(...args: readonly string[]): void {
  const program = fileURLToPath(new URL("peers/prepare.mjs", import.meta.url));
  if (spawnSync(process.execPath, [program, ...args], { stdio: "inherit" }).status !== 0)
    throw new Error("the peers could not be installed");
}

const programs: Readonly<Record<string, () => Promise<void> | void>> = {
  calls: benchCalls,
  throttle: benchThrottle,
  sync: benchSync,
  accounts: benchAccounts,
  weight: benchWeight,
  limits: benchLimits,
  check: checkBudgets,
  results: writePage,
};

if (!existsSync(new URL("../../dist/esm/index.js", import.meta.url)))
  throw new Error("the package is not built: run npm run build first");
const chosen =
  positionals.length > 0 ? positionals : ["calls", "throttle", "sync", "accounts", "weight", "limits", "results"];
for (const name of chosen) {
  const program = programs[name];
  if (program === undefined) throw new Error(`${name} is none of ${Object.keys(programs)}`);
  await program();
}
