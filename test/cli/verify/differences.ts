import type { DifferenceKind } from "../../../src/http/call/response-validator.js";
import { add, convert, empty, header, inOrder, mediaType, onBody, remove, rename, set, status } from "./changes.js";
import { type KnownDifference, problem } from "./differing-fetch.js";

/** An expected difference of the row's operation. */
type ExpectedRow = readonly [pointer: string, kind: DifferenceKind, expected: string, found: string, foundAt?: string];

/** A row of the table, whose expected differences are all in its operation. */
interface Row extends Omit<KnownDifference, "expected"> {
  readonly operationId: string;
  readonly expected: readonly ExpectedRow[];
}

/** Converts a row to the form of all differences. */
const inOperation = ({ expected, ...row }: Row): KnownDifference => ({
  ...row,
  expected: expected.map(([pointer, kind, expectedForm, found, foundAt]) => ({
    operationId: row.operationId,
    pointer,
    kind,
    expected: expectedForm,
    found,
    ...(foundAt !== undefined && { foundAt }),
  })),
});

/** What is there where nothing is expected, and the other way round. */
const nothing = "nothing";

const dateTime = "text (date-time)";
const decimal = "text (decimal)";
const requestStatus = "one of Draft, Modified, ApprovalRequested, Approved, ProvisionallyApproved, Denied";
const otherText = "another text";

/** Fields that have another name, are missing or are new. */
const names: readonly Row[] = [
  {
    id: "renamed-required",
    description: "A required field has another name",
    operationId: "lessors.get",
    change: rename("/paymentInformation/iban", "accountNumber"),
    refutes: ["Lessor.paymentInformation.iban"],
    expected: [["/paymentInformation/iban", "renamed", "text", "text", "/paymentInformation/accountNumber"]],
  },
  {
    id: "missing-in-list",
    description: "A field is missing in every entry of a list",
    operationId: "damageServiceRequests.list",
    change: remove("/serviceRequests/*/href"),
    refutes: ["ServiceRequestListItem.href"],
    expected: [["/serviceRequests/*/href", "missing", "text", nothing]],
  },
  {
    id: "new-name-with-value",
    description: "The name of a new field is a license plate",
    operationId: "contracts.get",
    change: inOrder(add("/vehicle/AB-123-C", 1), add("/vehicle/DE-456-F", 2)),
    expected: [["/vehicle/*", "new", nothing, "integer"]],
  },
];

/** Values of another type. */
const types: readonly Row[] = [
  {
    id: "integer-as-text",
    description: "An integer is a text in every entry of a list",
    operationId: "serviceRequests.list",
    change: convert("/serviceRequests/*/serviceRequestNumber", String),
    expected: [["/serviceRequests/*/serviceRequestNumber", "type", "integer", decimal]],
  },
  {
    id: "null-entry",
    description: "An entry of a list is null",
    operationId: "lessors.contracts.components",
    change: convert("/components", (list: unknown[]) => [null, ...list]),
    expected: [["/components/*", "type", "object", "null"]],
  },
  {
    id: "invoice-number",
    description: "A known field of an open body is a number",
    operationId: "serviceRequests.invoices.get",
    change: set("/invoiceNumber", 20_260_001),
    refutes: ["Invoice.invoiceNumber"],
    expected: [["/invoiceNumber", "type", "text", "integer"]],
  },
];

/** Texts of another form, and unknown texts. */
const forms: readonly Row[] = [
  {
    id: "date-time-offset",
    description: "A date-time has an offset instead of Z",
    operationId: "serviceRequests.list",
    change: convert("/serviceRequests/*/lastModifiedUtc", (instant: string) => instant.replace("Z", "+02:00")),
    refutes: ["ServiceRequestListItem.lastModifiedUtc"],
    expected: [["/serviceRequests/*/lastModifiedUtc", "type", dateTime, "text (date-time with offset)"]],
  },
  {
    id: "new-status",
    description: "An open enumeration has a new value",
    operationId: "serviceRequests.get",
    change: set("/data/status", "UnderReview"),
    expected: [["/data/status", "new", requestStatus, otherText]],
  },
  {
    id: "too-long",
    description: "A text is longer than its limit",
    operationId: "serviceRequests.invoiceTemplate.get",
    change: set("/identitySender/name", "Garage".repeat(26)),
    expected: [["/identitySender/name", "value", "text within its limits", "text beyond its limits"]],
  },
];

/** Bodies of another shape: nothing else can be seen in them. */
const shapes: readonly Row[] = [
  {
    id: "additional-envelope",
    description: "There is an envelope data where none is expected",
    operationId: "lessors.contracts.components",
    change: onBody((data) => ({ data })),
    expected: [["", "envelope", "object", "object", "/data"]],
  },
];

const json = "application/json";

/** The statuses of the documents. */
const statuses = {
  list: "200 or 400 or 401 or 429",
  related: "200 or 401 or 404",
  created: "201 or 400 or 401 or 429",
  uploaded: "201 or 400 or 401 or 404 or 429",
};

const lookup = (codes: readonly string[]) => () => ({ status: 400, body: problem(400, codes) });

const catalogued = "a code of the catalogue";

/** Other media types and statuses of responses with content. */
const heads: readonly Row[] = [
  {
    id: "plain-text",
    description: "JSON is sent as text/plain",
    operationId: "tires.makes.list",
    change: mediaType("text/plain"),
    refutes: ["answers.media-type"],
    expected: [["", "media-type", json, "text/plain"]],
  },
  {
    id: "forbidden",
    description: "A read that others may do is forbidden",
    operationId: "serviceLevels.cluster.get",
    refuse: () => ({ status: 403 }),
    expected: [["", "status", statuses.list, "403"]],
  },
  {
    id: "partial-content",
    description: "A list has the status 206",
    operationId: "lessors.notifications",
    change: status(206),
    refutes: ["lessors.notifications.status.200"],
    expected: [["", "status", statuses.list, "206"]],
  },
  {
    id: "empty-body",
    description: "A success has no body",
    operationId: "serviceLevels.get",
    change: empty,
    expected: [["", "missing", "JSON", nothing]],
  },
];

/** Errors of another form. */
const errors: readonly Row[] = [
  {
    id: "unknown-codes",
    description: "Two codes are missing in the catalogue, beside one that is known",
    operationId: "objectTypes.list",
    refuse: lookup(["REG-OBJ000001", "REG-SVC000175", "REG-OBJ000002", "REG-OBJ000001"]),
    expected: [
      ["/errors/*/code", "code", catalogued, "REG-OBJ000001"],
      ["/errors/*/code", "code", catalogued, "REG-OBJ000002"],
    ],
  },
  {
    id: "error-page",
    description: "An error is a page of HTML",
    operationId: "tires.get",
    probe: "unknown id",
    change: mediaType("text/html"),
    refutes: ["Problem", "answers.media-type"],
    expected: [["", "media-type", json, "text/html"]],
  },
  {
    id: "success-instead-of-404",
    description: "What does not exist has the status 200 and no body",
    operationId: "lessors.contracts.get",
    probe: "unknown id",
    change: inOrder(status(200), header("content-type"), empty),
    expected: [["", "missing", "JSON", nothing]],
  },
  {
    id: "bad-status-field",
    description: "The problem of an archived request has no status of its own, but a code of HTTP",
    operationId: "serviceRequests.get",
    probe: "archived",
    change: inOrder(remove("/status"), add("/httpStatus", 410)),
    expected: [["/status", "renamed", "integer", "integer", "/httpStatus"]],
  },
];

const refuseRaw = (contentType: string) =>
  contentType.startsWith("multipart/form-data") ? undefined : { status: 415 };

/** Writes that respond in another way. */
const writes: readonly Row[] = [
  {
    id: "accepted",
    description: "A request is accepted with the status 202, and not created at once",
    operationId: "serviceRequests.create",
    probe: "write",
    change: status(202),
    expected: [["", "status", statuses.created, "202"]],
  },
  {
    id: "no-location",
    description: "A new line has no Location",
    operationId: "damageServiceRequests.components.put",
    probe: "write",
    change: header("location"),
    expected: [["/headers/location", "missing", "text", nothing]],
  },
  {
    id: "multipart-only",
    description: "A file is accepted in a form only; the file itself is refused",
    operationId: "serviceRequests.attachments.upload",
    probe: "write",
    refuse: refuseRaw,
    expected: [["", "status", statuses.uploaded, "415"]],
  },
];

/** Related data of vehicles that cannot be read. That the route does not exist looks like missing data. */
const unreadable: readonly Row[] = [
  ["mileages", 405],
  ["routings", 501],
  ["extraTireSet", 403],
  ["purchasedTires", 404],
].map(
  ([kind, found]): Row => ({
    id: `unreadable-${found}`,
    description: `Related data cannot be read: ${found}`,
    operationId: `vehicles.${kind}.get`,
    refuse: () => ({ status: Number(found) }),
    refutes: found === 404 ? [] : [`vehicles.${kind}.get`],
    expected: found === 404 ? [] : [["", "status", statuses.related, String(found)]],
  }),
);

/** All differences. */
export const differences: readonly KnownDifference[] = [
  ...names,
  ...types,
  ...forms,
  ...shapes,
  ...heads,
  ...errors,
  ...writes,
  ...unreadable,
].map(inOperation);
