import type { BodyShapes } from "../../document/shapes/types.js";
import type { FaultPlan } from "../faults/plan.js";
import { checkRequest } from "../messages/check-request.js";
import { checkResponse } from "../messages/check-response.js";
import { addLearned } from "../messages/learned.js";
import { ProblemError, problemReply, sandboxEntry } from "../messages/problem.js";
import { type Reply, serializeReply, toResponse } from "../messages/reply.js";
import { readRequestBody, tooLong } from "../messages/request-body.js";
import { findRoute, type SandboxOperation } from "../messages/router.js";
import type { Handlers } from "../service/handlers.js";
import type { AutomaticReviewer } from "../service/lessor/automatic-reviewer.js";
import type { AnyHandler, HandlerContext, Services } from "../service/state/context.js";
import type { RequestDetails } from "./journal/record.js";
import type { ServiceLimit } from "./rate-limit.js";
import type { ServiceForm } from "./service-form.js";

/** The parts of a sandbox that a responder uses. */
export interface ResponderParts {
  readonly handlers: Handlers;
  /** Makes the lessor's decisions that are due, before and after each request. */
  readonly reviewer: AutomaticReviewer;
  /** Undefined: no limit. */
  readonly serviceLimit: ServiceLimit | undefined;
  readonly faults: FaultPlan;
  /** Whether a body can have fields that the OpenAPI document does not have. */
  readonly acceptsUnknownFields: boolean;
  /** What is known of the open places of responses. */
  readonly learned: BodyShapes["bodies"];
  /** Undefined: the service has the form of the documents. */
  readonly serviceForm?: ServiceForm | undefined;
}

/** Responds to a request, and adds to the details what becomes known of it. Rejects if there is no response. */
export type Respond = (services: Services, request: Request, details: RequestDetails) => Promise<Response>;

/**
 * Creates the function with the steps of a response: operation and body, limit and token, fault before the commit,
 * check of the request, handler, check of the response, fault after the commit.
 */
export function createResponder(parts: ResponderParts): Respond {
  const { handlers, reviewer, serviceLimit, faults, acceptsUnknownFields, learned, serviceForm } = parts;

  return async (services, request, details) => {
    const result = await handle(services, request, details).catch((error: unknown) => {
      if (error instanceof ProblemError) return problemReply(error, services.traces);
      throw error;
    });
    const response = result instanceof Response ? result : await finish(services, result, details);
    const { route } = details;
    if (route === undefined || serviceForm === undefined) return response;
    details.ending = response.clone();
    return serviceForm.toService(route, response);
  };

  async function handle(services: Services, received: Request, details: RequestDetails): Promise<Reply | Response> {
    const found = findRoute(received.method, new URL(received.url), serviceForm?.endpoints);
    details.route = found;
    const bytes = await readRequestBody(received);
    if (bytes === undefined) return toResponse(serializeReply(tooLongReply(found.operation, services)));
    const asSent = { route: found, request: received, body: bytes };
    const { route, request, body } = (await serviceForm?.toDocument(asSent)) ?? asSent;
    Object.assign(details, { route, request, body });
    const { operation, params, base } = route;
    const caller = await admit(services, operation, request);
    details.caller = caller || undefined;
    details.fault = faults.take({ operationId: operation.id, params, request, body, caller });
    if (details.fault?.when === "before-commit") {
      const replacement = await details.fault.apply(services.traces);
      if (replacement !== undefined) return replacement;
    }
    const address = (path: string) => `${base}${path}`;
    const query = new URL(request.url).searchParams;
    // The spreads come last: an object that begins with one takes longer, as in http/retry.ts.
    const context = { operation, params, query, httpRequest: request, body, caller, address, ...services };
    details.reply = await runHandler(context);
    return details.reply;
  }

  /**
   * Checks the limit and the token, and returns the caller: an empty text at the token endpoint, which takes no token.
   * The lessor API, with its token endpoint, has no limit.
   *
   * @throws ProblemError 429 if the limit is reached, and 401 if the token is not accepted
   */
  async function admit({ tokens }: Services, { api, id }: SandboxOperation, request: Request): Promise<string> {
    if (api === "supplier") serviceLimit?.admit();
    return id === "token.create" ? "" : await tokens.check(api, request);
  }

  async function runHandler(context: Omit<HandlerContext, "json">): Promise<Reply> {
    const handler: AnyHandler = handlers[context.operation.id];
    const json = checkRequest({ headers: context.httpRequest.headers, acceptsUnknownFields, ...context });
    reviewer.decideDue(context);
    // The check of the request has established the type that the handler takes.
    const reply = await handler({ json: json as never, ...context });
    reviewer.decideDue(context);
    return reply;
  }

  async function finish(services: Services, reply: Reply, details: RequestDetails): Promise<Response> {
    // `handle` may have thrown after it found these two.
    const { route, fault } = details;
    // The JSON is serialized only once, because that is the slowest step of a long response.
    const serialized = serializeReply(reply);
    if (route !== undefined) checkResponse(route.operation, serialized);
    // What the sandbox itself returns is in the form of the document; what was learned may not be.
    const completed = route === undefined ? serialized : addLearned(serialized, route.operation, learned);
    details.response = { status: completed.status, text: completed.text };
    const response = toResponse(completed);
    return (fault?.when === "after-commit" ? await fault.apply(services.traces, response) : undefined) ?? response;
  }
}

/** The token endpoint has its own error responses (RFC 6749 §5.2). */
function tooLongReply({ id }: SandboxOperation, { traces }: Services): Reply {
  if (id === "token.create") return { status: 400, json: { error: "invalid_request", error_description: tooLong } };
  return problemReply(new ProblemError(400, tooLong, { entries: [sandboxEntry("BODY", tooLong)] }), traces);
}
