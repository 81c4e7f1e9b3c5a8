/**
 * Four processes of a lessor send one fleet, each a part of the license plates. In one Redis they share the rate limit,
 * the token, and the store in which each part keeps its state.
 *
 *   npx tsx node_modules/@reg/sdk/examples/cluster/fleet-sync.ts
 *
 * Needs ioredis. Uses the Redis of REDIS_URL, or otherwise starts redis-server, which must be installed. Runs against
 * its own sandbox.
 */
import cluster, { type Worker } from "node:cluster";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createLessorClient, type FleetItem, type StateStore } from "@reg/sdk/lessor";
import { createRedisThrottle, createRedisTokenStore } from "@reg/sdk/redis";
import { createSandbox } from "@reg/sdk/sandbox";
import { Redis } from "ioredis";
import { show, step } from "../support/output.js";
import { openRedis } from "../support/redis.js";

const parts = 4;
const vehicles = 1000;

/**
 * Yields the vehicles of one part. It depends on the license plate alone, so that a vehicle is in the same part each
 * night. With another number of parts, vehicles move to states that do not know them, and are sent once more.
 */
function* readFleet(part: number): Generator<FleetItem> {
  for (let number = 1; number <= vehicles; number++) {
    const licensePlate = `EX-${String(number).padStart(4, "0")}`;
    const hash = createHash("sha256").update(licensePlate).digest().readUInt32BE();
    if (hash % parts === part) yield { licensePlate, vehicle: { make: "Volvo" } };
  }
}

/** The state of one part: keys of its own in the shared Redis, and with them a lock of its own. */
function createState(redis: Redis, part: number): StateStore {
  const prefix = `fleet:${part}:`;
  return {
    get: (key) => redis.get(prefix + key),
    set: (key, value) => redis.set(prefix + key, value),
    delete: (key) => redis.del(prefix + key),
  };
}

/** Syncs one part. */
async function syncPart(part: number): Promise<void> {
  // A write of the state that waits for a connection could replace what a later run has written.
  const options = { autoResendUnfulfilledCommands: false, enableOfflineQueue: false, lazyConnect: true };
  const redis = new Redis(process.env["REDIS_URL"] ?? "", options);
  redis.on("error", (error) => console.error("Redis:", error.message));
  await redis.connect(); // without the queue, a command before it is rejected
  const throttle = createRedisThrottle({
    redis,
    quota: "lessor-fleet-job", // all processes with this name share the limit
    limit: 500, // the reference states no limit for lessors: agree on one with the operator
    window: 2000,
    onStoreFailure: "reject",
  });
  // One token for all processes, encrypted.
  const tokenStore = createRedisTokenStore({ redis, key: process.env["REG_TOKEN_KEY"] });
  const lessor = createLessorClient({ throttle, tokenStore });

  const { ok, counts, failures } = await lessor.sync(readFleet(part), { state: createState(redis, part) });
  process.send?.(counts);
  for (const { licensePlate, error } of failures) console.error(licensePlate, error?.message);

  await lessor.close();
  await throttle.release();
  redis.disconnect();
  process.exitCode = ok ? 0 : 1;
  process.disconnect();
}

/** Starts a process for each part, and resolves to whether all of them succeeded. */
async function syncAll(variables: Readonly<Record<string, string>>): Promise<boolean> {
  const run = async (part: number) => {
    const worker: Worker = cluster.fork({ ...variables, PART: String(part) });
    worker.once("message", ({ sent, unchanged }) =>
      show(`part ${part}`, `${sent} resources sent, ${unchanged} unchanged`),
    );
    const [code] = await once(worker, "exit");
    return code === 0;
  };
  const results = await Promise.all(Array.from({ length: parts }, (_, part) => run(part)));
  return results.every((ok) => ok);
}

/** Starts Redis and the sandbox, and syncs the fleet twice. */
async function startParts(): Promise<void> {
  step(`Send ${vehicles} vehicles with ${parts} processes`);
  const redis = await openRedis();
  const sandbox = createSandbox();
  const server = await sandbox.listen();
  const variables = {
    REDIS_URL: redis.url,
    REG_LESSOR_BASE_URL: server.lessor.baseUrl,
    REG_CLIENT_ID: sandbox.lessor.clientId,
    REG_CLIENT_SECRET: sandbox.lessor.clientSecret,
    REG_TOKEN_KEY: randomBytes(32).toString("base64"), // yours is kept with the other secrets
  };
  const first = await syncAll(variables);

  step("Start all again: nothing has changed, so nothing is sent");
  const second = await syncAll(variables);

  step("What the service has counted");
  show("vehicles", sandbox.journal.of("vehicles.put").length);
  show("token requests", sandbox.journal.of("token.create").length);
  await server.close();
  await redis.close();
  process.exitCode = first && second ? 0 : 1;
}

if (cluster.isPrimary) await startParts();
else await syncPart(Number(process.env["PART"]));
