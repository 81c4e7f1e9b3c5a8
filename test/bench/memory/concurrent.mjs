/**
 * Makes many concurrent calls with one throttle and measures the memory meanwhile. Arguments: the URL of the service, the
 * token, the URL of the built package. For the message `{ calls, throttle }` it sends the memory before the calls, its
 * peak, and the total time in milliseconds. With `collectEvery` (milliseconds) it collects all garbage at this interval,
 * and sends the peak without garbage as `held`.
 */
import { createOurs } from "../calls/contestants.mjs";
import { requestId } from "../calls/data.mjs";
import { memory, settledMemory } from "./heap.mjs";

const [, , baseUrl, token, dist] = process.argv;
const lookEvery = 5;

process.on("message", async ({ calls, throttle, collectEvery }) => {
  const { getSmall } = await createOurs({ baseUrl, token, requestId, dist }, { throttle });
  // The first call loads modules and opens a connection.
  await getSmall();
  const before = await settledMemory();
  const peak = { ...before };
  let held = 0;
  let samples = 0;
  const look = () => {
    const { heapUsed, rss } = memory();
    peak.heapUsed = Math.max(peak.heapUsed, heapUsed);
    peak.rss = Math.max(peak.rss, rss);
    samples += 1;
  };
  const collect = () => {
    look();
    globalThis.gc();
    held = Math.max(held, memory().heapUsed);
  };
  const watching = [setInterval(look, lookEvery)];
  if (collectEvery !== undefined) watching.push(setInterval(collect, collectEvery));
  let answered = 0;
  // Responses belong to the caller, and this one discards them.
  const call = async () => {
    await getSmall();
    answered += 1;
  };
  const begun = performance.now();
  const all = Array.from({ length: calls }, call);
  look();
  await Promise.all(all);
  const milliseconds = performance.now() - begun;
  look();
  for (const each of watching) clearInterval(each);
  process.send?.({ before, peak, held, after: await settledMemory(), answered, samples, milliseconds });
});
process.send?.({ version: process.version });
