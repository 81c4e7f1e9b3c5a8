import { amsterdamDay } from "../base/dates.js";
import type { RequestKind } from "../base/kinds.js";
import { toEuros } from "../base/money.js";
import { componentCodes, readingCodes } from "../domain/vocabulary.js";
import { RegInputError } from "../errors/errors.js";
import { anything, checkInput, optionsSchema } from "../errors/input.js";
import { parseProblem } from "../errors/problem.js";
import type { ComponentInput, ServiceRequestCreate } from "../generated/supplier/models.js";
import { hour, type SandboxClock } from "./common/clock.js";
import { checkSupplierNumber, defaultSupplier } from "./data/world.js";
import { FaultPlan } from "./faults/plan.js";
import type { StoredFile } from "./messages/reply.js";
import { createdId } from "./server/journal/creates.js";
import type { RequestDetails } from "./server/journal/record.js";
import { createResponder } from "./server/responder.js";
import type { Handlers } from "./service/handlers.js";
import { AutomaticReviewer } from "./service/lessor/automatic-reviewer.js";
import { reviewRequest } from "./service/lessor/review.js";
import type { Services } from "./service/state/context.js";
import { InvoiceLock } from "./service/state/invoice-lock.js";
import { requestsPath } from "./service/supplier/request-access.js";
import { outstandingCents } from "./service/supplier/serialize.js";

/** A step of a request after its creation. */
type ScenarioStep = "submit" | "approve" | "deny" | "invoice" | "archive";

interface ScenarioRequest<Name extends string = string> {
  /** The name under which its id is returned. */
  readonly name: Name;
  readonly kind: RequestKind;
  /** Its content for work on a day, which is written `yyyy-MM-dd`. */
  readonly content: (day: string) => ServiceRequestCreate;
  readonly steps: readonly ScenarioStep[];
}

/** The caller chooses the ids of lines: here they are counted. */
const lineId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

const reading: ComponentInput = {
  id: lineId(1),
  reg: { code: componentCodes.mileageReading, description: "Mileage" },
  operation: { code: readingCodes.operation, description: "Read" },
  reason: { code: readingCodes.reason, description: "Reading" },
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

const invoicePdf = (): StoredFile => ({
  name: "2026-0001.pdf",
  type: "application/pdf",
  bytes: new TextEncoder().encode("%PDF-1.7 …"),
});

const stepsTo = {
  draft: [],
  lessor: ["submit"],
  response: ["submit", "deny"],
  invoicing: ["submit", "approve"],
  invoiced: ["submit", "approve", "invoice"],
  archived: ["submit", "approve", "invoice", "archive"],
} as const satisfies Record<string, readonly ScenarioStep[]>;

const repairIn = <State extends keyof typeof stepsTo>(state: State, licensePlate: string): ScenarioRequest<State> => ({
  name: state,
  kind: "service",
  content: repair(licensePlate),
  steps: stepsTo[state],
});

const defaultPlate = "AB-123-C";

/**
 * Requests to start with, in the state that their name describes: an `invoiced` request has an invoice with a PDF and
 * is archived at midnight (unless the option `archive` says otherwise). `every-phase` has one request in each state, a
 * rental and two damages, on several vehicles.
 */
const scenarios = {
  draft: [repairIn("draft", defaultPlate)],
  lessor: [repairIn("lessor", defaultPlate)],
  response: [repairIn("response", defaultPlate)],
  invoicing: [repairIn("invoicing", defaultPlate)],
  invoiced: [repairIn("invoiced", defaultPlate)],
  archived: [repairIn("archived", defaultPlate)],
  "every-phase": [
    repairIn("draft", defaultPlate),
    repairIn("lessor", "DE-456-F"),
    repairIn("response", "KL-012-M"),
    repairIn("invoicing", "VB-101-X"),
    repairIn("invoiced", "BT-202-Z"),
    repairIn("archived", "JK-707-N"),
    { name: "rental", kind: "service", content: rental(defaultPlate), steps: stepsTo.lessor },
    { name: "damage", kind: "damage", content: damage(defaultPlate), steps: stepsTo.invoicing },
    { name: "damage-draft", kind: "damage", content: damage("DE-456-F"), steps: stepsTo.draft },
  ],
} as const satisfies Record<string, readonly ScenarioRequest[]>;

/** The name of a scenario. */
export type ScenarioName = keyof typeof scenarios;

/** The names of all scenarios. */
export const scenarioNames = Object.keys(scenarios) as readonly ScenarioName[];

/** The ids of a scenario's requests, by their names in the scenario. */
export type SeededRequests<Name extends ScenarioName = ScenarioName> = Readonly<
  Record<(typeof scenarios)[Name][number]["name"], string>
>;

/** For whom a scenario is added. */
export interface SeedOptions {
  /** The number of the supplier. Default 4711. */
  readonly supplierNumber?: number | undefined;
}

/** Adds the requests of a scenario and returns their ids by name. */
export type Seed = <Name extends ScenarioName>(scenario: Name, options?: SeedOptions) => Promise<SeededRequests<Name>>;

// The number is looked up among the accounts instead, so that the error can name them.
const seedOptions = optionsSchema<SeedOptions>({ supplierNumber: anything });

interface SeederParts {
  readonly services: Services;
  readonly handlers: Handlers;
  readonly clock: SandboxClock;
  readonly baseUrl: string;
}

/**
 * Creates the function that adds scenarios. It uses the handlers of ordinary calls, but no limit, no planned faults, no
 * policy of the lessor and no journal. If it fails, the sandbox is unchanged.
 */
export function createSeeder({ services: shared, handlers, clock, baseUrl }: SeederParts): Seed {
  const respond = createResponder({
    handlers,
    reviewer: new AutomaticReviewer(),
    serviceLimit: undefined,
    faults: new FaultPlan(clock, 0),
    acceptsUnknownFields: false,
    learned: {},
  });
  return async <Name extends ScenarioName>(name: Name, options: SeedOptions = {}) => {
    checkInput(seedOptions, options);
    const { supplierNumber = defaultSupplier } = options;
    checkSupplierNumber(shared.state.world, supplierNumber);
    // A separate lock is needed because a test may hold the creation of invoices with the other one.
    const services = { ...shared, invoiceLock: new InvoiceLock() };
    const token = await services.tokens.issue("supplier", String(supplierNumber), hour);
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const send: Send = async (method, path, body) => {
      const request = new Request(`${baseUrl}${path}`, { method, headers, body: JSON.stringify(body) });
      const details: RequestDetails = {};
      const response = await respond(services, request, details);
      const { route, reply } = details;
      if (response.ok) return (route && createdId(route.operation, reply)) ?? "";
      const { detail, errors } = parseProblem(await response.json());
      const reason = errors.map(({ description }) => description).join(" ") || detail;
      throw new RegInputError("scenario", `does not fit what the sandbox holds, so reset that first: ${reason}`);
    };
    // The names of the type are exactly those of the catalogue.
    const ids = (await createRequests(name, services, send)) as SeededRequests<Name>;
    services.tokens.forget(token);
    return ids;
  };
}

/** Sends a call, and returns the id of what it has created; empty if it creates nothing. */
type Send = (method: string, path: string, body: unknown) => Promise<string>;

async function createRequests(
  scenario: ScenarioName,
  services: Services,
  send: Send,
): Promise<Readonly<Record<string, string>>> {
  if (typeof scenario !== "string" || !Object.hasOwn(scenarios, scenario)) {
    throw new RegInputError("scenario", `is not one of ${scenarioNames.join(", ")}`);
  }
  const ids: Record<string, string> = {};
  const day = amsterdamDay(services.now());
  const requests: readonly ScenarioRequest[] = scenarios[scenario];
  try {
    for (const { name, kind, content, steps } of requests) {
      const collection = requestsPath(kind);
      const id = await send("POST", collection, content(day));
      ids[name] = id;
      for (const step of steps) {
        await actions[step]({ id, path: `${collection}/${id}`, day, services, send });
      }
    }
  } catch (error) {
    for (const id of Object.values(ids)) services.requests.remove(id);
    throw error;
  }
  return ids;
}

interface StepContext {
  readonly id: string;
  readonly path: string;
  readonly day: string;
  readonly services: Services;
  readonly send: Send;
}

const actions: Readonly<Record<ScenarioStep, (context: StepContext) => Promise<unknown>>> = {
  submit: ({ send, path }) => send("PATCH", path, { status: "ApprovalRequested" }),
  approve: async (context) => reviewRequest(requestOf(context), context.services.now(), () => "Approved"),
  deny: async (context) => reviewRequest(requestOf(context), context.services.now(), () => "Denied"),
  invoice: async (context) => {
    const { send, path, day, services } = context;
    const request = requestOf(context);
    const total = toEuros(outstandingCents(request));
    const identitySender = services.state.world.suppliers.get(request.supplierNumber)?.identity;
    const invoice = { identitySender, identityReceiver: {}, invoiceNumber: "2026-0001", invoiceDate: day };
    await send("POST", `${path}/invoices`, { ...invoice, vatLines: [{}], total });
    for (const created of request.invoices) created.pdf = invoicePdf();
  },
  archive: async (context) => {
    requestOf(context).archiveAt = context.services.now();
  },
};

function requestOf({ id, services }: StepContext) {
  const request = services.state.requests.get(id);
  if (request === undefined) throw new Error(`The scenario's request ${id} no longer exists.`);
  return request;
}
