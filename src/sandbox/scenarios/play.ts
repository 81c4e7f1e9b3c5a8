import { RegInputError } from "../../errors/client-errors.js";
import { parseProblem } from "../../errors/problem.js";
import { toEuros } from "../../values/amounts.js";
import { amsterdamDay } from "../../values/calendar.js";
import { review } from "../actor/review.js";
import type { Services } from "../core/handler.js";
import { outstandingCents } from "../supplier/invoices/totals.js";
import { type ScenarioName, type ScenarioRequest, type ScenarioStep, scenarios } from "./catalogue.js";

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
export async function play(
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
  const { detail, errors } = parseProblem(await response.json());
  const why = errors.map(({ description }) => description).join(" ") || detail;
  throw new RegInputError("scenario", `does not fit what the sandbox holds, so reset that first: ${why}`);
}
