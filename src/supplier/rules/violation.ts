import { errorCodes, type RegCode } from "../../errors/catalogue.js";
import type { RuleCode } from "../../errors/rule-codes.js";
import type { Violation } from "../../errors/violation.js";

export type { Violation };

/** A rule that is broken for which the reference shows no code. */
export function ruleViolation(code: RuleCode, fieldName: string, description: string): Violation {
  return { code, description, context: { fieldName } };
}

/**
 * A rule that is broken for which the reference shows the code.
 *
 * @param found what was found there; the remedy of the catalogue follows it. Left out: the code's own meaning
 */
export function regViolation(
  code: RegCode,
  fieldName: string,
  found: string = errorCodes[code].meaning,
): Violation {
  return { code, description: `${found} ${errorCodes[code].action}`, context: { fieldName } };
}
