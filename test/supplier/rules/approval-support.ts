import type { AllowedComponent, Contract } from "../../../src/generated/supplier/models.js";
import { checkApproval } from "../../../src/supplier/rules/approval.js";
import type { ApprovalContext } from "../../../src/supplier/rules/approval-input.js";
import type { DraftLine, RequestDraft } from "../../../src/supplier/rules/draft.js";
import { listBriefly } from "./rule-case.js";

export const plate = "AB-123-C";

/** Makes a GUID from a number. */
export const guid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

export const reading = (fields: DraftLine = {}): DraftLine => ({
  id: guid(1),
  reg: { code: "5401" },
  operation: { code: "19" },
  reason: { code: "99" },
  value: "48210",
  ...fields,
});

export const work = (fields: DraftLine = {}): DraftLine => ({
  id: guid(2),
  reg: { code: "1101" },
  operation: { code: "01", type: { code: "A" } },
  reason: { code: "20" },
  price: 129.5,
  ...fields,
});

export const rentalLine = (fields: DraftLine = {}): DraftLine => ({
  id: guid(3),
  reg: { code: "9001" },
  operation: { code: "40" },
  reason: { code: "70" },
  price: 147.5,
  ...fields,
});

/** A repair that meets all requirements of approval; without types, so that tests can make any field invalid. */
export const repair = (fields: object = {}): RequestDraft => ({
  vehicle: { licensePlate: plate, partialVin: "JF123456" },
  appointment: {
    workshopDate: "2026-06-15",
    workOrderNumber: "WO-1",
    estimatedDurationInDays: 1,
    contact: { name: "Robin" },
  },
  components: [reading(), work()],
  ...fields,
});

/** A repair with other fields in its second line. */
export const repairOf = (fields: object): RequestDraft =>
  repair({ components: [reading(), { ...work(), ...fields }] });

/** A repair with other fields in its appointment. */
export const repairOn = (appointment: object): RequestDraft =>
  repair({ appointment: { ...repair().appointment, ...appointment } });

/** A rental that meets all requirements of approval. */
export const rental = (fields: object = {}): RequestDraft => ({
  vehicle: { licensePlate: plate },
  appointment: { checkoutDate: "2026-06-15T22:30:00Z", workOrderNumber: "RV-1" },
  components: [rentalLine()],
  ...fields,
});

export const known = { rentalCodes: ["9001"], repeatableCodes: ["1109"] };

export const contract = (fields: Partial<Contract> = {}): Contract => ({
  isActive: true,
  componentsWithDamageAllowed: true,
  vehicle: { licensePlate: plate },
  lessor: { number: 1001 },
  leaseContract: { startDate: "2024-01-01" },
  supplierContract: {},
  ...fields,
});

const positions = [
  { positionCode1: "1", positionCode2: "L" },
  { positionCode1: "1", positionCode2: "R" },
];

/** The allowed components of a vehicle: a reading, work with and without a type, and a tire swap with locations. */
export const allowed: readonly AllowedComponent[] = [
  { regCode: "5401", operation: { code: "19" }, reasons: [{ code: "99" }], requiredFields: ["Price"] },
  { regCode: "1101", operation: { code: "02" }, reasons: [{ code: "21" }] },
  {
    regCode: "1101",
    operation: { code: "01", type: { code: "A" } },
    reasons: [{ code: "20" }, { code: "22" }],
    requiredFields: ["RegCode", "Operation", "Reason", "Price", "Colour"],
    subcomponents: [
      { regCode: "1102", operation: { code: "05" }, reasons: [{ code: "38" }], locations: positions },
      { regCode: "1103", requiredFields: ["RegCode", "Operation", "Reason", "Price"] },
      { regCode: "1104", requiredFields: ["Value", "Location", "Part"], locations: positions },
    ],
  },
  {
    regCode: "3199",
    operation: { code: "03" },
    reasons: [{ code: "30" }],
    requiredFields: ["Location"],
    locations: positions,
  },
];

/** Lists the violations that `checkApproval` finds. */
export const check = (request: unknown, context?: ApprovalContext) =>
  listBriefly(checkApproval(request as RequestDraft, context));

/** Lists the violations of a repair with other fields in its second line, checked against the allowed components. */
export const checkLine = (fields: object, components: readonly AllowedComponent[] = allowed) =>
  check(repairOf(fields), { allowedComponents: components });
