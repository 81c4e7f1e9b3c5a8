import type { SandboxTime } from "../clock.js";
import { NetworkFault } from "../faults/network-fault.js";
import type { FaultPlan } from "../faults/plan.js";
import type { Note } from "../journal/recorder.js";
import type { RateLimiter } from "../rate-limit.js";
import type { AutomaticReviewer } from "../reviewer/policy.js";
import { checkRequest } from "../schema/request.js";
import { checkAnswer, SandboxDefect } from "../schema/response.js";
import type { AnyHandler, HandlerContext, Services } from "./context.js";
import type { Handlers } from "./handlers.js";
import { ProblemError, problemBody, sandboxEntry } from "./problem.js";
import { jsonText, type Reply, toResponse } from "./reply.js";
import { BrokenUpload, readRequestBody, tooLong } from "./request-body.js";
import { findRoute, type Route, type SandboxOperation } from "./router.js";

/** What it takes to answer. */
export interface AnswerParts {
  readonly handlers: Handlers;
  /** Where the lessor decides on what is due, before and after each request. */
  readonly desk: AutomaticReviewer;
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

  const carryOut = async (exchange: Omit<HandlerContext, "json">): Promise<Reply> => {
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
    const instead = fault?.when === "before-commit" ? await fault.apply() : undefined;
    if (instead !== undefined) return instead;
    const query = new URL(request.url).searchParams;
    const address = (path: string) => `${base}${path}`;
    const exchange = { ...services, operation, params, query, request, body, caller, address };
    const reply = await orRefusal(carryOut(exchange), services);
    note.reply = reply;
    const response = deliver(services, operation, reply);
    return (fault?.when === "after-commit" ? await fault.apply(response) : undefined) ?? response;
  };
}

/** What a step gives, or the answer that refuses the request. */
function orRefusal<T>(step: Promise<T>, services: Services): Promise<T | Reply> {
  return step.catch((error: unknown) => {
    if (error instanceof ProblemError) return refusalReply(error, services);
    throw error;
  });
}

/** The token endpoint has error answers of its own (RFC 6749 §5.2). */
function tooLongReply({ id }: SandboxOperation, services: Services): Reply {
  if (id === "token.create")
    return { status: 400, json: { error: "invalid_request", error_description: tooLong } };
  return refusalReply(new ProblemError(400, tooLong, [sandboxEntry("BODY", tooLong)]), services);
}

/** A refusal as the error body of the service. */
function refusalReply(refusal: ProblemError, { traces }: Services): Reply {
  const json = problemBody(refusal, traces.hex(32));
  return { status: refusal.status, headers: refusal.headers, json };
}

/** What a core is made of. */
export interface CoreParts extends AnswerParts {
  readonly services: () => Services;
  readonly time: Pick<SandboxTime, "begin" | "stalled">;
  /** Begins the line of a request in the journal. */
  readonly beginNote: (request: Request) => Note;
  /** Is told of every defect before the request ends without an answer. */
  readonly onDefect: (defect: SandboxDefect) => void;
}

/**
 * Answers a request; rejects with a NetworkFault where a fault leaves no answer, with a SandboxDefect, and with
 * what the caller's own body failed with.
 */
export type Core = (request: Request) => Promise<Response>;

/** Makes what stands behind every adapter: finds the operation, has it answered, and writes a line in the journal. */
export function createCore(parts: CoreParts): Core {
  const answer = createAnswer(parts);

  const answerOrRefuse = async (services: Services, request: Request, note: Note): Promise<Response> => {
    try {
      note.route = findRoute(request.method, new URL(request.url));
      return await answer(services, note.route, request, note);
    } catch (error) {
      if (error instanceof ProblemError) return toResponse(refusalReply(error, services));
      throw error;
    }
  };

  const settle = async (services: Services, request: Request, note: Note): Promise<Response> => {
    try {
      const answer = await answerOrRefuse(services, request, note);
      // Reset or restored meanwhile: what was answered for is gone, and nobody may count on it.
      if (services.state !== parts.services().state) throw new NetworkFault("reset");
      const response = await note.answered(answer);
      // No operation has this method, and no answer to it has a body (RFC 9110 §9.3.2).
      return request.method === "HEAD" ? new Response(null, response) : response;
    } catch (error) {
      if (!(error instanceof NetworkFault)) throw error;
      note.ended(error.kind);
      if (error.kind.startsWith("stall")) parts.time.stalled();
      throw error;
    }
  };

  return async (request) => {
    const end = parts.time.begin();
    try {
      const note = parts.beginNote(request);
      return await settle(parts.services(), request, note).catch((error: unknown) => {
        if (error instanceof NetworkFault) throw error;
        if (error instanceof BrokenUpload) {
          note.ended("broken-upload");
          throw error.cause;
        }
        const defect = asDefect(error, note.route);
        note.failed();
        parts.onDefect(defect);
        throw defect;
      });
    } finally {
      end();
    }
  };
}

function asDefect(error: unknown, route: Note["route"]): SandboxDefect {
  if (error instanceof SandboxDefect) return error;
  const what = error instanceof Error ? error.message : String(error);
  return new SandboxDefect(route?.operation.id ?? "(unknown)", `it failed with "${what}"`, { cause: error });
}
