/**
 * Makes sequential calls and reads the heap after given numbers of calls. Arguments: a contestant of the main benchmark,
 * the URL of the service, the token, the URL of the built package. For the message `{ readAt }`, an ascending list of
 * numbers of calls, it sends the readings.
 */
import { contestants } from "../calls/contestants.mjs";
import { requestId } from "../calls/data.mjs";
import { settledMemory } from "./heap.mjs";

const [, , contestant, baseUrl, token, dist] = process.argv;
const { getSmall } = await contestants[contestant]({ baseUrl, token, requestId, dist });

process.on("message", async ({ readAt }) => {
  const readings = [];
  let calls = 0;
  for (const stop of readAt) {
    for (; calls < stop; calls += 1) await getSmall();
    readings.push({ calls, ...(await settledMemory()) });
  }
  process.send?.({ readings });
});
process.send?.({ version: process.version });
