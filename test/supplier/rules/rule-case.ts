import type { Violation } from "../../../src/errors/problem.js";

/** One rule of the reference, with a case that keeps it and a case that only violates this rule. */
export interface RuleCase {
  /** Where the reference states it, such as `§3 approval requirements`. */
  readonly source: string;
  readonly rule: string;
  /** The code and the field of the violation. */
  readonly breaks: readonly [code: string, fieldName: string];
  holds(): readonly Violation[];
  broken(): readonly Violation[];
}

/** Lists violations by code and field. */
export const listBriefly = (violations: readonly Violation[]) =>
  violations.map(({ code, context }) => `${code} ${context.fieldName}`);
