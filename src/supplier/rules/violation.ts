import { errorCodes, type RegCode } from "../../errors/catalogue.js";
import type { RegProblemEntry } from "../../errors/problem.js";
import type { RuleCode } from "../../errors/rule-codes.js";

/** A broken rule, in the shape of the service's own errors (supplier-api.md §7). */
export interface Violation extends RegProblemEntry {
  /** The service's own code where the reference shows one, else a code of this package, such as `RULE-APPROVAL`. */
  readonly code: RegCode | RuleCode;
  /** What is wrong, and what to do about it, in one or two sentences. Holds no personal data. */
  readonly description: string;
  /** `fieldName` is the path of the field at fault, such as `components[0].subcomponents[1].price`. */
  readonly context: { readonly fieldName: string };
}

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
