import type { SandboxTime } from "../clock.js";
import { NetworkFault } from "../faults/network-fault.js";
import type { FaultPlan } from "../faults/plan.js";
import type { RequestRecord } from "../journal/recorder.js";
import type { RateLimiter } from "../rate-limit.js";
import type { AutomaticReviewer } from "../reviewer/policy.js";
import { checkRequest } from "../schema/request.js";
import { checkResponse, SandboxDefect } from "../schema/response.js";
import type { AnyHandler, HandlerContext, HandlerParts } from "./context.js";
import type { Handlers } from "./handlers.js";
import { ProblemError, problemBody, sandboxEntry } from "./problem.js";
import { jsonText, type Reply, toResponse } from "./reply.js";
import { BrokenUpload, readRequestBody, tooLong } from "./request-body.js";
import { findRoute, type Route, type SandboxOperation } from "./router.js";

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

/** Creates the pipeline behind every adapter: it finds the operation, responds, and records the request. */
export function createPipeline(pipelineParts: PipelineParts): HandleRequest {
  const { currentParts, time, beginRecord, onDefect } = pipelineParts;
  const respondTo = createResponder(pipelineParts);

  const respond = async (parts: HandlerParts, request: Request, record: RequestRecord): Promise<Response> => {
    const result = await catchProblem(parts, () => {
      record.route = findRoute(request.method, new URL(request.url));
      return respondTo(parts, record.route, request, record);
    });
    return result instanceof Response ? result : toResponse(result);
  };

  const respondAndRecord = async (request: Request, record: RequestRecord): Promise<Response> => {
    const parts = currentParts();
    try {
      const response = await respond(parts, request, record);
      // After a reset or restore, the state behind the response no longer exists.
      if (parts.state !== currentParts().state) throw new NetworkFault("reset");
      await record.responded(response);
      // No operation has this method, and a response to it has no body (RFC 9110 §9.3.2).
      return request.method === "HEAD" ? new Response(null, response) : response;
    } catch (error) {
      if (!(error instanceof NetworkFault)) throw error;
      record.ended(error.kind);
      if (error.kind.startsWith("stall")) time.stalled();
      throw error;
    }
  };

  /** Records how a request failed, and returns the error for the adapter. */
  const failureOf = (error: unknown, record: RequestRecord): unknown => {
    if (error instanceof NetworkFault) return error;
    if (error instanceof BrokenUpload) {
      record.ended("broken-upload");
      return error.cause;
    }
    const defect = asDefect(error, record.route);
    record.failed();
    onDefect(defect);
    return defect;
  };

  return async (request) => {
    const end = time.begin();
    try {
      const record = beginRecord(request);
      return await respondAndRecord(request, record).catch((error: unknown) => {
        throw failureOf(error, record);
      });
    } finally {
      end();
    }
  };
}

/** The parts of a sandbox that a responder uses. */
export interface ResponderParts {
  readonly handlers: Handlers;
  /** Makes the lessor's decisions that are due, before and after each request. */
  readonly reviewer: AutomaticReviewer;
  /** Undefined: no limit. */
  readonly limiter: RateLimiter | undefined;
  readonly faults: FaultPlan;
  /** Whether a body can have fields that the OpenAPI document does not have. */
  readonly acceptsUnknownFields: boolean;
}

/** Responds to a request whose operation is known, and completes its record. */
export type RespondTo = (
  parts: HandlerParts,
  route: Route,
  request: Request,
  record: RequestRecord,
) => Promise<Response>;

/** Creates the steps of a response: limit and token, fault, check of the request, handler, check of the response. */
export function createResponder(responderParts: ResponderParts): RespondTo {
  const { handlers, reviewer, limiter, faults, acceptsUnknownFields } = responderParts;

  /**
   * Checks the limit and the token, and returns the caller. The token endpoint and the lessor API have no limit.
   *
   * @throws ProblemError 429 if the limit is reached, and 401 if the token is not accepted
   */
  const admit = async ({ tokens }: HandlerParts, { api, id }: SandboxOperation, request: Request) => {
    if (api === "supplier") limiter?.admit();
    return { caller: id === "token.create" ? "" : await tokens.check(api, request) };
  };

  const execute = async (context: Omit<HandlerContext, "json">): Promise<Reply> => {
    const handler: AnyHandler = handlers[context.operation.id];
    const json = checkRequest(context.check, {
      ...context,
      headers: context.httpRequest.headers,
      acceptsUnknownFields,
    });
    reviewer.decideDue(context);
    // The check of the request has established the type that the handler takes.
    const reply = await handler({ ...context, json: json as never });
    reviewer.decideDue(context);
    return reply;
  };

  return async (parts, { operation, params, base }, request, record) => {
    const body = await readRequestBody(request);
    if (body === undefined) return toResponse(tooLongReply(operation, parts));
    record.body = body;
    const admission = await catchProblem(parts, () => admit(parts, operation, request));
    if (!("caller" in admission)) return toCheckedResponse(parts, operation, admission);
    const { caller } = admission;
    record.caller = caller || undefined;
    const fault = faults.take({ operationId: operation.id, params, request, body });
    record.fault = fault;
    const replacement = fault?.when === "before-commit" ? await fault.apply() : undefined;
    if (replacement !== undefined) return replacement;
    const query = new URL(request.url).searchParams;
    const address = (path: string) => `${base}${path}`;
    const context = { ...parts, operation, params, query, httpRequest: request, body, caller, address };
    const reply = await catchProblem(parts, () => execute(context));
    record.reply = reply;
    const response = toCheckedResponse(parts, operation, reply);
    return (fault?.when === "after-commit" ? await fault.apply(response) : undefined) ?? response;
  };
}

/** Runs a step. This is the one place where a ProblemError becomes the error reply of the service. */
async function catchProblem<T>(parts: HandlerParts, step: () => Promise<T>): Promise<T | Reply> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof ProblemError) return problemReply(error, parts);
    throw error;
  }
}

function problemReply(problem: ProblemError, { traces }: HandlerParts): Reply {
  const json = problemBody(problem, traces.hex(32));
  return { status: problem.status, headers: problem.headers, json };
}

/** The token endpoint has its own error responses (RFC 6749 §5.2). */
function tooLongReply({ id }: SandboxOperation, parts: HandlerParts): Reply {
  if (id === "token.create")
    return { status: 400, json: { error: "invalid_request", error_description: tooLong } };
  return problemReply(new ProblemError(400, tooLong, [sandboxEntry("BODY", tooLong)]), parts);
}

function toCheckedResponse({ check }: HandlerParts, operation: SandboxOperation, reply: Reply): Response {
  // The JSON is serialized only once, because that is the slowest step of a long response.
  const text = jsonText(reply);
  checkResponse(check, operation, reply, text);
  return toResponse(reply, text);
}

function asDefect(error: unknown, route: Route | undefined): SandboxDefect {
  if (error instanceof SandboxDefect) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new SandboxDefect(route?.operation.id ?? "(unknown)", `it failed with "${message}"`, {
    cause: error,
  });
}
