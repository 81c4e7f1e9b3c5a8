import { SandboxDefect } from "../document/defect.js";
import { NetworkFault } from "../faults/faults.js";
import type { Note } from "../journal/recorder.js";
import type { SandboxTime } from "../time/clock.js";
import { type AnswerParts, createAnswer, refusalReply } from "./answer.js";
import type { Services } from "./handler.js";
import { Refusal } from "./problem.js";
import { toResponse } from "./reply.js";
import { BrokenUpload } from "./request-body.js";
import { findRoute } from "./router.js";

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
      if (error instanceof Refusal) return toResponse(refusalReply(error, services));
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
