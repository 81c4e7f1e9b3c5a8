import { messageOf } from "../../base/text.js";
import type { SandboxTime } from "../common/clock.js";
import { NetworkFault } from "../faults/network-fault.js";
import { SandboxDefect } from "../messages/check-response.js";
import { BrokenUpload } from "../messages/request-body.js";
import type { Route } from "../messages/router.js";
import type { HandlerParts } from "../service/state/context.js";
import type { Ending, RequestDetails, RequestRecord } from "./journal/record.js";
import { createResponder, type ResponderParts } from "./responder.js";
import type { ServiceForm } from "./service-form.js";

/**
 * Handles a request of a connection. Rejects with a NetworkFault if a fault prevents the response, with a
 * SandboxDefect, and with the error of the request's own body stream.
 */
export type HandleRequest = (request: Request) => Promise<Response>;

interface PipelineParts extends ResponderParts {
  readonly parts: HandlerParts;
  /** For a jumping clock, which skips ahead while no request is in progress and a caller waits. */
  readonly time: Pick<SandboxTime, "begin" | "stalled">;
  /** Creates the record of a request for the journal. */
  readonly beginRecord: (request: Request) => RequestRecord;
  /** Is called with every defect before the request ends without a response. */
  readonly onDefect: (defect: SandboxDefect) => void;
  /** Undefined: the service has the form of the documents. */
  readonly serviceForm?: ServiceForm | undefined;
}

/**
 * Creates the pipeline behind every connection: it responds to a request, and records the request when it has ended.
 */
export function createPipeline(pipelineParts: PipelineParts): HandleRequest {
  const { parts, time, beginRecord, onDefect, serviceForm } = pipelineParts;
  const respond = createResponder(pipelineParts);

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

  async function respondAndRecord(request: Request, record: RequestRecord): Promise<Ending> {
    const begun = { ...parts };
    let details: RequestDetails = {};
    const respondTo = async (converted: Request) => {
      const handled = await respond(begun, converted);
      details = handled;
      if (handled.ending instanceof Response) return handled.ending;
      throw handled.ending;
    };
    try {
      const response = await (serviceForm?.(request, respondTo) ?? respondTo(request)).catch(returnExpectedError);
      // After a reset or restore, the state behind the response no longer exists.
      const isReplaced = response instanceof Response && begun.state !== parts.state;
      const ending = isReplaced ? new NetworkFault("reset") : response;
      await record.end(ending, details);
      return ending;
    } catch (error) {
      const defect = asDefect(error, details.route);
      await record.end(defect, details);
      onDefect(defect);
      return defect;
    }
  }
}

function returnExpectedError(error: unknown): NetworkFault | BrokenUpload {
  if (error instanceof NetworkFault || error instanceof BrokenUpload) return error;
  throw error;
}

function asDefect(error: unknown, route: Route | undefined): SandboxDefect {
  if (error instanceof SandboxDefect) return error;
  const message = messageOf(error);
  return new SandboxDefect(route?.operation.id ?? "(unknown)", `it failed with "${message}"`, {
    cause: error,
  });
}
