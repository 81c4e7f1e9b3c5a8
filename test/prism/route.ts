/**
 * Replaces the global fetch, so that requests to a sandbox on loopback pass through Prism, and records what Prism
 * finds. Loaded before the tests and the examples; `run.ts` sets the environment variables.
 */
import { appendFileSync } from "node:fs";

/** The header that tells the relay which sandbox a request is for. */
export const portHeader = "x-sandbox-port";

/** One finding of Prism, in the header `sl-violations` of a response. */
interface Violation {
  readonly location: readonly string[];
  readonly severity: string;
  readonly message: string;
}

/** A request or response that Prism finds invalid. */
export interface Finding {
  readonly request: string;
  readonly status: number;
  readonly violations: readonly Violation[];
}

const { PRISM_PROXIES: proxies, PRISM_FINDINGS: findings } = process.env;
if (proxies !== undefined && findings !== undefined) routeThrough(JSON.parse(proxies), findings);

/**
 * @param addresses the address of Prism for the first segment of a path, `supplier` or `lessor`
 * @param file gets a line of JSON for each finding
 */
function routeThrough(addresses: Readonly<Record<string, string>>, file: string): void {
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init = {}) => {
    const { hostname, pathname, search, port } = new URL(input instanceof Request ? input.url : input);
    const [, api = "", ...path] = pathname.split("/");
    const address = addresses[api];
    if (hostname !== "127.0.0.1" || address === undefined) return send(input, init);
    const headers = new Headers(init.headers);
    headers.set(portHeader, port);
    const response = await send(`${address}/${path.join("/")}${search}`, { ...init, headers });
    const found = response.headers.get("sl-violations");
    if (found !== null) {
      const request = `${init.method ?? "GET"} /${path.join("/")}`;
      const finding: Finding = { request, status: response.status, violations: JSON.parse(found) };
      appendFileSync(file, `${JSON.stringify(finding)}\n`);
    }
    return response;
  };
}
