import {
  type BudgetFigure,
  getCallsFigures,
  getGuardFigure,
  getSandboxFigure,
  getThrottleFigures,
  getWeightFigures,
  guards,
  isTolerable,
  isWithinBudget,
} from "./budgets.js";
import { type CallsPlan, measureCalls } from "./calls.js";
import { measureLimits, measureSandboxGrowth } from "./limits.js";
import { measureThrottle } from "./throttle.js";
import { measureWeight, type WeightPlan } from "./weight.js";

/** A fifth of the window of the service, with a fifth of its limit. */
export const shortThrottle = { limit: 1000, window: 12_000 };

/**
 * Only ratios within one run are checked, because machines differ. The speed of processes with the same code differs as
 * well: the ratio of a few processes differs more from run to run than that of many.
 */
const callsPlan: CallsPlan = {
  names: ["fetch", "openapi-fetch", "ours", "ours-undici"],
  shapes: ["get"],
  modes: ["fifty"],
  rounds: 27,
  milliseconds: 100,
  execPath: process.execPath,
};

const weightPlan: WeightPlan = { rounds: 11, names: ["@reg/sdk", "ky"] };

/**
 * Compares the package with its budgets and marks each figure that exceeds its limit. The process
 * fails if a figure exceeds its limit by more than its tolerance; `npm run bench` tolerates nothing.
 */
export async function check(): Promise<void> {
  const figures = [
    ...(await measureOnQuietMachine(async () => getWeightFigures(await measureWeight(weightPlan)))),
    ...(await measureOnQuietMachine(async () => getCallsFigures(await measureCalls(callsPlan)))),
    ...(await measureOnQuietMachine(async () => getThrottleFigures(await measureThrottle(shortThrottle)))),
  ];
  for (const guard of guards) {
    const measure = async () => [getGuardFigure(guard, await measureLimits([guard.name], guard.plan))];
    figures.push(...(await measureOnQuietMachine(measure)));
  }
  const measureSandbox = async () => [getSandboxFigure(await measureSandboxGrowth([1000, 4000]))];
  figures.push(...(await measureOnQuietMachine(measureSandbox)));
  for (const figure of figures) {
    const { what, value, most, format } = figure;
    console.log(markOf(figure), what.padEnd(76), format(value).padStart(8), `of ${format(most)}`);
  }
  if (!figures.every(isTolerable)) process.exitCode = 1;
}

function markOf(figure: BudgetFigure): string {
  if (isWithinBudget(figure)) return "✓";
  return isTolerable(figure) ? "~" : "✗";
}

/** Measures up to three times, until every figure is tolerable: other programs may have slowed the machine down. */
async function measureOnQuietMachine(
  measure: () => Promise<readonly BudgetFigure[]>,
): Promise<readonly BudgetFigure[]> {
  let figures = await measure();
  for (let again = 0; again < 2 && !figures.every(isTolerable); again += 1) figures = await measure();
  return figures;
}
