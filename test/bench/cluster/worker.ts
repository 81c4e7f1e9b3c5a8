/**
 * Uses a throttle, for the benchmark of the cluster. Argument: a WorkerTask as JSON. In the mode `send` it calls the service
 * as fast as the throttle permits, until a message of the parent requests the result. In the mode `cost` it makes calls one
 * after the other over a fetch that responds at once, as each message requests. In the mode `many` it has many throttles, as
 * that many processes would, and takes their units until a message requests the result.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { createSupplierClient, createThrottle, RegError, type Throttle } from "@reg/sdk";
import { createRedisThrottle, type RedisThrottle } from "@reg/sdk/redis";
import { Redis } from "ioredis";

/** Whose limit it is: of all processes together, a part of it for each process, or none. */
export type ThrottleKind = "shared" | "local" | "none";

/** What the program is to do. */
export interface WorkerTask {
  readonly mode: "send" | "cost" | "many";
  readonly redisUrl: string;
  /** The limit of all processes together. */
  readonly limit: number;
  /** In milliseconds. */
  readonly window: number;
  readonly processes: number;
  readonly kind: ThrottleKind;
  readonly baseUrl: string;
  /** The number of calls at the same time. */
  readonly callers: number;
}

/** A message that requests calls one after the other. */
export interface CostRequest {
  readonly kind: ThrottleKind;
  readonly calls: number;
}

type Turn = Parameters<Throttle["take"]>[0];

const turn: Turn = {
  priority: 5,
  cancellation: { aborted: false, reason: undefined, listen: () => () => {} },
  longestPause: 0,
  operationId: "bench",
};

/** The time between a unit and the response to its request in the mode `many`, in milliseconds. */
const latency = 75;

const task: WorkerTask = JSON.parse(process.argv[2] ?? "");
const { mode, limit, window, processes, callers } = task;
const redis = new Redis(task.redisUrl);
const counts = { successful: 0, refused: 0, failure: "" };

function createShared(): RedisThrottle {
  return createRedisThrottle({ redis, quota: "bench", limit, window, onStoreFailure: "reject" });
}

function createKind(kind: ThrottleKind): Throttle | false {
  if (kind === "none") return false;
  return kind === "shared"
    ? createShared()
    : createThrottle({ limit: Math.floor(limit / processes), window });
}

const readCpu = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

/** Repeats an action with many callers at the same time. */
function repeat(action: () => Promise<unknown>): void {
  const keepCalling = async () => {
    while (counts.failure === "") {
      try {
        await action();
        counts.successful += 1;
      } catch (error) {
        if (RegError.is(error, "rate-limit")) counts.refused += 1;
        else counts.failure = String(error);
      }
    }
  };
  for (let caller = 0; caller < callers; caller += 1) void keepCalling();
}

function sendRequests(): void {
  const supplier = createSupplierClient({
    baseUrl: task.baseUrl,
    token: "bench",
    throttle: createKind(task.kind),
    retry: false,
  });
  repeat(() => supplier.lessors.list());
}

/** The throttles of many processes, each with one caller. */
function takeUnits(): void {
  for (let index = 0; index < processes; index += 1) {
    const throttle = createShared();
    repeat(async () => {
      const permit = await throttle.take(turn);
      await sleep(latency);
      permit.end("responded");
    });
  }
}

/** Makes calls one after the other; none has to wait for the limit. */
async function measureCalls({ kind, calls }: CostRequest): Promise<{ wall: number; cpu: number }> {
  const throttle = createKind(kind);
  const headers = { "content-type": "application/json" };
  const supplier = createSupplierClient({
    baseUrl: "https://reg.example",
    token: "bench",
    throttle,
    fetch: async () => new Response('{"data":{"lessors":[]}}', { headers }),
  });
  const cpu = readCpu();
  const begun = performance.now();
  for (let count = 0; count < calls; count += 1) await supplier.lessors.list();
  // The report of the last requests is part of the cost.
  if (throttle !== false && "release" in throttle) await (throttle as RedisThrottle).release();
  const wall = ((performance.now() - begun) * 1000) / calls;
  return { wall, cpu: (readCpu() - cpu) / calls };
}

await redis.ping();
const startCpu = readCpu();
if (mode === "send") sendRequests();
if (mode === "many") takeUnits();
process.on("message", async (request: CostRequest) => {
  if (mode === "cost") process.send?.(await measureCalls(request));
  else process.send?.({ ...counts, cpu: readCpu() - startCpu });
});
process.send?.({});
