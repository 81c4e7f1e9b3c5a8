import * as z from "zod/mini";
import type { RegProblemEntry } from "../../errors/problem.js";
import { aDate } from "../common/dates.js";
import { dealerships } from "../data/organisations.js";
import { allowedRentalVehicleRates, allowedTireRates, repairAndMaintenanceComponents } from "../data/service-levels.js";
import { tireMakes } from "../data/tires.js";
import { objectTypes } from "../data/vehicles.js";
import { rejectIfAny } from "../messages/problem.js";
import { problemOf } from "../schema/checker.js";
import { violationOf } from "../schema/request.js";

/**
 * The schemas of the bodies of service levels (supplier-api.md §2.7, §4.4). The OpenAPI document leaves these bodies
 * open, because the reference shows none of their fields; all fields but the names of the categories are made up.
 */

const price = z.number().check(z.refine((euros) => euros >= 0, "must not be negative"));
const percentage = z.number().check(z.refine((given) => given >= 0 && given <= 100, "must be from 0 to 100"));
const makeCode = oneOf(tireMakes.map(({ code }) => code));

const tires = z.strictObject({
  rates: timed(componentRate(allowedTireRates)),
  preferredMakes: timed(makeCode),
  discounts: timed(z.strictObject({ makeCode, percentage })),
});
const rentalRate = z.strictObject({
  rentalClass: oneOf(allowedRentalVehicleRates.map(({ rentalClass }) => rentalClass)),
  price,
  forEstate: z.exactOptional(z.boolean()),
});
const categories = {
  repairAndMaintenance: z.exactOptional(
    z.strictObject({ rates: timed(componentRate(repairAndMaintenanceComponents)) }),
  ),
  tires: z.exactOptional(tires),
  rentalVehicle: z.exactOptional(z.strictObject({ rates: timed(rentalRate) })),
};
const lessors = z.array(z.number().check(z.int())).check(z.minLength(1));
const dealershipCodes = z.exactOptional(z.array(oneOf(dealerships.map(({ code }) => code))));

const defaultPatch = z.strictObject(categories);
const agreement = z.strictObject({ ...categories, lessors, dealerships: dealershipCodes });
const agreementPatch = z.strictObject({
  ...categories,
  lessors: z.exactOptional(lessors),
  dealerships: dealershipCodes,
});

/** Parses a change of the default; throws 400 with every violation at once. */
export const parseDefaultPatch = (body: unknown) => parse(defaultPatch, body);

/** Parses a new agreement; throws 400 with every violation at once. */
export const parseAgreement = (body: unknown) => parse(agreement, body);

/** Parses a change of an agreement; throws 400 with every violation at once. */
export const parseAgreementPatch = (body: unknown) => parse(agreementPatch, body);

function oneOf(codes: readonly string[]) {
  const known = [...new Set(codes)];
  return z.string().check(z.refine((code) => known.includes(code), `must be one of ${known.join(", ")}`));
}

function componentRate(components: readonly { readonly regCode: string }[]) {
  return z.strictObject({
    regCode: oneOf(components.map(({ regCode }) => regCode)),
    price,
    objectTypeCategory: z.exactOptional(oneOf(objectTypes.map(({ objectTypeCategory }) => objectTypeCategory))),
  });
}

/** Values that are valid now, and values that replace them on a later date. */
function timed<T extends z.ZodMiniType>(value: T) {
  return z.exactOptional(
    z.strictObject({
      current: z.exactOptional(z.array(value)),
      future: z.exactOptional(z.strictObject({ validFrom: aDate, values: z.array(value) })),
    }),
  );
}

/** @throws ProblemError 400 with an entry for each field that does not fit the schema */
function parse<T extends z.ZodMiniType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  rejectIfAny(result.error.issues.flatMap(toEntries));
  throw result.error;
}

/** Unknown fields are rejected even though the document is open: otherwise they would seem to be stored. */
function toEntries(issue: z.core.$ZodIssue): RegProblemEntry[] {
  if (issue.code !== "unrecognized_keys") return [violationOf({ path: issue.path, problem: problemOf(issue) })];
  const problem = "is not a field that the sandbox made up for service levels";
  return issue.keys.map((key) => violationOf({ path: [...issue.path, key], problem }));
}
