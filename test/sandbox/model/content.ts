import { lineId } from "./model.js";

/** What a line is for, which is what the approval requirements go by. */
type Role = "reading" | "work" | "rental" | "damage";

interface KindOfLine {
  readonly role: Role;
  readonly content: Readonly<Record<string, unknown>>;
  /** Its price; a line without one is not complete, but for a reading, which needs a value. */
  readonly cents?: number;
  readonly isComplete: boolean;
  /** Whether a request can hold it more than once. */
  readonly repeats?: true;
}

const coded = (reg: string, operation: string, reason: string) => ({
  reg: { code: reg },
  operation: { code: operation },
  reason: { code: reason },
});

const incomplete = (role: Role, content: Readonly<Record<string, unknown>>): KindOfLine => ({
  role,
  content,
  isComplete: false,
});

const priced = (role: Role, content: Readonly<Record<string, unknown>>, cents: number): KindOfLine => ({
  role,
  content: { ...content, price: cents / 100 },
  cents,
  isComplete: true,
});

const reading = coded("5401", "19", "99");
const oil = coded("1101", "01", "20");
const rental = coded("9001", "40", "70");
const bumper = coded("7101", "02", "60");

const table = {
  reading: { role: "reading", content: { ...reading, value: "48210" }, isComplete: true },
  "reading without value": incomplete("reading", reading),
  oil: priced("work", oil, 129_50),
  "oil for free": priced("work", oil, 0),
  "oil without price": incomplete("work", oil),
  brakes: priced("work", coded("2201", "01", "10"), 80_25),
  materials: { ...priced("work", coded("2901", "08", "20"), 5_10), repeats: true },
  rental: priced("rental", rental, 147_50),
  "rental without price": incomplete("rental", rental),
  bumper: priced("damage", bumper, 310_99),
  "bumper for free": priced("damage", bumper, 0),
  "bumper without price": incomplete("damage", bumper),
  windscreen: priced("damage", coded("7201", "01", "60"), 415_00),
} as const satisfies Readonly<Record<string, KindOfLine>>;

/** The name of a kind of line. */
export type LineKind = keyof typeof table;

/** Every kind of line that the walks use: complete ones, and ones that keep a request from the lessor. */
export const lineKinds: Readonly<Record<LineKind, KindOfLine>> = table;

/** Those that belong on a request of each kind. */
export const kindsFor: Readonly<Record<"service" | "damage", readonly LineKind[]>> = {
  service: namesWhere((role) => role !== "damage"),
  damage: namesWhere((role) => role === "damage"),
};

function namesWhere(fits: (role: Role) => boolean): LineKind[] {
  return isLineKinds(Object.keys(table)).filter((name) => fits(table[name].role));
}

function isLineKinds(names: string[]): LineKind[] {
  return names.filter((name): name is LineKind => Object.hasOwn(table, name));
}

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
