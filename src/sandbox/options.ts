import * as z from "zod/mini";
import { RegInputError } from "../errors/client-errors.js";
import type { RateLimit } from "./core/rate-limit.js";
import type { SandboxVehicle } from "./data/vehicles.js";
import { isDate, parseDateTime } from "./time/calendar.js";

/** What a sandbox can be told; everything can be left out. */
export interface SandboxOptions {
  /** The instant at which its clock stands until it is moved. Default: the clock follows the machine's. */
  readonly now?: string;
  /** The same seed gives the same ids, numbers and secrets. Default 1. */
  readonly seed?: number;
  /** The supplier API's limit of requests; `false` for none. Default 5000 a minute (supplier-api.md §8). */
  readonly rateLimit?: RateLimit | false;
  /** Vehicles beside the seeded ones. */
  readonly vehicles?: readonly SandboxVehicle[];
}

const text = z.string().check(z.minLength(1, "must not be empty"));

const vehicle = z.strictObject({
  licensePlate: text,
  lessorNumber: z.optional(z.number()),
  sublessorCode: z.optional(text),
  active: z.optional(z.boolean()),
  make: z.optional(text),
  model: z.optional(text),
  leaseStart: z.optional(z.string().check(z.refine(isDate, "must be a date as yyyy-MM-dd"))),
  damageAllowed: z.optional(z.boolean()),
});

const schema = z.strictObject({
  now: z.optional(
    z
      .string()
      .check(
        z.refine(
          (value) => parseDateTime(value) !== undefined,
          "must be a date-time such as 2026-06-15T09:00:00Z",
        ),
      ),
  ),
  seed: z.optional(z.number().check(z.int("must be a whole number"))),
  rateLimit: z.optional(
    z.union([
      z.literal(false),
      z.strictObject({
        limit: z.optional(z.number().check(z.int(), z.positive())),
        window: z.optional(z.number().check(z.positive())),
      }),
    ]),
  ),
  vehicles: z.optional(z.array(vehicle)),
});

/**
 * Checks what a sandbox is told.
 *
 * @throws RegInputError that names the first option which is wrong
 */
export function checkSandboxOptions(options: unknown): void {
  const issue = schema.safeParse(options).error?.issues[0];
  if (issue === undefined) return;
  const unknownKey = issue.code === "unrecognized_keys" ? issue.keys[0] : undefined;
  if (unknownKey !== undefined) throw new RegInputError(unknownKey, "is not an option of a sandbox");
  const field = issue.path.map(String).join(".") || "options";
  throw new RegInputError(
    field,
    issue.code === "invalid_type" ? `must be of type ${issue.expected}` : issue.message,
  );
}
