import { type LineKind, lineKinds } from "./line-kinds.js";
import { lineId } from "./state.js";

/** The part of an appointment that the rules look at. */
export interface Appointment {
  readonly workshopDate?: string;
  readonly checkoutDate?: string;
  readonly workOrderNumber?: string;
  readonly estimatedDurationInDays?: number;
  readonly contact?: { readonly name: string };
}

const workOrderNumber = "WO-1";
const workshop = { workshopDate: "2026-06-15", estimatedDurationInDays: 1, contact: { name: "Robin" } };

/** The appointments of the walks. */
export const appointments = {
  repair: { ...workshop, workOrderNumber },
  // Half past midnight of the 16th in Amsterdam.
  rental: { checkoutDate: "2026-06-15T22:30:00Z", workOrderNumber },
  "without work order": workshop,
  "without contact": { workshopDate: "2026-06-15", workOrderNumber, estimatedDurationInDays: 1 },
  "only a contact": { contact: { name: "Kim" } },
  "before the lease": { ...workshop, workshopDate: "2023-12-31", workOrderNumber },
} as const satisfies Readonly<Record<string, Appointment>>;

/** The name of one of them. */
export type AppointmentName = keyof typeof appointments;

/** The first day on which a rental with the checkout date above can be invoiced. */
export const checkoutDay = "2026-06-16";

/** The first day of the lease contract of every vehicle here. */
export const leaseStart = "2024-01-01";

/** What the rules look at of a vehicle; none exists for a license plate that is not here. */
interface ModelVehicle {
  readonly lessor: number;
  readonly isLessorActive: boolean;
  readonly isRentalAllowed: boolean;
  /** The contract's `firstDebitInvoiceRequiresCreditDiscountInvoice`. */
  readonly wantsDiscount: boolean;
}

const usual: ModelVehicle = {
  lessor: 1001,
  isLessorActive: true,
  isRentalAllowed: true,
  wantsDiscount: false,
};

/** Vehicles of the seeded world, by license plate. */
export const vehicles: Readonly<Record<string, ModelVehicle>> = {
  "AB-123-C": usual,
  "DE-456-F": { ...usual, lessor: 1002 },
  "GH-789-J": { ...usual, lessor: 1003, isLessorActive: false },
  "JK-707-N": { ...usual, isRentalAllowed: false, wantsDiscount: true },
};

/** A line as a command writes it. */
export interface LineInput {
  readonly slot: number;
  readonly kind: LineKind;
}

/** What a create or an overwrite carries. */
export interface Content {
  readonly status: "Draft" | "ApprovalRequested";
  readonly licensePlate: string;
  readonly partialVin?: string | undefined;
  readonly appointment?: AppointmentName | undefined;
  readonly lines: readonly LineInput[];
}

/** The JSON of a content. */
export function contentBody({ status, licensePlate, partialVin, appointment, lines }: Content) {
  return {
    status,
    vehicle: { licensePlate, partialVin },
    appointment: appointment === undefined ? undefined : appointments[appointment],
    components: lines.map(lineBody),
  };
}

/** The JSON of a line. */
export function lineBody({ slot, kind }: LineInput) {
  return { id: lineId(slot), ...lineKinds[kind].content };
}
