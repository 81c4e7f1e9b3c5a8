import { connectionReset, NetworkFault } from "../faults/network-fault.js";
import type { Core } from "../server/pipeline.js";

/**
 * The answer of a fault, as fetch would hand it over: an abort of the request also ends its body.
 *
 * @returns undefined if no answer ever begins
 */
export function brokenResponse(
  { response }: NetworkFault,
  signal: AbortSignal | undefined,
): Response | undefined {
  if (response?.body == null || signal === undefined) return response;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  // It fails with the body, which its reader is told of.
  response.body.pipeTo(writable, { signal }).catch(() => {});
  return new Response(readable, response);
}

/** The shape of the global `fetch`. */
export type SandboxFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Calls a core in process, with the errors of a real fetch: an abort, or a connection that breaks. */
export function createFetch(core: Core): SandboxFetch {
  return async (input, init) => {
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    // Without the signal, which would gather a listener with every Request that follows it.
    const request = new Request(input, { ...init, signal: null });
    signal?.throwIfAborted();
    return untilAborted(answer(core, request, signal), signal);
  };
}

async function answer(core: Core, request: Request, signal: AbortSignal | undefined): Promise<Response> {
  try {
    return await core(request);
  } catch (error) {
    if (!(error instanceof NetworkFault)) throw error;
    if (error.kind === "reset") throw connectionReset();
    return brokenResponse(error, signal) ?? new Promise<never>(() => {});
  }
}

/** The sandbox goes on with what it has begun, as a service would: only the caller stops waiting. */
function untilAborted<T>(task: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return task;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    task.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
