/**
 * Writes the tables and the plot of RESULTS.md from the runs in results/. The prose stays unchanged.
 *
 *   npm run bench:results                 needs the peers for the plot: npm run bench:peers
 *   npm run bench:results -- --check      writes nothing; exits with 1 if the page or the plot shows other figures, or
 *                                         if a part of the page is not written yet
 *
 * Short runs (`--quick`, few rounds) are rejected.
 * Without the peers, `--check` checks the description of the plot, which contains its figures.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { runCommand, UserError } from "./command.js";
import { createContents, fill, isWritten } from "./page/page.js";
import { type Bar, canDraw, createBars, describeBars, draw } from "./page/plot.js";
import { readRuns } from "./page/runs.js";

const pageFile = new URL("RESULTS.md", import.meta.url);
const plotFile = new URL("results/plot.svg", import.meta.url);
const outdated = "does not show the figures in results/: run npm run bench:results";

await runCommand(import.meta.url, (args) => {
  const { values } = parseArgs({
    args: [...args],
    options: { check: { type: "boolean", default: false } },
  });
  const runs = readRuns(new URL("results/", import.meta.url));
  const page = readFileSync(pageFile, "utf8");
  const newPage = Object.entries(createContents(runs)).reduce(
    (text, [name, content]) => fill(text, name, content),
    page,
  );
  const bars = createBars(runs.calls.node20);

  if (values.check) {
    if (newPage !== page) reportFailure(`RESULTS.md ${outdated}`);
    if (!isWritten(page)) reportFailure("a part of RESULTS.md is still to be written");
    if (!isPlotCurrent(bars)) reportFailure(`results/plot.svg ${outdated}`);
  } else {
    writeFileSync(pageFile, newPage);
    if (!canDraw()) throw new UserError("the plot cannot be drawn: run npm run bench:peers first");
    writeFileSync(plotFile, draw(bars));
  }
});

function isPlotCurrent(bars: readonly Bar[]): boolean {
  if (!existsSync(plotFile)) return false;
  const plot = readFileSync(plotFile, "utf8");
  return canDraw() ? plot === draw(bars) : plot.includes(`<desc>${describeBars(bars)}</desc>`);
}

function reportFailure(why: string): void {
  console.error(why);
  process.exitCode = 1;
}
