import { commonOptions } from "./args.js";
import { type Command, type OptionTable, programName } from "./command.js";

/** Aligns the second column of each pair. */
export function columns(pairs: readonly (readonly [string, string])[], indent = ""): string[] {
  const width = Math.max(0, ...pairs.map(([left]) => left.length));
  return pairs.map(([left, right]) => `${indent}${left.padEnd(width)}  ${right}`);
}

/** Ends every text with a line break. */
export const joinLines = (lines: readonly string[]) => `${lines.join("\n")}\n`;

/** Formats a number with its noun, such as `1 item` or `2 items`. */
export const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Removes the full stop at the end of a message, so that a sentence can go on or end after it. */
export const withoutFullStop = (message: string) => message.replace(/\.$/, "");

/** Formats milliseconds such as `26 ms`, `5 s`, `2 min 5 s`, `1 h 2 min` or `3652 days`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = Math.ceil(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

/** The options that the program takes without a command. */
export const topOptions = {
  ...commonOptions,
  version: { about: "Shows the version." },
} as const satisfies OptionTable;

/** Writes the help of the program. */
export function topHelp(commands: readonly Command[]): string {
  const list = commands.map(({ name, about }) => [name, about] as const);
  return joinLines([
    `Usage: ${programName} <command> [options]`,
    "",
    "Commands:",
    ...columns(list, "  "),
    "",
    ...describeOptions(topOptions),
    "",
    `${programName} <command> --help describes a command.`,
  ]);
}

/** Writes the help of a command. */
export function commandHelp({ name, about, options, words }: Command): string {
  return joinLines([
    `Usage: ${programName} ${name}${words === undefined ? "" : ` ${words}`} [options]`,
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
