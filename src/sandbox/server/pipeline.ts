import type { SandboxTime } from "../common/clock.js";
import { NetworkFault } from "../faults/network-fault.js";
import { SandboxDefect } from "../messages/check-response.js";
import { BrokenUpload } from "../messages/request-body.js";
import type { Services } from "../service/state/context.js";
import { asEnding, type Ending, type RequestDetails, type RequestRecord } from "./journal/record.js";
import { createResponder, type ResponderParts } from "./responder.js";

/**
 * Handles a request of a connection. Rejects with a NetworkFault if a fault prevents the response, with a
 * SandboxDefect, and with the error of the request's own body stream.
 */
export type HandleRequest = (request: Request) => Promise<Response>;

interface PipelineParts extends ResponderParts {
  readonly services: Services;
  /** For a jumping clock, which skips ahead while no request is in progress and a caller waits. */
  readonly time: Pick<SandboxTime, "begin" | "stalled">;
  /** Creates the record of a request for the journal. */
  readonly beginRecord: (request: Request) => RequestRecord;
  /** Is called with every defect before the request ends without a response. */
  readonly onDefect: (defect: SandboxDefect) => void;
}

/**
 * Creates the pipeline behind every connection: it responds to a request, and records the request when it has ended.
 */
export function createPipeline(parts: PipelineParts): HandleRequest {
  const { services, time, beginRecord, onDefect } = parts;
  const respond = createResponder(parts);

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
    const begun = { ...services };
    const details: RequestDetails = {};
    let ending: Ending;
    try {
      ending = await respond(begun, request, details);
      // After a reset or restore, the state behind the response no longer exists.
      if (begun.state !== services.state) ending = new NetworkFault("reset");
    } catch (error) {
      ending = asEnding(error, details.route);
    }
    const recorded = await record.end(ending, details);
    if (recorded instanceof SandboxDefect) onDefect(recorded);
    return recorded;
  }
}
