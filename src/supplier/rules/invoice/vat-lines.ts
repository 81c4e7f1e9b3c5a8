import type { VatLine } from "../../../generated/supplier/models.js";
import { isObject } from "../../../http/input/check-fields.js";
import { toCents } from "../../../values/amounts.js";
import { fieldInWords } from "../field-in-words.js";
import { ruleViolation, type Violation } from "../violation.js";
import type { InvoiceContext, InvoiceDraft } from "./context.js";
import { centsOf, inEuros } from "./values.js";

/** Where the caller says how to read the VAT lines: what keeps them from adding up to the total. */
export function vatViolations(
  { vatLines = [], total }: InvoiceDraft,
  { vatBaseOf }: InvoiceContext,
): Violation[] {
  if (typeof vatBaseOf !== "function") return [];
  const bases = vatLines.map((line) => centsOfBase(line, vatBaseOf));
  const unread = bases.flatMap((cents, index) => (cents === undefined ? [unreadable(index)] : []));
  return unread.length > 0 ? unread : sumViolations(bases, total);
}

/** The function is the caller's own: whatever it throws stays here, since it may speak of the invoice. */
function centsOfBase(line: VatLine, baseOf: (line: VatLine) => unknown): number | undefined {
  try {
    const base = baseOf(line);
    // A promise is no amount, and nobody else would hear of its failure.
    if (isObject(base)) Promise.resolve(base).catch(() => undefined);
    return centsOf(base);
  } catch {
    return undefined;
  }
}

function unreadable(index: number): Violation {
  const field = `vatLines[${index}]`;
  const found = `${fieldInWords(field)} has no amount: \`vatBaseOf\` failed, or gave no finite number.`;
  return ruleViolation("RULE-VAT", field, `${found} Fill in the line, or correct the function.`);
}

/** Each base counts in whole cents, as it stands on the invoice. A total that is no amount is told elsewhere. */
function sumViolations(bases: readonly (number | undefined)[], total: number | undefined): Violation[] {
  if (total === undefined) return [];
  const sum = bases.reduce<number>((cents, base) => cents + (base ?? 0), 0);
  if (sum === toCents(total)) return [];
  const found = `The VAT lines add up to ${inEuros(sum)}, and the total is ${inEuros(toCents(total))}.`;
  return [ruleViolation("RULE-VAT", "vatLines", `${found} Make out the lines anew from the total.`)];
}
