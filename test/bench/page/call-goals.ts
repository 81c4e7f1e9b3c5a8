import { contestants, isOurs } from "../calls/contestants.js";
import type { Result } from "../calls/figures.js";
import type { Mode, Shape } from "../calls/options.js";
import { isMeasured, lowest, most } from "../goals.js";
import { times } from "../text.js";
import { goalCell } from "./goal.js";
import { type Row, table } from "./table.js";

/** What is judged of a run. */
export interface Judged {
  readonly tables: readonly { readonly shape: Shape; readonly rows: Rows }[];
}

type Rows = readonly Measured[];

interface Measured extends Readonly<Record<Mode, JudgedResult>> {
  readonly contestant: string;
}

type JudgedResult = { readonly [Name in "time" | "cpu"]: Pick<Result[Name], "ratio"> };

/** What is asked of a kind of call: a ratio, and the most that it may be. */
interface CallGoal {
  readonly what: string;
  readonly most: number;
  /** Undefined if it was not measured. */
  readonly of: (rows: Rows) => number | undefined;
}

const rowOf = (rows: Rows, name: string) => rows.find(({ contestant }) => contestant === name);

const concurrentTime = (rows: Rows, name: string) => rowOf(rows, name)?.concurrent.time.ratio;

/** The time of one with 50 at a time, beside the fastest of others: undefined unless all of them were measured. */
function besideFastest(rows: Rows, name: string, rivals: readonly string[]): number | undefined {
  const own = concurrentTime(rows, name);
  const fastest = lowest(rivals.map((rival) => concurrentTime(rows, rival)));
  return isMeasured(own) && isMeasured(fastest) ? own / fastest : undefined;
}

/** Those that ours must be ahead of with the transport that every Node has. */
const toBeat = ["openapi-fetch", "openapi-fetch-features", "ky", "got", "hey-api"];

/** Those that ours must be ahead of with the undici transport: all but what lies below it. */
const toBeatWithUndici = contestants
  .map(({ name }) => name)
  .filter((name) => !isOurs(name) && name !== "undici-request");

const goals: readonly CallGoal[] = [
  {
    what: "one at a time",
    most: most.sequentialTime,
    of: (rows) => rowOf(rows, "ours")?.sequential.time.ratio,
  },
  { what: "50 at a time", most: most.concurrentTime, of: (rows) => concurrentTime(rows, "ours") },
  {
    what: "CPU, 50 at a time",
    most: most.concurrentCpu,
    of: (rows) => rowOf(rows, "ours")?.concurrent.cpu.ratio,
  },
  {
    what: "50 at a time, beside the fastest of openapi-fetch, ky, got and hey-api",
    most: most.besideFastest,
    of: (rows) => besideFastest(rows, "ours", toBeat),
  },
  {
    what: "undici transport, 50 at a time",
    most: most.undiciTime,
    of: (rows) => concurrentTime(rows, "ours-undici"),
  },
  {
    what: "undici transport, 50 at a time, beside the fastest other but undici.request",
    most: most.besideFastest,
    of: (rows) => besideFastest(rows, "ours-undici", toBeatWithUndici),
  },
];

const kinds: readonly { readonly shape: Shape; readonly title: string }[] = [
  { shape: "get", title: "GET" },
  { shape: "post", title: "POST" },
  { shape: "large", title: "200 kB" },
];

/** What was asked of the calls, and what came out; a column for each kind of call on each Node. */
export function callGoalsTable(runs: { readonly node20: Judged; readonly node24: Judged }): string {
  const columns = [...columnsOf(runs.node20, "20"), ...columnsOf(runs.node24, "24")];
  const rows = goals.map(
    ({ what, most, of }): Row => ({
      cells: [
        what,
        times(most),
        ...columns.map(({ rows }) => goalCell({ figure: of(rows), most, text: times })),
      ],
    }),
  );
  const head = "Ratio, to global fetch unless it says otherwise";
  return table([head, "at most", ...columns.map(({ title }) => title)], rows);
}

function columnsOf({ tables }: Judged, node: string): { title: string; rows: Rows }[] {
  return kinds.map(({ shape, title }) => ({
    title: `Node ${node}, ${title}`,
    rows: tables.find((each) => each.shape === shape)?.rows ?? [],
  }));
}
