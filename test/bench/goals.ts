import { writeFileSync } from "node:fs";
import budget from "./budget.json" with { type: "json" };

/**
 * The limits of all figures: milliseconds that an import of `.` takes beyond an empty module, bytes of its bundle
 * (minified and gzipped), type instantiations of 30 typed calls, the time of a call with 50 calls at a time (the default
 * transport relative to bare openapi-fetch, the undici transport relative to global fetch), the growth of the heap over
 * 100 000 calls as a fraction, and the heap for 10 000 calls at a time.
 */
export const limits: Readonly<Record<keyof typeof budget, number>> = budget;

/** A figure and its limit. */
export interface Goal {
  readonly what: string;
  readonly figure: number | undefined;
  readonly most: number;
  readonly text: (value: number) => string;
  /** The reason if there is no figure. */
  readonly missing?: string | undefined;
}

/** JSON stores NaN as null. */
export function isMeasured(figure: number | null | undefined): figure is number {
  return Number.isFinite(figure);
}

/** A goal without a figure or without a limit is not reached. */
export function isReached({ figure, most }: Pick<Goal, "figure" | "most">): boolean {
  return isMeasured(figure) && isMeasured(most) && figure <= most;
}

/** Returns the lowest figure; NaN unless all were measured. */
export function lowest(figures: readonly (number | undefined)[]): number {
  return figures.length > 0 && figures.every(isMeasured) ? Math.min(...figures) : Number.NaN;
}

/** Describes each goal that is not reached. */
export function listMissedGoals(goals: readonly Goal[]): readonly string[] {
  return goals
    .filter((goal) => !isReached(goal))
    .map(({ what, figure, most, text, missing = "not measured" }) =>
      isMeasured(figure) && isMeasured(most)
        ? `${what}: ${text(figure)}, more than ${text(most)}`
        : `${what}: ${missing}`,
    );
}

/** Writes the figures to a file if one is given. Prints the goals that are not reached, and then exits with 1. */
export function conclude(found: object, goals: readonly Goal[], json: string | undefined): void {
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(found, undefined, 2)}\n`);
  for (const each of listMissedGoals(goals)) {
    console.error(each);
    process.exitCode = 1;
  }
}
