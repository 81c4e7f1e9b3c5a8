import * as z from "zod/mini";
import { errorCodes, type RegCode } from "../../errors/codes.js";
import { RegInputError } from "../../errors/errors.js";
import { anything, checkInput, count, optionsSchema, positiveCountLimit } from "../../errors/input.js";
import { longestSpan, spanRange } from "../common/clock.js";
import { checkedOperation, operations } from "../messages/router.js";
import { type Fault, type FaultKind, type FaultResponse, keyedByBody, needsRealResponse, plainKinds } from "./fault.js";

/**
 * Checks a fault.
 *
 * @throws RegInputError that names the first wrong field
 */
export function checkFault(fault: Fault): void {
  checkInput(faultSchema, fault, { whole: "fault", unknownKey: "is not part of a fault" });
  checkOperations(fault.operation);
  checkParameters(fault);
  checkKind(fault.with);
  if (fault.when === "before-commit" && needsRealResponse(fault.with)) {
    throw new RegInputError("when", "must be after-commit with contentType and drip: they need the real response");
  }
}

const positiveInt = "must be a whole number from 1";
const probabilityRange = "must be a number from 0 to 1";
const matchesProblem = 'must be texts by the names of parameters, such as { licensePlate: "AB-123-C" }, or a function';
const whens = ["before-commit", "after-commit"] as const;

const faultSchema = optionsSchema<Fault>(
  {
    // `checkOperations` and `checkKind` check these two, because a schema could not name the mistake.
    operation: anything,
    with: anything,
    matches: z.union([z.function(), z.record(z.string(), z.string())], matchesProblem),
    supplierNumber: anything, // the sandbox looks it up among its suppliers
    skip: count(0),
    probability: z.number(probabilityRange).check(z.minimum(0, probabilityRange), z.maximum(1, probabilityRange)),
    times: positiveCountLimit,
    when: z.enum(whens, `must be ${whens.join(" or ")}`),
  },
  "must be of type object",
);

function checkOperations(operation: unknown): void {
  if (operation === "*") return;
  const names: readonly unknown[] = Array.isArray(operation) ? operation : [operation];
  if (names.length === 0) throw new RegInputError("operation", "must name at least one operation");
  for (const name of names) checkedOperation(name, "* or operationIds");
}

/** Checks the names of parameters: a fault with a wrong one would never happen. */
function checkParameters({ operation, matches }: Fault): void {
  if (typeof matches !== "object") return;
  const chosen = operations.filter(({ id }) => operation === "*" || [operation].flat().includes(id));
  const known = chosen.flatMap(({ pathParams }) => pathParams);
  if (chosen.some(({ id }) => id === keyedByBody)) known.push("licensePlate");
  const unknown = Object.keys(matches).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const choice = known.length === 0 ? "which has none: use a function" : `which has ${[...new Set(known)].join(", ")}`;
  throw new RegInputError(`matches.${unknown}`, `is not a parameter of the operation, ${choice}`);
}

const milliseconds = "must be a number of milliseconds from 0";
const positiveMilliseconds = "must be a positive number of milliseconds";
const statusRange = "must be a whole number from 200 to 599";
const redirectStatuses = "must be 301, 302, 303, 307 or 308";

const maximumSpan = z.maximum(longestSpan, spanRange);
const duration = z.number(milliseconds).check(z.minimum(0, milliseconds), maximumSpan);
const code = z.custom<RegCode>(isKnownCode, "must be a code of the catalogue; send any other one in a body");
const response = z.strictObject({
  status: z.optional(z.int(statusRange).check(z.minimum(200, statusRange), z.maximum(599, statusRange))),
  code: z.optional(code),
  codes: z.optional(z.array(code).check(z.minLength(1, "must hold at least one code"))),
  body: z.optional(z.custom(isJson, "must be what JSON can hold")),
  headers: z.optional(z.custom(areHeaders, "must be names and values that HTTP allows")),
});

/** The schema of each kind with options, by the key that distinguishes the kind. */
const kindSchemas: readonly (readonly [key: string, schema: z.ZodMiniType])[] = [
  ["delay", z.strictObject({ delay: duration, with: z.optional(z.unknown()) })],
  [
    "drip",
    z.strictObject({
      drip: z.number(positiveMilliseconds).check(z.positive(positiveMilliseconds), maximumSpan),
    }),
  ],
  ["oversized", z.strictObject({ oversized: z.int(positiveInt).check(z.minimum(1, positiveInt)) })],
  [
    "contentType",
    z.strictObject({ contentType: z.custom(isHeaderValue, "must be a content type such as text/plain") }),
  ],
  [
    "redirect",
    z.strictObject({
      redirect: z.custom(isHeaderValue, "must be an address"),
      status: z.optional(z.literal([301, 302, 303, 307, 308], redirectStatuses)),
    }),
  ],
  ["status", response],
  ["code", response],
  ["codes", response],
];

const kindKeys = kindSchemas.map(([key]) => key).join(", ");
const kindChoices = `must be ${plainKinds.join(", ")}, or an object with ${kindKeys}`;

/** Checks the kind of a fault and, for a delay, the kind after it. */
function checkKind(kind: FaultKind, field = "with"): void {
  const given: unknown = kind;
  if (plainKinds.some((name) => name === given)) return;
  const isObject = typeof given === "object" && given !== null;
  const [, schema] = kindSchemas.find(([key]) => isObject && Object.hasOwn(given, key)) ?? [];
  if (schema === undefined || typeof kind === "string") throw new RegInputError(field, kindChoices);
  checkInput(schema, kind, { whole: field, unknownKey: "does not belong to this fault", below: field });
  if ("delay" in kind && kind.with !== undefined) checkKind(kind.with, `${field}.with`);
  if (!("delay" in kind) && ("code" in kind || "codes" in kind)) checkCodes(kind, field);
}

/** Codes need the service's error body, so neither a success nor another body can have them. */
function checkCodes({ code, codes, status = 400, body }: FaultResponse, field: string): void {
  if (code === undefined && codes === undefined) return;
  if (status < 400) throw new RegInputError(`${field}.status`, "must be 400 or above with a code");
  if (body !== undefined) throw new RegInputError(`${field}.body`, "cannot stand beside a code");
}

function isKnownCode(value: unknown): boolean {
  return typeof value === "string" && Object.hasOwn(errorCodes, value);
}

function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}

function isHeaderValue(value: unknown): boolean {
  return typeof value === "string" && value !== "" && areHeaders({ name: value });
}

function areHeaders(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const entries = Object.entries(value);
  if (!entries.every(([, text]) => typeof text === "string")) return false;
  try {
    new Headers(entries);
    return true;
  } catch {
    return false;
  }
}
