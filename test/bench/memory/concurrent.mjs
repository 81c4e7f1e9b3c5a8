/**
 * Makes many calls at once on one throttle, and watches the memory meanwhile. Arguments: the address of the service, the
 * token, the address of the built package. Asked `{ calls, throttle }`, it gives the memory before, the highest that it
 * saw, and how long all took, in milliseconds. With `collectEvery` (milliseconds) it collects all garbage so often, and
 * gives how much was held at most, garbage excluded.
 */
import { createOurs } from "../calls/contestants.mjs";
import { requestId } from "../calls/data.mjs";
import { memory, settledMemory } from "./heap.mjs";

const [, , baseUrl, token, dist] = process.argv;
const lookEvery = 5;

process.on("message", async ({ calls, throttle, collectEvery }) => {
  const { getSmall } = await createOurs({ baseUrl, token, requestId, dist }, { throttle });
  // Loads what is loaded with the first call, and opens a connection.
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
  // The answers belong to the caller: this one keeps none.
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
