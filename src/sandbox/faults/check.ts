import * as z from "zod/mini";
import { RegInputError } from "../../errors/client-errors.js";
import { checkInput } from "../check-input.js";
import { checkedOperation } from "../core/operation-names.js";
import { checkKind } from "./check-kind.js";
import type { Fault } from "./fault.js";
import { needsRealAnswer } from "./kinds.js";

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
