import type { Violation } from "../../errors/errors.js";
import type { VatLine } from "../../generated/supplier/models.js";
import { isObject } from "../../http/validate.js";
import { amsterdamDay, isDate, parseDateTime } from "../../values/dates.js";
import { toCents } from "../../values/money.js";
import { type Phase, phaseOfStatus } from "../phases/phases.js";
import {
  centsOf,
  type InvoiceContext,
  type InvoiceDateContext,
  type InvoiceDraft,
  inEuros,
  isSupplierNumber,
  soundInvoice,
} from "./invoice-input.js";
import { isRental } from "./rental.js";
import { faultyFields, fieldInWords, invalid, isRecord, missing } from "./schema.js";
import { regViolation, ruleViolation } from "./violation.js";

/** What has to be done in each phase before an invoice is possible; nothing in the last two (supplier-api.md §4.2). */
const steps: Readonly<Record<Phase, string>> = {
  Draft: "Send it for approval first.",
  Lessor: "Wait for the decision of the lessor.",
  Response: "Change what the lessor did not approve, and send it for approval again.",
  Invoicing: "",
  Archived: "",
};

/** The phase of the request that is invoiced; undefined if neither the caller nor its status tells. */
function invoicePhase({ phase, request }: InvoiceDateContext): Phase | undefined {
  const given: unknown = phase;
  if (given !== undefined && given !== null) return isPhase(given) ? given : undefined;
  const status: unknown = request?.status;
  return typeof status === "string" ? phaseOfStatus(status) : undefined;
}

function isPhase(value: unknown): value is Phase {
  return typeof value === "string" && Object.hasOwn(steps, value);
}

/** Whether a request in this phase cannot be invoiced yet; false if the phase is not known. */
function isTooEarly(phase: Phase | undefined): boolean {
  return phase !== undefined && steps[phase] !== "";
}

/** Invoices are for the invoicing and the archived phase. */
function phaseViolations(context: InvoiceDateContext): Violation[] {
  const phase = invoicePhase(context);
  if (phase === undefined || !isTooEarly(phase)) return [];
  const found = `A request in the phase ${phase} cannot be invoiced.`;
  return [ruleViolation("RULE-PHASE", "status", `${found} ${steps[phase]}`)];
}

/** The days on which an invoice may be dated, `yyyy-MM-dd` in Amsterdam, both included. */
export interface InvoiceDateRange {
  /** Undefined: not known. */
  readonly earliest: string | undefined;
  /** Undefined: not known, or none is shown. */
  readonly latest: string | undefined;
}

/**
 * On which days an invoice may be dated (supplier-api.md §7): from the workshop date on, or for a rental vehicle from
 * the day in Amsterdam on which it is handed over. Of an archived request only the date of the invoice that was
 * processed last is possible. What does not follow from the context is undefined.
 */
export function invoiceDateRange(context: InvoiceDateContext): InvoiceDateRange {
  const given: InvoiceDateContext = isRecord(context) ? context : {};
  if (invoicePhase(given) === "Archived") {
    const latest = dateOrNone(given.latestInvoiceDate);
    return { earliest: latest, latest };
  }
  const { workshopDate, checkoutDate } = given.request?.appointment ?? {};
  return {
    earliest: isRentalInvoice(given) ? dayOf(checkoutDate) : dateOrNone(workshopDate),
    latest: undefined,
  };
}

function isRentalInvoice({ request, kind, known }: InvoiceDateContext): boolean {
  return isRental(request ?? {}, kind ?? "service", known ?? {});
}

function dateOrNone(value: unknown): string | undefined {
  return typeof value === "string" && isDate(value) ? value : undefined;
}

function dayOf(dateTime: unknown): string | undefined {
  const instant = typeof dateTime === "string" ? parseDateTime(dateTime) : undefined;
  return instant === undefined ? undefined : amsterdamDay(instant);
}

/** What is wrong with the date of an invoice. Texts are compared: `yyyy-MM-dd` sorts by day. */
function dateViolations(day: string | undefined, context: InvoiceDateContext): Violation[] {
  if (day === undefined) return [];
  const { earliest, latest } = invoiceDateRange(context);
  if (latest !== undefined && day !== latest) {
    const found = `The invoice is dated ${day}, and the last one that was processed ${latest}.`;
    return [regViolation("REG-INV000107", "invoiceDate", found)];
  }
  if (earliest === undefined || day >= earliest) return [];
  const code = isRentalInvoice(context) ? "REG-INV000106" : "REG-INV000105";
  return [regViolation(code, "invoiceDate", `The invoice is dated ${day}, which is before ${earliest}.`)];
}

/** The sender is the supplier to whom the token belongs: REG-INV000010 (supplier-api.md §7). */
function senderViolations(
  { identitySender: sender }: InvoiceDraft,
  { supplierNumber, request, template }: InvoiceContext,
): Violation[] {
  if (sender === undefined) return [];
  const number = sender.RegNumber;
  const fault = (found: string) => [regViolation("REG-INV000010", "identitySender.RegNumber", found)];
  if (number === undefined || number === "") return fault("The number of the sender is missing.");
  const own = [supplierNumber, request?.supplierId, template?.identitySender?.RegNumber].find(
    (each) => isSupplierNumber(each) && each !== "",
  );
  if (own === undefined || String(number) === String(own)) return [];
  return fault("The number of the sender is not that of the supplier.");
}

/**
 * What is wrong with the total of an invoice (supplier-api.md §4.2, §7). The reference does not show what tells debit,
 * credit and discount apart: an amount below zero is taken for a credit in the archive, and for a discount before that.
 */
function totalViolations(total: number | undefined, context: InvoiceContext): Violation[] {
  if (total === undefined) return [];
  const cents = toCents(total);
  const phase = invoicePhase(context);
  // Nothing is outstanding before the lessor has approved: what the total has to be is not settled yet.
  if (isTooEarly(phase)) return [];
  if (cents >= 0) return debitViolations(cents, context, phase === "Archived");
  if (phase === "Archived") return creditViolations(-cents, context);
  // A discount is possible on a damage, whether its lessor requires one or not; its amount is not shown.
  if (phase !== "Invoicing" || context.kind === "damage") return [];
  return credit("Credit is for archived requests only. Wait until the request is archived.");
}

/** Exactly what is outstanding can be debited, and more than nothing. */
function debitViolations(cents: number, context: InvoiceContext, isArchived: boolean): Violation[] {
  const { notInvoiced, outstanding, request } = context;
  // An archived request cannot be read: what it said of its invoicing is from before.
  const { status, totalAmountToInvoice } = (isArchived ? undefined : request?.invoicing) ?? {};
  if (notInvoiced === true) {
    return nothing(
      "Nothing is to be invoiced: the request was marked as not invoiced. Send no invoice for it.",
    );
  }
  if (status === "WillNotBeInvoicedForWarrantyOrLeniencyReasons") {
    const reason = "all lines are under warranty or leniency. The request is archived without an invoice";
    return nothing(`Nothing is to be invoiced: ${reason}.`);
  }
  const due = centsOf(outstanding) ?? centsOf(totalAmountToInvoice);
  if (due === 0 && !isArchived && wantsDiscount(context)) {
    return nothing("Nothing is outstanding. The discount that the lessor requires is a total below zero.");
  }
  if (cents === 0) return debit("The total is zero: a debit is above it.");
  if (due === undefined || cents === due) return [];
  return debit(`The total is ${inEuros(cents)} and ${inEuros(due)} is outstanding, excluding VAT.`);
}

function wantsDiscount({ kind, contract }: InvoiceContext): boolean {
  const { firstDebitInvoiceRequiresCreditDiscountInvoice: wanted } = contract?.supplierContract?.damage ?? {};
  return kind === "damage" && wanted === true;
}

const debit = (found: string) => [regViolation("REG-INV000018", "total", found)];

/** To fetch the templates again, as the catalogue says of the code, would lead nowhere here. */
function nothing(description: string): Violation[] {
  return [{ code: "REG-INV000018", description, context: { fieldName: "total" } }];
}

/** No more than was invoiced can be credited, which is assumed. */
function creditViolations(cents: number, { invoiced, request }: InvoiceContext): Violation[] {
  const most = centsOf(invoiced) ?? mostInvoiced(request);
  if (most === undefined || cents <= most) return [];
  const found = `${inEuros(cents)} is credited, and no more than ${inEuros(most)} was invoiced.`;
  return credit(`${found} Credit that at most.`);
}

/** An archived request cannot be read: what was outstanding when it last could be may have been invoiced since. */
function mostInvoiced(request: InvoiceContext["request"]): number | undefined {
  const { totalAmountInvoiced, totalAmountToInvoice } = request?.invoicing ?? {};
  const before = centsOf(totalAmountInvoiced);
  return before === undefined ? undefined : before + Math.max(0, centsOf(totalAmountToInvoice) ?? 0);
}

const credit = (description: string) => [ruleViolation("RULE-CREDIT", "total", description)];

/** Where the caller says how to read the VAT lines: what keeps them from adding up to the total. */
function vatViolations({ vatLines = [], total }: InvoiceDraft, { vatBaseOf }: InvoiceContext): Violation[] {
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

/**
 * Every rule that an invoice breaks (supplier-api.md §2.7, §4.2, §7, §8), before it is sent; nothing if it keeps them.
 * Of what the context leaves out, or has as null, only the form is checked. Throws nothing, whatever JSON it gets, and
 * whatever `vatBaseOf` does.
 *
 * Only the service knows which invoice was processed last, and what was invoiced since the request was read.
 */
export function checkInvoice(invoice: InvoiceDraft, context: InvoiceContext = {}): Violation[] {
  if (!isRecord(invoice)) return [invalid("body", "an object")];
  const given: InvoiceContext = isRecord(context) ? context : {};
  const malformed: Violation[] = [];
  const draft = soundInvoice(invoice, invoicePhase(given) === "Archived", malformed);
  const said = faultyFields(malformed);
  const others = [
    ...senderViolations(draft, given),
    ...numberViolations(draft),
    ...dateViolations(draft.invoiceDate, given),
    ...([...said].some((field) => field.startsWith("vatLines")) ? [] : vatViolations(draft, given)),
    ...totalViolations(draft.total, given),
  ];
  return [
    ...phaseViolations(given),
    ...malformed,
    // Of a field whose form is wrong already, nothing else is worth saying.
    ...others.filter(({ context: { fieldName } }) => !said.has(fieldName)),
  ];
}

/** A text of blanks is no number, and neither is `0`. */
function numberViolations({ invoiceNumber: number }: InvoiceDraft): Violation[] {
  if (number?.trim() === "") return [missing("invoiceNumber", "give your own number for the invoice")];
  return number === "0" ? [regViolation("REG-INV000104", "invoiceNumber")] : [];
}
