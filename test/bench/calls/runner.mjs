/**
 * Makes the calls of one contestant in a separate process. Arguments: the name of the contestant, the URL of the
 * service, the token, the URL of our build. The message `{ check: true }` makes each call once and returns the results; a
 * round `{ shape, concurrency, milliseconds }` returns the time of a call in microseconds.
 */
import { contestants } from "./contestants.mjs";
import { draft, requestId } from "./data.mjs";

const [, , name, baseUrl, token, dist] = process.argv;
const contestant = await contestants[name]({ baseUrl, token, requestId, dist });

const shapes = {
  get: () => contestant.getSmall(),
  post: () => contestant.post(draft),
  large: () => contestant.getLarge(),
};

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

async function round({ shape, concurrency, milliseconds }) {
  const call = shapes[shape];
  // Opens the connections before the measurement starts.
  const before = await callWhile(call, concurrency, (begun) => begun < Math.max(concurrency, 5));
  const cpuBefore = process.cpuUsage();
  const start = performance.now();
  const calls = await callWhile(call, concurrency, () => performance.now() < start + milliseconds);
  const time = ((performance.now() - start) * 1000) / calls;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { calls, before, time, cpu: (user + system) / calls };
}

const check = async () => ({
  get: await shapes.get(),
  post: await shapes.post(),
  large: await shapes.large(),
});

process.on("message", async (message) => {
  process.send?.("check" in message ? await check() : await round(message));
});
process.send?.({ version: process.version });
