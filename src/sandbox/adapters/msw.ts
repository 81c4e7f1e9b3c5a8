import { NetworkFault } from "../faults/network-fault.js";
import type { Core } from "../server/pipeline.js";
import { brokenResponse } from "./fetch.js";

/**
 * Handlers for `setupServer(...)` or `setupWorker(...)`. msw is an optional peer and loaded only here, so that its
 * types cannot be named.
 */
// biome-ignore lint/suspicious/noExplicitAny: msw's own type would need msw wherever this package is type-checked
export type MswHandlers = any[];

/** Makes handlers that answer every request below `origin`. */
export async function createMswHandlers(core: Core, origin: string): Promise<MswHandlers> {
  const { http, HttpResponse } = await import("msw");
  const resolver = async ({ request }: { request: Request }) => {
    try {
      return await core(request);
    } catch (error) {
      // A defect was told already; thrown here, it would become a 500, which a client would retry.
      if (!(error instanceof NetworkFault) || error.kind === "reset") return HttpResponse.error();
      return brokenResponse(error, request.signal) ?? new Promise<never>(() => {});
    }
  };
  return [http.all(`${origin}/*`, resolver)];
}
