import type { Result } from "../calls/figures.js";
import type { Mode, Shape } from "../calls/plan.js";
import { type Goal, isMeasured, isReached, limits } from "../goals.js";
import { memoryGoals } from "../memory/report.js";
import { times } from "../text.js";
import { typingGoals } from "../typing/measure.js";
import { weightGoals } from "../weight/measure.js";
import type { Runs } from "./runs.js";
import { type TableRow, table } from "./table.js";

/** Writes the tables of all limits and figures. */
export function goalsTables({ calls, weight, typing, memory }: Runs): string {
  const goals = [...weightGoals(weight.ours), ...typingGoals(typing.consumers), ...memoryGoals(memory)];
  const rows = goals.map((goal) => ({ cells: [goal.what, limitCell(goal), goalCell(goal)] }));
  return `${callGoalsTable(calls)}\n\n${table(["", "at most", "measured"], rows)}`;
}

const limitCell = ({ most, text }: Goal) => (isMeasured(most) ? text(most) : "-");

/** The part of a run that the limits apply to. */
export interface JudgedCalls {
  readonly tables: readonly { readonly shape: Shape; readonly rows: Rows }[];
}

type Rows = readonly Measured[];

interface Measured extends Readonly<Record<Mode, JudgedResult>> {
  readonly contestant: string;
}

type JudgedResult = { readonly [Name in "time" | "cpu"]: Pick<Result[Name], "ratio"> };

/** A ratio of the calls and its limit. */
interface CallGoal {
  readonly what: string;
  readonly most: number;
  /** Returns undefined if it was not measured. */
  readonly of: (rows: Rows) => number | undefined;
}

const concurrentTime = (rows: Rows, name: string) =>
  rows.find(({ contestant }) => contestant === name)?.concurrent.time.ratio;

/** Divides the time of ours by that of another one; undefined unless both were measured. */
function relativeTime(rows: Rows, name: string, other: string): number | undefined {
  const [own, base] = [concurrentTime(rows, name), concurrentTime(rows, other)];
  return isMeasured(own) && isMeasured(base) ? own / base : undefined;
}

/** The limits for the time of a call with 50 calls at a time. */
export const callGoals: readonly CallGoal[] = [
  {
    what: "50 at a time, relative to bare openapi-fetch",
    most: limits.timeToOpenapiFetch,
    of: (rows) => relativeTime(rows, "ours", "openapi-fetch"),
  },
  {
    what: "undici transport, 50 at a time, relative to global fetch",
    most: limits.undiciTimeToFetch,
    of: (rows) => concurrentTime(rows, "ours-undici"),
  },
];

const kinds: readonly { readonly shape: Shape; readonly title: string }[] = [
  { shape: "get", title: "GET" },
  { shape: "post", title: "POST" },
  { shape: "large", title: "200 kB" },
];

/** Writes the table of the calls, with a column for each kind of call and version of Node. */
export function callGoalsTable(runs: { readonly node20: JudgedCalls; readonly node24: JudgedCalls }): string {
  const columns = [...createColumns(runs.node20, "20"), ...createColumns(runs.node24, "24")];
  const rows = callGoals.map(
    ({ what, most, of }): TableRow => ({
      cells: [
        what,
        times(most),
        ...columns.map(({ rows }) => goalCell({ figure: of(rows), most, text: times })),
      ],
    }),
  );
  const head = "Time of a call";
  return table([head, "at most", ...columns.map(({ title }) => title)], rows);
}

function createColumns({ tables }: JudgedCalls, node: string): { title: string; rows: Rows }[] {
  return kinds.map(({ shape, title }) => ({
    title: `Node ${node}, ${title}`,
    rows: tables.find((each) => each.shape === shape)?.rows ?? [],
  }));
}

/** Formats a figure for a table, with a mark if it exceeds its limit. */
export function goalCell({
  figure,
  most,
  text,
  missing = "not measured",
}: Pick<Goal, "figure" | "most" | "text" | "missing">): string {
  if (!isMeasured(figure) || !isMeasured(most)) return `✗ ${missing}`;
  return isReached({ figure, most }) ? text(figure) : `✗ ${text(figure)}`;
}
