import * as z from "zod/mini";
import { isDate, parseDateTime } from "../values/dates.js";
import {
  firstInstant,
  instantRange,
  lastInstant,
  lifeRange,
  longestLife,
  longestSpan,
  spanRange,
} from "./archive.js";
import type { ClockMode } from "./clock.js";
import { contractOverrides } from "./data/contracts.js";
import { objectTypes } from "./data/vehicles.js";
import { countings, type RateLimit } from "./rate-limit.js";
import type { SandboxDefect } from "./schema/response.js";
import { checkInput } from "./validate.js";
import type { WorldOptions } from "./world.js";

/** What a sandbox can be told; everything can be left out. */
export interface SandboxOptions extends WorldOptions {
  /** The instant at which its clock begins, such as `2026-06-15T09:00:00Z`, from 1970 to 9999. Default: the machine's. */
  readonly now?: string;
  /** How its clock goes. Default: `standing` if `now` is given, else `running` with the machine's. */
  readonly clock?: ClockMode;
  /**
   * The same seed, from 0 to 4294967295, gives the same ids, numbers and secrets. Default 1. One that is given also makes the tokens the
   * same, and two sandboxes with the same one take each other's tokens.
   */
  readonly seed?: number;
  /** The supplier API's limit of requests; `false` for none. Default 5000 a minute (supplier-api.md §8). */
  readonly rateLimit?: RateLimit | false;
  /**
   * Is told when the sandbox itself is wrong: a handler failed, or an answer is not what the OpenAPI document
   * promises. Default: it is thrown as an uncaught exception, so that no test passes over it.
   */
  readonly onDefect?: (defect: SandboxDefect) => void;
  /**
   * Whether a request body may have fields that the OpenAPI document does not have, where that is not open anyway.
   * Default `refuse`: a slip of the pen would go unnoticed.
   */
  readonly unknownFields?: "refuse" | "accept";
  /**
   * How long the tokens of POST /token are good for, in milliseconds, rounded up to whole seconds; at most ten years. Default an hour
   * (made up: lessor-api.md §5 says only that it is short).
   */
  readonly tokenLifetime?: number;
  /**
   * How many entries the journal keeps; beyond, the oldest go. What it counts (calls, the busiest minute, duplicate
   * creates, coverage) still covers every request. Default 100 000.
   */
  readonly journalLimit?: number;
}

const text = z.string().check(z.minLength(1, "must not be empty"));

const texts = z.optional(z.array(text));

const objectTypeCodes = objectTypes.map(({ code }) => code);

const vehicle = z.strictObject({
  licensePlate: text,
  lessorNumber: z.optional(z.number()),
  sublessorCode: z.optional(text),
  active: z.optional(z.boolean()),
  make: z.optional(text),
  model: z.optional(text),
  leaseStart: z.optional(z.string().check(z.refine(isDate, "must be a date as yyyy-MM-dd"))),
  damageAllowed: z.optional(z.boolean()),
  objectType: z.optional(z.enum(objectTypeCodes, `must be one of ${objectTypeCodes.join(", ")}`)),
  contract: z.optional(contractOverrides),
});

const windowRange = "must be a positive number of milliseconds, at least 1";

const rateLimit = z.strictObject({
  limit: z.optional(z.number().check(z.int("must be a whole number"), z.minimum(1, "must be at least 1"))),
  window: z.optional(z.number().check(z.minimum(1, windowRange), z.maximum(longestSpan, spanRange))),
  counting: z.optional(z.enum(countings, `must be ${countings.join(", ")}`)),
  retryAfter: z.optional(z.union([z.boolean(), z.literal("date")], "must be true, false or date")),
  countRefused: z.optional(z.boolean()),
});

const seedRange = "must be a whole number from 0 to 4294967295";

/** What is no date-time at all is told already. */
function isInRange(value: string): boolean {
  const instant = parseDateTime(value);
  return instant === undefined || (instant >= firstInstant && instant <= lastInstant);
}

const schema = z.strictObject({
  now: z.optional(
    z.string().check(
      z.refine(
        (value) => parseDateTime(value) !== undefined,
        "must be a date-time such as 2026-06-15T09:00:00Z",
      ),
      z.refine(isInRange, instantRange),
    ),
  ),
  clock: z.optional(z.enum(["standing", "running", "jumping"], "must be standing, running or jumping")),
  seed: z.optional(z.int(seedRange).check(z.minimum(0, seedRange), z.maximum(2 ** 32 - 1, seedRange))),
  rateLimit: z.optional(z.union([z.literal(false), rateLimit])),
  onDefect: z.optional(z.custom<unknown>((value) => typeof value === "function", "must be a function")),
  unknownFields: z.optional(z.enum(["refuse", "accept"], "must be refuse or accept")),
  tokenLifetime: z.optional(
    z
      .number("must be a positive number of milliseconds")
      .check(z.positive("must be a positive number of milliseconds"), z.maximum(longestLife, lifeRange)),
  ),
  journalLimit: z.optional(
    z.number().check(z.int("must be a whole number"), z.minimum(1, "must be at least 1")),
  ),
  permitted: z.optional(z.strictObject({ warranty: texts, leniency: texts })),
  listLimit: z.optional(
    z.number().check(z.int("must be a whole number"), z.minimum(1, "must be at least 1")),
  ),
  vehicles: z.optional(z.array(vehicle)),
});

/**
 * Checks what a sandbox is told.
 *
 * @throws RegInputError that names the first option which is wrong
 */
export function checkSandboxOptions(options: unknown): void {
  checkInput(schema, options, { whole: "options", unknownKey: "is not an option of a sandbox" });
}
