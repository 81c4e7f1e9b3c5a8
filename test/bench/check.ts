/**
 * Holds what the package costs to the limits in budget.json. Most of it is the same on every machine, so that CI can
 * tell; the time and the CPU time of a call beside global fetch are not, so that their limits are wide.
 * The package must be built; the peers are not needed.
 *
 *   npm run build && npm run bench:check
 *
 * Exits with 1 if anything is over its limit, and warns of limits that are much too wide.
 */
import { parseArgs } from "node:util";
import { compare, type Finding, readBudget } from "./check/budget.js";
import { allFigures } from "./check/sources.js";
import { command } from "./command.js";

await command(import.meta.url, async (args) => {
  parseArgs({ args: [...args] });
  const limits = readBudget(new URL("budget.json", import.meta.url));
  const findings = compare(limits, await allFigures());
  for (const finding of findings) print(finding);
  const problems = findings.filter((each): each is Finding & { problem: string } => "problem" in each);
  for (const { name, problem } of problems) console.error(`${name} ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
});

function print({ name, figure, limit, unit, problem, warning }: Finding): void {
  const mark = problem === undefined ? "✓" : "✗";
  const note = problem === undefined && warning !== undefined ? `  ${warning}` : "";
  console.log(
    mark,
    name.padEnd(28),
    text(figure).padStart(8),
    "of",
    text(limit).padStart(8),
    unit.padEnd(14),
    note,
  );
}

function text(value: number | undefined): string {
  return value === undefined ? "-" : String(value);
}
