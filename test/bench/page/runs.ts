import { existsSync, readFileSync } from "node:fs";
import type { Facts } from "../calls/facts.js";
import type { Table } from "../calls/figures.js";
import { Mistake } from "../command.js";
import type { MemoryFound } from "../memory/print.js";
import type { Cost } from "../typing/compile.js";
import type { Weights } from "../weight/measure.js";
import { refuseRough } from "./rough.js";

/** What `npm run bench` writes. */
export interface CallsRun extends Facts {
  readonly tables: readonly Table[];
}

/** What `npm run bench:weight` writes. */
export interface WeightRun extends Weights {
  readonly node: string;
}

/** What `npm run bench:typing` writes. */
export interface TypingRun {
  readonly typescript: string;
  readonly node: string;
  readonly rounds: number;
  readonly consumers: Readonly<Record<string, Cost>>;
}

/** The runs that the page shows. */
export interface Runs {
  readonly calls: { readonly node20: CallsRun; readonly node24: CallsRun };
  readonly weight: WeightRun;
  readonly typing: TypingRun;
  readonly memory: MemoryFound;
}

/** Each file, and the command that writes it. */
const files = {
  "calls.node20.json": "npm run bench -- --node 20 --json",
  "calls.node24.json": "npm run bench -- --node 24 --json",
  "weight.json": "npm run bench:weight -- --json",
  "typing.json": "npm run bench:typing -- --json",
  "memory.json": "npm run bench:memory -- --json",
} as const;

/** Reads the runs that were kept; fails unless they are fit for the page. */
export function readRuns(folder: URL): Runs {
  const read = (name: keyof typeof files) => {
    const file = new URL(name, folder);
    if (!existsSync(file)) throw new Mistake(`${name} is missing: ${files[name]} ${file.pathname}`);
    return JSON.parse(readFileSync(file, "utf8"));
  };
  const runs: Runs = {
    calls: { node20: onNode(20, read("calls.node20.json")), node24: onNode(24, read("calls.node24.json")) },
    weight: read("weight.json"),
    typing: read("typing.json"),
    memory: read("memory.json"),
  };
  refuseRough(runs);
  return runs;
}

/** Refuses a run that was made on another Node than its file says. */
function onNode(major: number, run: CallsRun): CallsRun {
  const { contestants } = run.node;
  if (contestants.startsWith(`v${major}.`)) return run;
  throw new Mistake(`calls.node${major}.json was measured on Node ${contestants}`);
}
