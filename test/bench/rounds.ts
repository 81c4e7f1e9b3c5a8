import { parseArgs } from "node:util";
import { Mistake } from "./command.js";

/** How many rounds a run has unless it is told otherwise. Fewer are for a first look. */
export const usualRounds = { calls: 21, weight: 31, typing: 9 } as const;

/** The number of rounds that was asked for; fails if it is none. */
export function countOf(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new Mistake(`not a number of rounds: ${text}`);
  return count;
}

/** The options of a run that knows no others: how many rounds, and the file for its figures. */
export function roundsOf(
  args: readonly string[],
  usual: number,
): { readonly rounds: number; readonly json: string | undefined } {
  const { values } = parseArgs({
    args: [...args],
    options: { json: { type: "string" }, rounds: { type: "string", default: String(usual) } },
  });
  return { rounds: countOf(values.rounds), json: values.json };
}
