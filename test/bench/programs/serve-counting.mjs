/**
 * A service with a rate limit. It responds after 5 to 150 ms, and counts each request at some instant before that, as a
 * service behind a gateway does. Arguments: the way of counting, the limit, the window in milliseconds, a seed. For each
 * message of its parent it sends when it counted each request, in milliseconds, and whether it accepted it.
 */
import { createServer } from "node:http";
import { countings } from "./counting.mjs";

const shortest = 5;
const longest = 150;

const [, , counting, limit, window, seed] = process.argv;
const count = countings[counting](Number(limit), Number(window));
const random = seededRandom(Number(seed));
const body = JSON.stringify({ data: { lessors: [] } });
const counted = [];
const letThrough = [];

const server = createServer((request, response) => {
  const latency = shortest + random() * (longest - shortest);
  const untilCounted = random() * latency;
  request.resume();
  setTimeout(() => {
    const now = performance.now();
    const accepted = count(performance.timeOrigin + now);
    counted.push(now);
    letThrough.push(accepted);
    setTimeout(() => {
      response.writeHead(accepted ? 200 : 429, { "content-type": "application/json" });
      response.end(accepted ? body : "{}");
    }, latency - untilCounted);
  }, untilCounted);
});
// Connections must stay open in the pause between two bursts.
server.keepAliveTimeout = 120_000;

/** Creates a mulberry32 generator, which returns equal numbers for equal seeds. */
function seededRandom(start) {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

process.on("message", () => {
  process.send?.({ counted, letThrough, busy: performance.eventLoopUtilization().utilization });
});
server.listen(0, "127.0.0.1", () => process.send?.({ baseUrl: `http://127.0.0.1:${server.address().port}` }));
