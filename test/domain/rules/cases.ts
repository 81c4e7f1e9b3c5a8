import {
  damage,
  damageLine,
  guid,
  otherWork,
  type RequestBody,
  reading,
  rental,
  rentalLine,
  repair,
  repairFor,
  repairOf,
  repairOn,
  repairWith,
  replacement,
  swap,
  tire,
  work,
} from "./content.js";

/*
 * The rules of supplier-api.md by section: an input, and the codes that the reference demands for it. Each is checked
 * by `checkApproval` or `checkInvoice`, and by the sandbox over HTTP.
 *
 * A code that the reference does not show is written without its prefix: `RULE-` in the client, `SANDBOX-` in the
 * sandbox. A case without codes is accepted. Letters in brackets name the rule in the table of the sandbox's tests.
 */

/** A new request that is sent for approval. */
export interface RequestCase {
  readonly rule: string;
  readonly request: RequestBody;
  readonly kind?: "service" | "damage";
  /** Drafts that the supplier already has. */
  readonly open?: readonly RequestBody[];
  readonly codes: readonly string[];
  /** Whether only fields are missing that an allowed component requires: the sandbox leaves that to the lessor. */
  readonly isIncomplete?: true;
}

/** A request that is accepted, or that breaks a rule. */
const service = (rule: string, request: RequestBody, ...codes: string[]): RequestCase => ({
  rule,
  request,
  codes,
});

const ofDamage = (rule: string, request: RequestBody, ...codes: string[]): RequestCase => ({
  rule,
  request,
  kind: "damage",
  codes,
});

const incomplete = (each: RequestCase): RequestCase => ({ ...each, isIncomplete: true });

const besides = (
  open: readonly RequestBody[],
  rule: string,
  request: RequestBody,
  ...codes: string[]
): RequestCase => ({ rule, request, open, codes });

const subcomponent = "components[1].subcomponents[0]";
const plate = "vehicle.licensePlate";
const components = "APPROVAL components";

const conventions = [
  service("§2.1 a line id is a GUID", repairOf(work({ id: "2" })), "INVALID components[1].id"),
  service("§2.1 a line has an id", repairOf(work({ id: undefined })), "REQUIRED components[1].id"),
  service(
    "§2.1 a line id is unique within a request",
    repairOf(work(), otherWork({ id: work().id })),
    "DUPLICATE components[2]",
  ),
  service(
    "§2.1 a line id is unique whatever the case of its letters",
    repairOf(
      work({ id: "abcdef01-2345-4789-8bcd-ef0123456789" }),
      otherWork({ id: "ABCDEF01-2345-4789-8BCD-EF0123456789" }),
    ),
    "DUPLICATE components[2]",
  ),
  ...["48,2", "1.000,0", "1 000", "1e3", "x"].map((value) =>
    service(`§2.1 a value is a decimal text, not ${value}`, repairOf(work({ value })), "INVALID components[1].value"),
  ),
  service(
    "§2.1 §9 a value is a text, not a number",
    repair({ components: [reading({ value: 48210 }), work()] }),
    "INVALID components[0].value",
  ),
  service("§2.1 a value may have a fraction", repair({ components: [reading({ value: "7.5" }), work()] })),
  service(
    "§2.1 the value of a subcomponent is a decimal text",
    repairWith({ value: "1,5" }),
    `INVALID ${subcomponent}.value`,
  ),
  service(
    "§2.1 a date is a day that exists",
    repairOn({ workshopDate: "2026-02-30" }),
    "INVALID appointment.workshopDate",
  ),
  service(
    "§2.1 a date-time is one that exists",
    repairOn({ checkoutDate: "2026-02-30T09:00:00Z" }),
    "INVALID appointment.checkoutDate",
  ),
  service("§2.1 a date-time may have an offset", repairOn({ checkoutDate: "2026-06-15T09:00:00+02:00" })),
];

const years = [
  ["workshopDate", "1999-12-31", false],
  ["workshopDate", "2000-01-01", true],
  ["workshopDate", "2100-12-31", true],
  ["workshopDate", "2101-01-01", false],
  ["checkoutDate", "1999-12-31T12:00:00Z", false],
  ["checkoutDate", "2000-01-01T12:00:00Z", true],
  ["checkoutDate", "2100-12-31T12:00:00Z", true],
  ["checkoutDate", "2101-01-01T12:00:00Z", false],
  // The year is that of the instant in UTC.
  ["checkoutDate", "1999-12-31T23:00:00-01:00", true],
  ["checkoutDate", "2000-01-01T00:59:59+01:00", false],
  ["checkoutDate", "2101-01-01T00:59:59+01:00", true],
  ["checkoutDate", "2100-12-31T23:00:00-01:00", false],
] as const;

const appointments = [
  ...years.map(([field, date, isValid]) =>
    service(
      `§2.2 §8 the year of a ${field} lies between 2000 and 2100: ${date}`,
      repairOn({ [field]: date }, "OLD-1"),
      ...(isValid ? [] : [`INVALID appointment.${field}`]),
    ),
  ),
  service(
    "§2.2 §7 a workshop date is not before the lease contract starts",
    repairOn({ workshopDate: "2026-05-31" }, "NP-345-R"),
    "REG-SVC000190 appointment.workshopDate",
  ),
  service(
    "§2.2 §7 a workshop date may be the first day of the lease contract",
    repairOn({ workshopDate: "2026-06-01" }, "NP-345-R"),
  ),
  service(
    "§7 no request is created for the vehicle of an inactive lessor",
    repairFor("GH-789-J", work()),
    "REG-SVC000187 vehicle.licensePlate",
  ),
  ofDamage(
    "§7 the workshop date of a damage is not before the lease contract starts",
    damage({ vehicle: { licensePlate: "NP-345-R" }, appointment: { workshopDate: "2026-05-31" } }),
    "REG-SVC000190 appointment.workshopDate",
  ),
];

const lines = [
  service("§2.3 a line has an operation", repairOf(work({ operation: undefined })), "REQUIRED components[1].operation"),
  service("§2.3 an operation has a code", repairOf(work({ operation: {} })), "REQUIRED components[1].operation.code"),
  service("§2.3 §9 a line has a reason", repairOf(work({ reason: undefined })), "REQUIRED components[1].reason"),
  service("§2.3 a subcomponent needs neither", repairWith({ price: 2.5 }, { price: 2.5 })),
  service(
    "§2.3 §7 a line has no damage where the contract forbids it",
    repairFor("KL-012-M", work({ damage: true })),
    "REG-SVC000177 components[1].damage",
  ),
  service(
    "§2.3 §7 a subcomponent has no damage where the contract forbids it",
    repairFor("KL-012-M", work({ subcomponents: [{ damage: true }, { damage: false }] })),
    `REG-SVC000177 ${subcomponent}.damage`,
  ),
  service("§2.3 a line may say that it has no damage", repairFor("KL-012-M", work({ damage: false }))),
  service("§2.3 a line may have damage where the contract allows it", repairOf(work({ damage: true }))),
  ...(["warranty", "leniency"] as const).flatMap((field) => {
    const code = field === "warranty" ? "REG-SVC000175" : "REG-SVC000176";
    const tag = field === "warranty" ? "" : "";
    const right = field === "warranty" ? "Factory" : "Lessor";
    const wrong = field === "warranty" ? "Lessor" : "Factory";
    return [
      service(
        `§2.3 §7 the ${field} of a line is a permitted value ${tag}`,
        repairOf(work({ [field]: wrong })),
        `${code} components[1].${field}`,
      ),
      service(
        `§2.3 §7 the ${field} of a subcomponent is a permitted value`,
        repairWith({ [field]: wrong }),
        `${code} ${subcomponent}.${field}`,
      ),
      service(`§2.3 §7 a ${field} is a text`, repairOf(work({ [field]: 7 })), `${code} components[1].${field}`),
      service(
        `§2.3 a permitted ${field} is accepted`,
        repairOf(work({ [field]: right, subcomponents: [{ [field]: right }] })),
      ),
    ];
  }),
  service("§2.3 a component is not there twice", repairOf(work(), work({ id: guid(9) })), "DUPLICATE components[2]"),
  service(
    "§2.3 an empty location is the same as none",
    repairOf(work(), work({ id: guid(9), location: [] })),
    "DUPLICATE components[2]",
  ),
  service(
    "§2.3 some components may repeat",
    repairOf(...[8, 9].map((number) => work({ id: guid(number), reg: { code: "2901" }, operation: { code: "08" } }))),
  ),
  service(
    "§2.3 a component may be at two locations",
    repairOf(replacement(), replacement({ id: guid(9), location: ["1", "R"] })),
  ),
  service(
    "§2.3 a component may be there with two operations",
    repairOf(otherWork(), otherWork({ id: guid(9), operation: { code: "05" }, reason: { code: "20" } })),
  ),
  service(
    "§2.3 a line without reg is not a duplicate",
    repairOf(...[8, 9].map((number) => ({ ...work({ id: guid(number) }), reg: undefined, supplierCode: "X1" }))),
  ),
  service(
    "§2.4 a part is not the abstract base",
    repairOf(replacement({ subcomponents: [tire({ part: { partType: "Base" } })] })),
    `INVALID ${subcomponent}.part.partType`,
  ),
  service(
    "§2.4 a part has a type",
    repairOf(replacement({ subcomponents: [tire({ part: { id: 501 } })] })),
    `REQUIRED ${subcomponent}.part.partType`,
  ),
];

const allowedComponents = [
  service(
    "§2.6 §8 a line is of a component that exists",
    repairOf(work({ reg: { code: "0000" } })),
    "COMPONENT components[1].reg.code",
  ),
  service(
    "§2.6 §8 a line is of a component that the vehicle allows",
    repairFor("ZH-606-L", work()),
    "COMPONENT components[1].reg.code",
  ),
  service(
    "§2.6 a subcomponent is not a line",
    repairOf(work({ reg: { code: "3101" } })),
    "COMPONENT components[1].reg.code",
  ),
  service(
    "§4.3 a service request has no damage components",
    repairOf(work(), damageLine()),
    "COMPONENT components[2].reg.code",
  ),
  ofDamage(
    "§4.3 a damage request has damage components only",
    damage({ components: [damageLine(), work(), reading()] }),
    "COMPONENT components[1].reg.code",
    "COMPONENT components[2].reg.code",
  ),
  service(
    "§2.3 a reading is of a component that the vehicle allows",
    repairFor("TR-404-H", work()),
    "COMPONENT components[0].reg.code",
  ),
  service(
    "§2.6 a line has the operation of its component",
    repairOf(work({ operation: { code: "03" } })),
    "OPERATION components[1].operation",
  ),
  service(
    "§2.6 a line has no type of operation if its component has none",
    repairOf(work({ operation: { code: "01", type: { code: "1" } } })),
    "OPERATION components[1].operation",
  ),
  service(
    "§2.6 a line has the type of operation of its component",
    repairOf(work({ reg: { code: "1103" }, operation: { code: "09" }, reason: { code: "11" } })),
    "OPERATION components[1].operation",
  ),
  service(
    "§2.6 a component may have a type of operation",
    repairOf(work({ reg: { code: "1103" }, operation: { code: "09", type: { code: "1" } }, reason: { code: "11" } })),
  ),
  service(
    "§2.6 a line has a reason of its component",
    repairOf(work({ reason: { code: "38" } })),
    "REASON components[1].reason",
  ),
  service(
    "§2.6 a line has a reason of its component with this operation",
    repairOf(otherWork({ operation: { code: "05" }, reason: { code: "10" } })),
    "REASON components[1].reason",
  ),
  service(
    "§2.3 §2.6 a line has no location if its component has none",
    repairOf(work({ location: ["1", "L"] })),
    "LOCATION components[1].location",
  ),
  service("§2.3 an empty location of a line is none", repairOf(work({ location: [] }))),
  service(
    "§2.3 a reading has no location",
    repairOf(work(), reading({ id: guid(9), location: ["1"] })),
    "LOCATION components[2].location",
  ),
  ...[["3", "L"], ["1"], ["L", "1"], ["1", "L", "x"]].map((location) =>
    service(
      `§2.3 §2.6 a line is at a location of its component, not at ${location.join(" ")}`,
      repairOf(replacement({ location })),
      "LOCATION components[1].location",
    ),
  ),
  service(
    "§2.3 §2.6 a line may be at the third axle of a truck",
    repairFor("BT-202-Z", replacement({ location: ["3", "R"] })),
  ),
  service(
    "§2.3 §2.6 a line may be at a side",
    repairOf(work({ reg: { code: "2301" }, operation: { code: "01" }, reason: { code: "60" }, location: ["L"] })),
  ),
  service(
    "§2.3 a line has only subcomponents that its component can have",
    repairWith({ reg: { code: "3101" } }),
    `SUBCOMPONENT ${subcomponent}.reg.code`,
  ),
  service(
    "§2.3 a subcomponent has the operation of its component",
    repairOf(replacement({ subcomponents: [tire({ operation: { code: "01" } })] })),
    `OPERATION ${subcomponent}.operation`,
  ),
  service(
    "§2.3 a subcomponent has a reason of its component",
    repairOf(
      replacement({
        subcomponents: [tire(), { reg: { code: "3153" }, operation: { code: "07" }, reason: { code: "99" } }],
      }),
    ),
    "REASON components[1].subcomponents[1].reason",
  ),
  service(
    "§2.3 a disposed unmounted tire may be dried out",
    repairOf(
      replacement({
        subcomponents: [tire(), { reg: { code: "3153" }, operation: { code: "07" }, reason: { code: "38" } }],
      }),
    ),
  ),
  service(
    "§2.3 a subcomponent has no location where none is allowed",
    repairOf(replacement({ subcomponents: [tire({ location: ["1", "L"] })] })),
    `LOCATION ${subcomponent}.location`,
  ),
  service(
    "§2.3 any location but null is rejected there, also an empty one",
    repairOf(replacement({ subcomponents: [tire({ location: [] })] })),
    `LOCATION ${subcomponent}.location`,
  ),
  service(
    "§2.3 a subcomponent may have the location null",
    repairOf(replacement({ subcomponents: [tire({ location: null })] })),
  ),
  service(
    "§2.3 a subcomponent is at a location of its component",
    repairOf(swap({ subcomponents: [{ reg: { code: "3151" }, location: ["1", "M"] }] })),
    `LOCATION ${subcomponent}.location`,
  ),
  service("§2.3 a swap of tires is accepted", repairOf(swap())),
  incomplete(
    service(
      "§2.6 a line has the fields that its component requires",
      repairOf(replacement({ price: undefined, location: [] })),
      "REQUIRED components[1].price",
      "REQUIRED components[1].location",
    ),
  ),
  incomplete(
    service(
      "§2.6 a subcomponent has the fields that its component requires",
      repairOf(replacement({ subcomponents: [{ reg: { code: "3101" } }] })),
      `REQUIRED ${subcomponent}.price`,
      `REQUIRED ${subcomponent}.part`,
    ),
  ),
  incomplete(
    service(
      "§2.6 a rental vehicle has the fields that its component requires",
      rental({ components: [rentalLine({ price: undefined })] }),
      "REQUIRED components[0].price",
    ),
  ),
  incomplete(
    ofDamage(
      "§2.6 a damage has the fields that its component requires",
      damage({ components: [damageLine({ price: undefined })] }),
      "REQUIRED components[0].price",
    ),
  ),
  service(
    "§2.3 a line with the supplier's own code only is not compared",
    repairOf({ ...work({ price: undefined, location: ["9"] }), reg: undefined, supplierCode: "X1" }),
  ),
];

const approval = [
  service("§3 a repair is accepted with all that is listed, and no more", repair()),
  service("§3 a repair needs a license plate", repair({ vehicle: { partialVin: "JF123456" } }), `REQUIRED ${plate}`),
  service(
    "§3 a repair needs a license plate that is not blank",
    repair({ vehicle: { licensePlate: " ", partialVin: "JF123456" } }),
    `REQUIRED ${plate}`,
  ),
  service(
    "§3 a repair needs a partial VIN",
    repair({ vehicle: { licensePlate: "AB-123-C" } }),
    "APPROVAL vehicle.partialVin",
  ),
  service(
    "§3 a repair needs a partial VIN that is not blank",
    repair({ vehicle: { licensePlate: "AB-123-C", partialVin: " \t" } }),
    "APPROVAL vehicle.partialVin",
  ),
  service(
    "§3 a repair needs a work order number",
    repairOn({ workOrderNumber: undefined }),
    "APPROVAL appointment.workOrderNumber",
  ),
  service(
    "§3 a repair needs an estimated duration",
    repairOn({ estimatedDurationInDays: undefined }),
    "APPROVAL appointment.estimatedDurationInDays",
  ),
  service("§3 the estimated duration may be 0: no lower limit is shown", repairOn({ estimatedDurationInDays: 0 })),
  service(
    "§3 a repair needs a workshop date",
    repairOn({ workshopDate: undefined }),
    "APPROVAL appointment.workshopDate",
  ),
  service("§3 a repair needs a contact person", repairOn({ contact: undefined }), "APPROVAL appointment.contact"),
  service("§3 a contact person has a name", repairOn({ contact: { phone: "1" } }), "APPROVAL appointment.contact"),
  service("§3 a repair needs a reading", repair({ components: [work(), otherWork()] }), components),
  service("§3 a repair needs a line besides the reading", repair({ components: [reading()] }), components),
  service("§3 a repair without lines lacks both", repair({ components: [] }), components, components),
  service(
    "§2.3 a reading may be of the hours",
    repair({ components: [reading({ reg: { code: "5449" }, value: "0" }), work()] }),
  ),
  ...[
    { operation: { code: "01" } },
    { operation: { code: "19", type: { code: "1" } } },
    { reason: { code: "10" } },
  ].map((fields) =>
    service(
      `§2.3 a reading does not have ${JSON.stringify(fields)}`,
      repair({ components: [reading(fields), work()] }),
      components,
    ),
  ),
  service(
    "§3 a reading has a value (assumed)",
    repair({ components: [reading({ value: undefined }), work()] }),
    components,
  ),
  service(
    "§3 the value of a reading may be below zero: no lower limit is shown",
    repair({ components: [reading({ value: "-1" }), work()] }),
  ),
  service(
    "§3 a second reading is a further line",
    repair({ components: [reading(), reading({ id: guid(9), reg: { code: "5449" } })] }),
  ),
  service("§3 a repair with work only lacks the reading", repair({ components: [work()] }), components),
  service("§3 a rental is accepted with all that is listed, and no more", rental()),
  service("§3 a rental needs a license plate", rental({ vehicle: {} }), `REQUIRED ${plate}`),
  service(
    "§3 a rental needs a work order number",
    rental({ appointment: { checkoutDate: "2026-06-16T08:00:00Z" } }),
    "APPROVAL appointment.workOrderNumber",
  ),
  service(
    "§3 a rental needs a checkout date",
    rental({ appointment: { workOrderNumber: "RV-1" } }),
    "APPROVAL appointment.checkoutDate",
  ),
  service("§3 a rental needs exactly one line", rental({ components: [rentalLine(), work()] }), components),
  service("§3 a rental has no reading", rental({ components: [rentalLine(), reading()] }), components),
  ofDamage("§3 a damage is accepted with a line and nothing else (assumed)", damage()),
  ofDamage("§3 a damage needs a license plate", damage({ vehicle: {} }), `REQUIRED ${plate}`),
  ofDamage("§3 a damage needs a line (assumed)", damage({ components: [] }), components),
];

const draft: RequestBody = { vehicle: { licensePlate: "AB-123-C" } };
const tooMany = `OPEN-REQUESTS ${plate}`;

const openRequests = [
  besides([rental()], "§4.1 §8 a vehicle may have a request for a rental and one for work", repair()),
  besides([repair()], "§4.1 §8 a vehicle may have a request for work and one for a rental", rental()),
  besides([repair()], "§4.1 §8 a vehicle has one request for work", repair(), tooMany),
  besides([rental()], "§4.1 §8 a vehicle has one request for a rental", rental(), tooMany),
  besides([rental(), repair()], "§4.1 §8 a vehicle has two requests", repair(), tooMany),
  besides([draft], "§8 a draft without lines is one of the two (assumed)", repair()),
  besides([draft, draft], "§8 two drafts without lines are two (assumed)", repair(), tooMany),
  besides(
    [repair({ components: [reading(), rentalLine()] })],
    "§4.1 a request with lines of both kinds counts for both",
    rental(),
    tooMany,
  ),
  besides([repair()], "§4.1 §8 each vehicle has its own limit", repairFor("KL-012-M", work())),
  {
    ...ofDamage("§4.1 §8 damage requests are not limited", damage()),
    open: [repair(), rental()],
  },
];

/** New requests, by section. */
export const requestCases: readonly RequestCase[] = [
  ...conventions,
  ...appointments,
  ...lines,
  ...allowedComponents,
  ...approval,
  ...openRequests,
];

/** A decision of the lessor about each line, and what the supplier then does before it submits the request again. */
export interface Round {
  readonly decisions: readonly ("Approved" | "Denied" | "CallLessor" | "ProvisionallyApproved")[];
  /** The supplier cancels the line with an index, or writes a line. */
  readonly steps?: readonly (number | { readonly id: string })[];
}

/** A request that was submitted and is submitted again. */
export interface ResubmissionCase {
  readonly rule: string;
  readonly request: RequestBody;
  readonly rounds: readonly [Round, ...Round[]];
  /** What the lessor changes in the contract before the last submission. */
  readonly contract?: object;
  readonly codes: readonly string[];
  /** As for a new request. */
  readonly isIncomplete?: true;
}

const noWork = { supplierContract: { repairAndMaintenance: { allowed: false } } };
const noDamage = { componentsWithDamageAllowed: false };

/** Requests that were with the lessor, by section. */
export const resubmissionCases: readonly ResubmissionCase[] = [
  {
    rule: "§3 a denied request can be submitted again",
    request: repair(),
    rounds: [{ decisions: ["Denied", "CallLessor"] }],
    codes: [],
  },
  {
    rule: "§3 an approved request is not submitted again",
    request: repair(),
    rounds: [{ decisions: ["Approved", "Approved"] }],
    codes: ["PHASE status"],
  },
  {
    rule: "§3 a reading that is cancelled does not count beside work",
    request: repair(),
    rounds: [{ decisions: ["Denied", "Denied"], steps: [0] }],
    codes: [components],
  },
  {
    rule: "§3 all work can be cancelled, because the lessor approves that (assumed)",
    request: repair(),
    rounds: [{ decisions: ["Denied", "Denied"], steps: [1] }],
    codes: [],
  },
  {
    rule: "§3 all lines can be cancelled (assumed)",
    request: repair(),
    rounds: [{ decisions: ["Denied", "Denied"], steps: [0, 1] }],
    codes: [],
  },
  {
    rule: "§3 a rental may have a new line for a cancelled one",
    request: rental(),
    rounds: [{ decisions: ["Denied"], steps: [0, rentalLine({ id: guid(9) })] }],
    codes: [],
  },
  {
    rule: "§3 a rental has one line that is not cancelled",
    request: rental(),
    rounds: [{ decisions: ["Denied"], steps: [otherWork()] }],
    codes: [components],
  },
  {
    rule: "§3 the line of a rental can be cancelled",
    request: rental(),
    rounds: [{ decisions: ["Denied"], steps: [0] }],
    codes: [],
  },
  {
    rule: "§3 the cancellation of the line of a rental can be approved",
    request: rental(),
    rounds: [
      { decisions: ["Denied"], steps: [0, rentalLine({ id: guid(9) })] },
      { decisions: ["Approved", "Denied"], steps: [1] },
    ],
    codes: [],
  },
  {
    rule: "§2.3 a cancelled line is no duplicate",
    request: repairOf(work(), otherWork()),
    rounds: [{ decisions: ["Denied", "Denied", "Denied"], steps: [1, work({ id: guid(9) })] }],
    codes: [],
  },
  {
    rule: "§2.3 a line is a duplicate again once its cancellation is denied",
    request: repair(),
    rounds: [
      { decisions: ["Denied", "Denied"], steps: [1, work({ id: guid(9) })] },
      { decisions: ["Approved", "Denied", "Denied"] },
    ],
    codes: ["DUPLICATE components[2]"],
  },
  {
    rule: "§2.6 a line that was denied has the fields that its component requires",
    request: repair(),
    rounds: [{ decisions: ["Denied", "Denied"], steps: [work({ price: undefined })] }],
    codes: ["REQUIRED components[1].price"],
    isIncomplete: true,
  },
  {
    rule: "§3 an incomplete line that the lessor accepted as it is needs no fields",
    request: repairOf(work({ price: undefined }), otherWork()),
    rounds: [{ decisions: ["Approved", "ProvisionallyApproved", "Denied"] }],
    codes: [],
  },
  {
    rule: "§2.6 a cancelled line needs no fields",
    request: repairOf(work(), otherWork()),
    rounds: [
      {
        decisions: ["Denied", "Denied", "Denied"],
        steps: [otherWork({ price: undefined }), 2],
      },
    ],
    codes: [],
  },
  {
    rule: "§2.5 the contract is read again",
    request: repair(),
    rounds: [{ decisions: ["Denied", "Denied"] }],
    contract: noWork,
    codes: ["COMPONENT components[1].reg.code"],
  },
  {
    rule: "§2.5 §7 the start of the lease contract is read again",
    request: repair(),
    rounds: [{ decisions: ["Denied", "Denied"] }],
    contract: { leaseContract: { startDate: "2026-06-16" } },
    codes: ["REG-SVC000190 appointment.workshopDate"],
  },
  {
    rule: "§2.5 §7 damage is compared with the contract as it is now",
    request: repairOf(work({ damage: true })),
    rounds: [{ decisions: ["Denied", "Denied"] }],
    contract: noDamage,
    codes: ["REG-SVC000177 components[1].damage"],
  },
  {
    rule: "§2.5 lines that are accepted or cancelled are not compared with it again (assumed)",
    request: repairOf(work({ damage: true }), otherWork()),
    rounds: [{ decisions: ["Denied", "ProvisionallyApproved", "Denied"], steps: [2] }],
    contract: { ...noWork, ...noDamage },
    codes: [],
  },
];
