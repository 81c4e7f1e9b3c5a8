import { callGoalsTable } from "./call-goals.js";
import { goalCell } from "./goal.js";
import type { Runs } from "./runs.js";
import { kB, MB, ms, percent, table, whole } from "./table.js";

/** Something that was asked for: a figure, and the most that it may be. */
interface Goal {
  readonly what: string;
  readonly figure: number | undefined;
  readonly most: number;
  readonly text: (value: number) => string;
}

/** What was asked for, and what came out. */
export function goalsTables(runs: Runs): string {
  const rows = goalsOf(runs).map(({ what, figure, most, text }) => ({
    cells: [what, text(most), goalCell(figure, most, text)],
  }));
  return `${callGoalsTable(runs)}\n\n${table(["", "at most", "measured"], rows)}`;
}

function goalsOf({ weight, typing, memory }: Runs): readonly Goal[] {
  const ours = (name: string) => weight.ours.find((each) => each.name === name);
  const imported = (name: string) => ours(name)?.import.milliseconds;
  const { consumers } = typing;
  const heyApi = Object.entries(consumers).filter(([name]) => name.startsWith("hey-api"));
  const leastCheck = Math.min(...heyApi.map(([, { checkTime }]) => checkTime));
  const { bounded, calls: atOnce } = memory.concurrent;
  return [
    { what: "cold import of `.`", figure: imported("."), most: weight.goalMs, text: ms },
    // "Less" than `.`, whatever that takes.
    ...["./supplier", "./lessor"].map((name) => ({
      what: `cold import of \`${name}\`, beside \`.\``,
      figure: imported(name),
      most: imported(".") ?? Number.NaN,
      text: ms,
    })),
    { what: "bundle of `.`, gzipped", figure: ours(".")?.bundle.atImport.gzip, most: 40_000, text: kB },
    {
      what: "bundle of `./lessor`, gzipped",
      figure: ours("./lessor")?.bundle.atImport.gzip,
      most: 20_000,
      text: kB,
    },
    {
      what: "instantiations for 30 typed calls",
      figure: consumers["ours"]?.instantiations,
      most: typing.goal,
      text: whole,
    },
    {
      what: "check time for 30 typed calls, beside hey-api's",
      figure: consumers["ours"]?.checkTime,
      most: leastCheck,
      text: ms,
    },
    ...memory.sequential.map(({ transport, calls, growth }) => ({
      what: `growth of the heap, ${whole(calls)} calls (${transport})`,
      figure: growth,
      most: 0.05,
      text: percent,
    })),
    {
      what: `heap for ${whole(atOnce)} calls at once`,
      figure: bounded.peak?.heapUsed,
      most: 100_000_000,
      text: MB,
    },
  ];
}
