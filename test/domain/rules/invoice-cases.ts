/*
 * The rules for invoices of supplier-api.md by section, written as in cases.ts. An invoice of 129.50 euros is dated on
 * 2026-06-15 by supplier 4711, unless a case says otherwise.
 */

/** The request that is invoiced. */
export type Invoiced =
  /** An approved repair of 129.50 euros on 2026-06-15. */
  | "repair"
  /** An approved rental of 147.50 euros. Default checkout: 2026-06-15T22:30:00Z. */
  | { readonly checkoutDate: string }
  /** An approved damage of 129.50 euros without a workshop date. */
  | "damage"
  /** The repair, which has been invoiced on 2026-06-16, and after that is archived. */
  | "archived"
  /** The archived repair, of which 29.50 euros have been credited. */
  | "credited"
  /** The repair, for which a reason for not invoicing is set. */
  | "not invoiced"
  /** The repair, whose price is zero. */
  | "free"
  /** The repair as a draft, and with the lessor, and denied by the lessor. */
  | "draft"
  | "submitted"
  | "denied";

/** An invoice, and the violations that the reference demands. */
export interface InvoiceCase {
  readonly rule: string;
  readonly of: Invoiced;
  /** The fields that differ. */
  readonly fields: object;
  readonly codes: readonly string[];
}

const invoice = (rule: string, of: Invoiced, fields: object, ...codes: string[]): InvoiceCase => ({
  rule,
  of,
  fields,
  codes,
});

const number = "invoiceNumber";
const date = "invoiceDate";
const sender = "identitySender.RegNumber";
const longest = { name: 150, street: 100, streetNumberSuffix: 10, postalCode: 10, city: 100 };

const content = [
  invoice("§4.2 an invoice is accepted", "repair", {}),
  ...["identitySender", "identityReceiver", number, date, "vatLines", "total"].map((field) =>
    invoice(`§2.7 §4.2 an invoice has ${field}`, "repair", { [field]: undefined }, `REQUIRED ${field}`),
  ),
  invoice("§2.7 an invoice number is not blank", "repair", { [number]: " " }, `REQUIRED ${number}`),
  invoice("§2.7 §7 an invoice number is not 0", "repair", { [number]: "0" }, `REG-INV000104 ${number}`),
  invoice("§7 an invoice number may begin with 0", "repair", { [number]: "00" }),
  invoice("§2.1 an invoice date exists", "repair", { [date]: "2026-02-30" }, `INVALID ${date}`),
  ...["identitySender", "identityReceiver"].flatMap((field) => [
    ...Object.entries(longest).map(([name, length]) =>
      invoice(
        `§8 ${field}.${name} has ${length} characters at most`,
        "repair",
        { [field]: { RegNumber: 4711, [name]: "é".repeat(length + 1) } },
        `INVALID ${field}.${name}`,
      ),
    ),
    invoice(`§8 the texts of ${field} may be that long`, "repair", {
      [field]: {
        RegNumber: 4711,
        ...Object.fromEntries(Object.entries(longest).map(([name, length]) => [name, "é".repeat(length)])),
      },
    }),
  ]),
  invoice(
    "§2.7 §7 the number of the sender is the supplier's",
    "repair",
    { identitySender: { RegNumber: 4712 } },
    `REG-INV000010 ${sender}`,
  ),
  invoice(
    "§2.7 §7 the number of the sender is given",
    "repair",
    { identitySender: { name: "Garage" } },
    `REG-INV000010 ${sender}`,
  ),
  invoice("§2.7 the number of the sender may be a text", "repair", { identitySender: { RegNumber: "4711" } }),
  invoice(
    "§2.7 several rules can be broken at once",
    "repair",
    { [number]: "0", [date]: "2026-06-14", total: 1 },
    `REG-INV000104 ${number}`,
    `REG-INV000105 ${date}`,
    "REG-INV000018 total",
  ),
];

const rentals = [
  ["2026-06-15T23:59:59Z", "2026-06-15", "2026-06-16"],
  ["2026-01-15T23:59:59Z", "2026-01-15", "2026-01-16"],
  ["2026-06-16T01:30:00+04:00", "2026-06-14", "2026-06-15"],
  ["2026-06-15T21:59:59Z", "2026-06-14", "2026-06-15"],
  // The nights in which the clocks are changed.
  ["2026-03-28T23:00:00Z", "2026-03-28", "2026-03-29"],
  ["2026-10-24T21:59:59Z", "2026-10-23", "2026-10-24"],
] as const;

const dates = [
  invoice(
    "§7 an invoice is not dated before the workshop date",
    "repair",
    { [date]: "2026-06-14" },
    `REG-INV000105 ${date}`,
  ),
  invoice("§7 an invoice may be dated later", "repair", { [date]: "2030-01-01" }),
  invoice("§7 without a workshop date any date is accepted", "damage", { [date]: "2020-01-01" }),
  ...rentals.flatMap(([checkoutDate, early, due]) => [
    invoice(
      `§7 an invoice of a rental is not dated before the checkout in Amsterdam, ${checkoutDate}`,
      { checkoutDate },
      { total: 147.5, [date]: early },
      `REG-INV000106 ${date}`,
    ),
    invoice(
      `§7 it may be dated on the day of the checkout, ${checkoutDate}`,
      { checkoutDate },
      {
        total: 147.5,
        [date]: due,
      },
    ),
  ]),
  ...["2026-06-14", "2026-06-15", "2026-06-17"].map((day) =>
    invoice(
      `§7 an invoice of an archived request has the date of the latest one, not ${day}`,
      "archived",
      { [date]: day, total: -1 },
      `REG-INV000107 ${date}`,
    ),
  ),
];

const amounts = [
  ...[129.49, 129.51, 156.7, 0].map((total) =>
    invoice(
      `§7 only the outstanding 129.50 euros can be debited, not ${total}`,
      "repair",
      { total },
      "REG-INV000018 total",
    ),
  ),
  ...["not invoiced", "free"].flatMap((of) =>
    (of === "free" ? [0, 1] : [129.5]).map((total) =>
      invoice(
        `§2.2 §4.2 nothing is debited where nothing is outstanding: ${of}, ${total}`,
        of as Invoiced,
        { total },
        "REG-INV000018 total",
      ),
    ),
  ),
  invoice("§2.7 a total is in whole cents (assumed)", "repair", { total: 129.5049 }, "INVALID total"),
  invoice("§2.7 a total is a number", "repair", { total: "129.50" }, "INVALID total"),
  invoice("§4.2 credit is for archived requests", "repair", { total: -129.5 }, "CREDIT total"),
  invoice("§4.2 an archived request can be credited", "archived", { [date]: "2026-06-16", total: -129.5 }),
  invoice(
    "§4.2 no more is credited than was invoiced (assumed)",
    "archived",
    { [date]: "2026-06-16", total: -129.51 },
    "CREDIT total",
  ),
  invoice("§4.2 nothing is debited twice", "archived", { [date]: "2026-06-16", total: 129.5 }, "REG-INV000018 total"),
  invoice("§4.2 what was credited can be debited again (assumed)", "credited", {
    [date]: "2026-06-16",
    total: 29.5,
  }),
  invoice(
    "§4.2 what was credited is not credited again (assumed)",
    "credited",
    { [date]: "2026-06-16", total: -129.5 },
    "CREDIT total",
  ),
  invoice("§2.5 §4.2 a discount is for a damage, whether its lessor requires one or not", "damage", {
    total: -10,
  }),
  ...(["draft", "submitted", "denied"] as const).map((of) =>
    invoice(`§3 §4.2 a request that is ${of} is not invoiced`, of, {}, "PHASE status"),
  ),
];

const vatLine = (percentage: unknown, base: unknown, vat: unknown) => ({ percentage, base, amount: vat });
const vat = "vatLines[0].amount";

/** The names of the fields of a VAT line, and that the lines add up to the total, are assumed. */
const vatLines = [
  ...[
    { vatLines: [vatLine(21, 129.5, 27.2)] },
    // The exact VAT is 27.195 euros: rounded down, half to even, or away from zero.
    { vatLines: [vatLine(21, 129.5, 27.19)] },
    { vatLines: [vatLine(21, 100, 21), vatLine(0, 29.5, 0)] },
    { vatLines: [vatLine(21, 150, 31.5), vatLine(9, -20.5, -1.85)] },
    { vatLines: [] },
    { vatLines: [vatLine("21", 129.5, 1)] },
    { vatLines: [vatLine(33.333, 129.5, 43.17)] },
    { vatLines: [vatLine(21, 100, undefined), { percentage: 21, base: "29.50" }] },
  ].map((fields) => invoice(`§2.7 VAT lines are accepted: ${JSON.stringify(fields)}`, "repair", fields)),
  ...[27.18, 27.21, 1, -27.2, 0].map((amount) =>
    invoice(
      `§2.7 21 % of 129.50 euros is not ${amount} (assumed)`,
      "repair",
      { vatLines: [vatLine(21, 129.5, amount)] },
      `VAT ${vat}`,
    ),
  ),
  invoice(
    "§2.7 a percentage can have more decimals (assumed)",
    "repair",
    { vatLines: [vatLine(33.333, 129.5, 43.18)] },
    `VAT ${vat}`,
  ),
  ...[210, -21].map((percentage) =>
    invoice(
      `§2.7 VAT is not ${percentage} % (assumed)`,
      "repair",
      { vatLines: [vatLine(percentage, 129.5, 27.2)] },
      "VAT vatLines[0].percentage",
    ),
  ),
  invoice(
    "§2.7 VAT lines add up to the total (assumed)",
    "repair",
    { vatLines: [vatLine(21, 100, 21)] },
    "VAT vatLines",
  ),
  invoice("§2.7 a base needs no percentage", "repair", { vatLines: [{ base: 100, amount: 1 }] }, "VAT vatLines"),
  invoice(
    "§2.7 both can be wrong at once",
    "repair",
    { vatLines: [vatLine(21, 100, 1)] },
    `VAT ${vat}`,
    "VAT vatLines",
  ),
  invoice("§2.7 the VAT of a credit is below zero (assumed)", "archived", {
    [date]: "2026-06-16",
    total: -129.5,
    vatLines: [vatLine(21, -129.5, -27.2)],
  }),
  ...[27.2, -27.18, -27.21].map((amount) =>
    invoice(
      `§2.7 the VAT of a credit of 129.50 euros is not ${amount} (assumed)`,
      "archived",
      { [date]: "2026-06-16", total: -129.5, vatLines: [vatLine(21, -129.5, amount)] },
      `VAT ${vat}`,
    ),
  ),
];

/** Invoices, by section. */
export const invoiceCases: readonly InvoiceCase[] = [...content, ...dates, ...amounts, ...vatLines];
