import type { CallsResults } from "./calls.js";
import { MB, whole } from "./figures.js";
import { type Growth, type LimitRow, limits } from "./limits.js";
import type { ThrottleResults } from "./throttle.js";
import type { WeightResults } from "./weight.js";

/** A measured figure and the most that it may be. */
export interface BudgetFigure {
  readonly what: string;
  readonly value: number;
  readonly most: number;
  readonly format: (value: number) => string;
  /**
   * The factor by which it may exceed `most` in a check, because it depends on what else the machine does. Default 1.
   */
  readonly tolerance?: number;
}

/** A figure that was not measured, which is NaN, exceeds its limit. */
export const isWithinBudget = ({ value, most }: BudgetFigure): boolean => value <= most;

/** As {@link isWithinBudget}; the ratio of two times may be larger, because the machine of a check may be busy. */
export const isTolerable = (figure: BudgetFigure): boolean =>
  isWithinBudget({ ...figure, most: (figure.tolerance ?? 1) * figure.most });

/** By how much the ratio of two times differs between runs on a busy machine. */
const toleranceOfRatio = 1.3;

const times = (value: number) => value.toFixed(2);

/** The figures of a small GET, with 50 calls at a time. */
export function getCallsFigures({ tables }: CallsResults): readonly BudgetFigure[] {
  const timeOf = (name: string) => tables.get?.find(({ contestant }) => contestant === name)?.fifty ?? Number.NaN;
  return [
    {
      what: "time of a call, 50 at a time, relative to bare openapi-fetch",
      value: timeOf("ours") / timeOf("openapi-fetch"),
      most: 1.1,
      format: times,
      tolerance: toleranceOfRatio,
    },
    {
      what: "undici transport: time of a call, 50 at a time, relative to global fetch",
      value: timeOf("ours-undici"),
      most: 0.55,
      format: times,
      tolerance: toleranceOfRatio,
    },
  ];
}

/** Figures beside their peers, with what they may be now: less in `limits` is the aim. */
export const guards = [
  { name: "waiting", most: 2, plan: { rounds: 1, processes: 1, vehicles: 0 } },
  { name: "download", most: 1.2, plan: { rounds: 6, processes: 1, vehicles: 0 } },
  { name: "syncUndici", most: 2.6, plan: { rounds: 1, processes: 3, vehicles: 2000 } },
  { name: "poll", most: 1.6, plan: { rounds: 9, processes: 1, vehicles: 0 } },
] as const;

export type Guard = (typeof guards)[number];

/** The figure of a guard, relative to its peer. */
export function getGuardFigure({ name, most }: Guard, rows: readonly LimitRow[]): BudgetFigure {
  const { what, peer } = limits[name];
  const value = rows.find((row) => row.name === name)?.ratio ?? Number.NaN;
  return { what: `${what}, relative to ${peer}`, value, most, format: times, tolerance: toleranceOfRatio };
}

/** How the time of a create of the sandbox grows with the number of stored requests. */
export function getSandboxFigure(growth: readonly Growth[]): BudgetFigure {
  const [create] = growth;
  return {
    what: "sandbox: exponent with which the time of a create grows",
    value: create?.exponent ?? Number.NaN,
    most: 0.2,
    format: times,
    tolerance: toleranceOfRatio,
  };
}

/** The figures of the main entry point and of the package. */
export function getWeightFigures({ rows, instantiations, installed }: WeightResults): readonly BudgetFigure[] {
  const main = rows.find(({ name }) => name === "@reg/sdk");
  const ky = rows.find(({ name }) => name === "ky");
  return [
    {
      what: "import of `@reg/sdk` relative to ky, each beyond an empty module",
      value: (main?.import ?? Number.NaN) / (ky?.import ?? Number.NaN),
      most: 0.65,
      format: times,
      tolerance: toleranceOfRatio,
    },
    {
      what: "bundle of `@reg/sdk`, gzipped",
      value: main?.gzip ?? Number.NaN,
      most: 75_000,
      format: (value) => `${(value / 1000).toFixed(1)} kB`,
    },
    { what: "type instantiations of 30 calls", value: instantiations, most: 45_000, format: whole },
    { what: "installed package", value: installed, most: 6_000_000, format: MB },
  ];
}

/** The figures of the throttle, however the service counts. */
export function getThrottleFigures({ rows }: ThrottleResults): readonly BudgetFigure[] {
  return [
    {
      what: "requests that the service rejects with 429",
      value: Math.max(...rows.map(({ rejected }) => rejected)),
      most: 0,
      format: whole,
    },
    {
      what: "part of the service's limit that calls in the queue do not use",
      value: 1 - Math.min(...rows.map(({ used }) => used)),
      most: 0.03,
      format: (value) => `${(100 * value).toFixed(1)} %`,
    },
  ];
}
