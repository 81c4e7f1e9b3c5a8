import { UsageError } from "./cli-errors.js";
import type { OptionValues } from "./command.js";

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
