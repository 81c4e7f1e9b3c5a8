import type { ReferenceRow } from "./reference-rows.js";

/** Sections 7 and 8 of supplier-api.md: errors and limits. */
export const supplierSections7And8: readonly ReferenceRow[] = [
  {
    id: "S7.BODY.type",
    document: "supplier-api.md",
    section: "7",
    part: "body of a validation error",
    row: "type: string (URL of the status definition)",
    tests: [
      "test/sandbox/rows/section-7.test.ts > the body of a validation error > type: the URL of the status definition [S7.BODY.type]",
    ],
  },
  {
    id: "S7.BODY.title",
    document: "supplier-api.md",
    section: "7",
    part: "body of a validation error",
    row: "title: string",
    tests: [
      "test/sandbox/rows/section-7.test.ts > the body of a validation error > title: a string [S7.BODY.title]",
    ],
  },
  {
    id: "S7.BODY.status",
    document: "supplier-api.md",
    section: "7",
    part: "body of a validation error",
    row: "status: integer",
    tests: [
      "test/sandbox/rows/section-7.test.ts > the body of a validation error > status: an integer, that of the answer [S7.BODY.status]",
    ],
  },
  {
    id: "S7.BODY.detail",
    document: "supplier-api.md",
    section: "7",
    part: "body of a validation error",
    row: "detail: string",
    tests: [
      "test/sandbox/rows/section-7.test.ts > the body of a validation error > detail: a string [S7.BODY.detail]",
    ],
  },
  {
    id: "S7.BODY.traceId",
    document: "supplier-api.md",
    section: "7",
    part: "body of a validation error",
    row: "traceId: string",
    tests: [
      "test/sandbox/rows/section-7.test.ts > the body of a validation error > traceId: a string [S7.BODY.traceId]",
    ],
  },
  {
    id: "S7.BODY.errors",
    document: "supplier-api.md",
    section: "7",
    part: "body of a validation error",
    row: "errors: array of {code, description, context}",
    tests: [
      "test/sandbox/rows/section-7.test.ts > the body of a validation error > errors: code, description and context of each, also of several [S7.BODY.errors]",
    ],
  },
  {
    id: "S7.REG-SVC000175",
    document: "supplier-api.md",
    section: "7",
    part: "error codes",
    row: "invalid warranty enum value on a (sub)component",
    tests: [
      "test/sandbox/rows/section-7.test.ts > the codes of requests > a warranty that is no value of the enum, on a line or a subcomponent [S7.REG-SVC000175]",
    ],
  },
  {
    id: "S7.REG-SVC000176",
    document: "supplier-api.md",
    section: "7",
    part: "error codes",
    row: "invalid leniency enum value",
    tests: [
      "test/sandbox/rows/section-7.test.ts > the codes of requests > a leniency that is no value of the enum, on a line or a subcomponent [S7.REG-SVC000176]",
    ],
  },
  {
    id: "S7.REG-SVC000177",
    document: "supplier-api.md",
    section: "7",
    part: "error codes",
    row: "damage true where the contract forbids components with damage",
    tests: [
      "test/sandbox/rows/section-7.test.ts > the codes of requests > damage where the contract forbids it [S7.REG-SVC000177]",
    ],
  },
  {
    id: "S7.REG-SVC000187",
    document: "supplier-api.md",
    section: "7",
    part: "error codes",
    row: "creating a request for an inactive lessor, both kinds; existing requests continue",
    tests: [
      "test/sandbox/rows/section-7.test.ts > the codes of requests > a lessor that is inactive, for new requests of both kinds only [S7.REG-SVC000187]",
    ],
  },
  {
    id: "S7.REG-SVC000190",
    document: "supplier-api.md",
    section: "7",
    part: "error codes",
    row: "workshop date earlier than the lease contract start (create, PUT, PATCH, regular and damage)",
    tests: [
      "test/sandbox/rows/section-7.test.ts > the codes of requests > a workshop date before the lease contract starts, however it is set [S7.REG-SVC000190]",
    ],
  },
  {
    id: "S7.REG-INV000104",
    document: "supplier-api.md",
    section: "7",
    part: "error codes",
    row: "invoice number is 0",
    tests: ["test/sandbox/rows/section-7.test.ts > the codes of invoices > the number 0 [S7.REG-INV000104]"],
  },
  {
    id: "S7.REG-INV000105",
    document: "supplier-api.md",
    section: "7",
    part: "error codes",
    row: "invoice date before the workshop date of an unarchived request",
    tests: [
      "test/sandbox/rows/section-7.test.ts > the codes of invoices > a date before the workshop date, until the request is archived [S7.REG-INV000105]",
    ],
  },
  {
    id: "S7.REG-INV000106",
    document: "supplier-api.md",
    section: "7",
    part: "error codes",
    row: "same rule for a rental vehicle request (checkout date)",
    tests: [
      "test/sandbox/rows/section-7.test.ts > the codes of invoices > a date before the checkout date of a rental: just before midnight UTC in summer [S7.REG-INV000106]",
      "test/sandbox/rows/section-7.test.ts > the codes of invoices > a date before the checkout date of a rental: just before midnight UTC in winter [S7.REG-INV000106]",
      "test/sandbox/rows/section-7.test.ts > the codes of invoices > a date before the checkout date of a rental: with an offset that shows another day [S7.REG-INV000106]",
      "test/sandbox/rows/section-7.test.ts > the codes of invoices > a date before the checkout date of a rental: just before midnight in Amsterdam [S7.REG-INV000106]",
      "test/sandbox/rows/section-7.test.ts > the codes of invoices > a date before the checkout date of a rental: on the night when summer time begins [S7.REG-INV000106]",
      "test/sandbox/rows/section-7.test.ts > the codes of invoices > a date before the checkout date of a rental: just before the day when summer time ends [S7.REG-INV000106]",
    ],
  },
  {
    id: "S7.REG-INV000107",
    document: "supplier-api.md",
    section: "7",
    part: "error codes",
    row: "archived request: invoice date differs from that of the latest processed invoice",
    tests: [
      "test/sandbox/rows/section-7.test.ts > the codes of invoices > archived: another date than that of the latest invoice [S7.REG-INV000107]",
    ],
  },
  {
    id: "S7.REG-INV000010",
    document: "supplier-api.md",
    section: "7",
    part: "error codes",
    row: "identitySender.RegNumber must equal the supplier's number",
    tests: [
      "test/sandbox/rows/section-7.test.ts > the codes of invoices > a sender that is not the supplier [S7.REG-INV000010]",
    ],
  },
  {
    id: "S7.REG-INV000018",
    document: "supplier-api.md",
    section: "7",
    part: "error codes",
    row: "only the outstanding amount (excluding VAT) may be debited",
    tests: [
      "test/sandbox/rows/section-7.test.ts > the codes of invoices > anything but the outstanding amount, without VAT [S7.REG-INV000018]",
    ],
  },
  {
    id: "S7.400",
    document: "supplier-api.md",
    section: "7",
    part: "status codes",
    row: "400 validation",
    tests: ["test/sandbox/rows/section-7.test.ts > the status codes > 400: validation [S7.400]"],
  },
  {
    id: "S7.401",
    document: "supplier-api.md",
    section: "7",
    part: "status codes",
    row: "401 bad token",
    tests: [
      "test/sandbox/rows/section-7.test.ts > the status codes > 401: a token that is missing, malformed or expired [S7.401]",
    ],
  },
  {
    id: "S7.403",
    document: "supplier-api.md",
    section: "7",
    part: "status codes",
    row: "403 default service level for cluster administrators",
    tests: [
      "test/sandbox/rows/section-7.test.ts > the status codes > 403: the default service level, for administrators of a cluster [S7.403]",
    ],
  },
  {
    id: "S7.409",
    document: "supplier-api.md",
    section: "7",
    part: "status codes",
    row: "409 when concurrent callers create invoices for one request",
    tests: [
      "test/sandbox/rows/section-7.test.ts > the status codes > 409: the losing one of two who invoice a request at once [S7.409]",
    ],
  },
  {
    id: "S7.410",
    document: "supplier-api.md",
    section: "7",
    part: "status codes",
    row: "410 for get, PUT, PATCH, DELETE and line operations on an archived request",
    tests: [
      "test/sandbox/rows/section-7.test.ts > the status codes > 410: the request and its lines, once it is archived [S7.410]",
    ],
  },
  {
    id: "S7.429",
    document: "supplier-api.md",
    section: "7",
    part: "status codes",
    row: "429 rate limit exceeded",
    tests: ["test/sandbox/rows/section-7.test.ts > the status codes > 429: beyond the rate limit [S7.429]"],
  },
  {
    id: "S7.201",
    document: "supplier-api.md",
    section: "7",
    part: "status codes",
    row: "201 with Location for created invoices, invoice PDFs and new lines",
    tests: [
      "test/sandbox/rows/section-7.test.ts > the status codes > 201 with Location: invoices, their PDFs and new lines [S7.201]",
    ],
  },
  {
    id: "S7.204",
    document: "supplier-api.md",
    section: "7",
    part: "status codes",
    row: "204 for setting the invoice status",
    tests: [
      "test/sandbox/rows/section-7.test.ts > the status codes > 204: setting the invoice status, of both kinds [S7.204]",
    ],
  },
  {
    id: "S8.RATE",
    document: "supplier-api.md",
    section: "8",
    part: "limits",
    row: "5000 requests per minute; further requests answer 429",
    tests: [
      "test/sandbox/rows/section-8.test.ts > 5000 requests a minute, and further ones answer 429 [S8.RATE]",
    ],
  },
  {
    id: "S8.OPEN",
    document: "supplier-api.md",
    section: "8",
    part: "limits",
    row: "2 open service requests per object and supplier, only one with rental vehicle lines",
    tests: [
      "test/sandbox/rows/section-8.test.ts > 2 open requests per object and supplier, of which one is for a rental vehicle [S8.OPEN]",
    ],
  },
  {
    id: "S8.DAMAGE",
    document: "supplier-api.md",
    section: "8",
    part: "limits",
    row: "damage service requests per object and supplier: no limit",
    tests: [
      "test/sandbox/rows/section-8.test.ts > no limit on damage requests, which do not count for the others either [S8.DAMAGE]",
    ],
  },
  {
    id: "S8.YEARS",
    document: "supplier-api.md",
    section: "8",
    part: "limits",
    row: "workshop date and checkout date: year between 2000 and 2100",
    tests: [
      "test/sandbox/rows/section-8.test.ts > the year of workshop date and checkout date > lies between 2000 and 2100: workshopDate 1999-12-31 [S8.YEARS]",
      "test/sandbox/rows/section-8.test.ts > the year of workshop date and checkout date > lies between 2000 and 2100: workshopDate 2000-01-01 [S8.YEARS]",
      "test/sandbox/rows/section-8.test.ts > the year of workshop date and checkout date > lies between 2000 and 2100: workshopDate 2100-12-31 [S8.YEARS]",
      "test/sandbox/rows/section-8.test.ts > the year of workshop date and checkout date > lies between 2000 and 2100: workshopDate 2101-01-01 [S8.YEARS]",
      "test/sandbox/rows/section-8.test.ts > the year of workshop date and checkout date > lies between 2000 and 2100: checkoutDate 1999-12-31T12:00:00Z [S8.YEARS]",
      "test/sandbox/rows/section-8.test.ts > the year of workshop date and checkout date > lies between 2000 and 2100: checkoutDate 2000-01-01T12:00:00Z [S8.YEARS]",
      "test/sandbox/rows/section-8.test.ts > the year of workshop date and checkout date > lies between 2000 and 2100: checkoutDate 2100-12-31T12:00:00Z [S8.YEARS]",
      "test/sandbox/rows/section-8.test.ts > the year of workshop date and checkout date > lies between 2000 and 2100: checkoutDate 2101-01-01T12:00:00Z [S8.YEARS]",
    ],
  },
  {
    id: "S8.IDENTITY",
    document: "supplier-api.md",
    section: "8",
    part: "limits",
    row: "identities: name 150, street 100, streetNumberSuffix 10, postalCode 10, city 100 characters",
    tests: [
      "test/sandbox/rows/section-8.test.ts > the identities of an invoice > have fields so long at most: identitySender [S8.IDENTITY]",
      "test/sandbox/rows/section-8.test.ts > the identities of an invoice > have fields so long at most: identityReceiver [S8.IDENTITY]",
    ],
  },
  {
    id: "S8.ALLOWED",
    document: "supplier-api.md",
    section: "8",
    part: "limits",
    row: "allowed components must be re-read whenever a request is changed",
    tests: [
      "test/sandbox/rows/section-8.test.ts > the allowed components are those of the moment at which a request is changed [S8.ALLOWED]",
    ],
  },
  {
    id: "S8.ATTACHMENTS",
    document: "supplier-api.md",
    section: "8",
    part: "limits",
    row: "attachment size and count limits: not shown",
    tests: [
      "test/sandbox/rows/section-8.test.ts > attachments: no limit is shown, so none is made up for their size or number [S8.ATTACHMENTS]",
    ],
  },
];
