/**
 * Measures the heap that one call allocates, everything on, over a fetch that responds immediately and allocates next to
 * nothing. Nothing may be collected between two readings: this needs `--expose-gc` and a young generation that is large
 * enough. Argument: the URL of the built package. Sends the bytes per call, by kind of call.
 */
import { PerformanceObserver } from "node:perf_hooks";
import { createOurs } from "../calls/contestants.mjs";
import { created, draft, requestId } from "../calls/data.mjs";

const [, , dist] = process.argv;
const warmUp = 20_000;
const calls = 1000;
const rounds = 9;

let latestCollection = 0;
const observer = new PerformanceObserver((list) => {
  for (const { startTime } of list.getEntries()) latestCollection = Math.max(latestCollection, startTime);
});
observer.observe({ entryTypes: ["gc"] });
/** Collections are reported some turns later. */
const untilReported = () => new Promise((resolve) => setTimeout(resolve, 10));

/** Creates a fetch that always returns this JSON, with only those parts of a Response that a client reads. */
function createFetch(status, value) {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const headers = new Headers({
    "content-type": "application/json",
    "content-length": String(bytes.byteLength),
  });
  const chunk = { done: false, value: bytes };
  const end = { done: true, value: undefined };
  return async () => {
    let left = true;
    const read = async () => {
      if (!left) return end;
      left = false;
      return chunk;
    };
    const reader = { read, cancel: async () => undefined, releaseLock: () => undefined };
    return { status, ok: true, headers, body: { getReader: () => reader } };
  };
}

async function createClient(fetch) {
  return createOurs({ baseUrl: "http://127.0.0.1:1", token: "token", requestId, dist }, { fetch });
}

async function measureBytesPerCall(call) {
  for (let made = 0; made < warmUp; made += 1) await call();
  const found = [];
  for (let round = 0; round < rounds; round += 1) {
    globalThis.gc();
    const begun = performance.now();
    const before = process.memoryUsage().heapUsed;
    for (let made = 0; made < calls; made += 1) await call();
    const after = process.memoryUsage().heapUsed;
    await untilReported();
    if (latestCollection > begun) throw new Error("garbage was collected during a measurement");
    found.push((after - before) / calls);
  }
  return found.sort((one, other) => one - other)[Math.floor(rounds / 2)];
}

const read = await createClient(createFetch(200, { data: { id: requestId } }));
const write = await createClient(createFetch(201, created));
const get = await measureBytesPerCall(read.getSmall);
const post = await measureBytesPerCall(() => write.post(draft));
process.send?.({ version: process.version, get: Math.round(get), post: Math.round(post) });
observer.disconnect();
process.disconnect();
