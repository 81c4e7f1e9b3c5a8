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
  /** What the command verify says of it, or why it cannot see it. */
  readonly seen: Seen;
}

/** Where and how the command verify shows a difference; some only with `--write`. */
export type Seen = { readonly write?: true } & (
  | {
      /** It reports a difference at this pointer. */
      readonly at: string;
      /** In each of these operations. Default: all that differ and that it reads. */
      readonly in?: readonly string[];
    }
  /** It refutes this assumption. */
  | { readonly refutes: string }
  /** These operations have no success. */
  | { readonly gone: readonly string[] }
  /** The run ends early, and says this. */
  | { readonly fails: RegExp }
  /** Why it cannot see it. */
  | { readonly not: string }
);

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

const to =
  (change: (value: Json) => Json) =>
  (pointer: string): Edit =>
    convert(pointer, change);

const as =
  (other: string) =>
  (pointer: string): Edit =>
    each(pointer, (holder, name) => {
      if (name in holder) holder[other] = holder[name];
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
const orNull = (pointer: string): Edit =>
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
const statuses: Readonly<Record<string, string>> = {
  Draft: "DRAFT",
  Modified: "MODIFIED",
  ApprovalRequested: "APPROVAL_REQUESTED",
  Approved: "APPROVED",
  Denied: "DENIED",
};
const capitals = (status: string) => statuses[status];
const fromCapitals = (text: string) =>
  Object.keys(statuses).find((status) => statuses[status] === text) ?? refuse(400, "The status is unknown.");
const reversed = (day: string) => day.split("-").reverse().join("-");
const fromReversed = (day: string) => (/^\d{4}/.test(day) ? refuse(400, "The date is unknown.") : reversed(day));
const atMidnight = (day: string) => `${day}T00:00:00`;
const withOffset = (time: string) => time.replace("Z", "+02:00");
const withoutOffset = (time: string) => time.replace("Z", "");
const inSeconds = (time: string) => Date.parse(time) / 1000;
const inText = (amount: number) => amount.toFixed(2);
const withComma = (amount: number) => inText(amount).replace(".", ",");
const inWords = (text: string) => text.replace(/(?!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
const small = (text: string) => `${text[0]?.toLowerCase()}${text.slice(1)}`;
const padded = (text: string) => text.padEnd(12);
const cut = (text: string) => text.slice(0, 4);
const upper = (text: string) => text.toUpperCase();

/** The reads that a run makes too early or too late, which the service rejects with 400. */
const rejected = [...ofBoth("invoiceTemplates.list", "invoices.list"), "serviceRequests.invoiceTemplate.get"];
const readOfWrites = "only requests show it, and a run that reads sends none";
const contentOnly = { not: "it depends on what was sent" };
const openList = { seen: { not: "the reference does not show the form of this list" } };

/** A difference in one field of the responses; `extra` says what else differs, and where it is seen. */
type Row = readonly [
  id: string,
  what: string,
  at: string,
  edit: (pointer: string) => Edit,
  extra?: Partial<Pick<Difference, "on" | "request" | "seen">> & { readonly in?: readonly string[] },
];

/**
 * Differences in the fields of these operations: first those in values, so that renamed fields have the others, too.
 */
function fieldsOf(operations: readonly string[], rows: readonly Row[]): readonly Difference[] {
  return rows.map(([id, what, at, edit, { in: places, ...extra } = {}]) => ({
    ...{ id, what, on: operations, response: shows(edit(at)), seen: { at, ...(places && { in: places }) } },
    ...extra,
  }));
}

const inRepairs = { in: ["serviceRequests.get"] };

/** A field that requests contain, too: there the service takes only its own form. */
const sent = (edit: Edit) => ({ on: whole, request: takes(edit) });

const requests = fieldsOf(bodies, [
  [
    "price-text",
    "Prices of lines are texts",
    `${line}/price`,
    to(String),
    sent(convert("/components/*/price", Number)),
  ],
  ["value-number", "The value of a line is a number", `${line}/value`, to(Number), inRepairs],
  ["duration-text", "The duration is a text", `${appointment}/estimatedDurationInDays`, to(String)],
  ["lessor-id-text", "The lessor is a text", "/data/lessorId", to(String)],
  ["supplier-id-text", "The supplier is a text", "/data/supplierId", to(String)],
  ["read-only-text", "Whether it is read-only is Y or N", "/data/readOnly", to((is) => (is ? "Y" : "N"))],
  ["to-invoice-text", "The amount to invoice is a text", `${amounts}/totalAmountToInvoice`, to(inText)],
  ["invoiced-comma", "The invoiced amount is a text with a comma", `${amounts}/totalAmountInvoiced`, to(withComma)],
  ["workshop-time", "The workshop date has a time", `${appointment}/workshopDate`, to(atMidnight)],
  ["created-offset", "The time of creation has an offset", "/data/creationTimeStamp", to(withOffset)],
  ["checkout-local", "The checkout date has no offset", `${appointment}/checkoutDate`, to(withoutOffset), inRepairs],
  [
    "status-capitals",
    "The status is in capitals",
    "/data/status",
    to(capitals),
    sent(convert("/status", fromCapitals)),
  ],
  ["line-status-lower", "The status of a line begins with a small letter", `${line}/status/code`, to(small)],
  ["invoicing-status-words", "The invoicing status is in words", `${amounts}/status`, to(inWords)],
  ["null-price", "The price of a line without one is null", `${line}/price`, orNull, inRepairs],
  ["null-value", "The value of a line without one is null", `${line}/value`, orNull],
  ["null-part", "The part of a line without one is null", `${line}/part`, orNull],
  ["null-warranty", "The warranty of a line without one is null", `${line}/warranty`, orNull],
  ["null-location", "The location of a line without one is null", `${line}/location`, orNull],
  ["null-type", "The type of an operation without one is null", `${line}/operation/type`, orNull],
  ["null-vin", "A partial VIN that is missing is null", "/data/vehicle/partialVin", orNull, inRepairs],
  ["null-sublessor", "A sublessor that is missing is null", "/data/sublessorCode", orNull],
  ["no-read-only", "It does not say whether it is read-only", "/data/readOnly", remove],
  ["no-invoicing", "It has no amounts", "/data/invoicing", remove],
  [
    "work-order-name",
    "The work order number is workOrderNo",
    `${appointment}/workOrderNumber`,
    as("workOrderNo"),
    sent(takeFrom("/appointment/workOrderNumber", "workOrderNo")),
  ],
  [
    "phone-name",
    "The phone of the contact is phoneNumber",
    `${appointment}/contact/phone`,
    as("phoneNumber"),
    sent(takeFrom("/appointment/contact/phone", "phoneNumber")),
  ],
  [
    "vin-name",
    "The partial VIN is vin",
    "/data/vehicle/partialVin",
    as("vin"),
    sent(takeFrom("/vehicle/partialVin", "vin")),
  ],
  ["created-name", "The time of creation is createdAt", "/data/creationTimeStamp", as("createdAt")],
  ["lines-name", "The lines are in lines", "/data/components", as("lines")],
]);

const listItems = fieldsOf(lists, [
  [
    "order-padded",
    "Work order numbers have a width of 12",
    `${item}/workOrderNumber`,
    to(padded),
    { seen: contentOnly },
  ],
  [
    "order-cut",
    "Work order numbers have at most 4 characters",
    `${item}/workOrderNumber`,
    to(cut),
    { seen: contentOnly },
  ],
  ["order-null", "Work order numbers are null", `${item}/workOrderNumber`, to(() => null)],
  ["list-number-text", "The number of a request is a text", `${item}/serviceRequestNumber`, to(String)],
  ["has-more-text", "Whether there are more requests is a text", "/hasMore", to(String)],
  ["modified-epoch", "The time of the last change is a number", `${item}/lastModifiedUtc`, to(inSeconds)],
  ["list-status-capitals", "The status is in capitals", `${item}/status`, to(capitals)],
  ["no-href", "The list has no addresses", `${item}/href`, remove],
  ["no-list-parking", "The list says nothing of parking", `${item}/parking`, remove],
  ["no-has-more", "The list does not say whether there are more", "/hasMore", remove],
  ["list-order-name", "The work order number is workOrderNo", `${item}/workOrderNumber`, as("workOrderNo")],
  ["list-plate-name", "The license plate is registration", `${item}/licensePlate`, as("registration")],
  ["list-name", "The list is in items", "/serviceRequests", as("items")],
]);

const contractFields = fieldsOf(contracts, [
  ["is-active-number", "Whether a vehicle is active is 1 or 0", "/isActive", to(Number)],
  ["contract-lessor-text", "The number of the lessor is a text", "/lessor/number", to(String)],
  ["lease-start-dutch", "The start of the lease is written as dd-MM-yyyy", "/leaseContract/startDate", to(reversed)],
  ["no-damage-setting", "It does not say whether damage is allowed", "/componentsWithDamageAllowed", remove],
  [
    "damage-setting-name",
    "The setting for damage is damageAllowed",
    "/componentsWithDamageAllowed",
    as("damageAllowed"),
  ],
  ["lease-start-name", "The start of the lease is startsOn", "/leaseContract/startDate", as("startsOn")],
]);

const allowedComponents = fieldsOf(allowed, [
  ["rate-text", "The price of a rate is a text", `${component}/serviceLevel/price`, to(String), { in: allowedWork }],
  [
    "required-lower",
    "The names of mandatory fields begin with a small letter",
    `${component}/requiredFields`,
    to((list) => list.map(small)),
    { seen: { at: `${component}/requiredFields/*` } },
  ],
  ["null-rate", "The rate of a component without one is null", `${component}/serviceLevel`, orNull],
  ["null-allowed-type", "The type of an operation without one is null", `${component}/operation/type`, orNull],
  ["reg-code-name", "The code of a component is code", `${component}/regCode`, as("code")],
  ["null-entry", "An entry is null", "/components", to((list) => [null, ...list]), { seen: { at: component } }],
]);

const lookups = [
  ...fieldsOf(
    ["lessors.get"],
    [
      ["lessor-number-text", "The number of a lessor is a text", "/number", to(String)],
      ["lessor-active-text", "Whether a lessor is active is a text", "/active", to(String)],
      ["no-payment", "A lessor has no payment information", "/paymentInformation", remove],
      ["bank-account-name", "A bank account is accountNumber", "/paymentInformation/iban", as("accountNumber")],
    ],
  ),
  ...fieldsOf(
    ["tires.get"],
    [
      ["tire-id-text", "The id of a tire is a text", "/id", to(String)],
      ["season-letter", "The season of a tire is a letter", "/seasonIndicator", to((text) => text[0])],
    ],
  ),
];

const invoices = [
  ...fieldsOf(invoiceReads, [
    ["invoice-total-text", "The total of an invoice is a text", "/total", to(String)],
    ["invoice-date-time", "The date of an invoice has a time", "/invoiceDate", to(atMidnight)],
    [
      "invoice-number-name",
      "The number of an invoice is number",
      "/invoiceNumber",
      as("number"),
      {
        on: [...invoiceReads, ...ofBoth("invoices.create")],
        request: takes(takeFrom("/invoiceNumber", "number")),
        in: invoiceReads,
      },
    ],
  ]),
  ...fieldsOf(invoiceLists, [
    ["invoice-list-text", "Totals in the list are texts", "/invoices/*/total", to(inText), openList],
    ["invoice-id-text", "Ids in the list are texts", "/invoices/*/id", to(String), openList],
    [
      "invoice-number-capitals",
      "Numbers in the list are in capitals",
      "/invoices/*/invoiceNumber",
      to(upper),
      openList,
    ],
    ["invoice-number-cut", "Numbers in the list have 4 characters", "/invoices/*/invoiceNumber", to(cut), openList],
    ["invoice-list-name", "Numbers in the list are number", "/invoices/*/invoiceNumber", as("number"), openList],
    ["invoices-name", "The list of invoices is in items", "/invoices", as("items"), openList],
  ]),
  ...fieldsOf(templates, [
    [
      "sender-number-name",
      "The number of the sender is regNumber",
      "/debit/identitySender/RegNumber",
      as("regNumber"),
      {
        on: [...templates, ...ofBoth("invoices.create")],
        request: takes(takeFrom("/identitySender/RegNumber", "regNumber")),
        in: templates,
      },
    ],
  ]),
];

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
    what: "The id of a new request is wrapped in data",
    on: ofBoth("create"),
    response: wraps((data) => ({ data })),
    seen: { at: "", in: ["serviceRequests.create"], write: true },
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
    seen: { at: "" },
  },
  {
    id: "related-in-data",
    what: "The related data of a vehicle is wrapped in data",
    on: relatedReads,
    response: wraps((data) => ({ data })),
    seen: { not: "the reference does not show the fields of related data" },
  },
];

/** Other statuses, headers, media types and errors. */
const heads: readonly Difference[] = [
  {
    id: "create-200",
    what: "A new request is answered with 200",
    on: ofBoth("create"),
    response: answers(200),
    seen: { at: "", in: ["serviceRequests.create"], write: true },
  },
  {
    id: "patch-204",
    what: "A changed request is answered with 204 and without a body",
    on: ofBoth("patch"),
    response: answers(204),
    seen: { at: "", in: ["serviceRequests.patch"], write: true },
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
    seen: { at: "", in: ["serviceRequests.delete"], write: true },
  },
  {
    id: "invoice-200",
    what: "A new invoice is answered with 200 and its id in invoiceId",
    on: ofBoth("invoices.create"),
    response: (reply) => {
      answers(200)(reply);
      shows(as("invoiceId")("/id"))(reply);
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
    seen: { at: "/traceId", in: rejected },
  },
  {
    id: "problem-in-error",
    what: "The content of an error is wrapped in error",
    on: ["*"],
    response: fails((error) => ({ error })),
    seen: { at: "", in: [...rejected, ...ofBoth("get"), "lessors.get", "lessors.contracts.get", "tires.get"] },
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
    { gone: ["serviceRequests.patch"], write: true },
  ),
  moved(
    "status-put",
    "The reason for not invoicing is set with PUT on the invoices",
    { "serviceRequests.invoices.setStatus": "PUT /v2/servicerequests/{id}/invoices" },
    { not: readOfWrites },
  ),
  moved(
    "rental-path",
    "The rental class of a vehicle is at /v2/vehicles/{licensePlate}/rentalclass",
    { "rentalVehicles.get": "GET /v2/vehicles/{licensePlate}/rentalclass" },
    { gone: ["rentalVehicles.get"] },
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
    seen: { at: "", in: ["serviceRequests.attachments.upload"], write: true },
  },
  {
    id: "upload-base64",
    what: "An attachment is uploaded as base64 in JSON",
    on: ofBoth("attachments.upload"),
    request: takeBase64,
    seen: { at: "", in: ["serviceRequests.attachments.upload"], write: true },
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
  ...fieldsOf(
    ["token.create"],
    [["token-lifetime-text", "The lifetime of a token is a text", "/expires_in", to(String)]],
  ),
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
    response: shows(as("accessToken")("/access_token"), as("tokenType")("/token_type"), as("expiresIn")("/expires_in")),
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
    request: takes(convert("/invoiceDate", fromReversed)),
    seen: { not: readOfWrites },
  },
  {
    id: "order-capitals",
    what: "Work order numbers are stored in capitals",
    on: written,
    request: takes(convert("/appointment/workOrderNumber", upper)),
    seen: contentOnly,
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
  ...requests,
  ...listItems,
  ...contractFields,
  ...allowedComponents,
  ...lookups,
  ...invoices,
  ...heads,
  ...envelopes,
  ...files,
  ...access,
  ...routes,
];
