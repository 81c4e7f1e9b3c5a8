import { type HttpHandler, HttpResponse, http } from "msw";
import type { Sandbox } from "./sandbox/types.js";

/**
 * Creates handlers for `setupServer(...)` of msw, with which a sandbox responds to every request to its own origin, so
 * to all below `sandbox.supplier.baseUrl` and `sandbox.lessor.baseUrl`. Needs the package msw, version 2.
 *
 * All sandboxes have the same origin, so one set of handlers serves one sandbox at a time: of several sets, msw uses
 * the first. Replace it with `server.resetHandlers(...createMswHandlers(other))`.
 *
 * A request fails with msw's network error, which has no code, if a fault resets its connection, or if the sandbox has
 * a defect, which is reported to `onDefect` of the sandbox.
 *
 * @example
 * const sandbox = createSandbox();
 * const server = setupServer(...createMswHandlers(sandbox));
 */
export function createMswHandlers(sandbox: Sandbox): HttpHandler[] {
  const { origin } = new URL(sandbox.supplier.baseUrl);
  return [
    // msw would convert a thrown error to a 500, which a client would retry.
    http.all(`${origin}/*`, ({ request }) => sandbox.fetch(request).catch(() => HttpResponse.error())),
  ];
}
