import * as z from "zod/mini";
import { parseDateTime } from "../base/dates.js";
import type { ServiceAdapter } from "../document/adapter.js";
import { aFunction, anything, checkInput, count, falseOr, optionsSchema } from "../errors/input.js";
import {
  type ClockMode,
  clockModes,
  firstInstant,
  instantRange,
  lastInstant,
  lifeRange,
  longestLife,
  longestSpan,
  spanRange,
} from "./common/clock.js";
import { aDate } from "./common/dates.js";
import { objectTypes } from "./data/vehicles.js";
import { archiveTimes, type PermittedValues, type WorldOptions } from "./data/world.js";
import type { SandboxDefect } from "./messages/check-response.js";
import type { GivenShapes } from "./messages/learned.js";
import { countings, type RateLimit } from "./server/rate-limit.js";

/** The options of a sandbox; each is optional. */
export interface SandboxOptions extends WorldOptions {
  /**
   * The instant at which its clock starts, such as `2026-06-15T09:00:00Z`, from 1970 to 9999. Give it to the clients as
   * well, with `clock: sandbox.clock`: otherwise they date invoices by the time of the machine. Default: that time.
   */
  readonly now?: string | undefined;
  /** How its clock advances. Default: `standing` if `now` is given, otherwise `running` with the machine's clock. */
  readonly clock?: ClockMode | undefined;
  /**
   * The same seed, from 0 to 4294967295, gives the same ids, numbers and secrets. Default 1. With an explicit seed the
   * tokens are the same too, and two sandboxes with the same seed accept each other's tokens.
   */
  readonly seed?: number | undefined;
  /** The rate limit of the supplier API; `false` for none. Default 5000 a minute (supplier-api.md §8). */
  readonly rateLimit?: RateLimit | false | undefined;
  /**
   * Is called with every defect of the sandbox itself: a handler failed, or a response is not what the OpenAPI document
   * promises. Default: the defect is thrown as an uncaught exception, so that no test overlooks it.
   */
  readonly onDefect?: ((defect: SandboxDefect) => void) | undefined;
  /**
   * Whether a request body can have fields that the OpenAPI document does not have, where the document is not open.
   * Default `refuse`, because a misspelt field would otherwise go unnoticed.
   */
  readonly unknownFields?: "refuse" | "accept" | undefined;
  /**
   * The lifetime of the tokens of POST /token in milliseconds, rounded up to whole seconds; at most ten years. Default
   * one hour (made up: lessor-api.md §5 says only that it is short).
   */
  readonly tokenLifetime?: number | undefined;
  /**
   * The maximum number of entries in the journal; the oldest entries are removed beyond it. Its counts (calls, the
   * busiest minute, duplicate creates) still cover every request. Default 100 000.
   */
  readonly journalLimit?: number | undefined;
  /**
   * The shapes of open bodies: the file that `npx @reg/sdk learn` keeps, the result of `recorder.shapes()`, or the JSON
   * report of `npx @reg/sdk verify`; several are merged. Responses then also have the fields that the service always
   * returned and the sandbox has no value for, each with an example. Default: nothing is known.
   */
  readonly shapes?: GivenShapes | readonly GivenShapes[] | undefined;
  /**
   * Takes requests and responds in the form of the service that this adapter describes: see docs/adapters.md. Each
   * `request` and `response` of it needs its opposite in `reverse`. Default: the form of the documents.
   */
  readonly adapter?: ServiceAdapter | undefined;
}

/**
 * Checks the options of a sandbox, except those that `createWorld`, `readLearned` and `createServiceForm` check.
 *
 * @throws RegInputError that names the first invalid option
 */
export function checkSandboxOptions(options: unknown): void {
  checkInput(schema, options, { whole: "options", unknownKey: "is not an option of a sandbox" });
}

const text = z.string().check(z.minLength(1, "must not be empty"));

const objectTypeCodes = objectTypes.map(({ code }) => code);

const contractSection = z.optional(z.looseObject({}));

const vehicle = z.strictObject({
  licensePlate: text,
  lessorNumber: z.optional(z.number()),
  sublessorCode: z.optional(text),
  active: z.optional(z.boolean()),
  make: z.optional(text),
  model: z.optional(text),
  leaseStart: z.optional(aDate),
  damageAllowed: z.optional(z.boolean()),
  objectType: z.optional(z.enum(objectTypeCodes, `must be one of ${objectTypeCodes.join(", ")}`)),
  // `createWorld` checks the contract that results.
  contract: z.optional(
    z.strictObject({ vehicle: contractSection, leaseContract: contractSection, supplierContract: contractSection }),
  ),
});

const anObject = "must be of type object";
const windowRange = "must be a positive number of milliseconds, at least 1";

const rateLimit = optionsSchema<RateLimit>(
  {
    limit: count(1),
    window: z.number().check(z.minimum(1, windowRange), z.maximum(longestSpan, spanRange)),
    counting: z.enum(countings, `must be ${countings.join(", ")}`),
    retryAfter: z.union([z.boolean(), z.literal("date")], "must be true, false or date"),
    countRefused: z.boolean(),
  },
  anObject,
);

const lifetime = "must be a positive number of milliseconds";
const supplierList = "must be a list of numbers of suppliers, such as [5001, 5002]";
const supplierNumber = "must be a whole number above 0, such as 5001";
const seedRange = "must be a whole number from 0 to 4294967295";

const schema = optionsSchema<SandboxOptions>(
  {
    now: z.string().check(
      z.refine((value) => parseDateTime(value) !== undefined, "must be a date-time such as 2026-06-15T09:00:00Z"),
      z.refine(isInRange, instantRange),
    ),
    clock: z.enum(clockModes, "must be standing, running or jumping"),
    seed: z.int(seedRange).check(z.minimum(0, seedRange), z.maximum(2 ** 32 - 1, seedRange)),
    rateLimit: falseOr(rateLimit),
    onDefect: aFunction,
    unknownFields: z.enum(["refuse", "accept"], "must be refuse or accept"),
    tokenLifetime: z.number(lifetime).check(z.positive(lifetime), z.maximum(longestLife, lifeRange)),
    journalLimit: count(1),
    shapes: anything, // see `readLearned`
    adapter: anything, // see `createServiceForm`
    permitted: optionsSchema<PermittedValues>({ warranty: z.array(text), leniency: z.array(text) }, anObject),
    listLimit: count(1),
    archive: z.enum(archiveTimes, `must be ${archiveTimes.join(" or ")}`),
    vehicles: z.array(vehicle),
    suppliers: z.array(z.int(supplierNumber).check(z.positive(supplierNumber)), supplierList),
  },
  anObject,
);

/** A value that is not a date-time at all is reported by the check before this one. */
function isInRange(value: string): boolean {
  const instant = parseDateTime(value);
  return instant === undefined || (instant >= firstInstant && instant <= lastInstant);
}
