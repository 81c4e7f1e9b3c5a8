import { RegInputError } from "../../errors/client-errors.js";

/** How far to move a clock; the parts add up. A day counts 24 hours. */
export interface TimeStep {
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
  readonly ms?: number;
}

const units = { days: 86_400_000, hours: 3_600_000, minutes: 60_000, ms: 1 };

/**
 * The length of a step in milliseconds.
 *
 * @throws RegInputError for what is no step, a unit that there is not, and an amount that is none
 */
export function lengthOf(step: TimeStep): number {
  if (typeof step !== "object" || step === null || Array.isArray(step))
    throw new RegInputError("step", "must be an object such as { hours: 1 }");
  let length = 0;
  for (const [name, amount] of Object.entries(step)) {
    if (!Object.hasOwn(units, name))
      throw new RegInputError(name, "is not a unit: use days, hours, minutes or ms");
    if (typeof amount !== "number" || !(amount >= 0) || !Number.isFinite(amount)) {
      throw new RegInputError(name, "must be a number from 0: the clock cannot go back");
    }
    length += amount * units[name as keyof typeof units];
  }
  return length;
}
