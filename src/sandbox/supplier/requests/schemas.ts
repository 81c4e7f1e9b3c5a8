import * as z from "zod/mini";
import type { RegProblemEntry } from "../../../errors/problem.js";
import type {
  ComponentPut,
  ServiceRequestCreate,
  ServiceRequestPatch,
} from "../../../generated/supplier/models.js";
import { refuseIfAny, regEntry, sandboxEntry } from "../../core/problem.js";
import { isDate, parseDateTime } from "../../time/calendar.js";

const filled = z.string().check(z.minLength(1, "must not be empty"));
const coded = z.looseObject({ code: filled, description: z.optional(z.string()) });
const operation = z.looseObject({
  code: filled,
  description: z.optional(z.string()),
  type: z.optional(coded),
});
const guid = z.guid("must be a GUID");
const withinYears = z.refine<string>(
  (text) => text >= "2000" && text < "2101",
  "must lie in a year from 2000 to 2100",
);

const lineFields = {
  reg: z.optional(coded),
  supplierCode: z.optional(z.string()),
  location: z.optional(z.array(z.string())),
  value: z.optional(
    z.string().check(z.regex(/^-?\d+(\.\d+)?$/, "must be a decimal number as text, such as 7.5")),
  ),
  price: z.optional(z.number()),
  part: z.optional(z.looseObject({ partType: z.literal("Tire") })),
  damage: z.optional(z.boolean()),
  warranty: z.optional(z.string()),
  leniency: z.optional(z.string()),
};
const subcomponent = z.looseObject({
  ...lineFields,
  location: z.nullish(z.array(z.string())),
  operation: z.optional(operation),
  reason: z.optional(coded),
});
const line = z.looseObject({
  ...lineFields,
  id: z.optional(guid),
  operation,
  reason: coded,
  subcomponents: z.optional(z.array(subcomponent)),
});
const appointment = z.looseObject({
  workshopDate: z.optional(z.string().check(z.refine(isDate, "must be a date as yyyy-MM-dd"), withinYears)),
  checkoutDate: z.optional(
    z.string().check(
      z.refine(
        (text) => parseDateTime(text) !== undefined,
        "must be a date-time such as 2026-06-15T09:00:00Z",
      ),
      withinYears,
    ),
  ),
  workOrderNumber: z.optional(z.string()),
  supplierNumber: z.optional(z.string()),
  contact: z.optional(z.looseObject({ name: z.optional(z.string()), phone: z.optional(z.string()) })),
  estimatedDurationInDays: z.optional(z.number().check(z.int(), z.positive("must be more than 0"))),
});
const status = z.enum(["Draft", "ApprovalRequested"]);
const components = z.optional(z.array(z.extend(line, { id: guid })));
const partialVin = z.optional(filled);
const whole = z.looseObject({
  status,
  vehicle: z.looseObject({ licensePlate: filled, partialVin }),
  appointment: z.optional(appointment),
  components,
});
const patch = z.looseObject({
  status: z.optional(status),
  vehicle: z.optional(z.looseObject({ licensePlate: z.optional(filled), partialVin })),
  appointment: z.optional(appointment),
  components,
});

/** Checks the form of a whole request; refuses with every fault at once. */
export const parseRequest = (body: unknown) => parse(whole, body) as ServiceRequestCreate;

/** Checks the form of a change. */
export const parsePatch = (body: unknown) =>
  parse(patch, body) as ServiceRequestPatch & Record<string, unknown>;

/** Checks the form of a line. */
export const parseLine = (body: unknown) => parse(line, body) as ComponentPut;

/** Checks that a line id in a path is one. */
export const parseLineId = (id: string) =>
  parse(z.object({ componentId: guid }), { componentId: id }).componentId;

/** Checks a body against a schema; refuses with every fault at once. */
export function parse<T>(schema: z.ZodMiniType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const entries = result.error.issues.map(entryOf);
  refuseIfAny(entries);
  throw result.error;
}

/** What the reference says about a value that is not permitted, or else what is wrong with its form. */
function entryOf(issue: z.core.$ZodIssue): RegProblemEntry {
  const field = fieldName(issue.path);
  const last = issue.path.at(-1);
  if (last === "warranty") return regEntry("REG-SVC000175", field);
  if (last === "leniency") return regEntry("REG-SVC000176", field);
  return sandboxEntry("INVALID", `${field} ${problemOf(issue)}.`, field);
}

function problemOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type") return `must be of type ${issue.expected}`;
  if (issue.code === "invalid_value") return `must be ${issue.values.map(String).join(" or ")}`;
  return issue.message;
}

/** `components[0].price` */
function fieldName(path: readonly PropertyKey[]): string {
  const text = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
  return text.replace(/^\./, "") || "body";
}
