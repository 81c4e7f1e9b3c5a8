import {
  createLessorClient,
  createSupplierClient,
  type LessorClient,
  type LessorClientOptions,
  type SupplierClient,
  type SupplierClientOptions,
} from "@reg/sdk";
import { canarySecret, canaryToken } from "./canaries.js";
import { type FakeFetch, fakeFetch, json, type Reply } from "./fetch.js";

export { canarySecret, canaryToken };

export const baseUrl = "https://reg.example";

/** The smallest body with which a service request can be created. */
export const draft = { status: "Draft", vehicle: { licensePlate: "AB-123-C" } } as const;

/** The smallest service request that a client accepts in a response. */
export const exampleRequest = { id: "R-1", status: "Draft", components: [] } as const;

/** Creates a supplier client over a fake service, without pauses between attempts. */
export function supplierOver(fetch: FakeFetch, options: Partial<SupplierClientOptions> = {}): SupplierClient {
  return createSupplierClient({ baseUrl, token: canaryToken, fetch, random: () => 0, ...options });
}

/** Creates a supplier client for a real server, without pauses between attempts. */
export function supplierAt(baseUrl: string, options: Partial<SupplierClientOptions> = {}): SupplierClient {
  return createSupplierClient({ baseUrl, token: canaryToken, random: () => 0, ...options });
}

/** Creates a lessor client over a fake service, without pauses between attempts. */
export function lessorOver(fetch: FakeFetch, options: Partial<LessorClientOptions> = {}): LessorClient {
  return createLessorClient({
    baseUrl,
    clientId: "fleet-job",
    clientSecret: canarySecret,
    fetch,
    random: () => 0,
    ...options,
  });
}

/** Creates the response of a token endpoint. */
export function tokenResponse(fields: Readonly<Record<string, unknown>> = {}): Reply {
  return json({ access_token: canaryToken, token_type: "Bearer", expires_in: 3600, ...fields });
}

/** Creates a fake lessor service: its token endpoint always issues a token, and other requests get these replies. */
export function lessorService(replies: readonly [Reply, ...Reply[]], tokenReply: Reply = tokenResponse()) {
  const tokens = fakeFetch(tokenReply);
  const api = fakeFetch(...replies);
  const fetch = fakeFetch(({ url, init }) => (url.pathname === "/token" ? tokens : api)(url.href, init));
  return { fetch, tokens, api };
}
