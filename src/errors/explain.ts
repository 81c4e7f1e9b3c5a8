import { type CheckName, errorCodes, type RegCode } from "./catalogue.js";
import { type RuleCode, type RuleEntry, ruleCodes } from "./rule-codes.js";

/** What is known about a code: of the service (`REG-`), or of this package (`RULE-`). */
export interface Explanation extends RuleEntry {
  /** The code, written as it is in answers. */
  readonly code: RegCode | RuleCode;
  /** The HTTP status that it comes with; only for codes of the service. */
  readonly status?: number;
  /** Whether sending the same again can succeed; only for codes of the service. */
  readonly retryable?: boolean;
  /** The field at fault, if it is always the same. */
  readonly field?: string;
  /** Which of our checks find it before anything is sent; none if only the service can know. */
  readonly caughtBy: readonly CheckName[];
}

/**
 * Explains a code: what it means, how one gets there, what to do, and which check would have found it before. Upper and
 * lower case and blanks around it do not matter. A code of the sandbox, such as `SANDBOX-APPROVAL`, is explained as the
 * `RULE-` code of the same name.
 *
 * Undefined for a code that is not known here. That does not make it wrong: the reference shows a part of the
 * service's codes only, and the sandbox has some of its own whose description says all.
 *
 * @example
 * explain("REG-INV000107")?.action; // "Put the same date on this invoice as on the one that was processed last."
 */
export function explain(code: string): Explanation | undefined {
  const wanted = code
    .trim()
    .toUpperCase()
    .replace(/^SANDBOX-/, "RULE-");
  if (isIn(errorCodes, wanted)) return { code: wanted, ...errorCodes[wanted] };
  return isIn(ruleCodes, wanted) ? { code: wanted, ...ruleCodes[wanted] } : undefined;
}

function isIn<Table extends object>(table: Table, key: PropertyKey): key is keyof Table {
  return Object.hasOwn(table, key);
}
