import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { CallsRow } from "../calls/figures.js";
import { isOurs } from "../calls/plan.js";
import type { CallsRun } from "./runs.js";

/** A row of the plot, with ratios to global fetch. */
export interface Bar {
  readonly title: string;
  readonly ours: boolean;
  readonly cpu: number;
  readonly time: number;
}

/** Creates the bars of the plot, the shortest first: the results of a small GET, 50 at a time. */
export function createBars({ tables }: Pick<CallsRun, "tables">): readonly Bar[] {
  const small = tables.find(({ shape }) => shape === "get");
  if (small === undefined) throw new Error("the run has no small GET");
  return small.rows
    .map(({ contestant, title, concurrent: { cpu, time } }: CallsRow) => ({
      title,
      ours: isOurs(contestant),
      cpu: hundredths(cpu.ratio),
      time: hundredths(time.ratio),
    }))
    .sort((one, other) => one.time - other.time);
}

const hundredths = (value: number) => Math.round(100 * value) / 100;

/** Describes the plot in words, for readers who cannot see it and for the check of its figures. */
export function describeBars(bars: readonly Bar[]): string {
  const each = bars.map(({ title, cpu, time }) => `${title}: ${cpu.toFixed(2)} and ${time.toFixed(2)}`);
  return `CPU time and time for a call, 50 at a time, as multiples of global fetch. ${each.join("; ")}.`;
}

const peers = new URL("../peers/", import.meta.url);

/** Whether the peers are installed, and with them the library that draws. */
export const canDraw = (): boolean => existsSync(new URL("node_modules/installed-from", peers));

/** Draws the plot in a separate process. */
export function draw(bars: readonly Bar[]): string {
  const program = fileURLToPath(new URL("draw.mjs", import.meta.url));
  const input = JSON.stringify({ bars, description: describeBars(bars) });
  return execFileSync(process.execPath, [program], { input, encoding: "utf8" });
}
