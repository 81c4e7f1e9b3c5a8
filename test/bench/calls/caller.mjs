/**
 * Makes the calls of one contestant in a process of its own. Arguments: the name of the contestant, the URL of the
 * service, the token. After a check of the responses it answers each message `{ shape, concurrency, milliseconds }`
 * with the time and the CPU time of a call, in microseconds.
 */
import { deepStrictEqual } from "node:assert/strict";
import { contestants } from "./contestants.mjs";
import { created, draft, large, requestId, small } from "./data.mjs";

const [, , name, baseUrl, token] = process.argv;
const { getSmall, post, getLarge } = await contestants[name]({ baseUrl, token, requestId });
const calls = { get: getSmall, post: () => post(draft), large: getLarge };

deepStrictEqual(await calls.get(), small.data);
deepStrictEqual(await calls.post(), created.id);
deepStrictEqual(await calls.large(), large);

/** Calls with this concurrency as long as `shouldContinue` returns true, and returns the number of calls. */
async function callWhile(call, concurrency, shouldContinue) {
  let begun = 0;
  const caller = async () => {
    while (shouldContinue(begun)) {
      begun += 1;
      await call();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, caller));
  return begun;
}

process.on("message", async ({ shape, concurrency, milliseconds }) => {
  const call = calls[shape];
  // Opens the connections before the measurement starts.
  await callWhile(call, concurrency, (begun) => begun < Math.max(concurrency, 5));
  const cpuBefore = process.cpuUsage();
  const start = performance.now();
  const count = await callWhile(call, concurrency, () => performance.now() < start + milliseconds);
  const time = ((performance.now() - start) * 1000) / count;
  const { user, system } = process.cpuUsage(cpuBefore);
  process.send?.({ time, cpu: (user + system) / count });
});
process.send?.({ version: process.version });
