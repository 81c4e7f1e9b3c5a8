import type { SandboxTime } from "../common/clock.js";
import { NetworkFault } from "../faults/network-fault.js";
import type { FaultPlan } from "../faults/plan.js";
import type { Ending, RequestDetails, RequestRecord } from "../journal/record.js";
import { ProblemError, problemReply, sandboxEntry } from "../messages/problem.js";
import { type Reply, serializeReply, toResponse } from "../messages/reply.js";
import { BrokenUpload, readRequestBody, tooLong } from "../messages/request-body.js";
import { findRoute, type Route, type SandboxOperation } from "../messages/router.js";
import type { AutomaticReviewer } from "../reviewer/policy.js";
import { checkRequest } from "../schema/request.js";
import { checkResponse, SandboxDefect } from "../schema/response.js";
import type { AnyHandler, HandlerContext, HandlerParts } from "../state/context.js";
import type { Handlers } from "./handlers.js";
import type { ServiceLimit } from "./rate-limit.js";

/**
 * Handles a request of an adapter. Rejects with a NetworkFault if a fault prevents the response, with a SandboxDefect,
 * and with the error of the request's own body stream.
 */
export type HandleRequest = (request: Request) => Promise<Response>;

/** The parts of a sandbox that the pipeline uses. */
export interface PipelineParts extends ResponderParts {
  readonly currentParts: () => HandlerParts;
  readonly time: Pick<SandboxTime, "begin" | "stalled">;
  /** Creates the record of a request for the journal. */
  readonly beginRecord: (request: Request) => RequestRecord;
  /** Is called with every defect before the request ends without a response. */
  readonly onDefect: (defect: SandboxDefect) => void;
}

/** Creates the pipeline behind every adapter: it responds to a request, and records the request when it has ended. */
export function createPipeline(pipelineParts: PipelineParts): HandleRequest {
  const { currentParts, time, beginRecord, onDefect } = pipelineParts;
  const respondTo = createResponder(pipelineParts);

  const respond = async (request: Request, { details }: RequestRecord): Promise<Response> => {
    const parts = currentParts();
    const response = await respondTo({ parts, request, details });
    // After a reset or restore, the state behind the response no longer exists.
    if (parts.state !== currentParts().state) throw new NetworkFault("reset");
    return response;
  };

  /** Responds to a request and ends its record, whatever happens. */
  const respondAndRecord = async (request: Request, record: RequestRecord): Promise<Ending> => {
    try {
      const ending = await respond(request, record).catch(returnExpectedError);
      await record.end(ending);
      return ending;
    } catch (error) {
      const defect = asDefect(error, record.details.route);
      await record.end(defect);
      onDefect(defect);
      return defect;
    }
  };

  return async (request) => {
    const end = time.begin();
    try {
      const ending = await respondAndRecord(request, beginRecord(request));
      if (ending instanceof NetworkFault && ending.kind.startsWith("stall")) time.stalled();
      if (!(ending instanceof Response)) throw ending instanceof BrokenUpload ? ending.cause : ending;
      // No operation has this method, and a response to it has no body (RFC 9110 §9.3.2).
      return request.method === "HEAD" ? new Response(null, ending) : ending;
    } finally {
      end();
    }
  };
}

/** Returns an error with which a request may end; throws any other, which is a defect. */
function returnExpectedError(error: unknown): NetworkFault | BrokenUpload {
  if (error instanceof NetworkFault || error instanceof BrokenUpload) return error;
  throw error;
}

function asDefect(error: unknown, route: Route | undefined): SandboxDefect {
  if (error instanceof SandboxDefect) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new SandboxDefect(route?.operation.id ?? "(unknown)", `it failed with "${message}"`, {
    cause: error,
  });
}

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
}

/** A request that has arrived. */
export interface IncomingRequest {
  readonly parts: HandlerParts;
  readonly request: Request;
  /** The responder adds what becomes known about the request. */
  readonly details: RequestDetails;
}

/** Responds to a request, and completes its details. */
export type RespondTo = (incoming: IncomingRequest) => Promise<Response>;

/**
 * Creates the function with the steps of a response: operation and body, limit and token, fault before the commit,
 * check of the request, handler, check of the response, fault after the commit.
 */
export function createResponder(responderParts: ResponderParts): RespondTo {
  const { handlers, reviewer, serviceLimit, faults, acceptsUnknownFields } = responderParts;

  /**
   * Checks the limit and the token, and returns the caller: an empty text at the token endpoint, which takes no token.
   * The lessor API, with its token endpoint, has no limit.
   *
   * @throws ProblemError 429 if the limit is reached, and 401 if the token is not accepted
   */
  const admit = async ({ tokens }: HandlerParts, { api, id }: SandboxOperation, request: Request) => {
    if (api === "supplier") serviceLimit?.admit();
    return id === "token.create" ? "" : await tokens.check(api, request);
  };

  /** Checks the request and runs its handler. The lessor's decisions that are due come before and after the handler. */
  const execute = async (context: Omit<HandlerContext, "json">): Promise<Reply> => {
    const handler: AnyHandler = handlers[context.operation.id];
    const json = checkRequest({
      ...context,
      headers: context.httpRequest.headers,
      acceptsUnknownFields,
      uploadEncoding: context.learned.uploadEncoding,
    });
    context.learned.bodies.checkRequest(context.operation, json, acceptsUnknownFields);
    reviewer.decideDue(context);
    // The check of the request has established the type that the handler takes.
    const reply = await handler({ ...context, json: json as never });
    reviewer.decideDue(context);
    return reply;
  };

  /**
   * Returns the reply of the handler, or a finished response that replaces it.
   *
   * @throws ProblemError for an error reply
   */
  const replyTo = async ({ parts, request, details }: IncomingRequest): Promise<Reply | Response> => {
    const url = new URL(request.url);
    details.route = findRoute(request.method, url);
    const { operation, params, base } = details.route;
    const body = await readRequestBody(request);
    if (body === undefined) return toResponse(serializeReply(tooLongReply(operation, parts)));
    details.body = body;
    const caller = await admit(parts, operation, request);
    details.caller = caller || undefined;
    details.fault = faults.take({ operationId: operation.id, params, request, body });
    if (details.fault?.when === "before-commit") {
      const replacement = await details.fault.apply(parts.traces);
      if (replacement !== undefined) return replacement;
    }
    const address = (path: string) => `${base}${path}`;
    const query = url.searchParams;
    const context = { ...parts, operation, params, query, httpRequest: request, body, caller, address };
    details.reply = await execute(context);
    return details.reply;
  };

  return async (incoming) => {
    const { parts, details } = incoming;
    const reply = await replyTo(incoming).catch((error: unknown) => {
      if (error instanceof ProblemError) return problemReply(error, parts.traces);
      throw error;
    });
    if (reply instanceof Response) return reply;
    const { route, fault } = details;
    // The JSON is serialized only once, because that is the slowest step of a long response.
    const serialized = serializeReply(reply);
    if (route !== undefined) checkResponse(route.operation, serialized);
    // The document describes the bodies that the sandbox makes up, so the learned shapes come after its check.
    const completed = route === undefined ? serialized : parts.learned.bodies.completeReply(route, serialized);
    const response = toResponse(completed);
    return (fault?.when === "after-commit" ? await fault.apply(parts.traces, response) : undefined) ?? response;
  };
}

/** The token endpoint has its own error responses (RFC 6749 §5.2). */
function tooLongReply({ id }: SandboxOperation, { traces }: HandlerParts): Reply {
  if (id === "token.create") return { status: 400, json: { error: "invalid_request", error_description: tooLong } };
  return problemReply(new ProblemError(400, tooLong, { entries: [sandboxEntry("BODY", tooLong)] }), traces);
}
