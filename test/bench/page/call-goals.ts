import type { Row as Measured } from "../calls/figures.js";
import { goalCell } from "./goal.js";
import type { CallsRun, Runs } from "./runs.js";
import { type Row, table } from "./table.js";

/** What is asked of a kind of call: a ratio, and the most that it may be. */
interface CallGoal {
  readonly what: string;
  readonly most: number;
  /** Undefined if a row is missing. */
  readonly of: (rows: Rows) => number | undefined;
}

type Rows = readonly Measured[];

const rowOf = (rows: Rows, name: string) => rows.find(({ contestant }) => contestant === name);

/** The time of one with 50 at a time, beside the fastest of others. */
function besideFastest(
  rows: Rows,
  name: string,
  isRival: (contestant: string) => boolean,
): number | undefined {
  const own = rowOf(rows, name);
  const rivals = rows.filter(({ contestant }) => isRival(contestant));
  return (
    own && own.concurrent.time.ratio / Math.min(...rivals.map(({ concurrent }) => concurrent.time.ratio))
  );
}

/** Those that ours must be ahead of with the transport that every Node has. */
const toBeat = ["openapi-fetch", "openapi-fetch-features", "ky", "got", "hey-api"];

const goals: readonly CallGoal[] = [
  { what: "one at a time", most: 1.1, of: (rows) => rowOf(rows, "ours")?.sequential.time.ratio },
  { what: "50 at a time", most: 1.15, of: (rows) => rowOf(rows, "ours")?.concurrent.time.ratio },
  { what: "CPU, 50 at a time", most: 1.15, of: (rows) => rowOf(rows, "ours")?.concurrent.cpu.ratio },
  {
    what: "50 at a time, beside the fastest of openapi-fetch, ky, got and hey-api",
    most: 1,
    of: (rows) => besideFastest(rows, "ours", (name) => toBeat.includes(name)),
  },
  {
    what: "undici transport, 50 at a time",
    most: 0.5,
    of: (rows) => rowOf(rows, "ours-undici")?.concurrent.time.ratio,
  },
  {
    what: "undici transport, 50 at a time, beside the fastest other but undici.request",
    most: 1,
    of: (rows) =>
      besideFastest(rows, "ours-undici", (name) => !name.startsWith("ours") && name !== "undici-request"),
  },
];

const shortShapes = { get: "GET", post: "POST", large: "200 kB" } as const;

/** What was asked of the calls, and what came out; a column for each kind of call on each Node. */
export function callGoalsTable({ calls: { node20, node24 } }: Pick<Runs, "calls">): string {
  const columns = [...columnsOf(node20, "20"), ...columnsOf(node24, "24")];
  const rows = goals.map(
    ({ what, most, of }): Row => ({
      cells: [
        what,
        most.toFixed(2),
        ...columns.map(({ rows }) => goalCell(of(rows), most, (value) => value.toFixed(2))),
      ],
    }),
  );
  return table(["Times global fetch", "at most", ...columns.map(({ title }) => title)], rows);
}

function columnsOf({ tables }: CallsRun, node: string): { title: string; rows: Rows }[] {
  return tables.map(({ shape, rows }) => ({ title: `Node ${node}, ${shortShapes[shape]}`, rows }));
}
