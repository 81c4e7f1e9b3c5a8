// As a whole: Node would not load this file if a version lacked one of the names.
import * as msw from "msw";
import { describeWrongPeer } from "./base/peers.js";
import { RegInputError } from "./errors/errors.js";
import type { Sandbox } from "./sandbox/types.js";

/**
 * Creates handlers for `setupServer(...)` of msw, with which a sandbox responds to every request to its own origin, so
 * to all below `sandbox.supplier.baseUrl` and `sandbox.lessor.baseUrl`. Needs msw 2, or 3 with Node 22.12.
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
 *
 * @throws RegInputError for what is no sandbox, and for an msw that is older or needs another Node
 */
export function createMswHandlers(sandbox: Sandbox): msw.HttpHandler[] {
  const wrongVersion = findWrongVersion();
  if (wrongVersion !== undefined) throw new RegInputError("createMswHandlers", describeWrongPeer("msw", wrongVersion));
  const address = Object(Object(sandbox).supplier).baseUrl;
  if (typeof address !== "string") throw new RegInputError("sandbox", "must be one that createSandbox has returned");
  const { origin } = new URL(address);
  return [
    // msw would convert a thrown error to a 500, which a client would retry.
    msw.http.all(`${origin}/*`, ({ request }) => sandbox.fetch(request).catch(() => msw.HttpResponse.error())),
  ];
}

function findWrongVersion(): string | undefined {
  if (!("http" in msw)) return "version 1 or older";
  // Version 3 loads on Node 20, but every request then fails without this function. It has no `cleanUrl` any more.
  if (!("cleanUrl" in msw || "withResolvers" in Promise)) return "version 3, which needs Node 22.12";
  return undefined;
}
