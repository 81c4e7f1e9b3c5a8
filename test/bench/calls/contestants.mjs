/**
 * The clients that are compared. Each function gets `{ baseUrl, token, requestId }` and returns the three calls that
 * every client can make, and some of them others.
 * Libraries are imported inside, so that a process loads only its own.
 */
import { Agent } from "node:http";
import { importPeer } from "../peers/import.mjs";

/** The URL of our build. */
const dist = new URL("../../../dist/esm", import.meta.url);

/**
 * The options of "everything on", for ours and for openapi-fetch with the same features. No call reaches the limit: the
 * throttle counts, and no call waits.
 */
const everything = { limit: 50_000, window: 1000, retries: 3, timeout: 30_000, deadline: 60_000 };

/** Ours with everything on. */
async function createOurs({ baseUrl, token, requestId }, moreOptions = {}) {
  const { createSupplierClient } = await import(`${dist}/index.js`);
  const client = createSupplierClient({
    baseUrl,
    token,
    throttle: { limit: everything.limit, window: everything.window },
    retry: { retries: everything.retries },
    timeout: everything.timeout,
    deadline: everything.deadline,
    ...moreOptions,
  });
  return {
    getSmall: () => client.serviceRequests.get(requestId),
    post: async (body) => (await client.serviceRequests.create(body)).id,
    getLarge: () => client.serviceRequests.list(),
    getList: () => client.damageServiceRequests.list(),
    download: async () => (await client.serviceRequests.attachments.get(requestId, "1")).blob.size,
    upload: async (file) => (await client.serviceRequests.attachments.upload(requestId, file)).id,
  };
}

/** Ours with a validator, which compares each response with the document; it finds no difference. */
async function createOursWithValidator(service) {
  const { createResponseValidator } = await import(`${dist}/validation.js`);
  return createOurs(service, { validateResponses: createResponseValidator({ mode: "throw" }) });
}

/** Ours with the undici transport and its default options. */
async function createOursOverUndici(service) {
  const { createUndiciTransport } = await import(`${dist}/undici/index.js`);
  return createOurs(service, { transport: createUndiciTransport() });
}

/** Global fetch in a process that has imported ours, too: what a collection of large buffers costs grows with the heap. */
async function createFetchBesideOurs(service) {
  await Promise.all([import(`${dist}/index.js`), import(`${dist}/undici/index.js`)]);
  return createFetch(service);
}

/** Global fetch as used without a library: the baseline. */
function createFetch({ baseUrl, token, requestId }) {
  const headers = createHeaders(token);
  const attachments = `/v2/servicerequests/${requestId}/attachments`;
  const call = async (path, init) => {
    const response = await fetch(`${baseUrl}${path}`, init);
    const text = await response.text();
    if (!response.ok) throw new Error(`the status was ${response.status}`);
    return JSON.parse(text);
  };
  return {
    getSmall: async () => (await call(`/v2/servicerequests/${requestId}`, { headers })).data,
    post: async (body) => (await call("/v2/servicerequests", createPost(headers, body))).id,
    getLarge: () => call("/v2/servicerequests", { headers }),
    getList: () => call("/v2/damageservicerequests", { headers }),
    download: async () => {
      const response = await fetch(`${baseUrl}${attachments}/1`, { headers });
      if (!response.ok) throw new Error(`the status was ${response.status}`);
      return (await response.blob()).size;
    },
    upload: async (body) => (await call(attachments, { method: "PUT", headers, body })).id,
  };
}

/** The practical minimum. Its pool keeps connections alive. */
async function createUndiciRequest({ baseUrl, token, requestId }) {
  const { request } = await import("undici");
  const headers = createHeaders(token);
  const call = async (path, options) => {
    const { statusCode, body } = await request(`${baseUrl}${path}`, options);
    if (statusCode >= 300) throw new Error(`the status was ${statusCode}: ${await body.text()}`);
    return body.json();
  };
  return {
    getSmall: async () => (await call(`/v2/servicerequests/${requestId}`, { headers })).data,
    post: async (body) => (await call("/v2/servicerequests", createPost(headers, body))).id,
    getLarge: () => call("/v2/servicerequests", { headers }),
  };
}

/** openapi-fetch without any feature but the headers. */
async function createOpenapiFetch({ baseUrl, token, requestId }) {
  const { default: createClient } = await import("openapi-fetch");
  return toCalls(createClient({ baseUrl, headers: createHeaders(token) }), requestId);
}

const retryableStatuses = new Set([429, 502, 503, 504]);

class ServiceError extends Error {
  constructor(status, problem) {
    super(`the status was ${status}`);
    this.name = "ServiceError";
    this.status = status;
    this.problem = problem;
  }
}

/**
 * openapi-fetch with the features of ours, built from common parts: middleware for the token and the errors, and
 * p-throttle, p-retry and AbortSignal.timeout in a fetch that wraps the global one.
 */
async function createOpenapiFetchWithFeatures({ baseUrl, token, requestId }) {
  const { default: createClient } = await import("openapi-fetch");
  const { default: pRetry } = await import("p-retry");
  const { default: pThrottle } = await importPeer("p-throttle");
  const { limit, window: interval, retries, timeout, deadline } = everything;
  const throttled = pThrottle({ limit, interval })((request, signal) => fetch(request, { signal }));

  const fetchWithAll = (request) => {
    const until = AbortSignal.any([request.signal, AbortSignal.timeout(deadline)]);
    const attempt = async () => {
      // A body can be sent only once, and a retry needs it again.
      const copy = request.body === null ? request : request.clone();
      const response = await throttled(copy, AbortSignal.any([until, AbortSignal.timeout(timeout)]));
      if (!retryableStatuses.has(response.status)) return response;
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
  return toCalls(client, requestId);
}

function toCalls(client, requestId) {
  const getData = ({ data, error }) => {
    if (error !== undefined) throw new Error("the service returned an error", { cause: error });
    return data;
  };
  const path = { id: requestId };
  return {
    getSmall: async () => getData(await client.GET("/v2/servicerequests/{id}", { params: { path } })).data,
    post: async (body) => getData(await client.POST("/v2/servicerequests", { body })).id,
    getLarge: async () => getData(await client.GET("/v2/servicerequests")),
  };
}

/** axios with its http adapter. The global agent keeps connections alive as well; this agent does so explicitly. */
async function createAxios({ baseUrl, token, requestId }) {
  const { default: axios } = await importPeer("axios");
  const client = axios.create({
    baseURL: baseUrl,
    headers: createHeaders(token),
    httpAgent: new Agent({ keepAlive: true }),
  });
  return {
    getSmall: async () => (await client.get(`/v2/servicerequests/${requestId}`)).data.data,
    post: async (body) => (await client.post("/v2/servicerequests", body)).data.id,
    getLarge: async () => (await client.get("/v2/servicerequests")).data,
  };
}

/** ky with its default options: two retries of a GET, and a timeout of ten seconds. */
async function createKy({ baseUrl, token, requestId }) {
  const { default: ky } = await importPeer("ky");
  return toJsonCalls(ky.create({ prefixUrl: baseUrl, headers: createHeaders(token) }), requestId);
}

/**
 * got with its default options: two retries of a GET. The agent keeps connections alive, as Node's default agent does.
 */
async function createGot({ baseUrl, token, requestId }) {
  const { default: got } = await importPeer("got");
  const agent = { http: new Agent({ keepAlive: true }) };
  return toJsonCalls(got.extend({ prefixUrl: baseUrl, headers: createHeaders(token), agent }), requestId);
}

function toJsonCalls(client, requestId) {
  return {
    getSmall: async () => (await client.get(`v2/servicerequests/${requestId}`).json()).data,
    post: async (body) => (await client.post("v2/servicerequests", { json: body }).json()).id,
    getLarge: () => client.get("v2/servicerequests").json(),
  };
}

/** The client that @hey-api/openapi-ts generates from our document, over global fetch; it throws errors. */
async function createHeyApi({ baseUrl, token, requestId }) {
  const generated = await import("../peers/generated/hey-api.mjs");
  const { client, serviceRequestsCreate, serviceRequestsGet, serviceRequestsList } = generated;
  client.setConfig({
    baseUrl,
    auth: () => token,
    headers: { accept: "application/json" },
    throwOnError: true,
  });
  const path = { id: requestId };
  return {
    getSmall: async () => (await serviceRequestsGet({ path })).data.data,
    post: async (body) => (await serviceRequestsCreate({ body })).data.id,
    getLarge: async () => (await serviceRequestsList()).data,
  };
}

const createHeaders = (token) => ({ accept: "application/json", authorization: `Bearer ${token}` });

const createPost = (headers, body) => ({
  method: "POST",
  headers: { ...headers, "content-type": "application/json" },
  body: JSON.stringify(body),
});

/** The clients by the names that `calls.ts` uses. */
export const contestants = {
  ours: createOurs,
  "ours-validator": createOursWithValidator,
  "ours-undici": createOursOverUndici,
  fetch: createFetch,
  "fetch-beside-ours": createFetchBesideOurs,
  undici: createUndiciRequest,
  "openapi-fetch": createOpenapiFetch,
  "openapi-fetch-features": createOpenapiFetchWithFeatures,
  axios: createAxios,
  got: createGot,
  ky: createKy,
  "hey-api": createHeyApi,
};
