import { Mistake } from "../command.js";
import { lowest } from "../goals.js";
import { fullScale } from "../memory/plan.js";
import { usualRounds } from "../rounds.js";
import type { CallsRun, Runs } from "./runs.js";

/** What is looked at of the runs. */
export interface Lengths {
  readonly calls: Readonly<Record<keyof Runs["calls"], Pick<CallsRun, "length">>>;
  readonly weight: Pick<Runs["weight"], "rounds">;
  readonly typing: Pick<Runs["typing"], "rounds">;
  readonly memory: {
    readonly sequential: readonly { readonly calls: number }[];
    readonly concurrent: { readonly calls: number };
  };
}

/** For the calls, half as many rounds as usual will do, if they are whole ones. */
const leastRounds = 11;
const leastRound = 300;

/** Refuses runs that were only for a first look: they are too short for the page. */
export function refuseRough({ calls, weight, typing, memory }: Lengths): void {
  const found = [
    ...callsIn("calls.node20.json", calls.node20),
    ...callsIn("calls.node24.json", calls.node24),
    { file: "weight.json", what: "rounds", count: weight.rounds, least: usualRounds.weight },
    { file: "typing.json", what: "rounds", count: typing.rounds, least: usualRounds.typing },
    {
      file: "memory.json",
      what: "calls one after the other",
      count: lowest(memory.sequential.map(({ calls }) => calls)),
      least: fullScale.sequential.calls,
    },
    {
      file: "memory.json",
      what: "calls at once",
      count: memory.concurrent.calls,
      least: fullScale.concurrent.calls,
    },
  ];
  const rough = found.filter(({ count, least }) => !(count >= least));
  if (rough.length === 0) return;
  const told = rough.map(({ file, what, count, least }) => `${file}: ${count} ${what}, not ${least}`);
  throw new Mistake(`too short for the page: ${told.join("; ")}`);
}

function callsIn(file: string, { length }: Pick<CallsRun, "length">) {
  return [
    { file, what: "rounds", count: length.rounds, least: leastRounds },
    { file, what: "ms for a round", count: length.round, least: leastRound },
  ];
}
