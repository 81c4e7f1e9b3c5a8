import { RegInputError } from "../../errors/client-errors.js";
import { review } from "../actor/review.js";
import type { Services } from "../core/handler.js";
import { toEuros } from "../state/amounts.js";
import { outstandingCents } from "../supplier/invoices/totals.js";
import { amsterdamDay } from "../time/calendar.js";
import { type ScenarioName, type ScenarioRequest, type ScenarioStep, scenarios } from "./catalogue.js";

/** Carries out one call as the supplier, past limits, faults and journal. */
export type Perform = (method: string, path: string, body: unknown) => Promise<Response>;

/** The ids of a scenario's requests, by the names that they have in it. */
export type SeededRequests = Readonly<Record<string, string>>;

/**
 * Makes the requests of a scenario, by the calls that a supplier would make.
 *
 * @throws RegInputError for a scenario that there is not, and for one that does not fit what the sandbox holds
 */
export async function play(
  name: ScenarioName,
  services: Services,
  perform: Perform,
): Promise<SeededRequests> {
  if (!Object.hasOwn(scenarios, name)) {
    throw new RegInputError("scenario", `is not one of ${Object.keys(scenarios).join(", ")}`);
  }
  const ids: [string, string][] = [];
  for (const request of scenarios[name]) ids.push([request.name, await make(request, services, perform)]);
  return Object.fromEntries(ids);
}

async function make(
  { kind, content, steps }: ScenarioRequest,
  services: Services,
  perform: Perform,
): Promise<string> {
  const day = amsterdamDay(services.now());
  const path = kind === "damage" ? "/v2/damageservicerequests" : "/v2/servicerequests";
  const location = await done(perform("POST", path, content(day)));
  const id = location?.split("/").at(-1) ?? "";
  for (const step of steps) await stepsBy[step]({ id, path: `${path}/${id}`, day, services, perform });
  return id;
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
  approve: async (context) => review(requestOf(context), context.services.now(), () => "Approved"),
  deny: async (context) => review(requestOf(context), context.services.now(), () => "Denied"),
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
  const why = await response.text();
  throw new RegInputError("scenario", `does not fit what the sandbox holds, so reset that first: ${why}`);
}
