/**
 * Checks the limits of budget.json that need no peers: the bundle and the import of `.`, the instantiations of 30
 * typed calls, and the time of a call relative to bare openapi-fetch and global fetch. The package must be built.
 *
 *   npm run build && npm run bench:check
 *
 * A figure above its limit is marked. Exits with 1 if one is, except for times that are less than a third above: the
 * machine of a check may be busy. `npm run bench` and `npm run bench:weight` judge times strictly.
 */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createTables } from "./calls/figures.js";
import { Contest, measureCalls } from "./calls/measure.js";
import { type CallsPlan, contestants } from "./calls/plan.js";
import { resolveDist, runCommand } from "./command.js";
import { conclude, type Goal, isReached } from "./goals.js";
import { callGoals } from "./page/goals.js";
import { ms, times } from "./text.js";
import { compile, ours, typingGoals, withProjects } from "./typing/measure.js";
import { measureBundle } from "./weight/bundle.js";
import { measureLoadTimes, optionalPeers, ourEntryPoints, weightGoals } from "./weight/measure.js";

/** The factor by which times differ between runs on a busy machine. */
const noise = 1.3;

await runCommand(import.meta.url, async (args) => {
  parseArgs({ args: [...args] });
  const goals = [...(await checkWeight()), ...(await checkTyping()), ...(await checkCalls())];
  for (const goal of goals) print(goal);
  conclude({}, goals.map(tolerateNoise), undefined);
});

function tolerateNoise(goal: Goal): Goal {
  const isTime = goal.text === ms || goal.text === times;
  return isTime ? { ...goal, most: goal.most * noise } : goal;
}

async function checkWeight(): Promise<readonly Goal[]> {
  const main = ourEntryPoints().filter(({ name }) => name === ".");
  const loaded = await measureLoadTimes(main, 11);
  const weights = main.map(async ({ name, file }) => ({
    name,
    import: { milliseconds: loaded.import.get(name) ?? Number.NaN },
    bundle: await measureBundle(file, optionalPeers()),
  }));
  return weightGoals(await Promise.all(weights));
}

async function checkTyping(): Promise<readonly Goal[]> {
  const costs = await withProjects([ours], (folders) =>
    [...folders].map(([name, folder]) => [name, compile(folder)] as const),
  );
  return typingGoals(Object.fromEntries(costs));
}

/** Measures a small GET with 50 calls at a time. Only ratios within one run are checked, because machines differ. */
async function checkCalls(): Promise<readonly Goal[]> {
  const names = ["fetch", "openapi-fetch", "ours", "ours-undici"];
  const plan: CallsPlan = {
    contestants: contestants.filter(({ name }) => names.includes(name)),
    leftOut: [],
    shapes: ["get"],
    length: { rounds: 15, roundsOfProcess: 5, round: 150, warmUp: 800 },
    node: process.execPath,
    dist: resolveDist(fileURLToPath(new URL("../../dist", import.meta.url))),
    json: undefined,
  };
  const contest = await Contest.start(plan);
  try {
    const [table] = createTables(await measureCalls(contest, plan, () => {}), plan);
    return callGoals.map(({ what, most, of }) => ({
      what,
      most,
      figure: of(table?.rows ?? []),
      text: times,
    }));
  } finally {
    contest.stop();
  }
}

function print(goal: Goal): void {
  const { what, figure, most, text } = goal;
  const measured = figure === undefined ? "-" : text(figure);
  console.log(isReached(goal) ? "✓" : "✗", what.padEnd(60), measured.padStart(10), "of", text(most));
}
