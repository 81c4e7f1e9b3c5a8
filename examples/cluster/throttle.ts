/**
 * Four processes of a supplier share one rate limit over Redis. A table shows what each of them has sent.
 *
 *   npx tsx node_modules/@reg/sdk/examples/cluster/throttle.ts
 *
 * Needs ioredis. Uses the Redis of REDIS_URL, or otherwise starts redis-server, which must be installed. Runs against
 * its own sandbox, with a limit of 200 requests in 3 seconds instead of 5000 a minute, so that it is soon reached.
 */
import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { moveCursor } from "node:readline";
import { createSupplierClient, type ThrottleStatistics } from "@reg/sdk";
import { createRedisThrottle } from "@reg/sdk/redis";
import { createSandbox } from "@reg/sdk/sandbox";
import { Redis } from "ioredis";
import { show, step } from "../support/output.js";
import { openRedis } from "../support/redis.js";

const processes = 4;
const callsPerProcess = 200;
const rateLimit = { limit: 200, window: 3000 };

/** A process of your system: it makes its calls, and the throttle lets each wait for its turn. */
async function work(): Promise<void> {
  const redis = new Redis(process.env["REDIS_URL"] ?? "");
  const throttle = createRedisThrottle({
    redis,
    quota: "supplier-4711", // all processes with this name share the limit
    ...rateLimit, // leave it out for the limit of the service
    onStoreFailure: "reject",
  });
  const supplier = createSupplierClient({ throttle });

  const report = setInterval(() => process.send?.(throttle.statistics()), 100);
  await Promise.all(Array.from({ length: callsPerProcess }, () => supplier.lessors.list()));
  clearInterval(report);
  process.send?.(throttle.statistics());

  await supplier.close();
  await throttle.release(); // waits until Redis knows which requests have ended
  redis.disconnect(); // the throttle never closes your client
  process.disconnect();
}

/** Starts Redis, the sandbox and the processes, and shows what they report. */
async function startProcesses(): Promise<void> {
  step(`${processes} processes send ${callsPerProcess} requests each; they share ${rateLimit.limit} in 3 s`);
  const redis = await openRedis();
  const sandbox = createSandbox({ rateLimit });
  const server = await sandbox.listen();
  const variables = {
    REDIS_URL: redis.url,
    REG_BASE_URL: server.supplier.baseUrl,
    REG_TOKEN: await sandbox.supplier.token(),
  };
  const workers = Array.from({ length: processes }, () => cluster.fork(variables));

  const latest = new Map<Worker, ThrottleStatistics>();
  for (const worker of workers)
    worker.on("message", (statistics: ThrottleStatistics) => latest.set(worker, statistics));
  const table = setInterval(() => printTable(workers, latest), process.stdout.isTTY ? 100 : 1000);
  const codes = await Promise.all(workers.map(async (worker) => (await once(worker, "exit"))[0]));
  clearInterval(table);
  printTable(workers, latest);

  step("What the service has counted");
  const requests = sandbox.journal.of("lessors.list");
  show("requests", requests.length);
  show("429", requests.filter(({ status }) => status === 429).length);
  await server.close();
  await redis.close();
  process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
}

let hasPrinted = false;

/** Prints a line for each process, over the last ones. Without a terminal, it prints one line for all. */
function printTable(workers: readonly Worker[], latest: ReadonlyMap<Worker, ThrottleStatistics>): void {
  const rows = workers.map((worker) => ({ id: worker.id, served: 0, waiting: 0, ...latest.get(worker) }));
  if (!process.stdout.isTTY) {
    show("sent", rows.map(({ id, served }) => `process ${id}: ${served}`).join(", "));
    return;
  }
  if (hasPrinted) moveCursor(process.stdout, 0, -rows.length);
  hasPrinted = true;
  for (const { id, served, waiting } of rows) {
    const bar = "█".repeat((40 * served) / callsPerProcess).padEnd(40, "░");
    show(`process ${id}`, `${bar} ${served} sent, ${waiting} waiting`.padEnd(70));
  }
}

if (cluster.isPrimary) await startProcesses();
else await work();
