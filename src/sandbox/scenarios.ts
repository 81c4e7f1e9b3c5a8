import { RegInputError } from "../errors/errors.js";
import { parseProblem } from "../errors/problem.js";
import type { ComponentInput, ServiceRequestCreate } from "../generated/supplier/models.js";
import { amsterdamDay } from "../values/dates.js";
import { toEuros } from "../values/money.js";
import type { SandboxClock } from "./clock.js";
import { FaultPlan } from "./faults/plan.js";
import { createJournal } from "./journal/journal.js";
import { AutomaticReviewer } from "./reviewer/policy.js";
import { reviewRequest } from "./reviewer/review.js";
import type { CheckSchema } from "./schema/checker.js";
import type { Services } from "./server/context.js";
import type { Handlers } from "./server/handlers.js";
import { createAnswer } from "./server/pipeline.js";
import { findRoute } from "./server/router.js";
import type { RequestKind } from "./state.js";
import { InvoiceLock } from "./supplier/invoice-lock.js";
import { outstandingCents } from "./supplier/serialize.js";
import { defaultSupplier } from "./world.js";

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

/** Carries out one call as the supplier, past limits, faults and journal. */
export type Perform = (method: string, path: string, body: unknown) => Promise<Response>;

/** The ids of a scenario's requests, by the names that they have in it. */
export type SeededRequests<Name extends ScenarioName = ScenarioName> = Readonly<
  Record<(typeof scenarios)[Name][number]["name"], string>
>;

/**
 * Makes the requests of a scenario, by the calls that a supplier would make. If one fails, all of them go again.
 *
 * @throws RegInputError for a scenario that there is not, and for one that does not fit what the sandbox holds
 */
async function play(
  name: ScenarioName,
  services: Services,
  perform: Perform,
): Promise<Readonly<Record<string, string>>> {
  if (!Object.hasOwn(scenarios, name)) {
    throw new RegInputError("scenario", `is not one of ${Object.keys(scenarios).join(", ")}`);
  }
  const ids: Record<string, string> = {};
  const day = amsterdamDay(services.now());
  try {
    for (const { name: itsName, kind, content, steps } of scenarios[name] as readonly ScenarioRequest[]) {
      const collection = kind === "damage" ? "/v2/damageservicerequests" : "/v2/servicerequests";
      const location = await done(perform("POST", collection, content(day)));
      const id = location?.split("/").at(-1) ?? "";
      ids[itsName] = id;
      for (const step of steps) {
        await stepsBy[step]({ id, path: `${collection}/${id}`, day, services, perform });
      }
    }
  } catch (error) {
    for (const id of Object.values(ids)) services.state.requests.delete(id);
    throw error;
  }
  return ids;
}

interface StepContext {
  readonly id: string;
  readonly path: string;
  readonly day: string;
  readonly services: Services;
  readonly perform: Perform;
}

const stepsBy: Readonly<Record<ScenarioStep, (context: StepContext) => Promise<unknown>>> = {
  submit: ({ perform, path }) => done(perform("PATCH", path, { status: "ApprovalRequested" })),
  approve: async (context) => reviewRequest(requestOf(context), context.services.now(), () => "Approved"),
  deny: async (context) => reviewRequest(requestOf(context), context.services.now(), () => "Denied"),
  invoice: async (context) => {
    const { perform, path, day, services } = context;
    const request = requestOf(context);
    const total = toEuros(outstandingCents(request));
    const identitySender = services.state.world.suppliers.get(request.supplierNumber)?.identity;
    const invoice = { identitySender, identityReceiver: {}, invoiceNumber: "2026-0001", invoiceDate: day };
    await done(perform("POST", `${path}/invoices`, { ...invoice, vatLines: [{}], total }));
  },
  archive: async (context) => {
    requestOf(context).archiveAt = context.services.now();
  },
};

function requestOf({ id, services }: StepContext) {
  const request = services.state.requests.get(id);
  if (request === undefined) throw new Error("the scenario's request is gone");
  return request;
}

/** The Location of an answer that went well. */
async function done(answer: Promise<Response>): Promise<string | null> {
  const response = await answer;
  if (response.ok) return response.headers.get("location");
  const { detail, errors } = parseProblem(await response.json());
  const why = errors.map(({ description }) => description).join(" ") || detail;
  throw new RegInputError("scenario", `does not fit what the sandbox holds, so reset that first: ${why}`);
}

/** Adds the requests of a scenario and gives their ids by name. */
export type Seed = <Name extends ScenarioName>(scenario: Name) => Promise<SeededRequests<Name>>;

/** What seeding needs of a sandbox. */
export interface SeederParts {
  readonly services: () => Services;
  readonly handlers: Handlers;
  readonly clock: SandboxClock;
  readonly check: CheckSchema;
  readonly baseUrl: string;
}

/**
 * Makes what fills a sandbox with a scenario. It goes the way of every call, but past the limit, planned faults, the
 * lessor's policy and the journal; if it fails, nothing has happened.
 */
export function createSeeder(parts: SeederParts): Seed {
  const { handlers, clock, check, baseUrl } = parts;
  const desk = new AutomaticReviewer();
  const answer = createAnswer({
    handlers,
    desk,
    limiter: undefined,
    faults: new FaultPlan(clock, 0),
    acceptsUnknownFields: false,
  });
  const { begin } = createJournal(clock, 1, check);
  return async <Name extends ScenarioName>(name: Name) => {
    // With a counter of its own: a test may be holding the callers at the other one.
    const services = { ...parts.services(), invoiceLock: new InvoiceLock() };
    const token = await services.tokens.issue("supplier", String(defaultSupplier), hour);
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const perform: Perform = (method, path, body) => {
      const request = new Request(`${baseUrl}${path}`, { method, headers, body: JSON.stringify(body) });
      return answer(services, findRoute(method, new URL(request.url)), request, begin(request));
    };
    // The catalogue and its type are one: these are the names that it has.
    return (await play(name, services, perform)) as SeededRequests<Name>;
  };
}

const hour = 60 * 60 * 1000;
