import * as z from "zod/mini";
import { existingDate, isDate } from "../../base/dates.js";

/** An hour in milliseconds. */
export const hour: number = 60 * 60 * 1000;

/** A day of 24 hours in milliseconds. */
export const day: number = 24 * hour;

/** The schema of a date that exists. */
export const aDate: z.ZodMiniType<string> = z.string().check(z.refine(isDate, `must be ${existingDate}`));
