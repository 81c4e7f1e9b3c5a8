import { baseline, contestants } from "../calls/contestants.js";
import { Field } from "../calls/field.js";
import { tablesOf } from "../calls/figures.js";
import { measure } from "../calls/measure.js";
import type { Plan } from "../calls/options.js";
import type { Figures } from "./budget.js";

/** What is measured beside global fetch, and how its figures are called. No contestant that needs the peers. */
const names: ReadonlyMap<string, string> = new Map([
  ["ours", "a call"],
  ["ours-undici", "a call over undici"],
]);

/**
 * The time of a GET beside global fetch, 50 at a time, and its CPU time, from a short run. A machine that is busy with
 * something else gives other figures than the page shows: the limits are wide, and only tell of a mistake.
 */
export async function ratios(dist: string): Promise<Figures> {
  const plan: Plan = {
    contestants: contestants.filter(({ name }) => name === baseline || names.has(name)),
    leftOut: [],
    shapes: ["get"],
    length: { rounds: 9, roundsOfProcess: 3, round: 150, warmUp: 800 },
    node: process.execPath,
    dist,
    json: undefined,
  };
  const field = await Field.start(plan);
  try {
    const [table] = tablesOf(await measure(field, plan, () => {}), plan);
    return new Map(
      [...names].flatMap(([contestant, name]) => {
        const row = table?.rows.find((each) => each.contestant === contestant);
        if (row === undefined) throw new Error(`${contestant} was not measured`);
        const { time, cpu } = row.concurrent;
        return [
          [`time of ${name}`, rounded(time.ratio)],
          [`CPU of ${name}`, rounded(cpu.ratio)],
        ];
      }),
    );
  } finally {
    field.stop();
  }
}

const rounded = (ratio: number) => Math.round(100 * ratio) / 100;
