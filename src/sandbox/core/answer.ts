import type { LessorDesk } from "../actor/desk.js";
import { checkAnswer } from "../document/answer-check.js";
import { checkRequest } from "../document/request-check.js";
import type { FaultPlan } from "../faults/faults.js";
import type { Note } from "../journal/recorder.js";
import type { RateLimiter } from "../limits/limiter.js";
import type { AnyHandler, Exchange, Services } from "./handler.js";
import type { Handlers } from "./handlers.js";
import { problemBody, Refusal, sandboxEntry } from "./problem.js";
import { jsonText, type Reply, toResponse } from "./reply.js";
import { readRequestBody, tooLong } from "./request-body.js";
import type { Route, SandboxOperation } from "./router.js";

/** What it takes to answer. */
export interface AnswerParts {
  readonly handlers: Handlers;
  /** Where the lessor decides on what is due, before and after each request. */
  readonly desk: LessorDesk;
  /** Undefined: no limit. */
  readonly limiter: RateLimiter | undefined;
  readonly faults: FaultPlan;
  /** Whether a body may have fields that the document does not have. */
  readonly acceptsUnknownFields: boolean;
}

/** Answers a request whose operation is known, and notes what becomes known on the way. */
export type Answer = (services: Services, route: Route, request: Request, note: Note) => Promise<Response>;

/**
 * Makes the steps of an answer: limit and token, fault, what the document says of the request, the handler, and what
 * the document says of the answer.
 */
export function createAnswer(parts: AnswerParts): Answer {
  const { handlers, desk, limiter, faults, acceptsUnknownFields } = parts;

  /** The limit and the token; the token endpoint and the lessor API know no limit. */
  const admit = async (
    { tokens }: Services,
    operation: SandboxOperation,
    request: Request,
  ): Promise<string> => {
    if (operation.api === "supplier") limiter?.admit();
    return operation.id === "token.create" ? "" : tokens.check(operation.api, request);
  };

  const carryOut = async (exchange: Omit<Exchange, "json">): Promise<Reply> => {
    const { operation, request } = exchange;
    const handler: AnyHandler = handlers[operation.id];
    const json = checkRequest(exchange.check, {
      ...exchange,
      headers: request.headers,
      acceptsUnknownFields,
    });
    // The document has just said that the JSON is what this handler takes.
    desk.decideDue(exchange);
    const reply = await handler({ ...exchange, json: json as never });
    desk.decideDue(exchange);
    return reply;
  };

  const deliver = ({ check }: Services, operation: SandboxOperation, reply: Reply): Response => {
    // Long answers take longest to write, so they are written once.
    const text = jsonText(reply);
    checkAnswer(check, operation, reply, text);
    return toResponse(reply, text);
  };

  return async (services, { operation, params, base }, request, note) => {
    const body = await readRequestBody(request);
    if (body === undefined) return toResponse(tooLongReply(operation, services));
    note.body = body;
    const caller = await orRefusal(admit(services, operation, request), services);
    if (typeof caller !== "string") return deliver(services, operation, caller);
    note.caller = caller || undefined;
    const fault = faults.take({ operationId: operation.id, params, request, body });
    note.fault = fault;
    const instead = fault?.when === "before-commit" ? await fault.spoil() : undefined;
    if (instead !== undefined) return instead;
    const query = new URL(request.url).searchParams;
    const address = (path: string) => `${base}${path}`;
    const exchange = { ...services, operation, params, query, request, body, caller, address };
    const reply = await orRefusal(carryOut(exchange), services);
    note.reply = reply;
    const response = deliver(services, operation, reply);
    return (fault?.when === "after-commit" ? await fault.spoil(response) : undefined) ?? response;
  };
}

/** What a step gives, or the answer that refuses the request. */
function orRefusal<T>(step: Promise<T>, services: Services): Promise<T | Reply> {
  return step.catch((error: unknown) => {
    if (error instanceof Refusal) return refusalReply(error, services);
    throw error;
  });
}

/** The token endpoint has error answers of its own (RFC 6749 §5.2). */
function tooLongReply({ id }: SandboxOperation, services: Services): Reply {
  if (id === "token.create")
    return { status: 400, json: { error: "invalid_request", error_description: tooLong } };
  return refusalReply(new Refusal(400, tooLong, [sandboxEntry("BODY", tooLong)]), services);
}

/** A refusal as the error body of the service. */
export function refusalReply(refusal: Refusal, { traces }: Services): Reply {
  const json = problemBody(refusal, traces.hex(32));
  return { status: refusal.status, headers: refusal.headers, json };
}
