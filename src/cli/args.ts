import { parseArgs } from "node:util";
import { nearest } from "../errors/messages.js";
import { type OptionTable, type OptionValues, UsageError } from "./command.js";

/** What every command takes. */
export const commonOptions = { help: { about: "Shows this help." } } as const satisfies OptionTable;

/** What was given on the command line. */
export interface Parsed {
  readonly values: OptionValues;
  /** What was given besides options. */
  readonly words: readonly string[];
}

/** Whose arguments are read. */
export interface Taker {
  /** For messages, such as `reg sandbox`. */
  readonly name: string;
  readonly options: OptionTable;
  /** Whether it takes words besides options. */
  readonly takesWords: boolean;
}

/**
 * Reads the arguments of a command. Of an option that is given twice, the last counts.
 *
 * @throws UsageError for an option that there is not, one without its value, and a word where none is taken
 */
export function parseArguments(
  args: readonly string[],
  { name: whose, options: table, takesWords }: Taker,
): Parsed {
  const { tokens } = parseArgs({ args: [...args], options: shapes(table), strict: false, tokens: true });
  const values = new Map<string, string>();
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") {
      if (!takesWords) throw new UsageError(`"${token.value}" is not expected: ${whose} takes options only.`);
      words.push(token.value);
    }
    if (token.kind === "option") values.set(token.name, checkedValue(token, table, whose));
  }
  return { values, words };
}

function shapes(table: OptionTable) {
  const options = Object.entries(table).map(([name, { value }]) => {
    const type: "string" | "boolean" = value === undefined ? "boolean" : "string";
    return [name, name === "help" ? { type, short: "h" } : { type }] as const;
  });
  return Object.fromEntries(options);
}

/** An option as it stands on the command line. */
interface Given {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
}

function checkedValue({ name, rawName, value }: Given, table: OptionTable, whose: string): string {
  const spec = Object.hasOwn(table, name) ? table[name] : undefined;
  if (spec === undefined) throw unknownOption(rawName, table, whose);
  if (spec.value === undefined && value !== undefined) throw new UsageError(`${rawName} takes no value.`);
  if (spec.value !== undefined && (value === undefined || value === ""))
    throw new UsageError(`${rawName} needs a value: ${rawName} <${spec.value}>.`);
  return value ?? "";
}

function unknownOption(rawName: string, table: OptionTable, whose: string): UsageError {
  const [near] = nearest(rawName, Object.keys(table).map(longName));
  return new UsageError(`${rawName} is not an option of ${whose}. Did you mean ${near}?`);
}

const longName = (name: string) => `--${name}`;

/** The bounds of a number; none if left out. */
export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/**
 * The whole number that was given for an option.
 *
 * @throws UsageError for anything else
 */
export function wholeNumber(values: OptionValues, name: string, bounds: Bounds = {}): number | undefined {
  const text = values.get(name);
  if (text === undefined) return undefined;
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = bounds;
  const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new UsageError(`--${name} must be a whole number${rangeText(bounds)}, not "${text}".`);
}

function rangeText({ min, max }: Bounds): string {
  if (min === undefined) return "";
  return max === undefined ? ` from ${min}` : ` from ${min} to ${max}`;
}

/**
 * What was chosen for an option.
 *
 * @throws UsageError for something that is no choice
 */
export function oneOf<Choice extends string>(
  values: OptionValues,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const text = values.get(name);
  if (text === undefined) return undefined;
  const chosen = choices.find((choice) => choice === text);
  if (chosen !== undefined) return chosen;
  throw new UsageError(`--${name} must be one of ${choices.join(", ")}, not "${text}".`);
}
