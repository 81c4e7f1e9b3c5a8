import type { DifferenceKind } from "../../src/http/validation.js";
import { add, convert, inOrder, onBody, remove, rename, set } from "./changes.js";
import type { PlantedDifference } from "./differing-fetch.js";

/** An expected difference of the row's operation. */
type ExpectedRow = readonly [pointer: string, kind: DifferenceKind, expected: string, found: string];

/** A row of the table, whose expected differences are all in its operation. */
export interface Row extends Omit<PlantedDifference, "expected"> {
  readonly operationId: string;
  readonly expected: readonly ExpectedRow[];
}

/** Converts a row to the form of all differences. */
export const plant = ({ expected, ...row }: Row): PlantedDifference => ({
  ...row,
  expected: expected.map(([pointer, kind, expectedForm, found]) => ({
    operationId: row.operationId,
    pointer,
    kind,
    expected: expectedForm,
    found,
  })),
});

/** What is there where nothing is expected, and the other way round. */
export const nothing = "nothing";

const date = "text (date)";
const dateTime = "text (date-time)";
const guid = "text (guid)";
export const decimal = "text (decimal)";
const requestStatus = "one of Draft, Modified, ApprovalRequested, Approved, ProvisionallyApproved, Denied";
const lineStatus =
  "one of Entered, Changed, ApprovalRequested, Approved, ProvisionallyApproved, CallLessor, Denied, LessorWillCall, Cancelled, CancellationApproved, CancellationDenied";
export const otherText = "another text";

/** Fields that have another name, are missing or are new. */
const names: readonly Row[] = [
  {
    id: "renamed-required",
    description: "A required field has another name",
    operationId: "lessors.get",
    change: rename("/paymentInformation/iban", "accountNumber"),
    refutes: ["Lessor.paymentInformation.iban"],
    expected: [
      ["/paymentInformation/iban", "missing", "text", nothing],
      ["/paymentInformation/accountNumber", "new", nothing, "text"],
    ],
  },
  {
    id: "renamed-in-open-object",
    description: "A required field has another name where the document does not know all fields",
    operationId: "serviceRequests.get",
    change: rename("/data/creationTimeStamp", "createdAt"),
    expected: [["/data/creationTimeStamp", "missing", dateTime, nothing]],
  },
  {
    id: "renamed-optional",
    description: "An optional field has another name",
    operationId: "contracts.get",
    change: rename("/vehicle/firstRegisteredDate", "firstRegistrationDate"),
    expected: [["/vehicle/firstRegistrationDate", "new", nothing, date]],
  },
  {
    id: "renamed-in-list",
    description: "A field of every entry of a list has another name",
    operationId: "serviceRequests.list",
    change: rename("/serviceRequests/*/lessorName", "lessor"),
    refutes: ["ServiceRequestListItem.lessorName"],
    expected: [
      ["/serviceRequests/*/lessorName", "missing", "text", nothing],
      ["/serviceRequests/*/lessor", "new", nothing, "text"],
    ],
  },
  {
    id: "renamed-case",
    description: "A field is written in another case",
    operationId: "lessors.contracts.get",
    change: rename("/isActive", "IsActive"),
    expected: [
      ["/isActive", "missing", "boolean", nothing],
      ["/IsActive", "new", nothing, "boolean"],
    ],
  },
  {
    id: "missing-object",
    description: "A required object is missing",
    operationId: "damageServiceRequests.get",
    change: remove("/data/parking"),
    expected: [["/data/parking", "missing", "object", nothing]],
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
    id: "missing-deep",
    description: "A field deep in a list is missing",
    operationId: "damageServiceRequests.get",
    change: remove("/data/components/*/status/description"),
    refutes: ["ComponentStatus.description"],
    expected: [["/data/components/*/status/description", "missing", "text", nothing]],
  },
  {
    id: "new-number",
    description: "There is a new field with a number",
    operationId: "serviceRequests.get",
    change: add("/data/vehicle/doors", 5),
    expected: [["/data/vehicle/doors", "new", nothing, "integer"]],
  },
  {
    id: "new-object",
    description: "There is a new object with fields of its own",
    operationId: "contracts.get",
    change: add("/leaseContract/mileageBundle", { kilometres: 20_000, owner: { name: "Nora" } }),
    expected: [["/leaseContract/mileageBundle", "new", nothing, "object"]],
  },
  {
    id: "new-deep",
    description: "There is a new field in lists within lists",
    operationId: "contracts.damageComponents",
    change: add("/components/*/reasons/*/isDefault", false),
    expected: [["/components/*/reasons/*/isDefault", "new", nothing, "boolean"]],
  },
  {
    id: "new-name-with-value",
    description: "The name of a new field is a license plate",
    operationId: "contracts.get",
    change: inOrder(add("/vehicle/AB-123-C", 1), add("/vehicle/DE-456-F", 2)),
    expected: [["/vehicle/*", "new", nothing, "integer"]],
  },
  {
    id: "new-list",
    description: "There is a new list",
    operationId: "lessors.get",
    change: add("/openingHours", ["08:00", "17:00"]),
    expected: [["/openingHours", "new", nothing, "list"]],
  },
];

/** Values of another type. */
const types: readonly Row[] = [
  {
    id: "number-as-text",
    description: "An amount is a text",
    operationId: "serviceRequests.get",
    change: convert("/data/invoicing/totalAmountApproved", (amount: number) => amount.toFixed(2)),
    expected: [["/data/invoicing/totalAmountApproved", "type", "number", decimal]],
  },
  {
    id: "integer-as-text",
    description: "An integer is a text in every entry of a list",
    operationId: "serviceRequests.list",
    change: convert("/serviceRequests/*/serviceRequestNumber", String),
    expected: [["/serviceRequests/*/serviceRequestNumber", "type", "integer", decimal]],
  },
  {
    id: "integer-with-fraction",
    description: "An integer has a fraction",
    operationId: "tires.get",
    change: set("/loadIndex", 105.5),
    expected: [["/loadIndex", "type", "integer", "number"]],
  },
  {
    id: "text-as-number",
    description: "A text is a number",
    operationId: "damageServiceRequests.list",
    change: set("/serviceRequests/*/workOrderNumber", 20_260_615),
    expected: [["/serviceRequests/*/workOrderNumber", "type", "text", "integer"]],
  },
  {
    id: "decimal-as-number",
    description: "A decimal number is a number instead of a text",
    operationId: "serviceRequests.get",
    change: convert("/data/components/*/value", Number),
    expected: [["/data/components/*/value", "type", decimal, "integer"]],
  },
  {
    id: "decimal-comma",
    description: "A decimal number has a comma",
    operationId: "serviceRequests.patch",
    probe: "write",
    change: set("/data/components/*/value", "48.210,5"),
    expected: [["/data/components/*/value", "type", decimal, "text"]],
  },
  {
    id: "boolean-as-text",
    description: "A boolean is the text true",
    operationId: "contracts.get",
    change: convert("/isActive", String),
    expected: [["/isActive", "type", "boolean", "text"]],
  },
  {
    id: "boolean-as-number",
    description: "A boolean is 1",
    operationId: "lessors.get",
    change: convert("/active", Number),
    expected: [["/active", "type", "boolean", "integer"]],
  },
  {
    id: "numeric-has-more",
    description: "hasMore is the number of further requests",
    operationId: "serviceRequests.list",
    change: set("/hasMore", 0),
    expected: [["/hasMore", "type", "boolean", "integer"]],
  },
  {
    id: "object-as-text",
    description: "An object is only its code",
    operationId: "contracts.get",
    change: convert("/vehicle/fuelTypeCode", ({ code }: { code: string }) => code),
    expected: [["/vehicle/fuelTypeCode", "type", "object", "text"]],
  },
  {
    id: "text-as-object",
    description: "A text is an object",
    operationId: "vehicles.get",
    change: convert("/licensePlate", (value: string) => ({ value, country: "NL" })),
    refutes: ["Vehicle.licensePlate"],
    expected: [["/licensePlate", "type", "text", "object"]],
  },
  {
    id: "deep-in-list",
    description: "A code deep in lists is a number",
    operationId: "contracts.components",
    change: convert("/components/*/reasons/*/code", Number),
    expected: [["/components/*/reasons/*/code", "type", "text", "integer"]],
  },
  {
    id: "null",
    description: "A field that can be missing is null",
    operationId: "serviceRequests.get",
    change: add("/data/sublessorCode", null),
    expected: [["/data/sublessorCode", "type", "text", "null"]],
  },
  {
    id: "null-list",
    description: "A list is null instead of empty",
    operationId: "contracts.get",
    change: set("/vehicle/tirePositions", null),
    expected: [["/vehicle/tirePositions", "type", "list", "null"]],
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
    id: "date-day-first",
    description: "A date is written dd-MM-yyyy",
    operationId: "contracts.get",
    change: convert("/leaseContract/startDate", dayFirst),
    refutes: ["LeaseContract.startDate"],
    expected: [["/leaseContract/startDate", "type", date, "text"]],
  },
  {
    id: "date-as-date-time",
    description: "A date has a time",
    operationId: "lessors.contracts.get",
    change: convert("/vehicle/firstRegisteredDate", (day: string) => `${day}T00:00:00Z`),
    refutes: ["ContractVehicle.firstRegisteredDate"],
    expected: [["/vehicle/firstRegisteredDate", "type", date, dateTime]],
  },
  {
    id: "date-time-as-date",
    description: "A date-time has no time",
    operationId: "damageServiceRequests.get",
    change: convert("/data/creationTimeStamp", (instant: string) => instant.slice(0, 10)),
    expected: [["/data/creationTimeStamp", "type", dateTime, date]],
  },
  {
    id: "date-time-offset",
    description: "A date-time has an offset instead of Z",
    operationId: "serviceRequests.list",
    change: convert("/serviceRequests/*/lastModifiedUtc", (instant: string) =>
      instant.replace("Z", "+02:00"),
    ),
    refutes: ["ServiceRequestListItem.lastModifiedUtc"],
    expected: [["/serviceRequests/*/lastModifiedUtc", "type", dateTime, "text (date-time with offset)"]],
  },
  {
    id: "date-time-local",
    description: "A date-time has no time zone",
    operationId: "damageServiceRequests.list",
    change: convert("/serviceRequests/*/lastModifiedUtc", (instant: string) => instant.replace("Z", "")),
    refutes: ["ServiceRequestListItem.lastModifiedUtc"],
    expected: [["/serviceRequests/*/lastModifiedUtc", "type", dateTime, "text"]],
  },
  {
    id: "date-time-as-number",
    description: "A date-time is a number of milliseconds",
    operationId: "serviceRequests.patch",
    probe: "write",
    change: convert("/data/creationTimeStamp", Date.parse),
    expected: [["/data/creationTimeStamp", "type", dateTime, "integer"]],
  },
  {
    id: "guid-in-braces",
    description: "GUIDs have braces",
    operationId: "serviceRequests.list",
    change: convert("/serviceRequests/*/id", (id: string) => `{${id}}`),
    expected: [["/serviceRequests/*/id", "type", guid, "text"]],
  },
  {
    id: "guid-as-number",
    description: "Ids are numbers",
    operationId: "damageServiceRequests.list",
    change: convert("/serviceRequests", (list: object[]) => list.map((each, id) => ({ ...each, id }))),
    expected: [["/serviceRequests/*/id", "type", guid, "integer"]],
  },
  {
    id: "new-status",
    description: "An open enumeration has a new value",
    operationId: "serviceRequests.get",
    change: set("/data/status", "UnderReview"),
    expected: [["/data/status", "new", requestStatus, otherText]],
  },
  {
    id: "new-season",
    description: "An enumeration of which the reference shows some values has another one",
    operationId: "tires.get",
    change: set("/seasonIndicator", "AllSeason"),
    expected: [["/seasonIndicator", "new", "one of Summer, Winter", otherText]],
  },
  {
    id: "new-status-in-list",
    description: "An open enumeration has new values in a list",
    operationId: "damageServiceRequests.get",
    change: inOrder(
      set("/data/components/*/status/code", "OnHold"),
      convert("/data/components", (lines: object[]) => [...lines, { ...lines[0], status: escalated }]),
    ),
    expected: [["/data/components/*/status/code", "new", lineStatus, otherText]],
  },
  {
    id: "too-long",
    description: "A text is longer than its limit",
    operationId: "serviceRequests.invoiceTemplate.get",
    change: set("/identitySender/name", "Garage".repeat(26)),
    expected: [["/identitySender/name", "value", "text within its limits", "text beyond its limits"]],
  },
  {
    id: "closed-value",
    description: "A closed enumeration has another value",
    operationId: "tires.get",
    change: set("/partType", "Tyre"),
    expected: [["/partType", "value", "one of Tire", otherText]],
  },
  {
    id: "closed-value-in-list",
    description: "A closed enumeration has another value in lists within lists",
    operationId: "serviceRequests.get",
    change: set("/data/components/*/subcomponents/*/part/partType", "Wheel"),
    expected: [["/data/components/*/subcomponents/*/part/partType", "value", "one of Tire", otherText]],
  },
];

const escalated = { code: "Escalated", description: "Escalated" };

function dayFirst(day: string): string {
  return day.split("-").reverse().join("-");
}

/** The fields of a service request, and what they contain. */
const requestFields: readonly (readonly [name: string, found: string])[] = [
  ["id", guid],
  ["creationTimeStamp", dateTime],
  ["status", "text"],
  ["readOnly", "boolean"],
  ["supplierId", "integer"],
  ["lessorId", "integer"],
  ["serviceRequestNumber", "integer"],
  ["licensePlate", "text"],
  ["vehicle", "object"],
  ["components", "list"],
  ["invoicing", "object"],
  ["parking", "object"],
  ["appointment", "object"],
];

/** Bodies of another shape: nothing else can be seen in them. */
const shapes: readonly Row[] = [
  {
    id: "items",
    description: "The list is called items",
    operationId: "damageServiceRequests.list",
    replaces: true,
    change: rename("/serviceRequests", "items"),
    expected: [
      ["/serviceRequests", "missing", "list", nothing],
      ["/items", "new", nothing, "list"],
    ],
  },
  {
    id: "bare-list",
    description: "The body is the list itself",
    operationId: "contracts.damageComponents",
    replaces: true,
    change: onBody(({ components }: { components: unknown }) => components),
    expected: [["", "type", "object", "list"]],
  },
  {
    id: "paged-list",
    description: "The list is an object with items",
    operationId: "lessors.contracts.damageComponents",
    replaces: true,
    change: convert("/components", (items: unknown[]) => ({ items, total: items.length })),
    expected: [["/components", "type", "list", "object"]],
  },
  {
    id: "no-envelope",
    description: "The envelope data is missing",
    operationId: "damageServiceRequests.get",
    replaces: true,
    change: onBody(({ data }: { data: unknown }) => data),
    expected: [
      ["/data", "missing", "object", nothing],
      ...requestFields.map(([name, found]) => [`/${name}`, "new", nothing, found] as const),
    ],
  },
  {
    id: "additional-envelope",
    description: "There is an envelope data where none is expected",
    operationId: "lessors.contracts.components",
    replaces: true,
    change: onBody((data) => ({ data })),
    expected: [
      ["/components", "missing", "list", nothing],
      ["/data", "new", nothing, "object"],
    ],
  },
  {
    id: "list-for-object",
    description: "The body is a list instead of an object",
    operationId: "serviceLevels.default.get",
    replaces: true,
    change: onBody((body) => [body]),
    expected: [["", "type", "object", "list"]],
  },
  {
    id: "text-for-object",
    description: "The body is a text instead of an object",
    operationId: "serviceLevels.agreements.get",
    replaces: true,
    change: onBody(JSON.stringify),
    expected: [["", "type", "object", "text"]],
  },
  {
    id: "text-for-open-body",
    description: "The body is a text where an object or a list of any form is expected",
    operationId: "vehicles.currentTire.get",
    replaces: true,
    change: onBody(() => "none"),
    expected: [["", "type", "object or list", "text"]],
  },
];

/** The differences in the fields of bodies. */
export const plantedFields: readonly PlantedDifference[] = [...names, ...types, ...forms, ...shapes].map(
  plant,
);
