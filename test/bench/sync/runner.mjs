/**
 * Sends a generated fleet once, in a process of its own, and sends the time and the memory that it took. Argument:
 * `{ contestant, baseUrl, vehicles, concurrency, state }` as JSON.
 */
import { importPeer } from "../peers/import.mjs";

/** The URL of our build. */
const dist = new URL("../../../dist/esm", import.meta.url);
const clientId = "fleet-job";
const clientSecret = "bench-secret";
const { contestant, baseUrl, vehicles, concurrency, state } = JSON.parse(process.argv[2]);

/** Generates the vehicles one at a time, each of about 200 bytes of JSON. */
function* generateFleet() {
  for (let index = 0; index < vehicles; index += 1) {
    const vehicle = {
      make: `make ${index % 40}`,
      model: `model ${index % 400}`,
      chassisNumber: `WBA${String(index * 7919).padStart(14, "0")}`,
      firstRegistration: `2024-${String((index % 12) + 1).padStart(2, "0")}-15`,
      fuel: index % 3 === 0 ? "electric" : "petrol",
      color: `color ${index % 12}`,
      driver: { costCenter: `CC-${index % 900}` },
    };
    yield { licensePlate: `KT-${String(index).padStart(7, "0")}`, vehicle };
  }
}

/** `lessor.sync` with its default options and the transport of these options. */
async function createOurs(options = {}) {
  const { createLessorClient } = await import(`${dist}/lessor/index.js`);
  const lessor = createLessorClient({ baseUrl, clientId, clientSecret, ...options });
  return async () => {
    const { ok, error } = await lessor.sync(generateFleet(), { state, concurrency });
    if (!ok) throw new Error("the run failed", { cause: error });
  };
}

async function createOursOverUndici() {
  const { createUndiciTransport } = await import(`${dist}/undici/index.js`);
  return createOurs({ transport: createUndiciTransport() });
}

/** p-map over openapi-fetch: it sends everything, without a state, retries, results or a rate limit. */
async function createPMap() {
  const { default: createClient } = await import("openapi-fetch");
  const client = createClient({ baseUrl });
  const headers = await authorize();
  return createLoop(async (body) => (await client.PUT("/v1/vehicles", { body, headers })).response.status);
}

/** p-map over global fetch. */
async function createPMapOverFetch() {
  const headers = { ...(await authorize()), "content-type": "application/json" };
  return createLoop(async (vehicle) => {
    const response = await fetch(`${baseUrl}/v1/vehicles`, { method: "PUT", headers, body: JSON.stringify(vehicle) });
    await response.text();
    return response.status;
  });
}

/** p-map over undici.request. */
async function createPMapOverUndici() {
  const { request } = await import("undici");
  const headers = { ...(await authorize()), "content-type": "application/json" };
  return createLoop(async (vehicle) => {
    const response = await request(`${baseUrl}/v1/vehicles`, {
      method: "PUT",
      headers,
      body: JSON.stringify(vehicle),
    });
    await response.body.dump();
    return response.statusCode;
  });
}

async function authorize() {
  const credentials = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret };
  const token = await fetch(`${baseUrl}/token`, { method: "POST", body: new URLSearchParams(credentials) });
  const { access_token } = await token.json();
  return { authorization: `Bearer ${access_token}` };
}

/** Sends each vehicle once with `put`, which returns the status. */
async function createLoop(put) {
  const { default: pMap } = await importPeer("p-map");
  const send = async ({ licensePlate, vehicle }) => {
    const status = await put({ ...vehicle, licensePlate });
    if (status >= 300) throw new Error(`the status was ${status}`);
  };
  return () => pMap(generateFleet(), send, { concurrency });
}

const contestants = {
  ours: createOurs,
  "ours-undici": createOursOverUndici,
  "p-map": createPMap,
  "p-map-fetch": createPMapOverFetch,
  "p-map-undici": createPMapOverUndici,
};
const run = await contestants[contestant]();
let peakHeap = 0;
const look = () => {
  peakHeap = Math.max(peakHeap, process.memoryUsage().heapUsed);
};
const watch = setInterval(look, 20);
const cpuBefore = process.cpuUsage();
const begun = performance.now();
await run();
const milliseconds = performance.now() - begun;
const { user, system } = process.cpuUsage(cpuBefore);
look();
clearInterval(watch);
process.send?.({ milliseconds, cpu: user + system, peakHeap });
process.disconnect();
