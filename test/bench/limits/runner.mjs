/**
 * Makes one measurement in a process of its own. Argument: `{ task, contestant, ... }` as JSON. It answers each message
 * with a sample. Needs `--expose-gc`.
 */
import { get } from "node:http";
import { importPeer } from "../peers/import.mjs";

const { task, contestant, count, sizes, baseUrl, token } = JSON.parse(process.argv[2]);

/** The URL of our build. Each task imports what it measures. */
const dist = new URL("../../../dist/esm", import.meta.url);

function usedHeap() {
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

/** The CPU time of an action that is done some times, in microseconds for each. */
async function measureEach(action, times) {
  const start = process.cpuUsage();
  for (let time = 0; time < times; time += 1) await action();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / times;
}

/** The heap of each of `count` calls that were begun after some others, in bytes. */
async function measureHeap({ begin, begun }) {
  const few = 300;
  const calls = Array.from({ length: few }, begin);
  await begun(few);
  const before = usedHeap();
  for (let call = 0; call < count; call += 1) calls.push(begin(undefined, call));
  await begun(few + count);
  return (usedHeap() - before) / (calls.length - few);
}

/** Calls that wait, because the only unit of the limit is used. */
const waiting = {
  ours: async () => {
    const { createSupplierClient } = await import(`${dist}/index.js`);
    const throttle = { limit: 1, window: 3_600_000, queueLimit: 2 * count };
    const fetch = () => new Promise(() => {});
    const client = createSupplierClient({ baseUrl: "https://reg.example", token: "token", throttle, fetch });
    return {
      begin: (_, index) => client.serviceRequests.get(`request-${index}`),
      begun: until(() => client.throttleStatistics().waiting + 1),
    };
  },
  "p-queue": async () => {
    const { default: PQueue } = await importPeer("p-queue");
    const queue = new PQueue({ concurrency: 1, intervalCap: 1, interval: 3_600_000 });
    const fetch = () => new Promise(() => {});
    return {
      begin: (_, index) => queue.add(() => fetch(`https://reg.example/v2/servicerequests/request-${index}`)),
      begun: until(() => queue.size + queue.pending),
    };
  },
};

/** Calls to a service that does not respond. */
const inFlight = {
  ours: (options) => createHeld(options),
  "ours-undici": async () => {
    const { createUndiciTransport } = await import(`${dist}/undici/index.js`);
    return createHeld({ transport: createUndiciTransport() });
  },
  fetch: async () => {
    const headers = { accept: "application/json", authorization: `Bearer ${token}` };
    return () => fetch(`${baseUrl}/v2/lessors`, { headers });
  },
};

async function createHeld(options) {
  const { createSupplierClient } = await import(`${dist}/index.js`);
  const client = createSupplierClient({ baseUrl, token, throttle: { maxInFlight: 2 * count }, ...options });
  return () => client.lessors.list();
}

/** Makes a function that resolves when `count` has reached a number. */
function until(count) {
  return async (number) => {
    while ((await count()) < number) await new Promise((resolve) => void setTimeout(resolve, 20));
  };
}

/** The number of requests that the service holds. */
async function countHeld() {
  const response = await new Promise((resolve) => void get(`${baseUrl}/held`, { agent: false }, resolve));
  return Number(await response.setEncoding("utf8").reduce((text, chunk) => text + chunk, ""));
}

/** Lets everything happen that does not wait for a timer. */
async function settle() {
  for (let turn = 0; turn < 8; turn += 1) await new Promise((resolve) => void setImmediate(resolve));
}

function raise(error) {
  throw error;
}

const json = { headers: { "content-type": "application/json" } };

/** Two lists with `count` open requests together. */
function createLists() {
  const listOf = (kind, length) => ({
    serviceRequests: Array.from({ length }, (_, index) => ({
      href: `https://reg.example/v2/${kind}/${index}`,
      id: `3b0a7c52-41d9-4c6e-8e1f-${String(index).padStart(12, "0")}`,
      lastModifiedUtc: new Date(Date.UTC(2026, 5, 1 + (index % 28), 9, index % 60)).toISOString(),
      lessorId: 70 + (index % 9),
      lessorName: `Lessor ${index % 9} B.V.`,
      serviceRequestNumber: 1_900_000 + index,
      supplierId: 20417,
      licensePlate: `AB-${index}-C`,
      workOrderNumber: `WO-2026-${String(index).padStart(6, "0")}`,
      status: "ApprovalRequested",
    })),
    hasMore: false,
  });
  return ["servicerequests", "damageservicerequests"].map((kind) => {
    const list = listOf(kind, count / 2);
    return { path: `/v2/${kind}`, list, text: JSON.stringify(list) };
  });
}

/** A clock on which only this program lets time pass. */
function createClock() {
  let time = Date.UTC(2026, 5, 15);
  const timers = new Set();
  return {
    now: () => time,
    monotonic: () => time,
    schedule(task, ms) {
      const timer = { task, at: time + ms };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    pass(ms) {
      time += ms;
      for (const timer of timers) if (timer.at <= time && timers.delete(timer)) timer.task();
    },
  };
}

/** Polls in which nothing is new. */
const polls = {
  ours: async () => {
    const lists = createLists();
    const bodies = new Map(lists.map(({ path, text }) => [path, Buffer.from(text)]));
    const [, { path: lastList }] = lists;
    const requests = new Map(
      lists.flatMap(({ path, list }) => list.serviceRequests.map((request) => [`${path}/${request.id}`, request])),
    );
    const bodyAt = (path) => bodies.get(path) ?? JSON.stringify({ data: { ...requests.get(path), components: [] } });
    const { createSupplierClient } = await import(`${dist}/index.js`);
    let polled = 0;
    let reads = 0;
    const clock = createClock();
    const client = createSupplierClient({
      baseUrl: "https://reg.example",
      token: "token",
      throttle: false,
      clock,
      fetch: async (url) => {
        const { pathname } = new URL(url);
        if (pathname === lastList) polled += 1;
        if (!bodies.has(pathname)) reads += 1;
        return new Response(bodyAt(pathname), json);
      },
    });
    const state = new Map();
    client.follow({ state, on: { denied: () => {} } }).ended.catch((error) => setImmediate(() => raise(error)));
    // In steps, because the lock of the state must be renewed.
    const poll = async () => {
      const before = polled;
      for (let step = 0; polled === before; step += 1) {
        if (step === 30) throw new Error("there was no poll");
        clock.pass(5000);
        await settle();
      }
    };
    // Each request is read, some at a time.
    while (reads < count) {
      clock.pass(100);
      await settle();
    }
    await poll();
    if (reads > count || state.size < count) throw new Error("the poll is not quiet");
    return poll;
  },
  "JSON.parse": async () => {
    const texts = createLists().map(({ text }) => text);
    return () => texts.map((text) => JSON.parse(text));
  },
};

/** A sandbox with some stored requests, and what is done with it. */
async function createStored(size, vehicles) {
  const { createSandbox } = await import(`${dist}/sandbox/index.js`);
  const { fetch, supplier } = createSandbox({ rateLimit: false, vehicles });
  const headers = { authorization: `Bearer ${await supplier.token()}`, "content-type": "application/json" };
  const call = async (path, init) => {
    const response = await fetch(`${supplier.baseUrl}/v2/servicerequests${path}`, { headers, ...init });
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
    return response.json();
  };
  let created = 0;
  const create = async () => {
    const body = JSON.stringify({ status: "Draft", vehicle: vehicles[created] });
    created += 1;
    await call("", { method: "POST", body });
  };
  const list = async () => {
    const { serviceRequests } = await call(`?licensePlate=${vehicles[0].licensePlate}`);
    if (serviceRequests.length !== 1) throw new Error(`${serviceRequests.length} requests were listed`);
  };
  while (created < size) await create();
  return { size, create, list, samples: { create: [], list: [] } };
}

/** CPU of a create, and of a list for one license plate, by the number of stored requests; the sandboxes take turns. */
async function measureSandboxes() {
  // A vehicle may have only two open requests. All sandboxes have the same vehicles.
  const vehicles = Array.from({ length: Math.max(...sizes) + 200 }, (_, index) => ({
    licensePlate: `AB-${String(index).padStart(5, "0")}-C`,
  }));
  const sandboxes = [];
  for (const size of [0, ...sizes]) sandboxes.push(await createStored(size, vehicles));
  for (let round = 0; round < 15; round += 1)
    for (const sandbox of sandboxes)
      for (const figure of ["create", "list"]) sandbox.samples[figure].push(await measureEach(sandbox[figure], 10));
  return sandboxes.map(({ size, samples }) => ({ size, ...samples }));
}

const tasks = {
  waiting: async () => {
    const calls = await waiting[contestant]();
    return () => measureHeap(calls);
  },
  inFlight: async () => {
    const begin = await inFlight[contestant]();
    return () => measureHeap({ begin, begun: until(countHeld) });
  },
  poll: async () => {
    const poll = await polls[contestant]();
    return () => measureEach(poll, 5);
  },
  sandbox: async () => measureSandboxes,
};

const sample = await tasks[task]();
process.on("message", async () => process.send?.(await sample()));
process.send?.({});
