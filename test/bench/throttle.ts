import { setTimeout as sleep } from "node:timers/promises";
import { createSupplierClient } from "@reg/sdk";
import { Child } from "./child.js";

/** A limit, and how long it is tested. */
export interface ThrottlePlan {
  readonly limit: number;
  /** In milliseconds. */
  readonly window: number;
}

/** How one service saw the requests of a client whose calls always wait. */
export interface ThrottleRow {
  /** How the service counts requests. */
  readonly counting: string;
  readonly sent: number;
  /** How many requests got a 429. */
  readonly rejected: number;
  /** The part of the limit that was used, after the first burst. */
  readonly used: number;
}

export interface ThrottleResults extends ThrottlePlan {
  readonly node: string;
  readonly rows: readonly ThrottleRow[];
}

/** A request as the service counted it; the time is in milliseconds. */
interface CountedRequest {
  readonly at: number;
  readonly isAccepted: boolean;
}

const windows = 3;
const callers = 200;

/** Measures how much of the limit of a service the throttle uses, and whether the service rejects a request. */
export async function measureThrottle(plan: ThrottlePlan): Promise<ThrottleResults> {
  const { limit, window } = plan;
  const program = new URL("throttle/service.ts", import.meta.url);
  const child = new Child(program, [String(limit), String(window)]);
  try {
    const services = await child.next<readonly Service[]>();
    const calls = services.map(async (service, index) => {
      // At different times, so that the bursts of the clients do not coincide.
      await sleep((index * window) / services.length);
      await keepCalling(service, plan);
    });
    await Promise.all(calls);
    const requests = await child.ask<readonly CountedRequest[][]>({});
    const rows = services.map(({ counting }, index) => createRow(counting, requests[index] ?? [], plan));
    return { ...plan, node: process.version, rows };
  } finally {
    child.stop();
  }
}

interface Service {
  readonly counting: string;
  readonly baseUrl: string;
  readonly token: string;
}

/** Calls a service as fast as the throttle permits it. */
async function keepCalling({ baseUrl, token }: Service, { limit, window }: ThrottlePlan): Promise<void> {
  const client = createSupplierClient({ baseUrl, token, throttle: { limit, window } });
  const signal = AbortSignal.timeout(windows * window);
  const caller = async () => {
    while (!signal.aborted) {
      await client.lessors.list({ signal }).catch((error: unknown) => {
        if (error !== signal.reason) throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  await client.close({ abort: true });
}

/** The number of starts of an interval. */
const starts = 100;

function createRow(
  counting: string,
  requests: readonly CountedRequest[],
  { limit, window }: ThrottlePlan,
): ThrottleRow {
  const first = requests[0]?.at ?? 0;
  const accepted = requests.filter(({ isAccepted }) => isAccepted).map(({ at }) => at - first);
  // The mean over many starts in the second window, so that the position of a burst has no effect.
  const shares = Array.from({ length: starts }, (_, index) => {
    const from = window * (1 + index / starts);
    return accepted.filter((at) => at >= from && at < from + window).length / limit;
  });
  const used = shares.reduce((sum, share) => sum + share, 0) / starts;
  return { counting, sent: requests.length, rejected: requests.length - accepted.length, used };
}
