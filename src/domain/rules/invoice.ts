import { amsterdamDay, isDate, parseDateTime } from "../../base/dates.js";
import { isObject } from "../../base/json.js";
import { toCents } from "../../base/money.js";
import { readNumber } from "../../base/text.js";
import { asInput } from "../../errors/input.js";
import type { Violation } from "../../errors/problem.js";
import type { RuleId } from "../../errors/rules.js";
import type { VatLineInput } from "../../generated/supplier/models.js";
import { isPhase, type Phase, phaseOfStatus } from "../phases/phases.js";
import { isPercentage, isVatOf, vatLineOf } from "../vat.js";
import { readContext, readRequest } from "./approval-input.js";
import { isRental } from "./draft.js";
import {
  centsOf,
  type InvoiceContext,
  type InvoiceDateContext,
  type InvoiceDraft,
  type InvoicedRequest,
  inEuros,
  isAmount,
  readInvoice,
} from "./invoice-input.js";
import { phaseViolations } from "./phase.js";
import { isTextOrInteger } from "./schema.js";
import { invalid, missing, regViolation, ruleViolation, sentenceAbout, withMeaningful } from "./violation.js";

/**
 * Checks an invoice before it is sent. Returns every violated rule, each with its code, the field and what to do; empty
 * if no violation is known. It sends nothing, and throws nothing for any JSON. Rules whose data the context leaves out
 * are not checked; without a context, only the form is. What was invoiced since the request was read is not known. The
 * workflow `invoice` checks the same, and that no other invoice of the request has the number.
 *
 * @example
 * for (const { code, description } of checkInvoice(invoice, { request })) console.warn(code, description);
 *
 * @see supplier-api.md §2.7, §4.2, §7, §8
 */
export function checkInvoice(invoice: InvoiceDraft, context: InvoiceContext = {}): Violation[] {
  return asInput("invoice", undefined, () => findViolations(invoice, context));
}

function findViolations(invoice: InvoiceDraft, context: InvoiceContext): Violation[] {
  if (!isObject(invoice)) return [invalid("body", "object")];
  const given: InvoiceContext = isObject(context) ? context : {};
  const { content: draft, violations: malformed } = readInvoice(invoice, phaseIn(given) === "Archived");
  const areVatLinesMalformed = malformed.some(({ context }) => context.fieldName.startsWith("vatLines"));
  const others = [
    ...senderViolations(draft, given),
    ...numberViolations(draft),
    ...dateViolations(draft.invoiceDate, given),
    ...(areVatLinesMalformed ? [] : vatViolations(draft, given)),
    ...totalViolations(draft.total, given),
  ];
  return [...phaseViolations(phaseIn(given), "invoice"), ...withMeaningful(malformed, others)];
}

/** The phase of the request that is invoiced; undefined if neither the caller nor the request's status gives it. */
function phaseIn({ phase, request }: InvoiceDateContext): Phase | undefined {
  const given: unknown = phase;
  if (given !== undefined && given !== null) return isPhase(given) ? given : undefined;
  const status: unknown = request?.status;
  return typeof status === "string" ? phaseOfStatus(status) : undefined;
}

/** The sender is the supplier to whom the token belongs: REG-INV000010 (supplier-api.md §7). */
function senderViolations(
  { identitySender: sender }: InvoiceDraft,
  { supplierNumber, request, template }: InvoiceContext,
): Violation[] {
  if (sender === undefined) return [];
  const number = sender.RegNumber;
  const field = "identitySender.RegNumber";
  if (number === undefined || number === "")
    return [regViolation({ rule: "sender-number-missing", field, found: "The number of the sender is missing." })];
  const own = [supplierNumber, request?.supplierId, template?.identitySender?.RegNumber].find(
    (each) => isTextOrInteger(each) && each !== "",
  );
  if (own === undefined || String(number) === String(own)) return [];
  const found = "The number of the sender is not that of the supplier.";
  return [regViolation({ rule: "sender-number", field, found })];
}

/** A text of blanks is not a number, and neither is `0`. */
function numberViolations({ invoiceNumber: number }: InvoiceDraft): Violation[] {
  if (number?.trim() === "") return [missing("invoiceNumber", "give your own number for the invoice")];
  return number === "0" ? [regViolation({ rule: "invoice-number-zero", field: "invoiceNumber" })] : [];
}

/** Compares the date of an invoice with the possible dates; as texts, because `yyyy-MM-dd` sorts by day. */
function dateViolations(day: string | undefined, context: InvoiceDateContext): Violation[] {
  if (day === undefined) return [];
  const { earliest, latest } = invoiceDateRange(context);
  const field = "invoiceDate";
  if (latest !== undefined && day !== latest) {
    const found = `The invoice is dated ${day}, and the last one that was processed ${latest}.`;
    return [regViolation({ rule: "invoice-date-of-latest", field, found, values: { invoiceDate: day, latest } })];
  }
  if (earliest === undefined || day >= earliest) return [];
  const rule = isRentalInvoice(context) ? "invoice-before-checkout" : "invoice-before-workshop";
  const found = `The invoice is dated ${day}, which is before ${earliest}.`;
  return [regViolation({ rule, field, found, values: { invoiceDate: day, earliest } })];
}

/** The days on which an invoice may be dated, `yyyy-MM-dd` in Amsterdam, both included. */
export interface InvoiceDateRange {
  /** Undefined: not known. */
  readonly earliest: string | undefined;
  /** Undefined: not known, or none is shown. */
  readonly latest: string | undefined;
}

/**
 * Returns the days on which an invoice may be dated: from the workshop date on, or for a rental vehicle from the day in
 * Amsterdam on which it is handed over. For an archived request only the date of the invoice that was processed last is
 * possible. A date that does not follow from the context is undefined.
 *
 * @example
 * const { earliest, latest } = invoiceDateRange({ request });
 *
 * @see supplier-api.md §7
 */
export function invoiceDateRange(context: InvoiceDateContext): InvoiceDateRange {
  const given: InvoiceDateContext = isObject(context) ? context : {};
  if (phaseIn(given) === "Archived") {
    const latest = dateOrUndefined(given.latestInvoiceDate);
    return { earliest: latest, latest };
  }
  const { workshopDate, checkoutDate } = given.request?.appointment ?? {};
  return {
    earliest: isRentalInvoice(given) ? dayOf(checkoutDate) : dateOrUndefined(workshopDate),
    latest: undefined,
  };
}

function isRentalInvoice({ request = {}, kind, known }: InvoiceDateContext): boolean {
  return isRental(readRequest(request).content, kind ?? "service", readContext({ known }).known ?? {});
}

function dateOrUndefined(value: unknown): string | undefined {
  return typeof value === "string" && isDate(value) ? value : undefined;
}

function dayOf(dateTime: unknown): string | undefined {
  const instant = typeof dateTime === "string" ? parseDateTime(dateTime) : undefined;
  return instant === undefined ? undefined : amsterdamDay(instant);
}

/** A debit of the approved amount, a credit of the invoiced one, or the discount that some lessors want on a damage. */
export type InvoiceKind = "debit" | "credit" | "discount";

/**
 * The kind of an invoice. The reference does not show how the kinds differ: an amount below zero is treated as a credit
 * in the archive, and as a discount before that.
 *
 * @param amount in any unit; the sign decides
 */
export function kindOfInvoice(amount: number, phase: Phase | undefined): InvoiceKind {
  if (amount >= 0) return "debit";
  return phase === "Archived" ? "credit" : "discount";
}

/**
 * The violation if an invoice of this kind is not possible now, whatever else it contains. Without a total, it is a
 * debit.
 */
export function kindViolations(total: number | undefined, context: InvoiceContext): Violation[] {
  const { kind, discount, discountFirst } = context;
  const phase = phaseIn(context);
  if (discount === true && kind !== "damage")
    return wrongTotal("discount-of-damage", "Only a damage can have a discount. Leave out `discount`.");
  switch (kindOfInvoice(total ?? 0, phase)) {
    case "debit":
      if (discount === true)
        return wrongTotal("discount-below-zero", "A discount is below zero. Give its amount as a total below zero.");
      if (discountFirst === true && isDiscountMissing(context)) return [discountComesFirst];
      return nothingDueViolations(context);
    case "credit":
      if (discount !== true) return [];
      return wrongTotal(
        "discount-before-archive",
        "The request is archived, so a total below zero is a credit now. Leave out `discount` if you want a credit.",
      );
    case "discount":
      // A discount on a damage is possible even if its lessor does not require one.
      if (discount !== false && (kind === "damage" || phase !== "Invoicing")) return [];
      return wrongTotal(
        "credit-in-archive",
        "A credit is possible once the request is archived (assumed: at midnight in Amsterdam). For the discount that lessors of damages may require, set `discount: true`.",
      );
  }
}

const discountComesFirst = ruleViolation({
  rule: "discount-first",
  field: "discountFirst",
  description:
    "The lessor requires a discount invoice. Create the discount invoice first, with `discount: true` and a total below zero: after the debit, the request may be archived at once.",
});

/** In the archive only the templates decide; before it, an outstanding amount that is not known may be due. */
function nothingDueViolations(context: InvoiceContext): Violation[] {
  const due = outstandingCents(context) ?? (phaseIn(context) === "Archived" ? 0 : undefined);
  if (context.noTemplate !== true || due === undefined || due > 0) return [];
  const found = "Nothing is due: the service offers no template, and nothing is outstanding.";
  const advice = isDiscountPossible(context)
    ? "For the discount that the lessor requires, set `discount: true` and a total below zero."
    : "Perhaps all of it is invoiced, a reason for not invoicing was set, or all lines are cancelled, or under warranty or leniency. If you know better, set `outstanding`.";
  return wrongTotal("nothing-due", `${found} ${advice}`);
}

/** The outstanding amount, in cents; undefined if it is not known. */
export function outstandingCents(context: InvoiceContext): number | undefined {
  return centsOf(context.outstanding) ?? centsOf(readNumber(invoicingIn(context).totalAmountToInvoice));
}

/** An archived request cannot be read: its amounts are from before then. */
function invoicingIn(context: InvoiceDateContext): NonNullable<InvoicedRequest["invoicing"]> {
  return (phaseIn(context) === "Archived" ? undefined : context.request?.invoicing) ?? {};
}

function totalViolations(total: number | undefined, context: InvoiceContext): Violation[] {
  const phase = phaseIn(context);
  // Before the lessor has approved, nothing is outstanding, and the required total is not certain yet.
  if (phaseViolations(phase, "invoice").length > 0) return [];
  const ofKind = kindViolations(total, context);
  if (total === undefined || ofKind.length > 0) return ofKind;
  const cents = toCents(total);
  switch (kindOfInvoice(cents, phase)) {
    case "debit":
      return debitViolations(cents, context);
    case "credit":
      return creditViolations(-cents, context);
    case "discount":
      // Its amount is not shown.
      return [];
  }
}

/** Only the outstanding amount can be debited, and it must be above zero; that a part cannot be is assumed. */
function debitViolations(cents: number, context: InvoiceContext): Violation[] {
  const { notInvoiced, partial = false } = context;
  if (notInvoiced === true) {
    const reason = "the request was marked as not invoiced. Send no invoice for it";
    return wrongTotal("marked-not-invoiced", `Nothing is to be invoiced: ${reason}.`);
  }
  if (invoicingIn(context).status === "WillNotBeInvoicedForWarrantyOrLeniencyReasons") {
    const reason = "all lines are under warranty or leniency. The request is archived without an invoice";
    return wrongTotal("warranty-or-leniency", `Nothing is to be invoiced: ${reason}.`);
  }
  const due = outstandingCents(context);
  if (due === 0 && isDiscountPossible(context)) {
    const description = "Nothing is outstanding. The discount that the lessor requires is a total below zero.";
    return wrongTotal("discount-due", description);
  }
  const field = "total";
  const zero = "The total is zero, and a debit must be above zero.";
  if (cents === 0) return [regViolation({ rule: "debit-above-zero", field, found: zero })];
  if (due === undefined || cents === due || (partial && cents < due)) return [];
  const values = { total: inEuros(cents), outstanding: inEuros(due) };
  const advice = cents < due ? " If the service accepts a part of it, set `partial`." : "";
  const found = `The total is ${values.total} and ${values.outstanding} is outstanding, excluding VAT.${advice}`;
  return [regViolation({ rule: "debit-amount", field, found, values })];
}

/** Whether the lessor of a damage requires a discount invoice beside the first debit invoice (supplier-api.md §2.5). */
export function requiresDiscount({ kind, contract }: Pick<InvoiceContext, "kind" | "contract">): boolean {
  const { firstDebitInvoiceRequiresCreditDiscountInvoice } = contract?.supplierContract?.damage ?? {};
  return kind === "damage" && firstDebitInvoiceRequiresCreditDiscountInvoice === true;
}

/** Whether a discount that the lessor requires can still be invoiced: in the archive it would be a credit. */
function isDiscountPossible(context: InvoiceContext): boolean {
  return phaseIn(context) !== "Archived" && requiresDiscount(context);
}

/** Whether a required discount invoice is known to be missing. */
export function isDiscountMissing(context: InvoiceContext): boolean {
  return isDiscountPossible(context) && context.discounted === false;
}

/** Omits the catalogue's advice to read the templates again, which would not help here. */
function wrongTotal(rule: RuleId, description: string, values: Violation["values"] = {}): Violation[] {
  return [ruleViolation({ rule, field: "total", description, values })];
}

/** At most the invoiced amount can be credited, which is assumed. */
function creditViolations(cents: number, { invoiced, request }: InvoiceContext): Violation[] {
  const limit = centsOf(invoiced) ?? maxInvoiced(request);
  if (limit === undefined || cents <= limit) return [];
  const values = { credit: inEuros(cents), invoiced: inEuros(limit) };
  const found = `The credit is ${values.credit}, but at most ${values.invoiced} was invoiced.`;
  return wrongTotal("credit-amount", `${found} Credit at most that amount.`, values);
}

/** An archived request cannot be read: the amount that was outstanding before may have been invoiced since. */
function maxInvoiced(request: InvoiceContext["request"]): number | undefined {
  const { totalAmountInvoiced, totalAmountToInvoice } = request?.invoicing ?? {};
  const invoicedBefore = centsOf(readNumber(totalAmountInvoiced));
  const outstanding = centsOf(readNumber(totalAmountToInvoice)) ?? 0;
  return invoicedBefore === undefined ? undefined : invoicedBefore + Math.max(0, outstanding);
}

/**
 * The amounts of the VAT lines must add up to the total: as `vatBaseOf` reads them, otherwise their `base`, if it is a
 * number in each line. An empty list means no VAT.
 */
function vatViolations({ vatLines = [], total }: InvoiceDraft, { vatBaseOf }: InvoiceContext): Violation[] {
  const amounts = vatLines.flatMap(amountViolations);
  if (typeof vatBaseOf !== "function") {
    const bases = vatLines.map(({ base }) => centsOf(base));
    const isReadable = bases.length > 0 && !bases.includes(undefined);
    return isReadable ? [...amounts, ...sumViolations(bases, total)] : amounts;
  }
  const bases = vatLines.map((line) => readBase(line, vatBaseOf));
  const unreadable = bases.flatMap((cents, index) => (cents === undefined ? [unreadableBase(index)] : []));
  return [...amounts, ...(unreadable.length > 0 ? unreadable : sumViolations(bases, total))];
}

/**
 * The amount of a line with `percentage`, `base` and `amount` is the VAT of its base. These names are assumed, and so
 * is the rounding: any way of it is accepted. Lines with other fields, or with other values than numbers, are not checked.
 */
function amountViolations({ percentage, base, amount }: VatLineInput, index: number): Violation[] {
  if (!isAmount(percentage) || !isAmount(base) || !isAmount(amount)) return [];
  const values = { percentage, base: inEuros(toCents(base)), amount: inEuros(toCents(amount)) };
  if (percentage < 0 || percentage > 100) {
    const field = `vatLines[${index}].percentage`;
    const description = sentenceAbout(field, `is ${percentage}, and must be from 0 to 100. Correct it.`);
    return [ruleViolation({ rule: "vat-amount", field, description, values })];
  }
  // A percentage with more decimals, such as 21.125, is calculated in floating point: far within the tolerance.
  const isExact = isPercentage(percentage);
  const cents = (toCents(base) * percentage) / 100;
  if (isExact ? isVatOf(amount, base, percentage) : Math.abs(toCents(amount) - cents) < 1) return [];
  const field = `vatLines[${index}].amount`;
  const expected = inEuros(toCents(isExact ? vatLineOf(base, percentage).amount : cents / 100));
  const found = `is ${values.amount}, but ${percentage} % of ${values.base} is ${expected}.`;
  const description = sentenceAbout(field, `${found} Give \`{ percentage }\` as VAT lines, or use \`vatOf\`.`);
  return [ruleViolation({ rule: "vat-amount", field, description, values: { ...values, expected } })];
}

/** Calls the caller's function; its errors are not passed on, because they may contain data of the invoice. */
function readBase(line: VatLineInput, baseOf: (line: VatLineInput) => unknown): number | undefined {
  try {
    const base = baseOf(line);
    // A promise is not an amount; handling its rejection here prevents an unhandled one.
    if (isObject(base)) Promise.resolve(base).catch(() => undefined);
    return centsOf(base);
  } catch {
    return undefined;
  }
}

function unreadableBase(index: number): Violation {
  const field = `vatLines[${index}]`;
  const rest =
    "has no amount: `vatBaseOf` failed, or returned no finite number. Fill in the VAT line, or correct the function.";
  return ruleViolation({ rule: "vat-line-amount", field, description: sentenceAbout(field, rest) });
}

/** Each base counts in whole cents, as it is on the invoice. A total that is not an amount is reported elsewhere. */
function sumViolations(bases: readonly (number | undefined)[], total: number | undefined): Violation[] {
  if (total === undefined) return [];
  const sum = bases.reduce<number>((cents, base) => cents + (base ?? 0), 0);
  if (sum === toCents(total)) return [];
  const values = { sum: inEuros(sum), total: inEuros(toCents(total)) };
  const description = `The VAT lines add up to ${values.sum}, and the total is ${values.total}. Make new VAT lines from the total.`;
  return [ruleViolation({ rule: "vat-total", field: "vatLines", description, values })];
}
