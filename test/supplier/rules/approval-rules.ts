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
import type { RuleCase } from "./rule-case.js";

/** Creates a case; a request that keeps the rule is checked in the same context. */
function createCase(
  [source, rule]: readonly [source: string, rule: string],
  breaks: RuleCase["breaks"],
  {
    broken,
    context = {},
    holds = repair(),
  }: { broken: RequestDraft; context?: ApprovalContext; holds?: RequestDraft },
): RuleCase {
  const check = (request: RequestDraft) => checkApproval(request, context);
  return { source, rule, breaks, holds: () => check(holds), broken: () => check(broken) };
}

const needs = "§3 approval requirements";
const lines = (...components: object[]) => repair({ components });
const rentals = { known: { rentalCodes: ["9001"] } };
const damage = { kind: "damage" } as const;
const vehicle = { licensePlate: plate };

const ofRepair: RuleCase[] = [
  createCase([needs, "a repair has a license plate"], ["RULE-REQUIRED", "vehicle.licensePlate"], {
    broken: repair({ vehicle: { partialVin: "J" } }),
  }),
  createCase([needs, "a repair has a partial VIN"], ["RULE-APPROVAL", "vehicle.partialVin"], {
    broken: repair({ vehicle }),
  }),
  createCase([needs, "a repair has a work order number"], ["RULE-APPROVAL", "appointment.workOrderNumber"], {
    broken: repairOn({ workOrderNumber: undefined }),
  }),
  createCase(
    [needs, "a repair has an estimated duration"],
    ["RULE-APPROVAL", "appointment.estimatedDurationInDays"],
    { broken: repairOn({ estimatedDurationInDays: undefined }) },
  ),
  createCase([needs, "a repair has a workshop date"], ["RULE-APPROVAL", "appointment.workshopDate"], {
    broken: repairOn({ workshopDate: undefined }),
  }),
  createCase([needs, "a repair has a contact person"], ["RULE-APPROVAL", "appointment.contact"], {
    broken: repairOn({ contact: undefined }),
  }),
  createCase([needs, "a repair has a mileage or hours reading"], ["RULE-APPROVAL", "components"], {
    broken: lines(work()),
  }),
  createCase([needs, "a repair has a line besides the reading"], ["RULE-APPROVAL", "components"], {
    broken: lines(reading()),
  }),
  createCase(["§2.3 readings", "a reading has the operation 19"], ["RULE-APPROVAL", "components"], {
    broken: lines(reading({ operation: { code: "18" } }), work()),
  }),
  createCase(["§2.3 readings", "a reading has no type of operation"], ["RULE-APPROVAL", "components"], {
    broken: lines(reading({ operation: { code: "19", type: { code: "1" } } }), work()),
  }),
  createCase(["§2.3 readings", "a reading has the reason 99"], ["RULE-APPROVAL", "components"], {
    broken: lines(reading({ reason: { code: "98" } }), work()),
  }),
];

const ofOthers: RuleCase[] = [
  createCase([needs, "a rental has a license plate"], ["RULE-REQUIRED", "vehicle.licensePlate"], {
    broken: rental({ vehicle: {} }),
    context: rentals,
    holds: rental(),
  }),
  createCase([needs, "a rental has a work order number"], ["RULE-APPROVAL", "appointment.workOrderNumber"], {
    broken: rental({ appointment: { checkoutDate: "2026-06-15T09:00:00Z" } }),
    context: rentals,
    holds: rental(),
  }),
  createCase([needs, "a rental has a checkout date"], ["RULE-APPROVAL", "appointment.checkoutDate"], {
    broken: rental({ appointment: { workOrderNumber: "RV-1" } }),
    context: rentals,
    holds: rental(),
  }),
  createCase([needs, "a rental has exactly one rental vehicle line"], ["RULE-APPROVAL", "components"], {
    broken: rental({ components: [rentalLine(), rentalLine({ id: guid(4) })] }),
    context: rentals,
    holds: rental(),
  }),
  createCase([needs, "a damage request has a license plate"], ["RULE-REQUIRED", "vehicle.licensePlate"], {
    broken: { components: [work()] },
    context: damage,
    holds: { vehicle, components: [work()] },
  }),
  createCase([needs, "a damage request has a line"], ["RULE-APPROVAL", "components"], {
    broken: { vehicle },
    context: damage,
    holds: {
      vehicle,
      components: [work()],
    },
  }),
];

const started = { contract: contract({ leaseContract: { startDate: "2026-06-01" } }) };
const undamaged = { contract: contract({ componentsWithDamageAllowed: false }) };
const values = { known: { warranties: ["A"], leniencies: ["A"] } };
const part = (fields: object) => repairOf({ subcomponents: [fields] });
const inPart = "components[1].subcomponents[0]";

const ofFields: RuleCase[] = [
  createCase(
    ["§2.2, §8 appointment", "a workshop date is a date"],
    ["RULE-INVALID", "appointment.workshopDate"],
    { broken: repairOn({ workshopDate: "2026-02-30" }) },
  ),
  ...["1999-12-31", "2101-01-01"].map((date) =>
    createCase(
      ["§2.2, §8 appointment", `a workshop date is in 2000 to 2100, not ${date}`],
      ["RULE-INVALID", "appointment.workshopDate"],
      { broken: repairOn({ workshopDate: date }) },
    ),
  ),
  ...["1999-12-31", "2101-01-01", "2026-02-30"].map((date) =>
    createCase(
      ["§2.2, §8 appointment", `a checkout date is a date-time in 2000 to 2100, not ${date}`],
      ["RULE-INVALID", "appointment.checkoutDate"],
      {
        broken: repairOn({ checkoutDate: `${date}T09:00:00Z` }),
        holds: repairOn({ checkoutDate: "2026-06-15T09:00:00+02:00" }),
      },
    ),
  ),
  ...[
    ["2000-01-01T00:59:59+01:00", "1999-12-31T23:00:00-01:00"],
    ["2100-12-31T23:00:00-01:00", "2101-01-01T00:59:59+01:00"],
  ].map(([broken, holds]) =>
    createCase(
      ["§2.1, §8 appointment", `the year of a checkout date is that of its UTC instant, not of ${broken}`],
      ["RULE-INVALID", "appointment.checkoutDate"],
      { broken: repairOn({ checkoutDate: broken }), holds: repairOn({ checkoutDate: holds }) },
    ),
  ),
  createCase(
    ["§2.2, §7 REG-SVC000190", "a workshop date is not before the lease contract starts"],
    ["REG-SVC000190", "appointment.workshopDate"],
    {
      broken: repairOn({ workshopDate: "2026-05-31" }),
      context: started,
      holds: repairOn({ workshopDate: "2026-06-01" }),
    },
  ),
  createCase(
    ["§2.3, §7 REG-SVC000177", "no line has damage where the contract forbids it"],
    ["REG-SVC000177", "components[1].damage"],
    { broken: repairOf({ damage: true }), context: undamaged, holds: repairOf({ damage: false }) },
  ),
  createCase(
    ["§2.3, §7 REG-SVC000177", "no subcomponent has damage where the contract forbids it"],
    ["REG-SVC000177", `${inPart}.damage`],
    { broken: part({ damage: true }), context: undamaged, holds: part({ damage: false }) },
  ),
  ...(["warranty", "leniency"] as const).flatMap((name) => {
    const code = name === "warranty" ? "REG-SVC000175" : "REG-SVC000176";
    return [
      createCase(
        [`§2.3, §7 ${code}`, `a line has a ${name} that is known`],
        [code, `components[1].${name}`],
        { broken: repairOf({ [name]: "B" }), context: values, holds: repairOf({ [name]: "A" }) },
      ),
      createCase(
        [`§2.3, §7 ${code}`, `a subcomponent has a ${name} that is known`],
        [code, `${inPart}.${name}`],
        { broken: part({ [name]: "B" }), context: values, holds: part({ [name]: "A" }) },
      ),
    ];
  }),
  createCase(["§2.1 identifiers", "the id of a line is a GUID"], ["RULE-INVALID", "components[1].id"], {
    broken: repairOf({ id: "2" }),
  }),
  createCase(["§2.1 identifiers", "a line has an id"], ["RULE-REQUIRED", "components[1].id"], {
    broken: repairOf({ id: undefined }),
  }),
  createCase(["§2.1 identifiers", "no two lines have the same id"], ["RULE-DUPLICATE", "components[1]"], {
    broken: lines(reading(), work({ id: guid(1) })),
  }),
  createCase(["§2.3 duplicates", "no two lines have the same content"], ["RULE-DUPLICATE", "components[2]"], {
    broken: lines(reading(), work(), work({ id: guid(9) })),
    context: { known },
    holds: lines(reading(), work(), work({ id: guid(9), location: ["1"] })),
  }),
  createCase(
    ["§2.1 value", "the value of a line is a decimal text"],
    ["RULE-INVALID", "components[1].value"],
    { broken: repairOf({ value: "1,5" }), holds: repairOf({ value: "1.5" }) },
  ),
  createCase(
    ["§2.1, §9 value", "the value of a reading is a text, not a number"],
    ["RULE-INVALID", "components[0].value"],
    { broken: lines({ ...reading(), value: 48210 }, work()) },
  ),
  createCase(
    ["§2.1 value", "the value of a subcomponent is a decimal text"],
    ["RULE-INVALID", `${inPart}.value`],
    { broken: part({ value: "1.000,0" }), holds: part({ value: "1000.0" }) },
  ),
  createCase(["§2.3 operation", "a line has an operation"], ["RULE-REQUIRED", "components[1].operation"], {
    broken: repairOf({ operation: undefined }),
  }),
  createCase(["§2.3, §9 reason", "a line has a reason"], ["RULE-REQUIRED", "components[1].reason"], {
    broken: repairOf({ reason: undefined }),
  }),
  createCase(
    ["§2.4 part", "a part is a tire, not the base"],
    ["RULE-INVALID", "components[1].part.partType"],
    { broken: repairOf({ part: { partType: "Base" } }), holds: repairOf({ part: { partType: "Tire" } }) },
  ),
  createCase(
    ["§2.4 part", "a part of a subcomponent has a part type"],
    ["RULE-REQUIRED", `${inPart}.part.partType`],
    { broken: part({ part: { id: 1 } }), holds: part({ part: { id: 1, partType: "Tire" } }) },
  ),
];

const components = { allowedComponents: allowed };
const swap = {
  reg: { code: "3199" },
  operation: { code: "03" },
  reason: { code: "30" },
  location: ["1", "L"],
};

const ofAllowed: RuleCase[] = [
  createCase(
    ["§2.6, §8 allowed components", "a component is allowed"],
    ["RULE-COMPONENT", "components[1].reg.code"],
    { broken: repairOf({ reg: { code: "7777" } }), context: components },
  ),
  createCase(
    ["§2.6 allowed components", "a line has the operation of its component"],
    ["RULE-OPERATION", "components[1].operation"],
    { broken: repairOf({ operation: { code: "09" } }), context: components },
  ),
  createCase(
    ["§2.6 allowed components", "a line has the type of operation of its component"],
    ["RULE-OPERATION", "components[1].operation"],
    { broken: repairOf({ operation: { code: "01" } }), context: components },
  ),
  createCase(
    ["§2.6 allowed components", "a line has a reason of its component"],
    ["RULE-REASON", "components[1].reason"],
    { broken: repairOf({ reason: { code: "09" } }), context: components },
  ),
  createCase(
    ["§2.3, §2.6 location", "a line is at a location of its component"],
    ["RULE-LOCATION", "components[1].location"],
    { broken: repairOf({ ...swap, location: ["9"] }), context: components, holds: repairOf(swap) },
  ),
  createCase(
    ["§2.3, §2.6 location", "a line has no location where its component has none"],
    ["RULE-LOCATION", "components[1].location"],
    { broken: repairOf({ location: ["1"] }), context: components },
  ),
  createCase(
    ["§2.3 location", "a subcomponent has no location where none is allowed"],
    ["RULE-LOCATION", `${inPart}.location`],
    {
      broken: repairOf({
        subcomponents: [
          {
            ...work(),
            reg: { code: "1102" },
            operation: { code: "05" },
            reason: { code: "38" },
            location: [],
          },
        ],
      }),
      context: components,
      holds: part({ reg: { code: "1102" }, location: null }),
    },
  ),
  createCase(
    ["§2.3, §2.6 subcomponents", "a line has subcomponents of its component"],
    ["RULE-SUBCOMPONENT", `${inPart}.reg.code`],
    { broken: part({ reg: { code: "9999" } }), context: components, holds: part({ reg: { code: "1102" } }) },
  ),
  createCase(
    ["§2.3 reason 38", "a subcomponent has a reason that its component allows"],
    ["RULE-REASON", `${inPart}.reason`],
    {
      broken: part({ reg: { code: "1102" }, reason: { code: "39" } }),
      context: components,
      holds: part({ reg: { code: "1102" }, reason: { code: "38" } }),
    },
  ),
  createCase(
    ["§2.6 required fields", "a line has the fields that its component requires"],
    ["RULE-REQUIRED", "components[1].price"],
    { broken: repairOf({ price: undefined }), context: components },
  ),
  createCase(
    ["§2.6 required fields", "a line has a location where its component requires it"],
    ["RULE-REQUIRED", "components[1].location"],
    { broken: repairOf({ ...swap, location: [] }), context: components, holds: repairOf(swap) },
  ),
];

const open = { id: guid(50), licensePlate: plate };
const limit = "§4.1, §8 open requests";
const tooMany: RuleCase["breaks"] = ["RULE-OPEN-REQUESTS", "vehicle.licensePlate"];
const held = (...openRequests: NonNullable<ApprovalContext["openRequests"]>) => ({ openRequests, known });
const itself = { id: guid(50), status: "Draft", licensePlate: plate };
const read = (status: string) => repair({ id: guid(60), status, licensePlate: plate });

const ofRequests: RuleCase[] = [
  createCase([limit, "a vehicle has one open request for work"], tooMany, {
    broken: repair(),
    context: held({ ...open, components: [work()] }),
    holds: rental(),
  }),
  createCase([limit, "a vehicle has one open request for a rental"], tooMany, {
    broken: rental(),
    context: held({ ...open, components: [rentalLine()] }),
    holds: repair(),
  }),
  createCase([limit, "a vehicle has two open requests at most"], tooMany, {
    broken: repair(),
    context: held(open, { ...open, id: guid(51) }),
    holds: repair(itself),
  }),
  createCase(
    ["§3 phases", "a request that is with the lessor is not submitted again"],
    ["RULE-PHASE", "status"],
    { broken: read("ApprovalRequested"), holds: read("Draft") },
  ),
  createCase(["§3 phases", "a request that is approved is not submitted again"], ["RULE-PHASE", "status"], {
    broken: read("Approved"),
    holds: read("Denied"),
  }),
];

/** The rules for a request that is sent to the lessor. */
export const approvalRules: readonly RuleCase[] = [
  ...ofRepair,
  ...ofOthers,
  ...ofFields,
  ...ofAllowed,
  ...ofRequests,
];
