/** The most that each figure may be: what was asked for, all of it. What CI holds it to is told by budget.json. */
export const most = {
  /** The time and the CPU time of a call, as multiples of global fetch. */
  sequentialTime: 1.1,
  concurrentTime: 1.15,
  concurrentCpu: 1.15,
  undiciTime: 0.5,
  /** The time beside that of the fastest of others. */
  besideFastest: 1,
  /** Milliseconds beyond those of an empty module. */
  import: 20,
  /** Bytes, minified and gzipped. */
  bundle: 40_000,
  lessorBundle: 20_000,
  instantiations: 45_000,
  /** As a part of what the heap was. */
  growth: 0.05,
  /** Bytes, for many calls at once. */
  heap: 100_000_000,
} as const;

/** Something that was asked for: a figure, and the most that it may be. */
export interface Goal {
  readonly what: string;
  readonly figure: number | undefined;
  readonly most: number;
  readonly text: (value: number) => string;
  /** Why there is no figure. */
  readonly missing?: string | undefined;
}

/** Whether there is such a figure: JSON keeps what is no number as null. */
export function isMeasured(figure: number | null | undefined): figure is number {
  return Number.isFinite(figure);
}

/** Whether a goal is reached. What was not measured is not, nor what should be less than what was not measured. */
export function isReached({ figure, most }: Pick<Goal, "figure" | "most">): boolean {
  return isMeasured(figure) && isMeasured(most) && figure <= most;
}

/** The lowest of some figures; NaN unless all were measured. */
export function lowest(figures: readonly (number | undefined)[]): number {
  return figures.length > 0 && figures.every(isMeasured) ? Math.min(...figures) : Number.NaN;
}

/** A line for each goal that is not reached. */
export function shortcomings(goals: readonly Goal[]): readonly string[] {
  return goals
    .filter((goal) => !isReached(goal))
    .map(({ what, figure, most, text, missing = "not measured" }) =>
      isMeasured(figure) && isMeasured(most)
        ? `${what}: ${text(figure)}, more than ${text(most)}`
        : `${what}: ${missing}`,
    );
}
