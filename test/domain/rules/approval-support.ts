import { type ApprovalContext, checkApproval, type RequestDraft } from "@reg/sdk";
import type { AllowedComponent, Contract, DraftLine } from "@reg/sdk/supplier";
import * as content from "./content.js";
import { listBriefly } from "./invoice-support.js";

export const plate = "AB-123-C";

export const { guid } = content;

export const reading = (fields: DraftLine = {}): DraftLine => content.reading(fields);
export const rentalLine = (fields: DraftLine = {}): DraftLine => content.rentalLine(fields);

/** A line of work whose operation has a type. */
export const work = (fields: DraftLine = {}): DraftLine =>
  content.work({ operation: { code: "01", type: { code: "A" } }, ...fields });

/** A repair that meets all requirements of approval; without types, so that tests can make any field invalid. */
export const repair = (fields: object = {}): RequestDraft =>
  content.repair({ components: [reading(), work()], ...fields });

/** A repair with other fields in its second line. */
export const repairOf = (fields: object): RequestDraft => repair({ components: [reading(), { ...work(), ...fields }] });

/** A repair with other fields in its appointment. */
export const repairOn = (appointment: object): RequestDraft =>
  repair({ appointment: { ...repair().appointment, ...appointment } });

/** A rental that meets all requirements of approval. */
export const rental = (fields: object = {}): RequestDraft => content.rental(fields);

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
