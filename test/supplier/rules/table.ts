import type { Violation } from "../../../src/errors/errors.js";

/** One rule of the reference, with a case that keeps it and one that breaks it and nothing else. */
export interface RuleRow {
  /** Where the reference states it, such as `§3 approval requirements`. */
  readonly source: string;
  readonly rule: string;
  /** What breaking it is called, and where. */
  readonly breaks: readonly [code: string, fieldName: string];
  holds(): readonly Violation[];
  broken(): readonly Violation[];
}
