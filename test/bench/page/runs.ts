import { existsSync, readFileSync } from "node:fs";
import type { CallsTable, RunFacts } from "../calls/figures.js";
import { defaultRounds, UserError } from "../command.js";
import { lowest } from "../goals.js";
import { fullScale } from "../memory/measure.js";
import type { MemoryResults } from "../memory/report.js";
import type { SyncResults } from "../sync/measure.js";
import { fullScale as fullSync } from "../sync/plan.js";
import type { TypingCost } from "../typing/measure.js";
import type { Weights } from "../weight/measure.js";

/** The lengths of the runs, which decide whether they are published. */
export interface RunLengths {
  readonly calls: Readonly<Record<keyof Runs["calls"], Pick<CallsRun, "length">>>;
  readonly weight: Pick<Runs["weight"], "rounds">;
  readonly typing: Pick<Runs["typing"], "rounds">;
  readonly memory: {
    readonly sequential: readonly { readonly calls: number }[];
    readonly concurrent: { readonly calls: number };
  };
  readonly sync: { readonly unchanged: { readonly vehicles: number } };
}

/** Half of the default number of rounds is enough for the calls, if the rounds have their full length. */
const leastRounds = 11;
const leastRound = 300;

/** Rejects runs that are too short for the page, such as those of `--quick`. */
export function rejectShortRuns({ calls, weight, typing, memory, sync }: RunLengths): void {
  const found = [
    ...callsLengths("calls.node20.json", calls.node20),
    ...callsLengths("calls.node24.json", calls.node24),
    { file: "weight.json", what: "rounds", count: weight.rounds, least: defaultRounds.weight },
    { file: "typing.json", what: "rounds", count: typing.rounds, least: defaultRounds.typing },
    {
      file: "memory.json",
      what: "sequential calls",
      count: lowest(memory.sequential.map(({ calls }) => calls)),
      least: fullScale.sequential.calls,
    },
    {
      file: "memory.json",
      what: "concurrent calls",
      count: memory.concurrent.calls,
      least: fullScale.concurrent.calls,
    },
    {
      file: "sync.json",
      what: "unchanged vehicles",
      count: sync.unchanged.vehicles,
      least: fullSync.unchanged.vehicles,
    },
  ];
  const short = found.filter(({ count, least }) => !(count >= least));
  if (short.length === 0) return;
  const problems = short.map(({ file, what, count, least }) => `${file}: ${count} ${what}, not ${least}`);
  throw new UserError(`too short for the page: ${problems.join("; ")}`);
}

function callsLengths(file: string, { length }: Pick<CallsRun, "length">) {
  return [
    { file, what: "rounds", count: length.rounds, least: leastRounds },
    { file, what: "ms for a round", count: length.round, least: leastRound },
  ];
}

/** The file that `npm run bench` writes. */
export interface CallsRun extends RunFacts {
  readonly tables: readonly CallsTable[];
}

/** The file that `npm run bench:weight` writes. */
export interface WeightRun extends Weights {
  readonly node: string;
}

/** The file that `npm run bench:typing` writes. */
export interface TypingRun {
  readonly typescript: string;
  readonly node: string;
  readonly rounds: number;
  readonly consumers: Readonly<Record<string, TypingCost>>;
}

/** The runs that the page shows. */
export interface Runs {
  readonly calls: { readonly node20: CallsRun; readonly node24: CallsRun };
  readonly weight: WeightRun;
  readonly typing: TypingRun;
  readonly memory: MemoryResults;
  readonly sync: SyncResults;
}

/** Each file, and the command that writes it. */
const files = {
  "calls.node20.json": "npm run bench -- --node 20 --json",
  "calls.node24.json": "npm run bench -- --node 24 --json",
  "weight.json": "npm run bench:weight -- --json",
  "typing.json": "npm run bench:typing -- --json",
  "memory.json": "npm run bench:memory -- --json",
  "sync.json": "npm run bench:sync -- --json",
} as const;

/** Reads the stored runs; throws unless they can be published. */
export function readRuns(folder: URL): Runs {
  const read = (name: keyof typeof files) => {
    const file = new URL(name, folder);
    if (!existsSync(file)) throw new UserError(`${name} is missing: ${files[name]} ${file.pathname}`);
    return JSON.parse(readFileSync(file, "utf8"));
  };
  const runs: Runs = {
    calls: {
      node20: checkNodeVersion(20, read("calls.node20.json")),
      node24: checkNodeVersion(24, read("calls.node24.json")),
    },
    weight: read("weight.json"),
    typing: read("typing.json"),
    memory: read("memory.json"),
    sync: read("sync.json"),
  };
  rejectShortRuns(runs);
  return runs;
}

/** Rejects a run that was measured on a version of Node other than that in its file name. */
function checkNodeVersion(major: number, run: CallsRun): CallsRun {
  const { contestants } = run.node;
  if (contestants.startsWith(`v${major}.`)) return run;
  throw new UserError(`calls.node${major}.json was measured on Node ${contestants}`);
}
