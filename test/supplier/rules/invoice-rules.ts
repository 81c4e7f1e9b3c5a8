import type { RequestKind } from "../../../src/supplier/domain.js";
import { checkInvoice } from "../../../src/supplier/rules/invoice.js";
import type { InvoiceContext, InvoicedRequest } from "../../../src/supplier/rules/invoice-input.js";
import { archived, invoice, rental, request, untyped } from "./invoice-support.js";
import type { RuleRow } from "./table.js";

/** What an invoice says and what it is held against, where it differs from one that keeps every rule. */
interface Case {
  readonly fields?: object;
  readonly context?: InvoiceContext;
}

/** A row of the table; `holds` is the plain invoice where nothing else is said. */
function row(
  source: string,
  rule: string,
  breaks: RuleRow["breaks"],
  broken: Case,
  holds: Case = broken.context === undefined ? {} : { context: broken.context },
): RuleRow {
  const check = ({ fields = {}, context = { request } }: Case) =>
    checkInvoice(untyped(invoice(fields)), context);
  return { source, rule, breaks, holds: () => check(holds), broken: () => check(broken) };
}

const identities = ["identitySender", "identityReceiver"] as const;
const longest = { name: 150, street: 100, streetNumberSuffix: 10, postalCode: 10, city: 100 };
const identity = (field: string, name: string, length: number) => ({
  fields: { [field]: { RegNumber: 4711, [name]: "n".repeat(length) } },
});

const lengths = identities.flatMap((field) =>
  Object.entries(longest).map(([name, limit]) =>
    row(
      "§8 limits",
      `${field}.${name} has ${limit} characters at most`,
      ["RULE-INVALID", `${field}.${name}`],
      identity(field, name, limit + 1),
      identity(field, name, limit),
    ),
  ),
);

const required = [...identities, "invoiceNumber", "invoiceDate", "vatLines", "total"].map((field) =>
  row("§2.7, §4.2 invoice", `${field} is given`, ["RULE-REQUIRED", field], {
    fields: { [field]: undefined },
  }),
);

const invoicing = (fields: InvoicedRequest["invoicing"]) => ({ request: { ...request, invoicing: fields } });
const withStatus = (status: string) => ({ request: { ...request, status } });
const approved = { context: withStatus("Approved") };
const covered = { status: "WillNotBeInvoicedForWarrantyOrLeniencyReasons", totalAmountToInvoice: 0 };
const discount = (kind: RequestKind): Case => ({
  fields: { total: -10 },
  context: {
    request,
    kind,
    contract: untyped({
      supplierContract: { damage: { firstDebitInvoiceRequiresCreditDiscountInvoice: kind === "service" } },
    }),
  },
});
const credit = (total: number): Case => ({ fields: { total }, context: archived });
const vatBaseOf = (line: Record<string, unknown>) => Number(line["amount"]);

/** The rules of invoices that the reference states, with a case that keeps each and one that breaks it. */
export const invoiceRules: readonly RuleRow[] = [
  ...required,
  ...lengths,
  row(
    "§2.7, §7 REG-INV000104",
    "the invoice number is not 0",
    ["REG-INV000104", "invoiceNumber"],
    { fields: { invoiceNumber: "0" } },
    { fields: { invoiceNumber: "10" } },
  ),
  row(
    "§2.1 date",
    "the invoice date is a date as yyyy-MM-dd",
    ["RULE-INVALID", "invoiceDate"],
    { fields: { invoiceDate: "2026-02-30" } },
    { fields: { invoiceDate: "2028-02-29" } },
  ),
  row(
    "§7 REG-INV000105",
    "an invoice of a request that is not archived is not dated before the workshop date",
    ["REG-INV000105", "invoiceDate"],
    { fields: { invoiceDate: "2026-06-14" } },
    { fields: { invoiceDate: "2026-06-15" } },
  ),
  row(
    "§7 REG-INV000106",
    "an invoice of a rental vehicle request is not dated before the checkout, by the day in Amsterdam",
    ["REG-INV000106", "invoiceDate"],
    { fields: { invoiceDate: "2026-06-15" }, context: { request: rental } },
    { fields: { invoiceDate: "2026-06-16" }, context: { request: rental } },
  ),
  row(
    "§7 REG-INV000107",
    "an invoice of an archived request bears the date of the one that was processed last",
    ["REG-INV000107", "invoiceDate"],
    { fields: { invoiceDate: "2026-06-16", total: -10 }, context: archived },
    credit(-10),
  ),
  row(
    "§2.7, §7 REG-INV000010",
    "the number of the sender is the supplier's",
    ["REG-INV000010", "identitySender.RegNumber"],
    { fields: { identitySender: { RegNumber: 4712 } } },
    { fields: { identitySender: { RegNumber: "4711" } } },
  ),
  row(
    "§7 REG-INV000018",
    "no more than what is outstanding is debited",
    ["REG-INV000018", "total"],
    { fields: { total: 129.51 } },
    { fields: { total: 129.5 } },
  ),
  row("§7 REG-INV000018", "no less than what is outstanding is debited", ["REG-INV000018", "total"], {
    fields: { total: 129.49 },
  }),
  row(
    "§7 REG-INV000018",
    "nothing is debited twice",
    ["REG-INV000018", "total"],
    { context: invoicing({ totalAmountToInvoice: 0, totalAmountInvoiced: 129.5 }) },
    approved,
  ),
  row(
    "§2.2 invoicing",
    "nothing is debited when all lines are under warranty",
    ["REG-INV000018", "total"],
    { context: invoicing(covered) },
    { context: invoicing({ status: "ReadyForInvoicing", totalAmountToInvoice: 129.5 }) },
  ),
  row(
    "§4.2 invoices/status",
    "nothing is debited once a reason for not invoicing is set",
    ["REG-INV000018", "total"],
    { context: { request, notInvoiced: true } },
    { context: { request, notInvoiced: false } },
  ),
  row(
    "§4.2 invoices",
    "credit is for archived requests",
    ["RULE-CREDIT", "total"],
    { fields: { total: -10 } },
    credit(-10),
  ),
  row(
    "§4.2 invoices",
    "no more is credited than was invoiced (assumed)",
    ["RULE-CREDIT", "total"],
    credit(-129.51),
    credit(-129.5),
  ),
  row(
    "§2.5, §4.2 discount",
    "a discount is for a damage, whether its lessor requires one or not",
    ["RULE-CREDIT", "total"],
    discount("service"),
    discount("damage"),
  ),
  ...["Draft", "ApprovalRequested", "Denied", "ProvisionallyApproved", "Modified"].map((status) =>
    row(
      "§3, §4.2 phases",
      `a request with the status ${status} is not invoiced`,
      ["RULE-PHASE", "status"],
      { context: withStatus(status) },
      approved,
    ),
  ),
  row(
    "§2.7 vatLines, total",
    "the VAT lines add up to the total",
    ["RULE-VAT", "vatLines"],
    { fields: { vatLines: [{ amount: 129.49 }] }, context: { request, vatBaseOf } },
    { context: { request, vatBaseOf } },
  ),
  row(
    "§4.2 archived",
    "what an archived request said before of its invoicing is not held against a debit",
    ["REG-INV000018", "total"],
    { context: { ...archived, outstanding: 0 } },
    { context: archived },
  ),
  row(
    "§2.7 total",
    "the total is in whole cents (assumed)",
    ["RULE-INVALID", "total"],
    { fields: { total: 129.5049 } },
    { fields: { total: 129.5 } },
  ),
  row("§2.7 total", "the total is a number", ["RULE-INVALID", "total"], { fields: { total: "129.50" } }),
];
