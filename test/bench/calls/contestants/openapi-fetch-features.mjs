import { peer } from "../../peers/load.mjs";
import { everything } from "./everything.mjs";
import { callsOf } from "./openapi-fetch.mjs";

const { default: createClient } = await peer("openapi-fetch");
const { default: pRetry } = await peer("p-retry");
const { default: pThrottle } = await peer("p-throttle");

const passing = new Set([429, 502, 503, 504]);

class ServiceError extends Error {
  constructor(status, problem) {
    super(`the answer was ${status}`);
    this.name = "ServiceError";
    this.status = status;
    this.problem = problem;
  }
}

/**
 * openapi-fetch with the features that ours has, put together from what people use for each: middleware for the token
 * and the errors, p-throttle, p-retry and AbortSignal.timeout in a fetch around the global one.
 */
export function make({ baseUrl, token, requestId }) {
  const { limit, window: interval, retries, timeout, deadline } = everything;
  const throttled = pThrottle({ limit, interval })((request, signal) => fetch(request, { signal }));

  const fetchWithAll = (request) => {
    const until = AbortSignal.any([request.signal, AbortSignal.timeout(deadline)]);
    const attempt = async () => {
      // A body can be sent once only; it must be there for a repetition.
      const copy = request.body === null ? request : request.clone();
      const response = await throttled(copy, AbortSignal.any([until, AbortSignal.timeout(timeout)]));
      if (!passing.has(response.status)) return response;
      throw new ServiceError(response.status, await response.text());
    };
    const shouldRetry = ({ error }) => request.method === "GET" || error?.status === 429;
    return pRetry(attempt, { retries, minTimeout: 500, signal: until, shouldRetry });
  };

  const client = createClient({ baseUrl, fetch: fetchWithAll, headers: { accept: "application/json" } });
  client.use({
    onRequest({ request }) {
      request.headers.set("authorization", `Bearer ${token}`);
      return request;
    },
    async onResponse({ response }) {
      if (response.ok) return undefined;
      throw new ServiceError(response.status, await response.json());
    },
  });
  return callsOf(client, requestId);
}
