import { parseArgs } from "node:util";
import { type ContestantName, contestantNames } from "./contestants.js";
import { countings, type Lane, type Load } from "./lane.js";

/** What is run, and how it is told. */
export interface Plan {
  readonly load: Load;
  /** Groups of lanes that run at the same time; one group runs after the other. */
  readonly groups: readonly (readonly Lane[])[];
  readonly full: boolean;
  readonly json: boolean;
}

/** The service's own limit: 5000 a minute (supplier-api.md §8). And a fifth of it, five times as fast. */
const fullScale = { limit: 5000, window: 60_000, windows: 3 };
const smallScale = { limit: 1000, window: 12_000, windows: 3 };

const ours: ContestantName = "@reg/sdk";

export function planOf(args: readonly string[]): Plan {
  const { values } = parseArgs({
    args: [...args],
    options: {
      full: { type: "boolean", default: false },
      ours: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      seed: { type: "string", default: "1" },
    },
  });
  const { full, json } = values;
  const load = { ...(full ? fullScale : smallScale), callers: 200, seed: Number(values.seed) };
  const lanesOf = (contestants: readonly ContestantName[]) =>
    countings.map((counting) => contestants.map((contestant) => ({ contestant, counting })));
  const groups = values.ours ? [lanesOf([ours]).flat()] : lanesOf(contestantNames);
  return { load, groups, full, json };
}

export const isOurs = ({ contestant }: Lane): boolean => contestant === ours;
