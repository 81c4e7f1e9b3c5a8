import { unlessSignalled } from "../../base/cancellation.js";
import { isInstance } from "../../base/instances.js";
import { connectionReset, NetworkFault } from "../faults/network-fault.js";
import type { HandleRequest } from "./pipeline.js";

/** The shape of the global `fetch`. */
export type SandboxFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * Creates a fetch that calls the sandbox in process, with the errors of a real fetch for aborts and lost connections.
 */
export function createFetch(handleRequest: HandleRequest): SandboxFetch {
  const respond = async (request: Request, signal: AbortSignal | undefined): Promise<Response> => {
    try {
      return await handleRequest(request);
    } catch (error) {
      if (!(error instanceof NetworkFault)) throw error;
      if (error.kind === "reset") throw connectionReset();
      return brokenResponse(error, signal) ?? new Promise<never>(() => {});
    }
  };
  return async (input, init) => {
    const signal = init?.signal ?? (isInstance(input, "Request") ? input.signal : undefined);
    // A given Request is not copied, because the copy of a body takes longer than many a response.
    const isComplete = init === undefined && input instanceof Request && !input.bodyUsed;
    // The Request gets no signal, because every Request derived from one adds a listener to it.
    const request = isComplete ? input : new Request(input, { ...init, signal: null });
    signal?.throwIfAborted();
    const response = respond(request, signal);
    // After an abort, the sandbox still completes the task, as a service would.
    return signal === undefined ? response : unlessSignalled(response, signal);
  };
}

/**
 * The response of a fault as fetch would return it: an abort of the request also ends its body.
 *
 * @returns undefined if no response ever starts
 */
function brokenResponse({ response }: NetworkFault, signal: AbortSignal | undefined): Response | undefined {
  if (response?.body == null || signal === undefined) return response;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  // The error also fails `readable`, where its reader receives it.
  response.body.pipeTo(writable, { signal }).catch(() => {});
  return new Response(readable, response);
}
