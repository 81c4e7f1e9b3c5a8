import { readFileSync, writeFileSync } from "node:fs";
import { type AccountsResults, contestants as accountContestants } from "./accounts.js";
import { type BudgetFigure, getCallsFigures, getThrottleFigures, getWeightFigures, isWithinBudget } from "./budgets.js";
import { type CallsResults, type CallsRow, contestants as clients, type Shape, shapes } from "./calls.js";
import { MB, whole } from "./figures.js";
import { type Limit, type LimitRow, type LimitsResults, limits } from "./limits.js";
import { type SyncResults, contestants as syncContestants } from "./sync.js";
import type { ThrottleResults } from "./throttle.js";
import type { WeightResults } from "./weight.js";

/** The stored runs, by the names of their files. */
export interface Results {
  readonly "calls.node20": CallsResults;
  readonly "calls.node24": CallsResults;
  readonly throttle: ThrottleResults;
  readonly sync: SyncResults;
  readonly accounts: AccountsResults;
  readonly weight: WeightResults;
  readonly "limits.node20": LimitsResults;
  readonly "limits.node24": LimitsResults;
  readonly "limits.node26": LimitsResults;
}

const fileOf = (name: string) => new URL(`results/${name}`, import.meta.url);

/** Stores a run for the page. */
export function storeResults<Name extends keyof Results>(name: Name, results: Results[Name]): void {
  writeFileSync(fileOf(`${name}.json`), `${JSON.stringify(results, undefined, 2)}\n`);
}

function readResults<Name extends keyof Results>(name: Name): Results[Name] {
  return JSON.parse(readFileSync(fileOf(`${name}.json`), "utf8"));
}

/** Writes the tables of RESULTS.md and its plot from the stored runs. The prose stays unchanged. */
export function writePage(): void {
  const calls = readResults("calls.node20");
  const throttle = readResults("throttle");
  const weight = readResults("weight");
  const figures = [...getCallsFigures(calls), ...getThrottleFigures(throttle), ...getWeightFigures(weight)];
  const tables: Readonly<Record<string, string>> = {
    budgets: formatBudgets(figures),
    "calls.node20": formatCalls(calls),
    "calls.node24": formatCalls(readResults("calls.node24")),
    throttle: formatThrottle(throttle),
    sync: formatSync(readResults("sync")),
    accounts: formatAccounts(readResults("accounts")),
    weight: formatWeight(weight),
    "limits.node20": formatLimits(readResults("limits.node20")),
    "limits.node24": formatLimits(readResults("limits.node24")),
    "limits.node26": formatLimits(readResults("limits.node26")),
  };
  const page = new URL("RESULTS.md", import.meta.url);
  const text = readFileSync(page, "utf8").replaceAll(
    /<!-- begin (\S+) -->.*?<!-- end -->/gs,
    (_, name) => `<!-- begin ${name} -->\n\n${tables[name]}\n\n<!-- end -->`,
  );
  writeFileSync(page, text);
  writeFileSync(fileOf("plot.svg"), draw(calls));
}

/** Formats a table of Markdown. The first column is text, and the others are figures. */
function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? "---" : "---:"))), ...rows.map(line)].join("\n");
}

const emphasizeOurs = (title: string) => (/^(ours|@reg)/.test(title) ? `**${title}**` : title);

function formatBudgets(figures: readonly BudgetFigure[]): string {
  const rows = figures.map((figure) => {
    const { what, value, most, format } = figure;
    return [what, format(most), isWithinBudget(figure) ? format(value) : `✗ ${format(value)}`];
  });
  return formatTable(["", "at most", "measured"], rows);
}

/** Formats the tables of many accounts. */
export function formatAccounts({ node, clients, rows, call, rounds, exponent }: AccountsResults): string {
  const ours = rows.find(({ contestant }) => contestant === "ours");
  const relative = (value: number, own = Number.NaN) => `${whole(value)} (${(value / own).toFixed(1)})`;
  return [
    `Node ${node}, ${whole(clients)} clients; in brackets, relative to the first row.`,
    formatTable(
      ["a client of an account", "heap, bytes", "after a call", "CPU to make it, µs"],
      rows.map(({ contestant, heap, heapAfterCall, cpu }) => [
        emphasizeOurs(accountContestants[contestant]),
        relative(heap, ours?.heap),
        heapAfterCall === undefined ? "" : whole(heapAfterCall),
        relative(cpu, ours?.cpu),
      ]),
    ),
    `A call of a derived client takes ${call.toFixed(2)} of the CPU of one of the first client.`,
    formatTable(
      [
        "accounts, a poll a minute without news",
        "CPU of a round, µs",
        "relative to its two list calls",
        "growth of the heap, bytes an account",
      ],
      rounds.map(({ accounts, cpu, ratio, growth }) => [
        whole(accounts),
        whole(cpu),
        ratio.toFixed(2),
        growth.toFixed(0),
      ]),
    ),
    `The CPU of all rounds grows with the number of accounts to the power of ${exponent.toFixed(2)}.`,
  ].join("\n\n");
}

/** Formats the tables of a run, one for each kind of call. */
export function formatCalls(results: CallsResults): string {
  const { date, node, cores, load, rounds, milliseconds, tables } = results;
  const facts = `Node ${node}, ${cores} cores, load ${load.toFixed(1)} at the start, ${date}; medians of ${rounds} rounds of ${milliseconds} ms.`;
  const formatRow = ({ contestant, one, fifty, cpuOne, cpuFifty }: CallsRow) => [
    emphasizeOurs(clients[contestant] ?? contestant),
    ...[one, fifty, cpuOne, cpuFifty].map((ratio) => ratio.toFixed(2)),
  ];
  const columns = ["one at a time", "50 at a time", "CPU, one at a time", "CPU, 50 at a time"];
  const parts = Object.entries(tables).map(([shape, rows]) =>
    formatTable([shapes[shape as Shape], ...columns], rows.map(formatRow)),
  );
  return [facts, ...parts].join("\n\n");
}

/** Formats the figures beside their peers, and how they grow. */
export function formatLimits({ date, node, rows, growth }: LimitsResults): string {
  const exponents = growth.flatMap(({ what, most, exponent }) =>
    most === undefined ? [] : [[`${what}, exponent`, "", mark(exponent, most), most.toFixed(2)]],
  );
  return [
    `Node ${node}, ${date}.`,
    formatTable(["", "peer = 1", "measured", "at most"], [...rows.map(formatLimit), ...exponents]),
    formatTable(
      ["", "size: CPU", "exponent"],
      growth.map(({ what, points, exponent }) => [
        what,
        points.map(({ size, cpu }) => `${whole(size)}: ${whole(cpu)} µs`).join("; "),
        exponent.toFixed(2),
      ]),
    ),
  ].join("\n\n");
}

function formatLimit({ name, ratio, value }: LimitRow): readonly string[] {
  const { what, peer, most, unit }: Limit = limits[name];
  const own = value === undefined ? "" : ` (${whole(value)} ${unit})`;
  return [what, peer, mark(ratio, most) + own, most.toFixed(2)];
}

const mark = (value: number, most: number) => `${value <= most ? "" : "✗ "}${value.toFixed(2)}`;

export function formatThrottle({ limit, window, node, rows }: ThrottleResults): string {
  const table = formatTable(
    ["the service counts by a", "requests", "429", "used of the limit"],
    rows.map(({ counting, sent, rejected, used }) => [
      counting,
      whole(sent),
      whole(rejected),
      `${(100 * used).toFixed(1)} %`,
    ]),
  );
  return `Node ${node}, ${whole(limit)} requests in ${window / 1000} s.\n\n${table}`;
}

export function formatSync({ node, latency, rounds, rows }: SyncResults): string {
  const table = formatTable(
    ["", "vehicles", "at a time", "vehicles/s", "CPU each", "peak heap"],
    rows.map(({ contestant, vehicles, concurrency, vehiclesPerSecond, cpu, peakHeap }) => [
      emphasizeOurs(syncContestants[contestant]),
      whole(vehicles),
      whole(concurrency),
      whole(vehiclesPerSecond),
      `${whole(cpu)} µs`,
      MB(peakHeap),
    ]),
  );
  return `Node ${node}, responses after ${latency} ms; medians of ${rounds} runs.\n\n${table}`;
}

export function formatWeight({ node, rounds, rows, instantiations, installed }: WeightResults): string {
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  const table = formatTable(
    ["", "`import`", "minified", "gzipped"],
    rows.map(({ name, import: milliseconds, minified, gzip }) => [
      emphasizeOurs(name),
      `${milliseconds.toFixed(1)} ms`,
      kB(minified),
      kB(gzip),
    ]),
  );
  const sums = `Thirty typed calls cause ${whole(instantiations)} instantiations of types. The installed package has ${MB(installed)}.`;
  return `Node ${node}; medians of ${rounds} new processes.\n\n${table}\n\n${sums}`;
}

const [labelWidth, barWidth, rowHeight, top] = [220, 520, 26, 48];

/** Draws the time of a small GET, 50 at a time, as an SVG with a bar for each client. */
function draw({ tables, node }: CallsResults): string {
  const rows = tables.get ?? [];
  const longest = Math.max(...rows.map(({ fifty }) => fifty));
  const bars = rows.map(({ contestant, fifty }, index) => {
    const y = top + index * rowHeight;
    const length = Math.round((fifty / longest) * barWidth);
    const color = contestant.startsWith("ours") ? "#0969da" : "#afb8c1";
    return `<text x="${labelWidth - 8}" y="${y + 13}" text-anchor="end">${clients[contestant]}</text>
<rect x="${labelWidth}" y="${y}" width="${length}" height="18" fill="${color}"/>
<text x="${labelWidth + length + 6}" y="${y + 13}">${fifty.toFixed(2)}</text>`;
  });
  const [width, height] = [labelWidth + barWidth + 60, top + rows.length * rowHeight + 8];
  const fetchLine = labelWidth + Math.round(barWidth / longest);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="Helvetica, Arial, sans-serif" font-size="12" fill="#24292f">
<rect width="${width}" height="${height}" fill="#ffffff"/>
<text x="16" y="26" font-size="15" font-weight="bold">Time of a small GET, 50 at a time, relative to global fetch (Node ${node})</text>
${bars.join("\n")}
<line x1="${fetchLine}" y1="${top - 6}" x2="${fetchLine}" y2="${height - 6}" stroke="#57606a" stroke-dasharray="4 3"/>
</svg>
`;
}
