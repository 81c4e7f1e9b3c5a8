import * as z from "zod/mini";
import { errorCodes, type RegCode } from "../../errors/codes.js";
import { RegInputError } from "../../errors/errors.js";
import { checkInput } from "../../http/validate.js";
import { longestSpan, spanRange } from "../clock.js";
import { checkedOperation } from "../server/router.js";
import { type Fault, type FaultKind, needsRealAnswer, plainKinds } from "./fault.js";

const positive = "must be a whole number from 1";
const milliseconds = "must be a number of milliseconds from 0";
const positiveTime = "must be a positive number of milliseconds";
const statusRange = "must be a whole number from 200 to 599";
const redirects = "must be 301, 302, 303, 307 or 308";

const longest = z.maximum(longestSpan, spanRange);
const duration = z.number(milliseconds).check(z.minimum(0, milliseconds), longest);
const known = (value: unknown) => typeof value === "string" && Object.hasOwn(errorCodes, value);
const code = z.custom<RegCode>(known, "must be a code of the catalogue; send any other one in a body");
const answer = z.strictObject({
  status: z.optional(z.int(statusRange).check(z.minimum(200, statusRange), z.maximum(599, statusRange))),
  code: z.optional(code),
  codes: z.optional(z.array(code).check(z.minLength(1, "must hold at least one code"))),
  body: z.optional(z.custom(hasJson, "must be what JSON can hold")),
  headers: z.optional(z.custom(areHeaders, "must be names and values that HTTP allows")),
});

/** Each kind that is more than a name, by the key that tells it from the others. */
const schemas: readonly (readonly [key: string, schema: z.ZodMiniType])[] = [
  ["delay", z.strictObject({ delay: duration, with: z.optional(z.unknown()) })],
  ["drip", z.strictObject({ drip: z.number(positiveTime).check(z.positive(positiveTime), longest) })],
  ["oversized", z.strictObject({ oversized: z.int(positive).check(z.minimum(1, positive)) })],
  [
    "contentType",
    z.strictObject({ contentType: z.custom(isHeaderValue, "must be a content type such as text/plain") }),
  ],
  [
    "redirect",
    z.strictObject({
      redirect: z.custom(isHeaderValue, "must be an address"),
      status: z.optional(z.literal([301, 302, 303, 307, 308], redirects)),
    }),
  ],
  ["status", answer],
  ["code", answer],
  ["codes", answer],
];

const choices = `must be ${plainKinds.join(", ")}, or an object with ${schemas.map(([key]) => key).join(", ")}`;

/**
 * Checks what goes wrong.
 *
 * @throws RegInputError that names the first field which is wrong
 */
function checkKind(kind: FaultKind, field = "with"): void {
  const given: unknown = kind;
  if (plainKinds.some((name) => name === given)) return;
  const isObject = typeof given === "object" && given !== null;
  const [, schema] = schemas.find(([key]) => isObject && Object.hasOwn(given, key)) ?? [];
  if (schema === undefined || typeof kind === "string") throw new RegInputError(field, choices);
  checkInput(schema, kind, { whole: field, unknownKey: "does not belong to this fault", below: field });
  if ("delay" in kind && kind.with !== undefined) checkKind(kind.with, `${field}.with`);
  if (!("delay" in kind) && ("code" in kind || "codes" in kind)) checkCodes(kind, field);
}

/** Codes stand in the service's error body: neither in a success, nor beside another body. */
function checkCodes({ status = 400, body }: Extract<FaultKind, { code?: unknown }>, field: string): void {
  if (status < 400) throw new RegInputError(`${field}.status`, "must be 400 or above with a code");
  if (body !== undefined) throw new RegInputError(`${field}.body`, "cannot stand beside a code");
}

function hasJson(value: unknown): boolean {
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
  try {
    new Headers(Object.entries(value).map(([name, text]) => [name, asText(text)]));
    return true;
  } catch {
    return false;
  }
}

function asText(value: unknown): string {
  if (typeof value !== "string") throw new TypeError("is not a text");
  return value;
}

const fromZero = "must be a whole number from 0";
const timesRange = "must be a whole number from 1, or Infinity";
const share = "must be a number from 0 to 1";
const whens = ["before-commit", "after-commit"] as const;

const schema = z.strictObject({
  // These two are checked by themselves: a schema could not say what is wrong with them.
  operation: z.optional(z.unknown()),
  with: z.optional(z.unknown()),
  matches: z.optional(z.custom((value) => typeof value === "function", "must be a function")),
  skip: z.optional(z.int(fromZero).check(z.minimum(0, fromZero))),
  probability: z.optional(z.number(share).check(z.minimum(0, share), z.maximum(1, share))),
  // A schema for numbers takes no Infinity.
  times: z.optional(z.custom((value) => value === Number.POSITIVE_INFINITY || isCount(value), timesRange)),
  when: z.optional(z.enum(whens, `must be ${whens.join(" or ")}`)),
});

const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 1;

/**
 * Checks a fault.
 *
 * @throws RegInputError that names the first field which is wrong
 */
export function checkFault(fault: Fault): void {
  checkInput(schema, fault, { whole: "fault", unknownKey: "is not part of a fault" });
  checkOperations(fault.operation);
  checkKind(fault.with);
  if (fault.when === "before-commit" && needsRealAnswer(fault.with)) {
    throw new RegInputError(
      "when",
      "must be after-commit with contentType and drip: they need the real answer",
    );
  }
}

function checkOperations(operation: unknown): void {
  if (operation === "*") return;
  const names: readonly unknown[] = Array.isArray(operation) ? operation : [operation];
  if (names.length === 0) throw new RegInputError("operation", "must name at least one operation");
  for (const name of names) checkedOperation(name, "* or operationIds");
}
