import { parseArgs } from "node:util";
import { findClose } from "../base/similar-names.js";
import { type OptionTable, type OptionValues, type Terminal, UsageError } from "./command.js";

/** The options that every command takes. */
export const commonOptions = { help: { about: "Shows this help." } } as const satisfies OptionTable;

interface ParsedArguments {
  readonly values: OptionValues;
  /** The positional arguments. */
  readonly words: readonly string[];
}

interface ArgumentSpec {
  /** The command for messages, such as `npx @reg/sdk sandbox`. */
  readonly commandLine: string;
  readonly options: OptionTable;
  /** Whether it takes positional arguments. */
  readonly takesWords: boolean;
}

/**
 * Parses the arguments of a command. If an option is given twice, the last value counts, unless it repeats.
 *
 * @throws UsageError for an unknown option, an option without its value or with another option as its value, and an
 *   unexpected positional argument
 */
export function parseArguments(args: readonly string[], spec: ArgumentSpec): ParsedArguments {
  const options = toNodeOptions(spec.options);
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const values = new Map<string, string>();
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") {
      if (!spec.takesWords)
        throw new UsageError(`"${token.value}" is not expected: ${spec.commandLine} takes options only.`);
      words.push(token.value);
    }
    if (token.kind === "option") {
      const value = checkOption(token, spec);
      const earlier = spec.options[token.name]?.repeats ? listOf(values, token.name) : [];
      values.set(token.name, [...earlier, value].join("\n"));
    }
  }
  return { values, words };
}

function toNodeOptions(table: OptionTable) {
  const options = Object.entries(table).map(([name, { value }]) => {
    const type: "string" | "boolean" = value === undefined ? "boolean" : "string";
    return [name, name === "help" ? { type, short: "h" } : { type }] as const;
  });
  return Object.fromEntries(options);
}

interface GivenOption {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
  /** Whether the value follows a `=`. */
  readonly inlineValue: boolean | undefined;
}

/** Returns the value of an option; an empty string if it takes none. */
function checkOption(given: GivenOption, { options, commandLine }: ArgumentSpec): string {
  const { name, rawName, value, inlineValue } = given;
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (option === undefined) {
    const near = findClose(name, Object.keys(options));
    const hint = near === undefined ? "" : ` Did you mean --${near}?`;
    throw new UsageError(`${rawName} is not an option of ${commandLine}.${hint}`);
  }
  if (option.value === undefined && value !== undefined) throw new UsageError(`${rawName} takes no value.`);
  if (option.value !== undefined && (value === undefined || value === ""))
    throw new UsageError(`${rawName} needs a value: ${rawName} <${option.value}>.`);
  // Without this, `--source --dry-run` would send.
  if (value !== undefined && !inlineValue && namesOption(value, options))
    throw new UsageError(`${rawName} needs a value; write ${rawName}=${value} if it is meant.`);
  return value ?? "";
}

/** Whether a text is an option of the command, also one with a value. */
function namesOption(text: string, options: OptionTable): boolean {
  const [, name] = /^--([^=]+)/.exec(text) ?? [];
  return text === "-h" || (name !== undefined && Object.hasOwn(options, name));
}

/** Returns the values of an option that repeats; none if it was not given. */
export function listOf(values: OptionValues, name: string): readonly string[] {
  return values.get(name)?.split("\n") ?? [];
}

/** The inclusive limits of a number; none if left out. */
export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/**
 * Returns an option as a whole number; undefined if it was not given.
 *
 * @throws UsageError if it is not a whole number within the bounds
 */
export function wholeNumber(values: OptionValues, name: string, bounds: Bounds = {}): number | undefined {
  const text = values.get(name);
  if (text === undefined) return undefined;
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = bounds;
  const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new UsageError(`--${name} must be a whole number${describeBounds(bounds)}, not "${text}".`);
}

function describeBounds({ min, max }: Bounds): string {
  if (min === undefined) return "";
  return max === undefined ? ` from ${min}` : ` from ${min} to ${max}`;
}

/**
 * Returns an option that has a fixed set of values; undefined if it was not given.
 *
 * @throws UsageError for any other value
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

/**
 * Returns an environment variable that is required.
 *
 * @throws UsageError if it is missing or blank; by default it says that there is no option for it
 */
export function readVariable(
  env: Terminal["env"],
  name: string,
  hint = "the credentials are only read from the environment",
): string {
  const value = env[name];
  if (value === undefined || value.trim() === "") throw new UsageError(`${name} is not set; ${hint}.`);
  return value.trim();
}
