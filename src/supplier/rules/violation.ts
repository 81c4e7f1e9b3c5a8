import { errorCodes, type RegCode, type RuleCode } from "../../errors/codes.js";
import type { Violation } from "../../errors/errors.js";

/**
 * What the reference does not show and you may know of the service. A rule that needs it is checked only where it is
 * given: the service has the last word on the others.
 */
export interface Known {
  /**
   * The codes of components that make a line a rental vehicle. Without them a request with a checkout date and no
   * workshop date is taken for one (inferred from supplier-api.md §2.2).
   */
  readonly rentalCodes?: readonly string[] | undefined;
  /** The codes of components that a request may hold several times with the same operation and location. */
  readonly repeatableCodes?: readonly string[] | undefined;
  /** The values of `warranty` that the service takes; others are REG-SVC000175. */
  readonly warranties?: readonly string[] | undefined;
  /** The values of `leniency` that the service takes; others are REG-SVC000176. */
  readonly leniencies?: readonly string[] | undefined;
}

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
