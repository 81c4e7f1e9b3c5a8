/**
 * Calls for one contestant, in a process of its own. Arguments: its module, the address of the service, the
 * token, the address of the built package. Asked `{ check: true }`, it gives what it was answered; asked for a round, it calls for that long and gives what a
 * call took, in microseconds.
 */
import { draft, requestId } from "./data.mjs";

const [, , module, baseUrl, token, dist] = process.argv;
const { make } = await import(`./contestants/${module}`);
const contestant = await make({ baseUrl, token, requestId, dist });

const shapes = {
  get: () => contestant.getSmall(),
  post: () => contestant.post(draft),
  large: () => contestant.getLarge(),
};

/** Calls with so many at a time until it is told to stop, and gives how many calls that were. */
async function callWhile(call, concurrency, goOn) {
  let begun = 0;
  const caller = async () => {
    while (goOn(begun)) {
      begun += 1;
      await call();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, caller));
  return begun;
}

async function round({ shape, concurrency, milliseconds }) {
  const call = shapes[shape];
  // Opens the connections, and wakes the process: not part of what is measured.
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
