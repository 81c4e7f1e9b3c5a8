import { expect, it, type RunnerTask } from "vitest";

/** A table of the reference, or the rules in the prose below it. */
interface ReferenceTable {
  /** Document and section, such as `supplier-api.md §4.1`. */
  readonly source: `${"supplier" | "lessor"}-api.md §${string}`;
  /** The name of the table, or `prose`. */
  readonly part: string;
  /** The number of rules in the reference, so that a rule that is lost here is noticed. */
  readonly count: number;
  /** Each rule by its id, with a summary. The names of its tests end with the id in square brackets. */
  readonly rules: Readonly<Record<string, string>>;
}

/** The number of tests of the rules that do not have exactly one. */
export const testCounts: Readonly<Record<string, number>> = {
  "S2.3.LOCATION": 2,
  "S2.3.DUPLICATE": 4,
  "S2.3.READING": 3,
  "S3.MOVE.cancel": 8,
  "S3.11": 6,
  "S4.1.12": 2,
  "S4.1.13": 2,
  "S4.2.8": 2,
  "S4.2.12": 2,
  "S4.3.15": 5,
  "S4.3.17": 3,
  "S4.4.12": 3,
  "S4.4.13": 3,
  "S4.4.14": 2,
  "S4.4.15": 8,
  "S7.204": 2,
  "S7.REG-INV000106": 6,
  "S8.IDENTITY": 2,
  "S8.YEARS": 12,
  "L1.LATEST": 7,
  "L3.EXISTS": 7,
};

/** The rules of both references. */
export const referenceTables: readonly ReferenceTable[] = [
  {
    source: "supplier-api.md §1",
    part: "service levels",
    count: 5,
    rules: {
      "S1.FALLBACK":
        "a category without values: agreement for lessor and make, agreement for lessor, default",
      "S1.FUTURE": "future values are valid from a later date",
      "S1.UNIQUE": "each agreement has a unique set of lessors and dealerships",
      "S1.LESSORS": "the lessors of an agreement are required",
      "S1.CATEGORY": "some rates depend on the object type category",
    },
  },
  {
    source: "supplier-api.md §2.1",
    part: "conventions",
    count: 5,
    rules: {
      "S2.1.LINE-ID": "line ids are chosen by the client and unique within one request",
      "S2.1.DATE": "date: yyyy-MM-dd",
      "S2.1.UTC": "every date-time in a response is in UTC, whatever offset was sent",
      "S2.1.VALUE": "value: a string with a dot as decimal separator and no thousands separator",
      "S2.1.ABSENT": "location and sublessorCode are omitted if there is none",
    },
  },
  {
    source: "supplier-api.md §2.3",
    part: "lines",
    count: 9,
    rules: {
      "S2.3.LOCATION": "only where permitted; on a subcomponent every value but null is rejected elsewhere",
      "S2.3.STATUS": "status: object with code and description",
      "S2.3.DUPLICATE": "duplicate components are rejected, except those that may repeat",
      "S2.3.ALLOWED": "parent components constrain which subcomponents are possible",
      "S2.3.MUST": "parent components constrain which subcomponents must be present",
      "S2.3.MUST-NOT": "parent components constrain which subcomponents must not be present",
      "S2.3.COMBINATION": "parent components constrain in which combinations",
      "S2.3.READING": "readings have operation code 19, no type code and reason code 99",
      "S2.3.DRIED": "reason code 38 is allowed for tire swap subcomponents and for tire replacement",
    },
  },
  {
    source: "supplier-api.md §2.4",
    part: "part",
    count: 1,
    rules: {
      "S2.4.BASE": "the abstract base part is rejected",
    },
  },
  {
    source: "supplier-api.md §2.5",
    part: "contract",
    count: 1,
    rules: {
      "S2.5.LEVEL": "serviceLevel.href in each category of the supplier contract",
    },
  },
  {
    source: "supplier-api.md §2.6",
    part: "allowed component",
    count: 1,
    rules: {
      "S2.6.PRICE": "serviceLevel.price is present where a service level applies",
    },
  },
  {
    source: "supplier-api.md §3",
    part: "statuses of requests",
    count: 6,
    rules: {
      "S3.REQUEST.Draft": "Draft",
      "S3.REQUEST.Modified": "Modified",
      "S3.REQUEST.ApprovalRequested": "ApprovalRequested",
      "S3.REQUEST.Approved": "Approved",
      "S3.REQUEST.ProvisionallyApproved": "ProvisionallyApproved: does not allow invoicing",
      "S3.REQUEST.Denied": "Denied",
    },
  },
  {
    source: "supplier-api.md §3",
    part: "statuses of lines",
    count: 11,
    rules: {
      "S3.LINE.Entered": "Entered",
      "S3.LINE.Changed": "Changed",
      "S3.LINE.ApprovalRequested": "ApprovalRequested",
      "S3.LINE.Approved": "Approved",
      "S3.LINE.ProvisionallyApproved": "ProvisionallyApproved: lessor accepts an incomplete line as is",
      "S3.LINE.CallLessor": "CallLessor",
      "S3.LINE.Denied": "Denied",
      "S3.LINE.LessorWillCall": "LessorWillCall",
      "S3.LINE.Cancelled": "Cancelled",
      "S3.LINE.CancellationApproved": "CancellationApproved",
      "S3.LINE.CancellationDenied": "CancellationDenied",
    },
  },
  {
    source: "supplier-api.md §3",
    part: "line moves",
    count: 2,
    rules: {
      "S3.MOVE.cancel": "a line sent to the lessor is cancelled (response phase) and then Cancelled",
      "S3.MOVE.delete": "a line not yet sent is removed with the delete line method",
    },
  },
  {
    source: "supplier-api.md §3",
    part: "phase transitions",
    count: 11,
    rules: {
      "S3.1": "none: POST with status Draft, only the license plate is required, to Draft",
      "S3.2": "none: POST with the approval-requesting status, all requirements met, to Lessor",
      "S3.3": "Draft: PATCH or PUT with status ApprovalRequested, all requirements met, to Lessor",
      "S3.4": "Draft: DELETE, draft phase only, removed",
      "S3.5": "Lessor: review, every line approved, to Invoicing",
      "S3.6": "Lessor: review, partly or completely denied, to Response; lines carry response statuses",
      "S3.7": "Response: PATCH with status ApprovalRequested, to Lessor; the only possible next phase",
      "S3.8": "Invoicing: invoice created, to Archived, automatic",
      "S3.9": "Invoicing: any change to the request itself, to Response",
      "S3.10": "Invoicing: approved, no costs, to Archived, automatic",
      "S3.11": "Invoiced: daily archiving around midnight, Amsterdam; gone from lists, no longer altered",
    },
  },
  {
    source: "supplier-api.md §3",
    part: "approval of repair, maintenance and tires",
    count: 9,
    rules: {
      "S3.REPAIR": "what is listed is enough",
      "S3.REPAIR.licensePlate": "license plate",
      "S3.REPAIR.partialVin": "partial VIN",
      "S3.REPAIR.workOrderNumber": "appointment with work order number",
      "S3.REPAIR.estimatedDuration": "appointment with estimated duration",
      "S3.REPAIR.workshopDate": "appointment with workshop date",
      "S3.REPAIR.contact": "appointment with contact person",
      "S3.REPAIR.reading": "a mileage or hours reading line",
      "S3.REPAIR.furtherLine": "at least one further line",
    },
  },
  {
    source: "supplier-api.md §3",
    part: "approval of a rental vehicle",
    count: 5,
    rules: {
      "S3.RENTAL": "what is listed is enough",
      "S3.RENTAL.licensePlate": "license plate",
      "S3.RENTAL.workOrderNumber": "appointment with work order number",
      "S3.RENTAL.checkoutDate": "appointment with expected checkout date",
      "S3.RENTAL.oneLine": "exactly one rental vehicle line",
    },
  },
  {
    source: "supplier-api.md §4",
    part: "path parameters",
    count: 1,
    rules: {
      "S4.PARAMS": "{id}, {requestId} and {componentId} are GUIDs; {invoiceId} is an integer",
    },
  },
  {
    source: "supplier-api.md §4.1",
    part: "service requests",
    count: 14,
    rules: {
      "S4.1.1": "GET /v2/servicerequests: overview of open requests; optional query licensePlate",
      "S4.1.2": "GET /v2/servicerequests/{id}: complete request under data",
      "S4.1.3":
        "POST /v2/servicerequests: carries the assigned GUID; at most two open requests per object and supplier",
      "S4.1.4": "PUT /v2/servicerequests/{id}: overwrite a draft; invalid once sent to the lessor",
      "S4.1.5":
        "PATCH /v2/servicerequests/{id}: draft and response; status, remarks, lines, appointment, partial VIN, vehicle",
      "S4.1.6": "DELETE /v2/servicerequests/{id}: draft phase only",
      "S4.1.7":
        "PUT …/components/{componentId}: draft or response; 201 with Location for a new line, else 200",
      "S4.1.8": "DELETE …/components/{componentId}: only lines not yet sent; draft or response",
      "S4.1.9":
        "POST …/components/{componentId}/cancel: only lines already sent (response); body {component}",
      "S4.1.10": "PUT …/attachments: upload a file (one description writes the singular path)",
      "S4.1.11": "GET …/attachments: all attachments",
      "S4.1.12": "GET …/attachments/{attachmentId}: one attachment",
      "S4.1.13": "DELETE …/attachments/{attachmentId}: delete an attachment",
      "S4.1.14": "GET /v2/requests: deprecated; open requests of the older model; optional query parameters",
    },
  },
  {
    source: "supplier-api.md §4.1",
    part: "prose",
    count: 1,
    rules: {
      "S4.1.DAMAGE":
        "the same set for damage service requests; no limit on the number per object and supplier",
    },
  },
  {
    source: "supplier-api.md §4.2",
    part: "invoicing",
    count: 13,
    rules: {
      "S4.2.1": "GET …/invoicetemplates: debit, credit or both; addressing data, identitySender, amounts",
      "S4.2.2": "GET …/invoicetemplate: deprecated single-template version",
      "S4.2.3":
        "POST …/invoices: 201 with Location; invoicing phase debit only, archived phase debit and credit",
      "S4.2.4": "GET …/invoices: all invoices",
      "S4.2.5": "GET …/invoices/{invoiceId}: one invoice",
      "S4.2.6": "PUT …/invoices/{invoiceId}/pdf: 201 with Location",
      "S4.2.7": "GET …/invoices/{invoiceId}/pdf: the uploaded PDF",
      "S4.2.8": "POST …/invoices/status: invoicing phase only; 204; replaces the PUT on …/invoices",
      "S4.2.9":
        "GET, POST /v2/damageservicerequests/{id}/invoices: as above; a discount invoice by lessor setting",
      "S4.2.10": "GET /v2/damageservicerequests/{id}/invoices/{invoiceId}: one invoice",
      "S4.2.11": "GET /v2/damageservicerequests/{id}/invoicetemplates: templates as above",
      "S4.2.12": "POST /v2/damageservicerequests/{id}/invoices/status: invoicing phase",
      "S4.2.13": "PUT, GET /v2/damageservicerequests/{id}/invoices/{invoiceId}/pdf: upload or retrieve",
    },
  },
  {
    source: "supplier-api.md §4.2",
    part: "prose",
    count: 2,
    rules: {
      "S4.2.PHASES": "get, template and PDF methods: invoicing and archived phase",
      "S4.2.ARCHIVED": "invoicing methods remain usable for an archived request",
    },
  },
  {
    source: "supplier-api.md §4.3",
    part: "lookups",
    count: 18,
    rules: {
      "S4.3.1": "GET /v2/components: all components, not the allowed set",
      "S4.3.2": "GET /v2/contracts/{licensePlate}/components: allowed components, active object",
      "S4.3.3":
        "GET /v2/lessors/{lessorId}/contracts/{licensePlate}/components: allowed components, active or not",
      "S4.3.4": "GET /v2/contracts/{licensePlate}: contract of an active object",
      "S4.3.5": "GET /v2/lessors/{lessorId}/contracts/{licensePlate}: contract, active or not",
      "S4.3.6": "GET /v2/damagecomponents: all damage components",
      "S4.3.7": "GET /v2/contracts/{licensePlate}/damagecomponents: allowed damage components, active object",
      "S4.3.8":
        "GET /v2/lessors/{lessorId}/contracts/{licensePlate}/damagecomponents: allowed damage components, any state",
      "S4.3.9": "GET /v2/objecttypes: codes and categories",
      "S4.3.10": "GET /v2/dealerships: codes and names",
      "S4.3.11": "GET /v2/lessors: active lessors",
      "S4.3.12": "GET /v2/lessor/{lessorId}: one active lessor",
      "S4.3.13": "GET /v2/lessors/notifications: active ones; showInactiveNotifications and lessorId",
      "S4.3.14": "GET /v2/rentalclasses: rental classes with descriptions",
      "S4.3.15": "GET /v2/rentalvehicles/{licensePlate}: rental class properties of a vehicle",
      "S4.3.16": "GET /v2/tire: one tire by BAC code or tire id",
      "S4.3.17":
        "GET /v2/tires: general terms, partial specification, EAN code; makeCode and seasonIndicator may repeat",
      "S4.3.18": "GET /v2/tires/makes: all tire makes",
    },
  },
  {
    source: "supplier-api.md §4.4",
    part: "service levels",
    count: 15,
    rules: {
      "S4.4.1": "GET /v2/servicelevel: default, agreements and cluster",
      "S4.4.2": "GET /v2/servicelevel/default: 403 for cluster administrators",
      "S4.4.3": "PATCH /v2/servicelevel/default: modify the default",
      "S4.4.4": "GET /v2/servicelevel/agreements: all applicable agreements",
      "S4.4.5": "GET /v2/servicelevel/agreements/{id}: one agreement",
      "S4.4.6": "POST /v2/servicelevel/agreements: create an agreement",
      "S4.4.7": "PATCH, DELETE /v2/servicelevel/agreements/{id}: modify or delete",
      "S4.4.8": "GET /v2/servicelevel/cluster: the cluster the user belongs to or administers",
      "S4.4.9": "GET /v2/servicelevel/repairandmaintenance/components: components for rates",
      "S4.4.10": "GET /v2/servicelevel/tires/allowedrates: allowed tire rates",
      "S4.4.11": "GET /v2/servicelevel/rentalvehicle/allowedrates: allowed rental vehicle rates",
      "S4.4.12": "DELETE /v2/servicelevel/default/{category}: clear a category",
      "S4.4.13": "DELETE /v2/servicelevel/default/{category}/rates/future: clear future rates",
      "S4.4.14": "DELETE /v2/servicelevel/default/tires/preferredmakes/future and /discounts/future",
      "S4.4.15": "DELETE the same set of paths under /v2/servicelevel/agreements/{id}",
    },
  },
  {
    source: "supplier-api.md §5",
    part: "authentication",
    count: 1,
    rules: {
      "S5.OWN": "each supplier sees its own requests",
    },
  },
  {
    source: "supplier-api.md §7",
    part: "body of a validation error",
    count: 6,
    rules: {
      "S7.BODY.type": "type: string (URL of the status definition)",
      "S7.BODY.title": "title: string",
      "S7.BODY.status": "status: integer",
      "S7.BODY.detail": "detail: string",
      "S7.BODY.traceId": "traceId: string",
      "S7.BODY.errors": "errors: array of {code, description, context}",
    },
  },
  {
    source: "supplier-api.md §7",
    part: "error codes",
    count: 11,
    rules: {
      "S7.REG-SVC000175": "invalid warranty enum value on a (sub)component",
      "S7.REG-SVC000176": "invalid leniency enum value",
      "S7.REG-SVC000177": "damage true where the contract forbids components with damage",
      "S7.REG-SVC000187": "creating a request for an inactive lessor, both kinds; existing requests continue",
      "S7.REG-SVC000190":
        "workshop date earlier than the lease contract start (create, PUT, PATCH, regular and damage)",
      "S7.REG-INV000104": "invoice number is 0",
      "S7.REG-INV000105": "invoice date before the workshop date of an unarchived request",
      "S7.REG-INV000106": "same rule for a rental vehicle request (checkout date)",
      "S7.REG-INV000107": "archived request: invoice date differs from that of the latest processed invoice",
      "S7.REG-INV000010": "identitySender.RegNumber must equal the supplier's number",
      "S7.REG-INV000018": "only the outstanding amount (excluding VAT) may be debited",
    },
  },
  {
    source: "supplier-api.md §7",
    part: "status codes",
    count: 8,
    rules: {
      "S7.400": "400 validation",
      "S7.401": "401 bad token",
      "S7.403": "403 default service level for cluster administrators",
      "S7.409": "409 when concurrent callers create invoices for one request",
      "S7.410": "410 for get, PUT, PATCH, DELETE and line operations on an archived request",
      "S7.429": "429 rate limit exceeded",
      "S7.201": "201 with Location for created invoices, invoice PDFs and new lines",
      "S7.204": "204 for setting the invoice status",
    },
  },
  {
    source: "supplier-api.md §8",
    part: "limits",
    count: 7,
    rules: {
      "S8.RATE": "5000 requests per minute; further requests get 429",
      "S8.OPEN": "2 open service requests per object and supplier, only one with rental vehicle lines",
      "S8.DAMAGE": "damage service requests per object and supplier: no limit",
      "S8.YEARS": "workshop date and checkout date: year between 2000 and 2100",
      "S8.IDENTITY":
        "identities: name 150, street 100, streetNumberSuffix 10, postalCode 10, city 100 characters",
      "S8.ALLOWED": "allowed components must be re-read whenever a request is changed",
      "S8.ATTACHMENTS": "attachment size and count limits: not shown",
    },
  },
  {
    source: "lessor-api.md §1",
    part: "related data",
    count: 1,
    rules: {
      "L1.LATEST": "GET returns the latest state, which the service may have set itself",
    },
  },
  {
    source: "lessor-api.md §2",
    part: "formats",
    count: 1,
    rules: {
      "L2.UTC": "date-times in responses are always in UTC",
    },
  },
  {
    source: "lessor-api.md §3",
    part: "lifecycle rules",
    count: 3,
    rules: {
      "L3.EXISTS": "a vehicle must exist before any sub-resource is set",
      "L3.UPSERT": "creating or updating is one operation (PUT)",
      "L3.DELETE": "DELETE removes it",
    },
  },
  {
    source: "lessor-api.md §4",
    part: "endpoints",
    count: 11,
    rules: {
      "L4.1": "POST /token: form body; access_token, token_type, expires_in",
      "L4.2": "PUT /v1/vehicles: create, or update when the license plate exists",
      "L4.3": "GET /v1/vehicles/{licensePlate}: current details",
      "L4.4": "DELETE /v1/vehicles/{licensePlate}: remove the vehicle",
      "L4.5": "PUT …/contracttires: set contract tires",
      "L4.6": "PUT …/currenttire: set mounted tires; GET returns the latest state",
      "L4.7": "PUT …/lastmaintenance: set last maintenance data",
      "L4.8": "PUT …/mileages: set mileage readings",
      "L4.9": "PUT …/routings: set routing rules",
      "L4.10": "PUT …/extratireset: set the extra tire set flag",
      "L4.11": "PUT …/purchasedtires: set purchase settings",
    },
  },
  {
    source: "lessor-api.md §4",
    part: "prose",
    count: 2,
    rules: {
      "L4.RELATED": "sub-resources: PUT, and where applicable GET and DELETE",
      "L4.ORDER": "recommended order: vehicle, sub-resources, DELETE",
    },
  },
  {
    source: "lessor-api.md §7",
    part: "errors",
    count: 1,
    rules: {
      "L7.401": "401 for a missing, malformed or expired token",
    },
  },
  {
    source: "lessor-api.md §8",
    part: "limits",
    count: 2,
    rules: {
      "L8.EXPIRES": "token lifetime is given in expires_in",
      "L8.RATE": "request rate limits: not shown",
    },
  },
];

/** The ids at the end of the name of a test. */
function readTags(name: string): string[] {
  return [...(/(?:\[[SL]\d[\w.-]*\])+$/.exec(name)?.[0] ?? "").matchAll(/\[([\w.-]+)\]/g)].map(
    ([, id = ""]) => id,
  );
}

/** Declares a test which checks that every rule that is tested in this file has its number of tests in it. */
export function checkReferenceTags(): void {
  it("tests each of its rules of the reference as often as the table of rules says", ({ task }) => {
    const names = collectNames(task.file.tasks);
    const found = names.flatMap(readTags);
    expect(found).not.toEqual([]);
    for (const id of new Set(found))
      expect(
        found.filter((other) => other === id),
        id,
      ).toHaveLength(testCounts[id] ?? 1);
    for (const name of names)
      expect(name.match(/\[[SL]\d[\w.-]*\]/g) ?? [], name).toHaveLength(readTags(name).length);
  });
}

function collectNames(tasks: readonly RunnerTask[]): string[] {
  return tasks.flatMap((task) => (task.type === "suite" ? collectNames(task.tasks) : [task.name]));
}
