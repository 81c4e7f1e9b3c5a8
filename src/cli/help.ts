import { commonOptions } from "./args.js";
import type { Command, OptionTable } from "./command.js";

/** Aligns the second column of each pair. */
export function columns(pairs: readonly (readonly [string, string])[], indent = ""): string[] {
  const width = Math.max(0, ...pairs.map(([left]) => left.length));
  return pairs.map(([left, right]) => `${indent}${left.padEnd(width)}  ${right}`);
}

/** Ends every text with a line break. */
export const joinLines = (lines: readonly string[]) => `${lines.join("\n")}\n`;

/** The options that `reg` takes without a command. */
export const topOptions = {
  ...commonOptions,
  version: { about: "Shows the version." },
} as const satisfies OptionTable;

/** Writes the help of `reg`. */
export function topHelp(commands: readonly Command[]): string {
  const list = commands.map(({ name, about }) => [name, about] as const);
  return joinLines([
    "Usage: reg <command> [options]",
    "",
    "Commands:",
    ...columns(list, "  "),
    "",
    ...describeOptions(topOptions),
    "",
    "reg <command> --help describes a command.",
  ]);
}

/** Writes the help of a command. */
export function commandHelp({ name, about, options, words }: Command): string {
  return joinLines([
    `Usage: reg ${name}${words === undefined ? "" : ` ${words}`} [options]`,
    "",
    about,
    "",
    ...describeOptions({ ...options, ...commonOptions }),
  ]);
}

function describeOptions(table: OptionTable): string[] {
  const list = Object.entries(table).map(([name, { value, about }]) => {
    const option = value === undefined ? `--${name}` : `--${name} <${value}>`;
    return [option, about] as const;
  });
  return ["Options:", ...columns(list, "  ")];
}
