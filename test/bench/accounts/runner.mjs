/** Measures one contestant with many accounts, and sends the figures to the process that has started it. */
import { pathToFileURL } from "node:url";
import { importPeer } from "../peers/import.mjs";

const { task, contestant, count, hours, build } = JSON.parse(process.argv[2]);

const baseUrl = "https://reg.example";
const headers = { "content-type": "application/json" };
const entries = Array.from({ length: 5 }, (_, index) => ({
  id: `0b9f1c1e-8d0a-4a57-9d5c-11111111111${index}`,
  href: `${baseUrl}/v2/servicerequests/${index}`,
  status: "ApprovalRequested",
  licensePlate: "AB-123-C",
  supplierId: 4711,
  lessorId: 12,
  lastModifiedUtc: "2026-06-15T09:00:00Z",
  workOrderNumber: `WO-${index}`,
}));
const bodies = {
  "/v2/servicerequests": JSON.stringify({ serviceRequests: entries, hasMore: false }),
  "/v2/damageservicerequests": JSON.stringify({ serviceRequests: [], hasMore: false }),
  "/v2/lessors": JSON.stringify({ lessors: [] }),
};
const fetch = async (url) => {
  const { pathname } = new URL(url);
  return new Response(bodies[pathname] ?? requestAt(pathname), { headers });
};

function requestAt(pathname) {
  const request = entries.find(({ id }) => pathname.endsWith(id));
  return JSON.stringify({ ...request, components: [] });
}

const { createSupplierClient } = await import(
  build === undefined ? "../../../dist/esm/index.js" : pathToFileURL(`${build}/dist/esm/index.js`).href
);

/** A clock on which only this program lets time pass. */
const clock = {
  time: Date.UTC(2026, 5, 15),
  now: () => clock.time,
  monotonic: () => clock.time,
  schedule: () => () => {},
};

const tokens = Array.from({ length: count }, (_, index) => `token-of-account-${index}`);

function usedHeap() {
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

function cpuOf(start) {
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

/** Each makes a client of an account, and ensures that it is complete. */
const makers = {
  ours: async () => {
    const first = createSupplierClient({ baseUrl, token: "first", fetch });
    return (token) => {
      const client = first.withOptions({ token });
      client.throttleStatistics();
      return client;
    };
  },
  "ours-alone": async () => (token) => createSupplierClient({ baseUrl, token, fetch }),
  openai: async () => {
    const { default: OpenAI } = await importPeer("openai");
    const first = new OpenAI({ apiKey: "first", fetch });
    return (apiKey) => first.withOptions({ apiKey });
  },
  stripe: async () => {
    const { default: Stripe } = await importPeer("stripe");
    return (key) => new Stripe(key);
  },
};
makers.before = makers["ours-alone"];

async function measureClients() {
  const make = await makers[contestant]();
  for (const token of tokens.slice(0, 300)) make(token);
  const heapBefore = usedHeap();
  const start = process.cpuUsage();
  const clients = tokens.map(make);
  const cpu = cpuOf(start) / count;
  const heap = (usedHeap() - heapBefore) / count;
  let heapAfterCall;
  if (contestant.startsWith("ours") || contestant === "before") {
    for (const client of clients) await client.serviceRequests.list();
    heapAfterCall = (usedHeap() - heapBefore) / count;
  }
  return { heap, cpu, heapAfterCall, clients: clients.length };
}

/** The ratio of a call of a derived client to one of the first client: the median of rounds in turn. */
async function measureCalls() {
  const first = createSupplierClient({ baseUrl, token: "first", fetch, throttle: false });
  const derived = first.withOptions({ token: "derived" });
  const run = async (client) => {
    const start = process.cpuUsage();
    for (let call = 0; call < 1000; call += 1) await client.lessors.list();
    return cpuOf(start);
  };
  const ratios = [];
  for (let round = 0; round < 45; round += 1) {
    const isDerivedFirst = round % 2 === 0;
    const one = await run(isDerivedFirst ? derived : first);
    const other = await run(isDerivedFirst ? first : derived);
    // The first rounds are still compiled.
    if (round >= 5) ratios.push(isDerivedFirst ? one / other : other / one);
  }
  return { ratio: ratios.sort((one, other) => one - other)[ratios.length / 2] };
}

/** A poll a minute of each account: single rounds, and in turn the two list calls that they make. */
async function measureRounds() {
  const first = createSupplierClient({ baseUrl, token: "first", fetch, clock });
  const accounts = tokens.map((token) => ({ account: token, client: first.withOptions({ token }) }));
  const state = new Map();
  const on = { denied: () => {} };
  const minute = async (poll) => {
    const start = process.cpuUsage();
    for (const account of accounts) await poll(account);
    clock.time += 60_000;
    return cpuOf(start) / count;
  };
  const round = ({ account, client }) => client.followOnce({ state, account, on });
  const lists = async ({ client }) => {
    await client.serviceRequests.list();
    await client.damageServiceRequests.list();
  };
  // A state that is new is locked and written, which needs the time of the system.
  const system = createSupplierClient({ baseUrl, token: "first", fetch, throttle: false });
  for (const { account } of accounts) await system.followOnce({ state, account, on });
  const figures = { rounds: [], lists: [], heaps: [] };
  for (let passed = 0; passed < 60 * hours; passed += 1) {
    figures.lists.push(await minute(lists));
    figures.rounds.push(await minute(round));
    if (passed % 10 === 9) figures.heaps.push(usedHeap());
  }
  return figures;
}

const result = await { clients: measureClients, calls: measureCalls, rounds: measureRounds }[task]();
process.send(result);
