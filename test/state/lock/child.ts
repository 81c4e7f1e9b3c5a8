import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "../../../src/base/clock.js";
import type { LockRecord } from "../../../src/state/entries.js";
import { RunLock } from "../../../src/state/lock.js";
import { createEntries } from "../../../src/state/open.js";

/** From when to when a process used a state, on the clock of the system. */
export interface Use {
  readonly state: string;
  readonly from: number;
  readonly to: number;
}

/** Each operation takes up to 20 ms, as on a disk that is shared over a network. */
function slow<Record extends LockRecord>(record: Record): Record {
  return new Proxy(record, {
    get(target, name) {
      const operation: unknown = Reflect.get(target, name);
      if (typeof operation !== "function") return operation;
      return async (...args: unknown[]) => {
        await sleep(Math.random() * 10);
        const result: unknown = await Reflect.apply(operation, target, args);
        await sleep(Math.random() * 10);
        return result;
      };
    },
  });
}

/**
 * Tries to use several states at the same moment as another process, each for 4 seconds, and writes which it has used.
 *
 * Usage: node child.mjs <when to start> <paths as JSON>
 */
const [, , startAt = "", paths = ""] = process.argv;
const format = { name: "reg-follow", version: 2, entryName: "entry", startingOver: "begin anew" };
const owner = { baseUrl: "https://reg.example" };

async function use(state: string): Promise<Use | undefined> {
  const entries = await createEntries(state, { format, owner, clock: systemClock, isReadOnly: false });
  let isLost = false;
  const onLost = () => {
    isLost = true;
  };
  const lock = new RunLock(slow(entries.lock), { clock: systemClock, onLost });
  await sleep(Number(startAt) - Date.now());
  try {
    await lock.acquire();
  } catch {
    return undefined;
  }
  const from = Date.now();
  let to = from;
  while (!isLost && to < from + 4000) {
    await lock.assertHeld().catch(onLost);
    if (!isLost) to = Date.now();
    await sleep(5);
  }
  await lock.release();
  return { state, from, to };
}

const uses = await Promise.all((JSON.parse(paths) as string[]).map(use));
console.log(JSON.stringify(uses.filter((each) => each !== undefined)));
