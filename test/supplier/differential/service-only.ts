/** A rule of the sandbox that `check*` cannot hold a request against. */
export interface ServiceOnly {
  readonly code: string;
  /** The fields at which it is found. */
  readonly field: RegExp;
  /** Why it cannot be known before the request is sent. */
  readonly why: string;
  /** What the caller left out; absent: nobody can know it. */
  readonly without?: Missing;
}

/** What a caller may leave out of the context of a check. */
export type Missing = "repeatableCodes" | "warranties" | "leniencies" | "openRequests" | "latestInvoiceDate";

/** What nobody but the service knows, whatever the caller reads. */
const always: readonly ServiceOnly[] = [
  {
    code: "SANDBOX-VEHICLE",
    field: /^vehicle\.licensePlate$/,
    why: "Whether a vehicle exists shows in the lookups only; without a vehicle there is nothing to check against.",
  },
  {
    code: "REG-SVC000187",
    field: /^vehicle\.licensePlate$/,
    why: "Whether a lessor is active is not in the contract.",
  },
  {
    code: "SANDBOX-COMBINATION",
    field: /^components\[\d+\]\.subcomponents(\[\d+\])?$/,
    why: "Which subcomponents need or exclude each other is not shown (supplier-api.md §2.3).",
  },
  {
    code: "SANDBOX-REQUIRED",
    field: /^components\[\d+\]\.subcomponents$/,
    why: "Which subcomponents a component must have is not shown (supplier-api.md §2.3).",
  },
  {
    code: "SANDBOX-DUPLICATE",
    field: /^components\[\d+\]\.subcomponents\[\d+\]$/,
    why: "Which subcomponents may repeat depends on their component, and is shown by an example only (supplier-api.md §2.3).",
  },
  {
    code: "SANDBOX-PRICE",
    field: /\.price$/,
    why: "The limit of prices is not shown.",
  },
];

/** What the service alone knows unless the caller says it. */
const unlessKnown: readonly ServiceOnly[] = [
  {
    code: "REG-SVC000175",
    field: /\.warranty$/,
    why: "The values of warranty are not shown (supplier-api.md §2.3).",
    without: "warranties",
  },
  {
    code: "REG-SVC000176",
    field: /\.leniency$/,
    why: "The values of leniency are not shown (supplier-api.md §2.3).",
    without: "leniencies",
  },
  {
    code: "SANDBOX-DUPLICATE",
    field: /^components\[\d+\]$/,
    why: "Which components may repeat is shown by an example only (supplier-api.md §2.3).",
    without: "repeatableCodes",
  },
  {
    code: "SANDBOX-OPEN-REQUESTS",
    field: /^vehicle\.licensePlate$/,
    why: "The open requests are the supplier's, and the items of the list do not tell their lines.",
    without: "openRequests",
  },
  {
    code: "REG-INV000107",
    field: /^invoiceDate$/,
    why: "An archived request cannot be read, so that the date of its latest invoice must be given.",
    without: "latestInvoiceDate",
  },
];

/** All of it, as data. */
export const serviceOnly: readonly ServiceOnly[] = [...always, ...unlessKnown];

/** The entry that says why a rule could not be known; undefined for one that could. */
export function whyServiceOnly(
  { code, fieldName }: { readonly code: string; readonly fieldName: string },
  missing: ReadonlySet<Missing>,
): ServiceOnly | undefined {
  return serviceOnly.find(
    (each) =>
      each.code === code &&
      each.field.test(fieldName) &&
      (each.without === undefined || missing.has(each.without)),
  );
}
