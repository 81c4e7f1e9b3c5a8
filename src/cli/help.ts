import { commonOptions } from "./args.js";
import type { Command, OptionTable } from "./command.js";

/** Rows of two columns, of which the second begins at the same place in each. */
export function columns(rows: readonly (readonly [string, string])[], indent = ""): string[] {
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `${indent}${left.padEnd(width)}  ${right}`);
}

/** What `reg` takes without a command. */
export const topOptions = {
  ...commonOptions,
  version: { about: "Shows the version." },
} as const satisfies OptionTable;

/** The help of `reg`. */
export function topHelp(commands: readonly Command[]): string {
  return text([
    "Usage: reg <command> [options]",
    "",
    "Commands:",
    ...columns(
      commands.map(({ name, about }) => [name, about]),
      "  ",
    ),
    "",
    ...optionLines(topOptions),
    "",
    "reg <command> --help says more of a command.",
  ]);
}

/** The help of a command. */
export function commandHelp({ name, about, options, words }: Command): string {
  return text([
    `Usage: reg ${name}${words === undefined ? "" : ` [${words}…]`} [options]`,
    "",
    about,
    "",
    ...optionLines({ ...options, ...commonOptions }),
  ]);
}

function optionLines(table: OptionTable): string[] {
  const rows = Object.entries(table).map(([name, { value, about }]): [string, string] => [
    value === undefined ? `--${name}` : `--${name} <${value}>`,
    about,
  ]);
  return ["Options:", ...columns(rows, "  ")];
}

const text = (lines: readonly string[]) => `${lines.join("\n")}\n`;
