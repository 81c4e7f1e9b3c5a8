import type { ComponentInput, ServiceRequestCreate } from "../../generated/supplier/models.js";
import type { RequestKind } from "../state/state.js";

/** What happens to a request after its creation, step by step. */
export type ScenarioStep = "submit" | "approve" | "deny" | "invoice" | "archive";

/** A request of a scenario. */
export interface ScenarioRequest<Name extends string = string> {
  /** Under which its id is given back. */
  readonly name: Name;
  readonly kind: RequestKind;
  /** What it holds, if the work is done on a day, written `yyyy-MM-dd`. */
  readonly content: (day: string) => ServiceRequestCreate;
  readonly steps: readonly ScenarioStep[];
}

/** Ids of lines are chosen by the caller: here they count up. */
const lineId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

const reading: ComponentInput = {
  id: lineId(1),
  reg: { code: "5401", description: "Mileage" },
  operation: { code: "19", description: "Read" },
  reason: { code: "99", description: "Reading" },
  value: "48210",
};

const oilService: ComponentInput = {
  id: lineId(2),
  reg: { code: "1101", description: "Oil service" },
  operation: { code: "01", description: "Replace" },
  reason: { code: "20", description: "Interval" },
  price: 129.5,
};

const rentalVehicle: ComponentInput = {
  id: lineId(1),
  reg: { code: "9001", description: "Rental vehicle" },
  operation: { code: "40", description: "Rent" },
  reason: { code: "70", description: "Vehicle in workshop" },
  price: 147.5,
};

const windscreen: ComponentInput = {
  id: lineId(1),
  reg: { code: "7201", description: "Windscreen" },
  operation: { code: "01", description: "Replace" },
  reason: { code: "61", description: "Parking damage" },
  price: 640,
};

const contact = { name: "Robin de Vries", phone: "+31 30 000 00 00" };

const repair =
  (licensePlate: string) =>
  (workshopDate: string): ServiceRequestCreate => ({
    status: "Draft",
    vehicle: { licensePlate, partialVin: "JF123456" },
    appointment: { workshopDate, workOrderNumber: `WO-${licensePlate}`, estimatedDurationInDays: 1, contact },
    components: [reading, oilService],
  });

const rental =
  (licensePlate: string) =>
  (day: string): ServiceRequestCreate => ({
    status: "Draft",
    vehicle: { licensePlate },
    appointment: { checkoutDate: `${day}T08:00:00Z`, workOrderNumber: `RV-${licensePlate}` },
    components: [rentalVehicle],
  });

const damage =
  (licensePlate: string) =>
  (workshopDate: string): ServiceRequestCreate => ({
    status: "Draft",
    vehicle: { licensePlate },
    appointment: { workshopDate, workOrderNumber: `DA-${licensePlate}` },
    components: [windscreen],
  });

/** What leads a request from its creation to each state. */
const waysTo = {
  draft: [],
  lessor: ["submit"],
  response: ["submit", "deny"],
  invoicing: ["submit", "approve"],
  invoiced: ["submit", "approve", "invoice"],
  archived: ["submit", "approve", "invoice", "archive"],
} as const satisfies Record<string, readonly ScenarioStep[]>;

const repairIn = <State extends keyof typeof waysTo>(
  state: State,
  licensePlate: string,
): ScenarioRequest<State> => ({
  name: state,
  kind: "service",
  content: repair(licensePlate),
  steps: waysTo[state],
});

const usual = "AB-123-C";

/**
 * Requests to begin with, in the state that their name says: with `invoiced` the invoice is there and the archive
 * waits for midnight. `every-phase` has one of each, a rental and two damages, on several vehicles.
 */
export const scenarios = {
  draft: [repairIn("draft", usual)],
  lessor: [repairIn("lessor", usual)],
  response: [repairIn("response", usual)],
  invoicing: [repairIn("invoicing", usual)],
  invoiced: [repairIn("invoiced", usual)],
  archived: [repairIn("archived", usual)],
  "every-phase": [
    repairIn("draft", usual),
    repairIn("lessor", "DE-456-F"),
    repairIn("response", "KL-012-M"),
    repairIn("invoicing", "VB-101-X"),
    repairIn("invoiced", "BT-202-Z"),
    repairIn("archived", "JK-707-N"),
    { name: "rental", kind: "service", content: rental(usual), steps: waysTo.lessor },
    { name: "damage", kind: "damage", content: damage(usual), steps: waysTo.invoicing },
    { name: "damage-draft", kind: "damage", content: damage("DE-456-F"), steps: waysTo.draft },
  ],
} as const satisfies Record<string, readonly ScenarioRequest[]>;

/** The name of a scenario. */
export type ScenarioName = keyof typeof scenarios;

/** Every scenario by name. */
export const scenarioNames = Object.keys(scenarios) as readonly ScenarioName[];
