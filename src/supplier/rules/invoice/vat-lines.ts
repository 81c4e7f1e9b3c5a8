import type { VatLine } from "../../../generated/supplier/models.js";
import { toCents } from "../amounts.js";
import { ruleViolation, type Violation } from "../violation.js";
import type { InvoiceContext } from "./context.js";
import { inEuros, isAmount, isRecord, malformed, missing } from "./fields.js";

/** What is wrong with the VAT lines; where the caller says how to read them, also whether they add up to the total. */
export function vatViolations(vatLines: unknown, total: unknown, { vatBaseOf }: InvoiceContext): Violation[] {
  if (vatLines === undefined) return [missing("vatLines")];
  if (!Array.isArray(vatLines)) return [malformed("vatLines", "an array")];
  const lines: readonly unknown[] = [...vatLines];
  const wrong = lines.flatMap((line, index) =>
    isRecord(line) ? [] : [malformed(`vatLines[${index}]`, "an object")],
  );
  if (wrong.length > 0 || typeof vatBaseOf !== "function") return wrong;
  const bases = lines.filter(isRecord).map((line) => centsOfBase(line, vatBaseOf));
  const unread = bases.flatMap((cents, index) => (cents === undefined ? [unreadable(index)] : []));
  return unread.length > 0 ? unread : sumViolations(bases, total);
}

/** The function is the caller's own: whatever it throws stays here, since it may speak of the invoice. */
function centsOfBase(line: VatLine, baseOf: (line: VatLine) => unknown): number | undefined {
  try {
    const base = baseOf(line);
    return isAmount(base) ? toCents(base) : undefined;
  } catch {
    return undefined;
  }
}

function unreadable(index: number): Violation {
  const field = `vatLines[${index}]`;
  const found = `${field} has no amount: \`vatBaseOf\` failed, or gave no finite number.`;
  return ruleViolation("RULE-VAT", field, `${found} Fill in the line, or correct the function.`);
}

/** Each base counts in whole cents, as it stands on the invoice. A total that is no number is told elsewhere. */
function sumViolations(bases: readonly (number | undefined)[], total: unknown): Violation[] {
  if (!isAmount(total)) return [];
  const sum = bases.reduce<number>((cents, base) => cents + (base ?? 0), 0);
  if (sum === toCents(total)) return [];
  const found = `The VAT lines add up to ${inEuros(sum)}, and the total is ${inEuros(toCents(total))}.`;
  return [ruleViolation("RULE-VAT", "vatLines", `${found} Make out the lines anew from the total.`)];
}
