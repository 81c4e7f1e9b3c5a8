/**
 * Holds what the package costs to the limits in budget.json. Most of it is the same on every machine, so that CI can
 * tell; the time and the CPU time of a call beside global fetch are not, so that their limits are wide.
 * The package must be built; the peers are not needed.
 *
 *   npm run build && npm run bench:check
 *
 * Exits with 1 if anything is over its limit, and warns of limits that are much too wide.
 */
import { compare, type Finding, readBudget } from "./check/budget.js";
import { allFigures } from "./check/sources.js";

const findings = compare(readBudget(new URL("budget.json", import.meta.url)), await allFigures());
for (const { name, figure, limit, unit, problem, warning } of findings) {
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
const problems = findings.filter((finding): finding is Finding & { problem: string } => "problem" in finding);
for (const { name, problem } of problems) console.error(`${name} ${problem}`);
if (problems.length > 0) process.exitCode = 1;

function text(value: number | undefined): string {
  return value === undefined ? "-" : String(value);
}
