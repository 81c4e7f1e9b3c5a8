/**
 * Makes calls with many callers that share one throttle, until a message of the parent requests the result. Arguments: the
 * name of the contestant, the URL, the limit, the window in milliseconds and the number of callers.
 */
import { performance } from "node:perf_hooks";
import { type ContestantName, contestants, Refused } from "./contestants.js";

const [, , name = "", baseUrl = "", limit, window, callers] = process.argv;
const call = contestants[name as ContestantName]({
  baseUrl,
  limit: Number(limit),
  window: Number(window),
});
const counts = { answered: 0, refused: 0 };
let failure: string | undefined;

async function keepCalling(): Promise<void> {
  while (failure === undefined) {
    try {
      await call();
      counts.answered += 1;
    } catch (error) {
      if (error instanceof Refused) counts.refused += 1;
      else failure = String(error);
    }
  }
}

process.once("message", () => {
  const { user, system } = process.cpuUsage();
  const { utilization: busy } = performance.eventLoopUtilization(begun);
  process.send?.({ ...counts, failure: failure ?? "", cpu: user + system - startCpu, busy });
});

const { user, system } = process.cpuUsage();
const startCpu = user + system;
const begun = performance.eventLoopUtilization();
for (let caller = 0; caller < Number(callers); caller += 1) void keepCalling();
