import {
  add,
  empty,
  header,
  inOrder,
  mediaType,
  pascalName,
  remove,
  status,
  toPascalCase,
} from "./changes.js";
import { type ExpectedDifference, type PlantedDifference, problem } from "./differing-fetch.js";
import { decimal, nothing, otherText, plant, plantedFields, type Row } from "./planted-fields.js";

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
    id: "problem-type-on-success",
    description: "A success has the media type of problems",
    operationId: "rentalClasses.list",
    change: mediaType("application/problem+json"),
    refutes: ["answers.media-type"],
    expected: [["", "media-type", json, "application/problem+json"]],
  },
  {
    id: "plain-text",
    description: "JSON is sent as text/plain",
    operationId: "tires.makes.list",
    change: mediaType("text/plain"),
    refutes: ["answers.media-type"],
    expected: [["", "media-type", json, "text/plain"]],
  },
  {
    id: "json-api",
    description: "JSON has the media type of JSON:API",
    operationId: "serviceLevels.tires.allowedRates",
    change: mediaType("application/vnd.api+json; charset=utf-8"),
    refutes: ["answers.media-type"],
    expected: [["", "media-type", json, "application/vnd.api+json"]],
  },
  {
    id: "uncommon-type",
    description: "JSON has a type of the service's own, which is not named",
    operationId: "serviceLevels.rentalVehicle.allowedRates",
    change: mediaType("application/vnd.reg.v2+json"),
    refutes: ["answers.media-type"],
    expected: [["", "media-type", json, "another type"]],
  },
  {
    id: "pdf-as-bytes",
    description: "A PDF is sent as a file of any type",
    operationId: "serviceRequests.invoices.pdf.get",
    change: mediaType("application/octet-stream"),
    refutes: ["serviceRequests.invoices.pdf.get.body.200"],
    expected: [["", "media-type", "application/pdf", "application/octet-stream"]],
  },
  {
    id: "forbidden",
    description: "A read that others may do is forbidden",
    operationId: "serviceLevels.cluster.get",
    replaces: true,
    refuse: () => ({ status: 403 }),
    expected: [["", "status", statuses.list, "403"]],
  },
  {
    id: "partial-content",
    description: "A list has the status 206",
    operationId: "lessors.notifications",
    replaces: true,
    change: status(206),
    refutes: ["lessors.notifications.status.200"],
    expected: [["", "status", statuses.list, "206"]],
  },
  {
    id: "no-content",
    description: "An empty list has the status 204",
    operationId: "requests.list",
    replaces: true,
    change: inOrder(status(204), header("content-type"), empty),
    refutes: ["requests.list.status.200"],
    expected: [["", "status", statuses.list, "204"]],
  },
  {
    id: "empty-body",
    description: "A success has no body",
    operationId: "serviceLevels.get",
    replaces: true,
    change: empty,
    expected: [["", "missing", "JSON", nothing]],
  },
];

/** Errors of another form. */
const errors: readonly Row[] = [
  {
    id: "unknown-code",
    description: "A code is missing in the catalogue",
    operationId: "dealerships.list",
    replaces: true,
    refuse: lookup(["REG-SVC000999"]),
    expected: [["/errors/*/code", "code", catalogued, "REG-SVC000999"]],
  },
  {
    id: "unknown-codes",
    description: "Two codes are missing in the catalogue, beside one that is known",
    operationId: "objectTypes.list",
    replaces: true,
    refuse: lookup(["REG-OBJ000001", "REG-SVC000175", "REG-OBJ000002", "REG-OBJ000001"]),
    expected: [
      ["/errors/*/code", "code", catalogued, "REG-OBJ000001"],
      ["/errors/*/code", "code", catalogued, "REG-OBJ000002"],
    ],
  },
  {
    id: "code-of-another-form",
    description: "A code contains what can be a value, and another one is not a code of the service",
    operationId: "damageComponents.list",
    replaces: true,
    refuse: lookup(["REG-AB-123-C", "E17"]),
    expected: [["/errors/*/code", "code", catalogued, otherText]],
  },
  {
    id: "incomplete-problem",
    description: "A problem with violations has no trace id",
    operationId: "components.list",
    replaces: true,
    refuse: () => ({ status: 400, body: { ...problem(400, ["REG-SVC000175"]), traceId: undefined } }),
    expected: [["/traceId", "missing", "text", nothing]],
  },
  {
    id: "problem-type",
    description: "An error has the media type of problems, which is as likely as the other one",
    operationId: "lessors.get",
    probe: "unknown id",
    change: mediaType("application/problem+json"),
    refutes: ["answers.media-type"],
    expected: [],
  },
  {
    id: "error-page",
    description: "An error is a page of HTML",
    operationId: "tires.get",
    probe: "unknown id",
    replaces: true,
    change: mediaType("text/html"),
    refutes: ["Problem", "answers.media-type"],
    expected: [["", "media-type", json, "text/html"]],
  },
  {
    id: "extra-problem-fields",
    description: "A problem has additional fields",
    operationId: "serviceRequests.get",
    probe: "unknown id",
    change: inOrder(add("/instance", "/errors/17"), add("/retryable", false)),
    expected: [
      ["/instance", "new", nothing, "text"],
      ["/retryable", "new", nothing, "boolean"],
    ],
  },
  {
    id: "success-instead-of-404",
    description: "What does not exist has the status 200 and no body",
    operationId: "lessors.contracts.get",
    probe: "unknown id",
    replaces: true,
    change: inOrder(status(200), header("content-type"), empty),
    expected: [["", "missing", "JSON", nothing]],
  },
  {
    id: "bad-status-field",
    description: "The problem of an archived request has no status of its own, but a code of HTTP",
    operationId: "serviceRequests.get",
    probe: "archived",
    change: inOrder(remove("/status"), add("/httpStatus", 410)),
    expected: [["/httpStatus", "new", nothing, "integer"]],
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
    replaces: true,
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
    id: "no-invoice-location",
    description: "A new invoice has no Location",
    operationId: "damageServiceRequests.invoices.create",
    probe: "write",
    change: header("location"),
    expected: [["/headers/location", "missing", "text", nothing]],
  },
  {
    id: "multipart-only",
    description: "A file is accepted in a form only; the file itself is refused",
    operationId: "serviceRequests.attachments.upload",
    probe: "write",
    replaces: true,
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
    replaces: true,
    refuse: () => ({ status: Number(found) }),
    refutes: found === 404 ? [] : [`vehicles.${kind}.get`],
    expected: found === 404 ? [] : [["", "status", statuses.related, String(found)]],
  }),
);

/** The fields at the top of bodies that the document describes in full. */
const topFields: Readonly<Record<string, readonly (readonly [name: string, form: string])[]>> = {
  list: [
    ["serviceRequests", "list"],
    ["hasMore", "boolean"],
  ],
  request: [["data", "object"]],
  components: [["components", "list"]],
  contract: [
    ["isActive", "boolean"],
    ["componentsWithDamageAllowed", "boolean"],
    ["vehicle", "object"],
    ["lessor", "object"],
    ["leaseContract", "object"],
    ["supplierContract", "object"],
  ],
  lessor: [
    ["number", "integer"],
    ["name", "text"],
    ["active", "boolean"],
    ["address", "object"],
    ["phone", "object"],
    ["paymentInformation", "object"],
    ["subLessors", "list"],
  ],
};

/** The operations whose bodies have these fields. */
const describedBodies: Readonly<Record<string, keyof typeof topFields>> = {
  "serviceRequests.list": "list",
  "serviceRequests.get": "request",
  "damageServiceRequests.list": "list",
  "damageServiceRequests.get": "request",
  "contracts.get": "contract",
  "contracts.components": "components",
  "contracts.damageComponents": "components",
  "lessors.get": "lessor",
  "lessors.contracts.get": "contract",
  "lessors.contracts.components": "components",
  "lessors.contracts.damageComponents": "components",
};

/** The fields of a tire that has all of them; the document requires none. */
const tireFields: Readonly<Record<string, string>> = {
  partType: "text",
  id: "integer",
  vacoStatus: "text",
  seasonIndicator: "text",
  category: "text",
  loadIndex: "integer",
  speedRating: "text",
  noiseOutputLevelInDecibels: "integer",
  makeCode: decimal,
  make: "text",
  modelTypeProfile: "text",
  typeNumber: "text",
  rollingResistanceCode: "text",
  wetGripCode: "text",
  manufacturerSuggestedRetailPrice: "integer",
  description: "text",
  bacCode: "text",
  eanCode: decimal,
  nominalWidthInMillimeters: "integer",
  widthHeightRatio: "integer",
  rimDiameterInInches: "integer",
};

const missing = (operationId: string, name: string, form: string): ExpectedDifference => ({
  operationId,
  pointer: `/${name}`,
  kind: "missing",
  expected: form,
  found: nothing,
});

const fresh = (operationId: string, name: string, form: string): ExpectedDifference => ({
  operationId,
  pointer: `/${pascalName(name)}`,
  kind: "new",
  expected: nothing,
  found: form,
});

/** Open bodies have no new fields, and only the templates require one. */
const pascalCase: PlantedDifference = {
  id: "pascal-case",
  description: "All names of fields are in PascalCase, in every response",
  replaces: true,
  change: toPascalCase,
  refutes: ["Invoice.invoiceNumber", "Invoice.invoiceDate", "Lessor.number", "Lessor.name"],
  expected: [
    ...Object.entries(describedBodies).flatMap(([operationId, body]) =>
      (topFields[body] ?? []).flatMap(([name, form]) => [
        missing(operationId, name, form),
        fresh(operationId, name, form),
      ]),
    ),
    missing("lessors.get", "contact", "any"),
    fresh("lessors.get", "contact", "text"),
    missing("serviceRequests.invoiceTemplate.get", "identitySender", "object"),
    ...Object.entries(tireFields).map(([name, form]) => fresh("tires.get", name, form)),
  ],
};

/** All differences. */
export const planted: readonly PlantedDifference[] = [
  ...plantedFields,
  ...[...heads, ...errors, ...writes, ...unreadable].map(plant),
  pascalCase,
];
