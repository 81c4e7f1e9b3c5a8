import { checkApproval } from "../../../src/supplier/rules/approval.js";
import type { ApprovalContext } from "../../../src/supplier/rules/approval-input.js";
import type { RequestDraft } from "../../../src/supplier/rules/draft.js";
import {
  allowed,
  contract,
  guid,
  known,
  plate,
  reading,
  rental,
  rentalLine,
  repair,
  repairOf,
  repairOn,
  work,
} from "./approval-support.js";
import type { RuleRow } from "./table.js";

/** A row of the table; what holds is held against the same as what does not. */
function row(
  source: string,
  rule: string,
  breaks: RuleRow["breaks"],
  broken: RequestDraft,
  context: ApprovalContext = {},
  holds: RequestDraft = repair(),
): RuleRow {
  const check = (request: RequestDraft) => checkApproval(request, context);
  return { source, rule, breaks, holds: () => check(holds), broken: () => check(broken) };
}

const needs = "§3 approval requirements";
const lines = (...components: object[]) => repair({ components });
const rentals = { known: { rentalCodes: ["9001"] } };
const damage = { kind: "damage" } as const;
const vehicle = { licensePlate: plate };

const ofRepair: RuleRow[] = [
  row(
    needs,
    "a repair has a license plate",
    ["RULE-REQUIRED", "vehicle.licensePlate"],
    repair({ vehicle: { partialVin: "J" } }),
  ),
  row(needs, "a repair has a partial VIN", ["RULE-APPROVAL", "vehicle.partialVin"], repair({ vehicle })),
  row(
    needs,
    "a repair has a work order number",
    ["RULE-APPROVAL", "appointment.workOrderNumber"],
    repairOn({ workOrderNumber: undefined }),
  ),
  row(
    needs,
    "a repair has an estimated duration",
    ["RULE-APPROVAL", "appointment.estimatedDurationInDays"],
    repairOn({ estimatedDurationInDays: undefined }),
  ),
  row(
    needs,
    "a repair has a workshop date",
    ["RULE-APPROVAL", "appointment.workshopDate"],
    repairOn({ workshopDate: undefined }),
  ),
  row(
    needs,
    "a repair has a contact person",
    ["RULE-APPROVAL", "appointment.contact"],
    repairOn({ contact: undefined }),
  ),
  row(needs, "a repair has a mileage or hours reading", ["RULE-APPROVAL", "components"], lines(work())),
  row(needs, "a repair has a line besides the reading", ["RULE-APPROVAL", "components"], lines(reading())),
  row(
    "§2.3 readings",
    "a reading has the operation 19",
    ["RULE-APPROVAL", "components"],
    lines(reading({ operation: { code: "18" } }), work()),
  ),
  row(
    "§2.3 readings",
    "a reading has no type of operation",
    ["RULE-APPROVAL", "components"],
    lines(reading({ operation: { code: "19", type: { code: "1" } } }), work()),
  ),
  row(
    "§2.3 readings",
    "a reading has the reason 99",
    ["RULE-APPROVAL", "components"],
    lines(reading({ reason: { code: "98" } }), work()),
  ),
];

const ofOthers: RuleRow[] = [
  row(
    needs,
    "a rental has a license plate",
    ["RULE-REQUIRED", "vehicle.licensePlate"],
    rental({ vehicle: {} }),
    rentals,
    rental(),
  ),
  row(
    needs,
    "a rental has a work order number",
    ["RULE-APPROVAL", "appointment.workOrderNumber"],
    rental({ appointment: { checkoutDate: "2026-06-15T09:00:00Z" } }),
    rentals,
    rental(),
  ),
  row(
    needs,
    "a rental has a checkout date",
    ["RULE-APPROVAL", "appointment.checkoutDate"],
    rental({ appointment: { workOrderNumber: "RV-1" } }),
    rentals,
    rental(),
  ),
  row(
    needs,
    "a rental has exactly one rental vehicle line",
    ["RULE-APPROVAL", "components"],
    rental({ components: [rentalLine(), rentalLine({ id: guid(4) })] }),
    rentals,
    rental(),
  ),
  row(
    needs,
    "a damage request has a license plate",
    ["RULE-REQUIRED", "vehicle.licensePlate"],
    { components: [work()] },
    damage,
    { vehicle, components: [work()] },
  ),
  row(needs, "a damage request has a line", ["RULE-APPROVAL", "components"], { vehicle }, damage, {
    vehicle,
    components: [work()],
  }),
];

const started = { contract: contract({ leaseContract: { startDate: "2026-06-01" } }) };
const undamaged = { contract: contract({ componentsWithDamageAllowed: false }) };
const values = { known: { warranties: ["A"], leniencies: ["A"] } };
const part = (fields: object) => repairOf({ subcomponents: [fields] });
const inPart = "components[1].subcomponents[0]";

const ofFields: RuleRow[] = [
  row(
    "§2.2, §8 appointment",
    "a workshop date is a date",
    ["RULE-INVALID", "appointment.workshopDate"],
    repairOn({ workshopDate: "2026-02-30" }),
  ),
  ...["1999-12-31", "2101-01-01"].map((date) =>
    row(
      "§2.2, §8 appointment",
      `a workshop date is in 2000 to 2100, not ${date}`,
      ["RULE-INVALID", "appointment.workshopDate"],
      repairOn({ workshopDate: date }),
    ),
  ),
  ...["1999-12-31", "2101-01-01", "2026-02-30"].map((date) =>
    row(
      "§2.2, §8 appointment",
      `a checkout date is a date-time in 2000 to 2100, not ${date}`,
      ["RULE-INVALID", "appointment.checkoutDate"],
      repairOn({ checkoutDate: `${date}T09:00:00Z` }),
      {},
      repairOn({ checkoutDate: "2026-06-15T09:00:00+02:00" }),
    ),
  ),
  row(
    "§2.2, §7 REG-SVC000190",
    "a workshop date is not before the lease contract starts",
    ["REG-SVC000190", "appointment.workshopDate"],
    repairOn({ workshopDate: "2026-05-31" }),
    started,
    repairOn({ workshopDate: "2026-06-01" }),
  ),
  row(
    "§2.3, §7 REG-SVC000177",
    "no line has damage where the contract forbids it",
    ["REG-SVC000177", "components[1].damage"],
    repairOf({ damage: true }),
    undamaged,
    repairOf({ damage: false }),
  ),
  row(
    "§2.3, §7 REG-SVC000177",
    "no subcomponent has damage where the contract forbids it",
    ["REG-SVC000177", `${inPart}.damage`],
    part({ damage: true }),
    undamaged,
    part({ damage: false }),
  ),
  ...(["warranty", "leniency"] as const).flatMap((name) => {
    const code = name === "warranty" ? "REG-SVC000175" : "REG-SVC000176";
    return [
      row(
        `§2.3, §7 ${code}`,
        `a line has a ${name} that is known`,
        [code, `components[1].${name}`],
        repairOf({ [name]: "B" }),
        values,
        repairOf({ [name]: "A" }),
      ),
      row(
        `§2.3, §7 ${code}`,
        `a subcomponent has a ${name} that is known`,
        [code, `${inPart}.${name}`],
        part({ [name]: "B" }),
        values,
        part({ [name]: "A" }),
      ),
    ];
  }),
  row(
    "§2.1 identifiers",
    "the id of a line is a GUID",
    ["RULE-INVALID", "components[1].id"],
    repairOf({ id: "2" }),
  ),
  row(
    "§2.1 identifiers",
    "a line has an id",
    ["RULE-REQUIRED", "components[1].id"],
    repairOf({ id: undefined }),
  ),
  row(
    "§2.1 identifiers",
    "no two lines have the same id",
    ["RULE-DUPLICATE", "components[1]"],
    lines(reading(), work({ id: guid(1) })),
  ),
  row(
    "§2.3 duplicates",
    "no two lines say the same",
    ["RULE-DUPLICATE", "components[2]"],
    lines(reading(), work(), work({ id: guid(9) })),
    { known },
    lines(reading(), work(), work({ id: guid(9), location: ["1"] })),
  ),
  row(
    "§2.1 value",
    "the value of a line is a decimal text",
    ["RULE-INVALID", "components[1].value"],
    repairOf({ value: "1,5" }),
    {},
    repairOf({ value: "1.5" }),
  ),
  row(
    "§2.1, §9 value",
    "the value of a reading is no number",
    ["RULE-INVALID", "components[0].value"],
    lines({ ...reading(), value: 48210 }, work()),
  ),
  row(
    "§2.1 value",
    "the value of a subcomponent is a decimal text",
    ["RULE-INVALID", `${inPart}.value`],
    part({ value: "1.000,0" }),
    {},
    part({ value: "1000.0" }),
  ),
  row(
    "§2.3 operation",
    "a line has an operation",
    ["RULE-REQUIRED", "components[1].operation"],
    repairOf({ operation: undefined }),
  ),
  row(
    "§2.3, §9 reason",
    "a line has a reason",
    ["RULE-REQUIRED", "components[1].reason"],
    repairOf({ reason: undefined }),
  ),
  row(
    "§2.4 part",
    "a part is a tire, not the base",
    ["RULE-INVALID", "components[1].part.partType"],
    repairOf({ part: { partType: "Base" } }),
    {},
    repairOf({ part: { partType: "Tire" } }),
  ),
  row(
    "§2.4 part",
    "a part of a subcomponent says what it is",
    ["RULE-REQUIRED", `${inPart}.part.partType`],
    part({ part: { id: 1 } }),
    {},
    part({ part: { id: 1, partType: "Tire" } }),
  ),
];

const components = { allowedComponents: allowed };
const swap = {
  reg: { code: "3199" },
  operation: { code: "03" },
  reason: { code: "30" },
  location: ["1", "L"],
};

const ofAllowed: RuleRow[] = [
  row(
    "§2.6, §8 allowed components",
    "a component is allowed",
    ["RULE-COMPONENT", "components[1].reg.code"],
    repairOf({ reg: { code: "7777" } }),
    components,
  ),
  row(
    "§2.6 allowed components",
    "a line has the operation of its component",
    ["RULE-OPERATION", "components[1].operation"],
    repairOf({ operation: { code: "09" } }),
    components,
  ),
  row(
    "§2.6 allowed components",
    "a line has the type of operation of its component",
    ["RULE-OPERATION", "components[1].operation"],
    repairOf({ operation: { code: "01" } }),
    components,
  ),
  row(
    "§2.6 allowed components",
    "a line has a reason of its component",
    ["RULE-REASON", "components[1].reason"],
    repairOf({ reason: { code: "09" } }),
    components,
  ),
  row(
    "§2.3, §2.6 location",
    "a line is at a location of its component",
    ["RULE-LOCATION", "components[1].location"],
    repairOf({ ...swap, location: ["9"] }),
    components,
    repairOf(swap),
  ),
  row(
    "§2.3, §2.6 location",
    "a line has no location where its component has none",
    ["RULE-LOCATION", "components[1].location"],
    repairOf({ location: ["1"] }),
    components,
  ),
  row(
    "§2.3 location",
    "a subcomponent has no location where none is allowed",
    ["RULE-LOCATION", `${inPart}.location`],
    repairOf({
      subcomponents: [
        { ...work(), reg: { code: "1102" }, operation: { code: "05" }, reason: { code: "38" }, location: [] },
      ],
    }),
    components,
    part({ reg: { code: "1102" }, location: null }),
  ),
  row(
    "§2.3, §2.6 subcomponents",
    "a line has subcomponents of its component",
    ["RULE-SUBCOMPONENT", `${inPart}.reg.code`],
    part({ reg: { code: "9999" } }),
    components,
    part({ reg: { code: "1102" } }),
  ),
  row(
    "§2.3 reason 38",
    "a subcomponent has a reason of its own",
    ["RULE-REASON", `${inPart}.reason`],
    part({ reg: { code: "1102" }, reason: { code: "39" } }),
    components,
    part({ reg: { code: "1102" }, reason: { code: "38" } }),
  ),
  row(
    "§2.6 required fields",
    "a line has the fields that its component requires",
    ["RULE-REQUIRED", "components[1].price"],
    repairOf({ price: undefined }),
    components,
  ),
  row(
    "§2.6 required fields",
    "a line has a location where its component requires it",
    ["RULE-REQUIRED", "components[1].location"],
    repairOf({ ...swap, location: [] }),
    components,
    repairOf(swap),
  ),
];

const open = { id: guid(50), licensePlate: plate };
const limit = "§4.1, §8 open requests";
const tooMany: RuleRow["breaks"] = ["RULE-OPEN-REQUESTS", "vehicle.licensePlate"];
const held = (...openRequests: NonNullable<ApprovalContext["openRequests"]>) => ({ openRequests, known });
const itself = { id: guid(50), status: "Draft", licensePlate: plate };
const read = (status: string) => repair({ id: guid(60), status, licensePlate: plate });

const ofRequests: RuleRow[] = [
  row(
    limit,
    "a vehicle has one open request for work",
    tooMany,
    repair(),
    held({ ...open, components: [work()] }),
    rental(),
  ),
  row(
    limit,
    "a vehicle has one open request for a rental",
    tooMany,
    rental(),
    held({ ...open, components: [rentalLine()] }),
    repair(),
  ),
  row(
    limit,
    "a vehicle has two open requests at most",
    tooMany,
    repair(),
    held(open, { ...open, id: guid(51) }),
    repair(itself),
  ),
  row(
    "§3 phases",
    "a request that the lessor has is not submitted again",
    ["RULE-PHASE", "status"],
    read("ApprovalRequested"),
    {},
    read("Draft"),
  ),
  row(
    "§3 phases",
    "a request that is approved is not submitted again",
    ["RULE-PHASE", "status"],
    read("Approved"),
    {},
    read("Denied"),
  ),
];

/** The rules about what goes to the lessor. */
export const approvalRules: readonly RuleRow[] = [
  ...ofRepair,
  ...ofOthers,
  ...ofFields,
  ...ofAllowed,
  ...ofRequests,
];
