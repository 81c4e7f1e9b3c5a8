import { NetworkFault } from "../faults/network-fault.js";
import type { HandleRequest } from "../server/pipeline.js";
import { brokenResponse } from "./fetch.js";

/**
 * Handlers for `setupServer(...)` or `setupWorker(...)`. msw is an optional peer dependency that is loaded only when
 * handlers are created, so that its types cannot be named here.
 */
// biome-ignore lint/suspicious/noExplicitAny: msw's own type would require msw wherever this package is type-checked
export type MswHandlers = any[];

/** Creates msw handlers that respond to every request below `origin`. */
export async function createMswHandlers(handleRequest: HandleRequest, origin: string): Promise<MswHandlers> {
  const { http, HttpResponse } = await import("msw");
  const resolver = async ({ request }: { request: Request }) => {
    try {
      return await handleRequest(request);
    } catch (error) {
      // A defect was reported already; msw would convert a thrown error to a 500, which a client would retry.
      if (!(error instanceof NetworkFault) || error.kind === "reset") return HttpResponse.error();
      return brokenResponse(error, request.signal) ?? new Promise<never>(() => {});
    }
  };
  return [http.all(`${origin}/*`, resolver)];
}
