import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Child } from "./child.js";
import { exponentOf, median } from "./figures.js";

/** The ways to have a client for each account, by the names that `accounts/runner.mjs` uses. */
export const contestants = {
  ours: "ours: `withOptions({ token })`, with its own throttle",
  "ours-alone": "ours: `createSupplierClient`",
  before: "ours before `withOptions`",
  openai: "openai: `withOptions({ apiKey })`",
  stripe: "stripe: `new Stripe(key)`",
} as const;

type Contestant = keyof typeof contestants;

/** How many accounts there are, and for how long they are followed. */
export interface AccountsPlan {
  readonly rounds: number;
  readonly clients: number;
  /** The numbers of accounts whose rounds are compared, from the smallest. */
  readonly sizes: readonly number[];
  /** Hours on the clock of the client, with a poll a minute. */
  readonly hours: number;
  /** The last commit without `withOptions`; undefined: it is not built. */
  readonly before: string | undefined;
}

/** The medians for one kind of client, for each client: bytes, and microseconds of CPU. */
export interface ClientRow {
  readonly contestant: Contestant;
  readonly heap: number;
  readonly cpu: number;
  readonly heapAfterCall?: number | undefined;
}

/** Single rounds of `follow` without news, compared with the two list calls that they make. */
export interface RoundsRow {
  readonly accounts: number;
  /** CPU of a round, in microseconds. */
  readonly cpu: number;
  /** Relative to that of the two list calls. */
  readonly ratio: number;
  /** By how much the heap grew from the first ten minutes to the end, in bytes for each account. */
  readonly growth: number;
}

export interface AccountsResults {
  readonly node: string;
  readonly clients: number;
  readonly rows: readonly ClientRow[];
  /** The CPU of a call of a derived client, relative to one of the first client. */
  readonly call: number;
  readonly rounds: readonly RoundsRow[];
  /** How the CPU of all rounds grows with the number of accounts: 1 is in proportion. */
  readonly exponent: number;
}

interface RoundFigures {
  readonly rounds: readonly number[];
  readonly lists: readonly number[];
  readonly heaps: readonly number[];
}

/** Measures what many accounts in one process need. Each measurement has a process of its own. */
export async function measureAccounts(plan: AccountsPlan): Promise<AccountsResults> {
  const { rounds, clients, sizes, hours, before } = plan;
  const build = before === undefined ? undefined : buildCommit(before);
  try {
    const names = (Object.keys(contestants) as Contestant[]).filter((name) => name !== "before" || build !== undefined);
    const measured = names.map((contestant) => ({ contestant, runs: [] as Omit<ClientRow, "contestant">[] }));
    const calls: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const { contestant, runs } of measured) {
        const task = {
          task: "clients",
          contestant,
          count: clients,
          build: contestant === "before" ? build : undefined,
        };
        runs.push(await run(task));
      }
      calls.push((await run<{ ratio: number }>({ task: "calls" })).ratio);
    }
    const rows: RoundsRow[] = [];
    for (const accounts of sizes) {
      console.error(`a poll a minute of ${accounts} accounts`);
      rows.push(summarize(accounts, await run<RoundFigures>({ task: "rounds", count: accounts, hours })));
    }
    return {
      node: process.version,
      clients,
      rows: measured.map(({ contestant, runs }) => ({
        contestant,
        heap: median(runs.map(({ heap }) => heap)),
        cpu: median(runs.map(({ cpu }) => cpu)),
        heapAfterCall: runs[0]?.heapAfterCall && median(runs.map(({ heapAfterCall = Number.NaN }) => heapAfterCall)),
      })),
      call: median(calls),
      rounds: rows,
      // With the number of accounts, the CPU of all rounds.
      exponent: exponentOf(rows.map(({ accounts, cpu }) => [accounts, accounts * cpu])),
    };
  } finally {
    if (build !== undefined) removeBuild(build);
  }
}

function summarize(accounts: number, { rounds, lists, heaps }: RoundFigures): RoundsRow {
  const ratios = rounds.map((cpu, minute) => cpu / (lists[minute] ?? Number.NaN));
  const [first = Number.NaN] = heaps;
  const growth = ((heaps.at(-1) ?? Number.NaN) - first) / accounts;
  return { accounts, cpu: median(rounds), ratio: median(ratios), growth };
}

async function run<Result>(task: object): Promise<Result> {
  const program = new URL("accounts/runner.mjs", import.meta.url);
  const child = new Child(program, [JSON.stringify(task)], { execArgv: ["--expose-gc"] });
  try {
    return await child.next();
  } finally {
    child.stop();
  }
}

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Builds the package as it was at a commit, in a folder of its own. */
function buildCommit(commit: string): string {
  const folder = join(mkdtempSync(join(tmpdir(), "reg-bench-before-")), "checkout");
  execute("git", ["worktree", "add", "--quiet", "--detach", folder, commit], root);
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  execute("npx", ["tsup"], folder);
  return folder;
}

function removeBuild(folder: string): void {
  execute("git", ["worktree", "remove", "--force", folder], root);
  rmSync(join(folder, ".."), { recursive: true });
}

function execute(command: string, args: readonly string[], cwd: string): void {
  const { status } = spawnSync(command, args, { cwd, stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed`);
}
