import { everything } from "./everything.mjs";

/** Ours, with everything on. */
export async function make({ baseUrl, token, requestId, dist }, more = {}) {
  const { createSupplierClient } = await import(`${dist}/esm/index.js`);
  const client = createSupplierClient({
    baseUrl,
    token,
    throttle: { limit: everything.limit, window: everything.window },
    retry: { retries: everything.retries },
    timeout: everything.timeout,
    deadline: everything.deadline,
    ...more,
  });
  return {
    getSmall: () => client.serviceRequests.get(requestId),
    post: async (body) => (await client.serviceRequests.create(body)).id,
    getLarge: () => client.serviceRequests.list(),
  };
}
