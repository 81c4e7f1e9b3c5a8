import { createLessorClient, type LessorClient, type LessorClientOptions } from "../../src/lessor/client.js";
import {
  createSupplierClient,
  type SupplierClient,
  type SupplierClientOptions,
} from "../../src/supplier/client.js";
import { canarySecret, canaryToken } from "./canaries.js";
import { type FakeFetch, fakeFetch, json, type Reply } from "./fetch.js";

export { canarySecret, canaryToken };

export const baseUrl = "https://reg.example";

/** The smallest body with which a service request can be created. */
export const draft = { status: "Draft", vehicle: { licensePlate: "AB-123-C" } } as const;

/** A supplier client over a fake service, without pauses between attempts. */
export function supplierOver(fetch: FakeFetch, options: Partial<SupplierClientOptions> = {}): SupplierClient {
  return createSupplierClient({ baseUrl, token: canaryToken, fetch, random: () => 0, ...options });
}

/** A lessor client over a fake service, without pauses between attempts. */
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

/** The response of a token endpoint. */
export function tokenAnswer(fields: Readonly<Record<string, unknown>> = {}): Reply {
  return json({ access_token: canaryToken, token_type: "Bearer", expires_in: 3600, ...fields });
}

/** A fake lessor service: the token endpoint always issues a token, and all other requests get the given replies. */
export function lessorService(replies: readonly [Reply, ...Reply[]], tokenReply: Reply = tokenAnswer()) {
  const tokens = fakeFetch(tokenReply);
  const api = fakeFetch(...replies);
  const fetch = fakeFetch(({ url, init }) => (url.pathname === "/token" ? tokens : api)(url.href, init));
  return { fetch, tokens, api };
}
