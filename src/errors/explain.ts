import { type CodeEntry, errorCodes, type RegCode } from "./catalogue.js";
import { type RuleCode, type RuleEntry, ruleCodes } from "./rule-codes.js";

/**
 * What is known about a code: of the service (`REG-`), of this package (`RULE-`), or of the sandbox for a rule of this
 * package (`SANDBOX-`). Only those of the service have a status and may have a field.
 */
export interface Explanation extends RuleEntry, Partial<Pick<CodeEntry, "status" | "retryable" | "field">> {
  /** The code, written as it is in answers. */
  readonly code: RegCode | RuleCode | `SANDBOX-${string}`;
  /** The code of this package for the same rule; only for codes of the sandbox. */
  readonly rule?: RuleCode;
}

/**
 * Explains a code: what it means, how one gets there, what to do, and which check would have found it before. Upper and
 * lower case and blanks around it do not matter. A code of the sandbox, such as `SANDBOX-APPROVAL`, is explained as the
 * `RULE-` code of the same name, which is then in `rule`.
 *
 * Undefined for a code that is not known here. That does not make it wrong: the reference shows a part of the
 * service's codes only, and the sandbox has some of its own whose description says all.
 *
 * @example
 * explain("REG-INV000107")?.action; // "Put the same date on this invoice as on the one that was processed last."
 */
export function explain(code: string): Explanation | undefined {
  const wanted = code.trim().toUpperCase();
  if (isIn(errorCodes, wanted)) return { code: wanted, ...errorCodes[wanted] };
  if (isIn(ruleCodes, wanted)) return { code: wanted, ...ruleCodes[wanted] };
  if (!isOfSandbox(wanted)) return undefined;
  const rule = `RULE-${wanted.slice(sandbox.length)}`;
  return isIn(ruleCodes, rule) ? { code: wanted, rule, ...ruleCodes[rule] } : undefined;
}

const sandbox = "SANDBOX-";

function isOfSandbox(code: string): code is `SANDBOX-${string}` {
  return code.startsWith(sandbox);
}

function isIn<Table extends object>(table: Table, key: PropertyKey): key is keyof Table {
  return Object.hasOwn(table, key);
}
