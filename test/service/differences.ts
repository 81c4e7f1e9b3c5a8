import { type Call, type Json, type Reply, refuse } from "./messages.js";
import { groups } from "./requests.js";

/** A way in which the service can differ from the references. */
export interface Difference {
  readonly id: string;
  readonly what: string;
  /** The operations that differ; `*` means all. */
  readonly on: readonly string[];
  /** The methods and paths at the service, by operation. */
  readonly routes?: Readonly<Record<string, string>> | undefined;
  /** Brings a request of the service's form into that of the references, or refuses it. */
  readonly request?: (call: Call) => void;
  /** Brings a response of the references' form into that of the service. */
  readonly response?: (reply: Reply, call: Call) => void;
  /** What reg verify says of it, or why it cannot see it. */
  readonly seen: Seen;
}

/** Where and how reg verify shows a difference. */
export type Seen =
  /** A pointer: it reports a difference there, in each of the operations that read. */
  | { readonly at: string; readonly in?: readonly string[] }
  /** The id of the assumption that it refutes. */
  | { readonly refutes: string }
  /** The operations that have no success. */
  | { readonly gone: readonly string[] }
  /** What it says about the run that ended early. */
  | { readonly fails: RegExp }
  /** Only visible in a run with `--write`. */
  | { readonly writing: string }
  /** Why it cannot see it. */
  | { readonly not: string };

type Edit = (body: Json) => void;

/** Visits each place of a pointer, in which `*` means every entry of a list. */
const each =
  (pointer: string, visit: (holder: Json, name: string) => void): Edit =>
  (body) => {
    const names = pointer.split("/").slice(1);
    const last = names.pop() ?? "";
    let holders: Json[] = [body];
    for (const name of names)
      holders = holders.flatMap((holder) => (name === "*" ? [holder ?? []].flat() : [holder?.[name]]));
    for (const holder of holders) if (typeof holder === "object" && holder !== null) visit(holder, last);
  };

const convert = (pointer: string, to: (value: Json) => Json): Edit =>
  each(pointer, (holder, name) => {
    if (holder[name] !== undefined && holder[name] !== null) holder[name] = to(holder[name]);
  });

const rename = (pointer: string, to: string): Edit =>
  each(pointer, (holder, name) => {
    if (name in holder) holder[to] = holder[name];
    delete holder[name];
  });

/** Takes a field of a request from another name; under its documented name it is not known. */
const takeFrom = (pointer: string, other: string): Edit =>
  each(pointer, (holder, name) => {
    delete holder[name];
    if (other in holder) holder[name] = holder[other];
    delete holder[other];
  });

const remove = (pointer: string): Edit => each(pointer, (holder, name) => delete holder[name]);

/** A field that would be left out is null. */
const nullify = (pointer: string): Edit =>
  each(pointer, (holder, name) => {
    holder[name] ??= null;
  });

/** Applies edits to the JSON of a success. */
const shows =
  (...edits: readonly Edit[]) =>
  ({ status, body }: Reply) => {
    if (status < 300 && typeof body === "object" && !(body instanceof Uint8Array)) for (const edit of edits) edit(body);
  };

/** Applies edits to the JSON of a request. */
const takes =
  (...edits: readonly Edit[]) =>
  ({ body }: Call) => {
    if (typeof body === "object") for (const edit of edits) edit(body);
  };

/** Puts the JSON of a success into another form. */
const wraps = (wrap: (body: Json) => Json) => (reply: Reply) => {
  if (reply.status < 300 && reply.body !== undefined) reply.body = wrap(reply.body);
};

/** Answers a success with another status. */
const answers = (status: number, body?: Json) => (reply: Reply) => {
  if (reply.status < 300)
    Object.assign(reply, { status }, status === 204 && { body: undefined }, body !== undefined && { body });
};

/** Changes the body of an error. */
const fails = (change: (body: Json, reply: Reply) => Json) => (reply: Reply) => {
  if (reply.status >= 400 && reply.body !== undefined) reply.body = change(reply.body, reply);
};

/** Maps texts to those of the service, and back. A text of the references is refused in a request. */
function spelling(texts: Readonly<Record<string, string>>) {
  const back = Object.fromEntries(Object.entries(texts).map(([text, own]) => [own, text]));
  return {
    to: (text: string) => texts[text] ?? text,
    from: (text: string) => back[text] ?? refuse(400, "The value is unknown."),
  };
}

const ofBoth = (...names: readonly string[]) => groups.flatMap((group) => names.map((name) => `${group}.${name}`));
const bodies = ofBoth("get", "overwrite", "patch");
const lists = ofBoth("list");
const written = ofBoth("create", "overwrite", "patch");
const whole = [...new Set([...bodies, ...written])];
const contracts = ["contracts.get", "lessors.contracts.get"];
const allowed = ["contracts", "lessors.contracts"].flatMap((each) => [
  `${each}.components`,
  `${each}.damageComponents`,
]);
const allowedWork = allowed.filter((id) => id.endsWith(".components"));
const invoiceReads = ofBoth("invoices.get");
const invoiceLists = ofBoth("invoices.list");
const templates = ofBoth("invoiceTemplates.list");
const related = [
  "contractTires",
  "currentTire",
  "lastMaintenance",
  "mileages",
  "routings",
  "extraTireSet",
  "purchasedTires",
];
const relatedReads = related.map((name) => `vehicles.${name}.get`);

const item = "/serviceRequests/*";
const line = "/data/components/*";
const appointment = "/data/appointment";
const amounts = "/data/invoicing";
const component = "/components/*";
const statuses = spelling({
  Draft: "DRAFT",
  Modified: "MODIFIED",
  ApprovalRequested: "APPROVAL_REQUESTED",
  Approved: "APPROVED",
  Denied: "DENIED",
});
const reversed = (day: string) => day.split("-").reverse().join("-");
const dutch = {
  to: reversed,
  from: (day: string) => (/^\d{4}/.test(day) ? refuse(400, "The date has another form.") : reversed(day)),
};
const atMidnight = (day: string) => `${day}T00:00:00`;
const inText = (amount: number) => amount.toFixed(2);
const withComma = (amount: number) => inText(amount).replace(".", ",");
const inWords = (text: string) => text.replace(/(?!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
const small = (text: string) => `${text[0]?.toLowerCase()}${text.slice(1)}`;
const readOfWrites = "only requests show it, and a run that reads sends none";
const openList = { not: "the reference does not show the form of this list" };

/** What most differences need besides the change of a response. */
type Extra = Pick<Difference, "request"> & { readonly in?: readonly string[]; readonly seen?: Seen };

/** Differences in one field: its value in responses, and what else differs. */
function inField<Change>(
  toEdit: (pointer: string, change: Change) => Edit,
  rows: readonly (readonly [
    id: string,
    what: string,
    on: readonly string[],
    at: string,
    change: Change,
    extra?: Extra,
  ])[],
): readonly Difference[] {
  return rows.map(([id, what, on, at, change, { request, seen, ...rest } = {}]) => ({
    ...{ id, what, on, seen: seen ?? { at, ...rest } },
    response: shows(toEdit(at, change)),
    ...(request && { request }),
  }));
}

/** Values of another type. */
const types = inField<(value: Json) => Json>(convert, [
  [
    "price-text",
    "Prices of lines are texts",
    whole,
    `${line}/price`,
    String,
    { request: takes(convert("/components/*/price", Number)) },
  ],
  ["value-number", "The value of a line is a number", bodies, `${line}/value`, Number],
  ["duration-text", "The estimated duration is a text", bodies, `${appointment}/estimatedDurationInDays`, String],
  ["lessor-id-text", "The lessor of a request is a text", bodies, "/data/lessorId", String],
  ["supplier-id-text", "The supplier of a request is a text", bodies, "/data/supplierId", String],
  ["read-only-text", "Whether a request is read-only is Y or N", bodies, "/data/readOnly", (is) => (is ? "Y" : "N")],
  ["to-invoice-text", "The amount to invoice is a text", bodies, `${amounts}/totalAmountToInvoice`, inText],
  ["invoiced-comma", "The invoiced amount is a text with a comma", bodies, `${amounts}/totalAmountInvoiced`, withComma],
  ["list-number-text", "The number of a request in the list is a text", lists, `${item}/serviceRequestNumber`, String],
  ["has-more-text", "Whether there are more requests is a text", lists, "/hasMore", String],
  ["is-active-number", "Whether a vehicle is active is 1 or 0", contracts, "/isActive", Number],
  ["contract-lessor-text", "The lessor in a contract is a text", contracts, "/lessor/number", String],
  ["lessor-number-text", "The number of a lessor is a text", ["lessors.get"], "/number", String],
  ["lessor-active-text", "Whether a lessor is active is a text", ["lessors.get"], "/active", String],
  [
    "rate-text",
    "The price of a service level is a text",
    allowed,
    `${component}/serviceLevel/price`,
    String,
    { in: allowedWork },
  ],
  ["tire-id-text", "The id of a tire is a text", ["tires.get"], "/id", String],
  ["invoice-total-text", "The total of an invoice is a text", invoiceReads, "/total", String],
  [
    "invoice-list-text",
    "The totals in the list of invoices are texts",
    invoiceLists,
    "/invoices/*/total",
    inText,
    { seen: openList },
  ],
  [
    "invoice-id-text",
    "The ids in the list of invoices are texts",
    invoiceLists,
    "/invoices/*/id",
    String,
    { seen: openList },
  ],
  ["token-lifetime-text", "The lifetime of a token is a text", ["token.create"], "/expires_in", String],
]);

/** Dates, times and enumerations of another form. */
const forms = inField<(value: Json) => Json>(convert, [
  ["workshop-time", "The workshop date has a time", bodies, `${appointment}/workshopDate`, atMidnight],
  [
    "created-offset",
    "The time of creation has an offset",
    bodies,
    "/data/creationTimeStamp",
    (time) => time.replace("Z", "+02:00"),
  ],
  [
    "modified-epoch",
    "The time of the last change is a number",
    lists,
    `${item}/lastModifiedUtc`,
    (time) => Date.parse(time) / 1000,
  ],
  [
    "checkout-local",
    "The checkout date has no offset",
    bodies,
    `${appointment}/checkoutDate`,
    (time) => time.replace("Z", ""),
    { in: ["serviceRequests.get"] },
  ],
  [
    "lease-start-dutch",
    "The start of the lease is written as dd-MM-yyyy",
    contracts,
    "/leaseContract/startDate",
    dutch.to,
  ],
  ["invoice-date-time", "The date of an invoice has a time", invoiceReads, "/invoiceDate", atMidnight],
  [
    "status-capitals",
    "The status of a request is in capitals",
    whole,
    "/data/status",
    statuses.to,
    { request: takes(convert("/status", statuses.from)) },
  ],
  ["list-status-capitals", "The status in the list is in capitals", lists, `${item}/status`, statuses.to],
  [
    "line-status-lower",
    "The status of a line is in small letters",
    bodies,
    `${line}/status/code`,
    (code) => code.toLowerCase(),
  ],
  ["invoicing-status-words", "The invoicing status is in words", bodies, `${amounts}/status`, inWords],
  ["season-letter", "The season of a tire is a letter", ["tires.get"], "/seasonIndicator", (text) => text[0]],
  [
    "required-lower",
    "The names of mandatory fields begin with a small letter",
    allowed,
    `${component}/requiredFields`,
    (list) => list.map(small),
    { seen: { at: `${component}/requiredFields/*` } },
  ],
]);

/** Null where the references leave a field out. */
const nulls = inField<null>(nullify, [
  ["null-price", "The price of a line without one is null", bodies, `${line}/price`, null],
  ["null-value", "The value of a line without one is null", bodies, `${line}/value`, null],
  ["null-part", "The part of a line without one is null", bodies, `${line}/part`, null],
  ["null-warranty", "The warranty of a line without one is null", bodies, `${line}/warranty`, null],
  ["null-location", "The location of a line without one is null", bodies, `${line}/location`, null],
  ["null-type", "The type of an operation without one is null", bodies, `${line}/operation/type`, null],
  [
    "null-vin",
    "The partial VIN of a request without one is null",
    bodies,
    "/data/vehicle/partialVin",
    null,
    { in: ["serviceRequests.get"] },
  ],
  ["null-sublessor", "The sublessor of a vehicle without one is null", bodies, "/data/sublessorCode", null],
  ["null-rate", "The service level of a component without one is null", allowed, `${component}/serviceLevel`, null],
  [
    "null-allowed-type",
    "The type of an allowed operation without one is null",
    allowed,
    `${component}/operation/type`,
    null,
  ],
]);

/** Fields that are missing. */
const missing = inField<null>(remove, [
  ["no-href", "The list has no addresses", lists, `${item}/href`, null],
  ["no-list-parking", "The list says nothing of parking", lists, `${item}/parking`, null],
  ["no-read-only", "A request does not say whether it is read-only", bodies, "/data/readOnly", null],
  ["no-invoicing", "A request has no amounts", bodies, "/data/invoicing", null],
  ["no-has-more", "The list does not say whether there are more", lists, "/hasMore", null],
  ["no-payment", "A lessor has no payment information", ["lessors.get"], "/paymentInformation", null],
  [
    "no-damage-setting",
    "A contract does not say whether damage is allowed",
    contracts,
    "/componentsWithDamageAllowed",
    null,
  ],
]);

/** Fields with other names. */
const names = inField<string>(rename, [
  [
    "work-order-name",
    "The work order number of a request is workOrderNo",
    whole,
    `${appointment}/workOrderNumber`,
    "workOrderNo",
    { request: takes(takeFrom("/appointment/workOrderNumber", "workOrderNo")) },
  ],
  [
    "phone-name",
    "The phone of the contact is phoneNumber",
    whole,
    `${appointment}/contact/phone`,
    "phoneNumber",
    { request: takes(takeFrom("/appointment/contact/phone", "phoneNumber")) },
  ],
  [
    "vin-name",
    "The partial VIN is vin",
    whole,
    "/data/vehicle/partialVin",
    "vin",
    { request: takes(takeFrom("/vehicle/partialVin", "vin")) },
  ],
  [
    "list-order-name",
    "The work order number in the list is workOrderNo",
    lists,
    `${item}/workOrderNumber`,
    "workOrderNo",
  ],
  ["list-plate-name", "The license plate in the list is registration", lists, `${item}/licensePlate`, "registration"],
  ["created-name", "The time of creation is createdAt", bodies, "/data/creationTimeStamp", "createdAt"],
  ["lines-name", "The lines of a request are lines", bodies, "/data/components", "lines"],
  [
    "damage-setting-name",
    "The setting for damage is damageAllowed",
    contracts,
    "/componentsWithDamageAllowed",
    "damageAllowed",
  ],
  ["lease-start-name", "The start of the lease is startsOn", contracts, "/leaseContract/startDate", "startsOn"],
  ["reg-code-name", "The code of an allowed component is code", allowed, `${component}/regCode`, "code"],
  [
    "bank-account-name",
    "The bank account of a lessor is accountNumber",
    ["lessors.get"],
    "/paymentInformation/iban",
    "accountNumber",
  ],
  [
    "invoice-number-name",
    "The number of an invoice is number",
    [...invoiceReads, ...ofBoth("invoices.create")],
    "/invoiceNumber",
    "number",
    { request: takes(takeFrom("/invoiceNumber", "number")), seen: { refutes: "Invoice.invoiceNumber" } },
  ],
  [
    "invoice-list-name",
    "The numbers in the list of invoices are number",
    invoiceLists,
    "/invoices/*/invoiceNumber",
    "number",
    { seen: openList },
  ],
  ["list-name", "The list of requests is in items", lists, "/serviceRequests", "items"],
  ["invoices-name", "The list of invoices is in items", invoiceLists, "/invoices", "items", { seen: openList }],
]);

/** Other envelopes and other places. */
const envelopes: readonly Difference[] = [
  {
    id: "get-without-data",
    what: "A request is not wrapped in data",
    on: bodies,
    response: wraps(({ data }) => data),
    seen: { at: "/data" },
  },
  {
    id: "get-in-request",
    what: "A request is wrapped in serviceRequest",
    on: bodies,
    response: wraps(({ data }) => ({ serviceRequest: data })),
    seen: { at: "/data" },
  },
  {
    id: "created-in-data",
    what: "The id of a new request is wrapped in data, without a Location",
    on: ofBoth("create"),
    response: (reply) => {
      wraps((data) => ({ data }))(reply);
      reply.headers = {};
    },
    seen: { writing: "/id" },
  },
  {
    id: "list-in-data",
    what: "The list of requests is wrapped in data",
    on: lists,
    response: wraps((data) => ({ data })),
    seen: { at: "" },
  },
  {
    id: "list-bare",
    what: "The list of requests has no envelope",
    on: lists,
    response: wraps(({ serviceRequests }) => serviceRequests),
    seen: { at: "/serviceRequests" },
  },
  {
    id: "contract-in-data",
    what: "A contract is wrapped in data",
    on: contracts,
    response: wraps((data) => ({ data })),
    seen: { at: "" },
  },
  {
    id: "allowed-bare",
    what: "The list of allowed components has no envelope",
    on: allowed,
    response: wraps(({ components }) => components),
    seen: { at: "/components" },
  },
  {
    id: "lessor-in-lessor",
    what: "A lessor is wrapped in lessor",
    on: ["lessors.get"],
    response: wraps((lessor) => ({ lessor })),
    seen: { at: "" },
  },
  {
    id: "cancelled-bare",
    what: "A cancelled line has no envelope",
    on: ofBoth("components.cancel"),
    response: wraps(({ component }) => component),
    seen: { not: readOfWrites },
  },
  {
    id: "templates-in-list",
    what: "The templates of invoices are a list with a type",
    on: templates,
    response: wraps((body) => Object.entries(body).map(([type, template]) => ({ type, ...Object(template) }))),
    seen: { at: "" },
  },
  {
    id: "vehicle-in-vehicle",
    what: "A vehicle is wrapped in vehicle",
    on: ["vehicles.get"],
    response: wraps((vehicle) => ({ vehicle })),
    seen: { not: "the reference does not show the fields of a vehicle" },
  },
  {
    id: "related-in-data",
    what: "The related data of a vehicle is wrapped in data",
    on: relatedReads,
    response: wraps((data) => ({ data })),
    seen: { refutes: "vehicles.mileages.get.body.200" },
  },
];

/** Other statuses, headers, media types and errors. */
const heads: readonly Difference[] = [
  {
    id: "create-200",
    what: "A new request is answered with 200",
    on: ofBoth("create"),
    response: answers(200),
    seen: { writing: "" },
  },
  {
    id: "patch-204",
    what: "A changed request is answered with 204 and without a body",
    on: ofBoth("patch"),
    response: answers(204),
    seen: { writing: "" },
  },
  {
    id: "line-204",
    what: "A line that is put is answered with 204",
    on: ofBoth("components.put"),
    response: answers(204),
    seen: { not: readOfWrites },
  },
  {
    id: "deleted-200",
    what: "A deletion is answered with 200 and a text",
    on: ofBoth("delete"),
    response: answers(200, { message: "Deleted" }),
    seen: { writing: "" },
  },
  {
    id: "invoice-200",
    what: "A new invoice is answered with 200 and its id in invoiceId",
    on: ofBoth("invoices.create"),
    response: (reply) => {
      answers(200)(reply);
      shows(rename("/id", "invoiceId"))(reply);
      reply.headers = {};
    },
    seen: { not: readOfWrites },
  },
  {
    id: "archived-404",
    what: "An archived request is answered with 404",
    on: bodies,
    response: (reply) => {
      if (reply.status === 410) reply.status = 404;
    },
    seen: { not: "a 404 can also mean that there is no such request" },
  },
  {
    id: "makes-text",
    what: "The makes of tires have the type text/plain",
    on: ["tires.makes.list"],
    response: (reply) => {
      reply.headers["content-type"] = "text/plain";
    },
    seen: { at: "" },
  },
  {
    id: "problem-json",
    what: "Errors have the type application/problem+json",
    on: ["*"],
    response: (reply) => {
      if (reply.status >= 400) reply.headers["content-type"] = "application/problem+json";
    },
    seen: { refutes: "answers.media-type" },
  },
  {
    id: "errors-by-field",
    what: "The errors of an error are an object by field",
    on: [...whole, ...ofBoth("invoices.create")],
    response: fails((body) => ({
      ...body,
      errors: Object.fromEntries(
        body.errors.map(({ code, description, context }: Json) => [
          context.fieldName ?? "",
          [`${code}: ${description}`],
        ]),
      ),
    })),
    seen: { at: "/errors", in: ["serviceRequests.get", "damageServiceRequests.get"] },
  },
  {
    id: "trace-header",
    what: "The trace id is in the header x-trace-id only",
    on: ["*"],
    response: fails(({ traceId, ...body }, { headers }) => {
      headers["x-trace-id"] = traceId;
      return body;
    }),
    seen: { refutes: "answers.problem-elsewhere" },
  },
  {
    id: "message-only",
    what: "An error has a code and a message only",
    on: ["*"],
    response: fails(({ errors, detail }) => ({ code: errors[0]?.code, message: detail })),
    seen: { refutes: "answers.problem-elsewhere" },
  },
  {
    id: "not-found-page",
    what: "What does not exist is answered with a web page",
    on: ["serviceRequests.get", "lessors.get", "tires.get"],
    response: (reply) => {
      if (reply.status === 404)
        Object.assign(reply, { body: "<html>Not found</html>", headers: { "content-type": "text/html" } });
    },
    seen: { at: "" },
  },
];

/** Other methods and paths. */
const routes: readonly Difference[] = [
  moved(
    "lessor-path",
    "A lessor is at /v2/lessors/{lessorId}",
    { "lessors.get": "GET /v2/lessors/{lessorId}" },
    { gone: ["lessors.get"] },
  ),
  moved(
    "contract-path",
    "A contract is at /v2/vehicles/{licensePlate}/contract",
    { "contracts.get": "GET /v2/vehicles/{licensePlate}/contract" },
    { gone: ["contracts.get"] },
  ),
  moved(
    "attachment-path",
    "Attachments are at the singular path",
    Object.fromEntries(
      groups.flatMap((group) => {
        const base = group === "serviceRequests" ? "servicerequests" : "damageservicerequests";
        return [
          [`${group}.attachments.upload`, `PUT /v2/${base}/{id}/attachment`],
          [`${group}.attachments.list`, `GET /v2/${base}/{id}/attachment`],
          [`${group}.attachments.get`, `GET /v2/${base}/{id}/attachment/{attachmentId}`],
          [`${group}.attachments.delete`, `DELETE /v2/${base}/{id}/attachment/{attachmentId}`],
        ];
      }),
    ),
    { gone: ofBoth("attachments.list") },
  ),
  moved(
    "patch-post",
    "A request is changed with POST",
    {
      "serviceRequests.patch": "POST /v2/servicerequests/{id}",
      "damageServiceRequests.patch": "POST /v2/damageservicerequests/{id}",
    },
    { writing: "" },
  ),
  moved(
    "status-put",
    "The reason for not invoicing is set with PUT on the invoices",
    { "serviceRequests.invoices.setStatus": "PUT /v2/servicerequests/{id}/invoices" },
    { not: readOfWrites },
  ),
  moved(
    "tire-path",
    "A tire is at /v2/tires/{id}, and searching is at /v2/tires/search",
    { "tires.search": "GET /v2/tires/search" },
    { gone: ["tires.search"] },
  ),
  moved(
    "tire-set-path",
    "The extra tire set has a path in the plural",
    Object.fromEntries(
      ["get", "put", "delete"].map((name) => [
        `vehicles.extraTireSet.${name}`,
        `${name.toUpperCase()} /v1/vehicles/{licensePlate}/extratiresets`,
      ]),
    ),
    { gone: ["vehicles.extraTireSet.get"] },
  ),
  moved("vehicle-post", "A vehicle is put with POST", { "vehicles.put": "POST /v1/vehicles" }, { not: readOfWrites }),
  moved(
    "token-path",
    "The token endpoint is at /oauth/token",
    { "token.create": "POST /oauth/token" },
    { fails: /token/ },
  ),
];

function moved(id: string, what: string, paths: Readonly<Record<string, string>>, seen: Seen): Difference {
  return { id, what, on: Object.keys(paths), routes: paths, seen };
}

/** Other forms of files. */
const files: readonly Difference[] = [
  {
    id: "upload-form",
    what: "An attachment is uploaded as a form",
    on: ofBoth("attachments.upload"),
    request: (call) => takeFile(call, "file"),
    seen: { writing: "refuted serviceRequests.attachments.upload.input" },
  },
  {
    id: "upload-base64",
    what: "An attachment is uploaded as base64 in JSON",
    on: ofBoth("attachments.upload"),
    request: takeBase64,
    seen: { writing: "" },
  },
  {
    id: "pdf-form",
    what: "A PDF is uploaded as a form",
    on: ofBoth("invoices.pdf.upload"),
    request: (call) => takeFile(call, "file"),
    seen: { not: readOfWrites },
  },
  {
    id: "download-base64",
    what: "An attachment is downloaded as base64 in JSON",
    on: ofBoth("attachments.get"),
    response: (reply) => {
      if (reply.body instanceof Uint8Array)
        Object.assign(reply, {
          body: { contentType: reply.headers["content-type"], content: Buffer.from(reply.body).toString("base64") },
          headers: {},
        });
    },
    seen: { at: "" },
  },
];

/** A placeholder for a file of a form: the service reads it from the form's own bytes. */
function takeFile(call: Call, name: string): void {
  const file = call.body instanceof Map ? call.body.get(name) : undefined;
  if (file === undefined) refuse(415, "Send a form.");
  Object.assign(call, { body: file.bytes });
  call.headers.set("content-type", file.type);
  call.headers.set("content-disposition", `attachment; filename="${file.name}"`);
}

function takeBase64(call: Call): void {
  const { content, fileName, contentType } = Object(call.body);
  if (typeof content !== "string") refuse(415, "Send JSON with the content as base64.");
  call.body = new Uint8Array(Buffer.from(content, "base64"));
  call.headers.set("content-type", contentType);
  call.headers.set("content-disposition", `attachment; filename="${fileName}"`);
}

/** Other ways to prove who calls. */
const access: readonly Difference[] = [
  {
    id: "header-authentication",
    what: "The token is in the header Authentication",
    on: ["*"],
    request: ({ headers }) => takeToken(headers, headers.get("authentication")),
    seen: { fails: /credentials|401/ },
  },
  {
    id: "header-api-key",
    what: "The token is in the header X-Api-Token, without Bearer",
    on: ["*"],
    request: ({ headers }) =>
      takeToken(headers, headers.has("x-api-token") ? `Bearer ${headers.get("x-api-token")}` : null),
    seen: { fails: /credentials|401/ },
  },
  {
    id: "token-json",
    what: "The token request is JSON",
    on: ["token.create"],
    request: (call) => {
      call.body = call.body instanceof URLSearchParams ? refuse(415, "Send JSON.") : new URLSearchParams(call.body);
    },
    seen: { fails: /token/ },
  },
  {
    id: "token-basic",
    what: "The credentials are in a Basic header",
    on: ["token.create"],
    request: (call) => takeBasic(call),
    seen: { fails: /credentials|token/ },
  },
  {
    id: "token-camel",
    what: "The fields of the token response are in camel case",
    on: ["token.create"],
    response: shows(
      rename("/access_token", "accessToken"),
      rename("/token_type", "tokenType"),
      rename("/expires_in", "expiresIn"),
    ),
    seen: { fails: /token/ },
  },
];

function takeToken(headers: Headers, authorization: string | null): void {
  headers.delete("authorization");
  if (authorization !== null) headers.set("authorization", authorization);
}

function takeBasic({ headers, body }: Call): void {
  const [id, secret] = Buffer.from(headers.get("authorization")?.replace("Basic ", "") ?? "", "base64")
    .toString()
    .split(":");
  if (!(body instanceof URLSearchParams)) return;
  body.set("client_id", id ?? "");
  body.set("client_secret", secret ?? "");
}

/** What requests and lists contain. */
const contents: readonly Difference[] = [
  {
    id: "invoice-date-dutch",
    what: "The date of a new invoice is written as dd-MM-yyyy",
    on: ofBoth("invoices.create"),
    request: takes(convert("/invoiceDate", dutch.from)),
    seen: { not: readOfWrites },
  },
  {
    id: "sender-number-name",
    what: "The number of the sender is regNumber",
    on: [...templates, "serviceRequests.invoiceTemplate.get", ...ofBoth("invoices.create")],
    response: shows(...["", "/debit", "/credit"].map((at) => rename(`${at}/identitySender/RegNumber`, "regNumber"))),
    request: takes(takeFrom("/identitySender/RegNumber", "regNumber")),
    seen: { at: "/debit/identitySender/RegNumber", in: templates },
  },
  {
    id: "order-capitals",
    what: "Work order numbers are stored in capitals",
    on: written,
    request: takes(convert("/appointment/workOrderNumber", (text) => text.toUpperCase())),
    seen: { not: "it depends on what was sent" },
  },
  {
    id: "order-padded",
    what: "Work order numbers in the list have a width of 12",
    on: lists,
    response: shows(convert("/serviceRequests/*/workOrderNumber", (text) => text.padEnd(12))),
    seen: { not: "it depends on what was sent" },
  },
  {
    id: "list-pages",
    what: "The list has two requests on a page, and further pages by the parameter page",
    on: lists,
    response: (reply, { query }) => {
      const page = Number(query.get("page") ?? 1);
      shows((body) => {
        const all = body.serviceRequests;
        Object.assign(body, { serviceRequests: all.slice(2 * page - 2, 2 * page), hasMore: all.length > 2 * page });
      })(reply);
    },
    seen: { not: "that there are more requests is documented" },
  },
  {
    id: "filter-name",
    what: "The list is filtered by the parameter plate",
    on: lists,
    request: ({ query }) => {
      query.delete("licensePlate");
      if (query.has("plate")) query.set("licensePlate", query.get("plate") ?? "");
    },
    seen: { not: "an ignored filter looks like a list with other requests" },
  },
];

/** All differences. The first ones are the innermost, so that several of them fit together. */
export const differences: readonly Difference[] = [
  ...contents,
  ...types,
  ...forms,
  ...nulls,
  ...missing,
  ...names,
  ...heads,
  ...envelopes,
  ...files,
  ...access,
  ...routes,
];
