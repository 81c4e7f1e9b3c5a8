/**
 * Makes the calls of one contestant in a process of its own. Arguments: the name of the contestant, the URL of the
 * service, the token. It answers each message `{ shape, concurrency, milliseconds }` with the time and the CPU time of a
 * call, in microseconds; the first call of each shape must return the data of the service.
 */
import { deepStrictEqual } from "node:assert/strict";
import { contestants } from "./contestants.mjs";
import { created, createUpload, downloadBytes, draft, large, list, requestId, small, stored } from "./data.mjs";

const [, , name, baseUrl, token] = process.argv;
const client = await contestants[name]({ baseUrl, token, requestId });
const file = createUpload();
const calls = {
  get: client.getSmall,
  post: () => client.post(draft),
  large: client.getLarge,
  list: client.getList,
  download: client.download,
  upload: () => client.upload(file),
};
const results = {
  get: small.data,
  post: created.id,
  large,
  list,
  download: downloadBytes,
  upload: stored.id,
};
const checked = new Set();

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
  if (!checked.has(shape)) deepStrictEqual(await call(), results[shape]);
  checked.add(shape);
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
