import type { RequestKind } from "../../../src/supplier/domain.js";
import { checkInvoice } from "../../../src/supplier/rules/invoice.js";
import type { InvoiceContext, InvoicedRequest } from "../../../src/supplier/rules/invoice-input.js";
import { untyped } from "../../support/untyped.js";
import { archived, invoice, rental, request } from "./invoice-support.js";
import type { RuleCase } from "./rule-case.js";

/** An invoice and its context, as far as they differ from an invoice that keeps every rule. */
interface Variant {
  readonly fields?: object;
  readonly context?: InvoiceContext;
}

/** Creates a case. By default, the rule is kept by the standard invoice in the context of the violation. */
function createCase(
  [source, rule]: readonly [source: string, rule: string],
  breaks: RuleCase["breaks"],
  {
    broken,
    holds = broken.context === undefined ? {} : { context: broken.context },
  }: { broken: Variant; holds?: Variant },
): RuleCase {
  const check = ({ fields = {}, context = { request } }: Variant) =>
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
    createCase(
      ["§8 limits", `${field}.${name} has ${limit} characters at most`],
      ["RULE-INVALID", `${field}.${name}`],
      { broken: identity(field, name, limit + 1), holds: identity(field, name, limit) },
    ),
  ),
);

const required = [...identities, "invoiceNumber", "invoiceDate", "vatLines", "total"].map((field) =>
  createCase(["§2.7, §4.2 invoice", `${field} is given`], ["RULE-REQUIRED", field], {
    broken: {
      fields: { [field]: undefined },
    },
  }),
);

const invoicing = (fields: InvoicedRequest["invoicing"]) => ({ request: { ...request, invoicing: fields } });
const withStatus = (status: string) => ({ request: { ...request, status } });
const approved = { context: withStatus("Approved") };
const covered = { status: "WillNotBeInvoicedForWarrantyOrLeniencyReasons", totalAmountToInvoice: 0 };
const discount = (kind: RequestKind): Variant => ({
  fields: { total: -10 },
  context: {
    request,
    kind,
    contract: untyped({
      supplierContract: { damage: { firstDebitInvoiceRequiresCreditDiscountInvoice: kind === "service" } },
    }),
  },
});
const credit = (total: number): Variant => ({ fields: { total }, context: archived });
const vatBaseOf = (line: Record<string, unknown>) => Number(line["amount"]);

/** The rules for invoices in the reference. */
export const invoiceRules: readonly RuleCase[] = [
  ...required,
  ...lengths,
  createCase(["§2.7, §7 REG-INV000104", "the invoice number is not 0"], ["REG-INV000104", "invoiceNumber"], {
    broken: { fields: { invoiceNumber: "0" } },
    holds: { fields: { invoiceNumber: "10" } },
  }),
  createCase(["§2.1 date", "the invoice date is a date as yyyy-MM-dd"], ["RULE-INVALID", "invoiceDate"], {
    broken: { fields: { invoiceDate: "2026-02-30" } },
    holds: { fields: { invoiceDate: "2028-02-29" } },
  }),
  createCase(
    [
      "§7 REG-INV000105",
      "an invoice of a request that is not archived is not dated before the workshop date",
    ],
    ["REG-INV000105", "invoiceDate"],
    { broken: { fields: { invoiceDate: "2026-06-14" } }, holds: { fields: { invoiceDate: "2026-06-15" } } },
  ),
  createCase(
    [
      "§7 REG-INV000106",
      "an invoice of a rental vehicle request is not dated before the checkout, by the day in Amsterdam",
    ],
    ["REG-INV000106", "invoiceDate"],
    {
      broken: { fields: { invoiceDate: "2026-06-15" }, context: { request: rental } },
      holds: { fields: { invoiceDate: "2026-06-16" }, context: { request: rental } },
    },
  ),
  createCase(
    [
      "§7 REG-INV000107",
      "an invoice of an archived request bears the date of the one that was processed last",
    ],
    ["REG-INV000107", "invoiceDate"],
    { broken: { fields: { invoiceDate: "2026-06-16", total: -10 }, context: archived }, holds: credit(-10) },
  ),
  createCase(
    ["§2.7, §7 REG-INV000010", "the number of the sender is the supplier's"],
    ["REG-INV000010", "identitySender.RegNumber"],
    {
      broken: { fields: { identitySender: { RegNumber: 4712 } } },
      holds: { fields: { identitySender: { RegNumber: "4711" } } },
    },
  ),
  createCase(
    ["§7 REG-INV000018", "a debit is not above the outstanding amount"],
    ["REG-INV000018", "total"],
    { broken: { fields: { total: 129.51 } }, holds: { fields: { total: 129.5 } } },
  ),
  createCase(
    ["§7 REG-INV000018", "a debit is not below the outstanding amount"],
    ["REG-INV000018", "total"],
    {
      broken: {
        fields: { total: 129.49 },
      },
    },
  ),
  createCase(["§7 REG-INV000018", "nothing is debited twice"], ["REG-INV000018", "total"], {
    broken: { context: invoicing({ totalAmountToInvoice: 0, totalAmountInvoiced: 129.5 }) },
    holds: approved,
  }),
  createCase(
    ["§2.2 invoicing", "nothing is debited when all lines are under warranty"],
    ["REG-INV000018", "total"],
    {
      broken: { context: invoicing(covered) },
      holds: { context: invoicing({ status: "ReadyForInvoicing", totalAmountToInvoice: 129.5 }) },
    },
  ),
  createCase(
    ["§4.2 invoices/status", "nothing is debited once a reason for not invoicing is set"],
    ["REG-INV000018", "total"],
    {
      broken: { context: { request, notInvoiced: true } },
      holds: { context: { request, notInvoiced: false } },
    },
  ),
  createCase(["§4.2 invoices", "credit is for archived requests"], ["RULE-CREDIT", "total"], {
    broken: { fields: { total: -10 } },
    holds: credit(-10),
  }),
  createCase(["§4.2 invoices", "no more is credited than was invoiced (assumed)"], ["RULE-CREDIT", "total"], {
    broken: credit(-129.51),
    holds: credit(-129.5),
  }),
  createCase(
    ["§2.5, §4.2 discount", "a discount is for a damage, whether its lessor requires one or not"],
    ["RULE-CREDIT", "total"],
    { broken: discount("service"), holds: discount("damage") },
  ),
  ...["Draft", "ApprovalRequested", "Denied", "ProvisionallyApproved", "Modified"].map((status) =>
    createCase(
      ["§3, §4.2 phases", `a request with the status ${status} is not invoiced`],
      ["RULE-PHASE", "status"],
      { broken: { context: withStatus(status) }, holds: approved },
    ),
  ),
  createCase(["§2.7 vatLines, total", "the VAT lines add up to the total"], ["RULE-VAT", "vatLines"], {
    broken: { fields: { vatLines: [{ amount: 129.49 }] }, context: { request, vatBaseOf } },
    holds: { context: { request, vatBaseOf } },
  }),
  createCase(
    ["§4.2 archived", "the amount that a request showed before it was archived does not limit a debit"],
    ["REG-INV000018", "total"],
    { broken: { context: { ...archived, outstanding: 0 } }, holds: { context: archived } },
  ),
  createCase(["§2.7 total", "the total is in whole cents (assumed)"], ["RULE-INVALID", "total"], {
    broken: { fields: { total: 129.5049 } },
    holds: { fields: { total: 129.5 } },
  }),
  createCase(["§2.7 total", "the total is a number"], ["RULE-INVALID", "total"], {
    broken: { fields: { total: "129.50" } },
  }),
];
