import { writeFileSync } from "node:fs";
import { type Goal, shortcomings } from "./goals.js";

/** Writes what a run found to the file that was asked for, tells the goals that it misses, and then exits with 1. */
export function conclude(found: object, goals: readonly Goal[], json: string | undefined): void {
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(found, undefined, 2)}\n`);
  for (const each of shortcomings(goals)) {
    console.error(each);
    process.exitCode = 1;
  }
}
