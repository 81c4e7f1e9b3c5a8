/**
 * The ways to send a fleet that are compared. Each function gets `{ baseUrl, dist, fleet, concurrency }`, and ours also
 * `state` and `onResult`. Libraries are imported inside, so that a process loads only its own.
 */
import { generateFleet } from "./fleet.mjs";

const clientId = "fleet-job";
const clientSecret = "bench-secret";

/** `lessor.sync` with its default options, and a transport: the global fetch unless another one is given. */
async function createOurs({ baseUrl, dist, fleet, concurrency, state, onResult }, fetch) {
  const { createLessorClient } = await import(`${dist}/esm/lessor/index.js`);
  const lessor = createLessorClient({ baseUrl, clientId, clientSecret, fetch });
  return async () => {
    const options = { state, concurrency, onResult };
    const { ok, error } = await lessor.sync(generateFleet(fleet), options);
    if (!ok) throw new Error("the run failed", { cause: error });
  };
}

async function createOursWithUndici(run) {
  const { undiciFetch } = await import(`${run.dist}/esm/undici/index.js`);
  return createOurs(run, undiciFetch());
}

/** A client as a program would make it of the generated types: openapi-fetch, with one token for the whole run. */
async function createClient(baseUrl) {
  const { default: create } = await (await import("../peers/load.mjs")).peer("openapi-fetch");
  const client = create({ baseUrl });
  const credentials = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret };
  const response = await fetch(`${baseUrl}/token`, {
    method: "POST",
    body: new URLSearchParams(credentials),
  });
  const { access_token: token } = await response.json();
  const headers = { authorization: `Bearer ${token}` };
  const put = async (path, options) => {
    const { response } = await client.PUT(path, { ...options, headers });
    if (!response.ok) throw new Error(`the status was ${response.status}`);
  };
  return async ({ licensePlate, vehicle, mileages }) => {
    await put("/v1/vehicles", { body: { ...vehicle, licensePlate } });
    if (mileages === undefined) return;
    const params = { path: { licensePlate } };
    await put("/v1/vehicles/{licensePlate}/mileages", { params, body: mileages });
  };
}

/** A loop with p-map that sends everything: without a state, retries, results or a rate limit. */
async function createPMap({ baseUrl, fleet, concurrency }) {
  const { default: pMap } = await (await import("../peers/load.mjs")).peer("p-map");
  const send = await createClient(baseUrl);
  return async () => {
    await pMap(generateFleet(fleet), send, { concurrency });
  };
}

/** A loop that sends one request after the other. */
async function createSequential({ baseUrl, fleet }) {
  const send = await createClient(baseUrl);
  return async () => {
    for (const item of generateFleet(fleet)) await send(item);
  };
}

export const contestants = {
  ours: (run) => createOurs(run),
  "ours-undici": createOursWithUndici,
  "p-map": createPMap,
  sequential: createSequential,
};
