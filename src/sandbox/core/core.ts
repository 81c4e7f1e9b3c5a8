import { type FaultPlan, faultResponse, NetworkFault } from "../faults/faults.js";
import type { JournalEntry } from "../journal/journal.js";
import { utcText } from "../time/calendar.js";
import type { Handler, Services } from "./handler.js";
import { problemBody, Refusal } from "./problem.js";
import type { RateLimiter } from "./rate-limit.js";
import { type Reply, toResponse } from "./reply.js";
import { findRoute, type OperationId, type Route } from "./router.js";

/** What a core is made of. */
export interface CoreParts {
  readonly services: () => Services;
  readonly handlers: ReadonlyMap<OperationId, Handler>;
  /** Undefined: no limit. */
  readonly limiter: RateLimiter | undefined;
  readonly faults: FaultPlan;
  readonly journal: JournalEntry[];
}

/** Answers a request; rejects with a NetworkFault where a fault leaves no answer. */
export type Core = (request: Request) => Promise<Response>;

/** Makes what stands behind every adapter: route, limit, token, fault, handler, and a line in the journal. */
export function createCore(parts: CoreParts): Core {
  return async (request) => {
    const services = parts.services();
    const at = utcText(services.now());
    const { method } = request;
    let route: Route | undefined;
    const note = (status: JournalEntry["status"]) =>
      parts.journal.push({
        operationId: route?.operation.id,
        method,
        path: route?.operation.path ?? "(unknown)",
        status,
        at,
      });
    try {
      route = findRoute(method, new URL(request.url));
      const response = await respond(parts, services, route, request);
      note(response.status);
      return response;
    } catch (error) {
      if (error instanceof NetworkFault) note(error.kind);
      if (!(error instanceof Refusal)) throw error;
      note(error.status);
      return refusalResponse(error, services);
    }
  };
}

async function respond(
  parts: CoreParts,
  services: Services,
  route: Route,
  request: Request,
): Promise<Response> {
  const { operation } = route;
  const caller = await admit(parts, services, route, request);
  const fault = parts.faults.take(operation.id);
  if (fault !== undefined && fault.when !== "after-commit") return faultResponse(fault.with, 200);
  const response = await answer(parts, services, route, request, caller).catch((error: unknown) => {
    if (fault !== undefined && error instanceof Refusal) return refusalResponse(error, services);
    throw error;
  });
  return fault === undefined ? response : faultResponse(fault.with, response.status);
}

/** The limit and the token; the token endpoint and the lessor API know no limit. */
async function admit(
  { limiter }: CoreParts,
  { tokens }: Services,
  { operation }: Route,
  request: Request,
): Promise<string> {
  if (operation.api === "supplier") limiter?.admit();
  return operation.id === "token.create" ? "" : tokens.check(operation.api, request);
}

async function answer(
  { handlers }: CoreParts,
  services: Services,
  { operation, params, base }: Route,
  request: Request,
  caller: string,
): Promise<Response> {
  const handler = handlers.get(operation.id);
  if (handler === undefined) throw new Refusal(501, `This sandbox does not simulate ${operation.id}.`);
  const query = new URL(request.url).searchParams;
  const address = (path: string) => `${base}${path}`;
  const reply: Reply = await handler({ ...services, operation, params, query, request, caller, address });
  return toResponse(reply);
}

function refusalResponse(refusal: Refusal, { traces }: Services): Response {
  const json = problemBody(refusal, traces.hex(32));
  return toResponse({ status: refusal.status, headers: refusal.headers, json });
}
