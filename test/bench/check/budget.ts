import { readFileSync } from "node:fs";

/** The most that a figure may be. */
export interface Limit {
  readonly name: string;
  readonly limit: number;
  readonly unit: string;
}

/** What was found, by the name that it has in the budget. */
export type Figures = ReadonlyMap<string, number>;

/** How one figure stands to its limit. */
export interface Finding {
  readonly name: string;
  readonly figure: number | undefined;
  readonly limit: number | undefined;
  readonly unit: string;
  /** Why the check fails. */
  readonly problem?: string;
  /** What should be looked at although it holds. */
  readonly warning?: string;
}

/** Below this part of its limit a figure may grow much before anybody sees it. */
const farBelow = 0.75;

/** Reads budget.json. */
export function readBudget(file: URL): readonly Limit[] {
  const entries: unknown = JSON.parse(readFileSync(file, "utf8"));
  if (!Array.isArray(entries) || !entries.every(isLimit)) throw new Error(`${file.pathname} holds no budget`);
  return entries;
}

function isLimit(value: unknown): value is Limit {
  const { name, limit, unit }: Partial<Record<keyof Limit, unknown>> = Object(value);
  return typeof name === "string" && typeof limit === "number" && limit > 0 && typeof unit === "string";
}

/** Holds each figure against its limit. A limit without a figure fails, and so does a figure without a limit. */
export function compare(budget: readonly Limit[], figures: Figures): readonly Finding[] {
  const limited = new Set(budget.map(({ name }) => name));
  const unlimited = [...figures].filter(([name]) => !limited.has(name));
  return [
    ...budget.map((limit) => judge(limit, figures.get(limit.name))),
    ...unlimited.map(([name, figure]) => ({
      name,
      figure,
      limit: undefined,
      unit: "",
      problem: "has no limit in budget.json",
    })),
  ];
}

function judge({ name, limit, unit }: Limit, figure: number | undefined): Finding {
  const finding = { name, figure, limit, unit };
  if (figure === undefined) return { ...finding, problem: "was not measured: is it still there?" };
  if (!Number.isFinite(figure)) return { ...finding, problem: "is no number" };
  if (figure > limit) {
    const over = (100 * (figure / limit - 1)).toFixed(1);
    return { ...finding, problem: `is ${figure} ${unit}, ${over} % over its limit of ${limit}` };
  }
  if (figure < farBelow * limit) return { ...finding, warning: "is far below its limit: lower the limit" };
  return finding;
}
