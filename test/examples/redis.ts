/**
 * Runs the examples that use Redis one after the other on one Redis, the first one also after the others: what one of
 * them leaves there must not disturb another one.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { openRedis } from "../../examples/support/redis.js";

const redis = await openRedis();
for (const name of ["job-queue", "cluster/fleet-sync", "cluster/throttle", "cluster/accounts", "job-queue"]) {
  console.log(`\n== examples/${name}.ts`);
  // A fifth of the accounts that the example has by default: each of them needs a sandbox of its own.
  const env = { ...process.env, REDIS_URL: redis.url, ACCOUNTS: "200" };
  const example = spawn(process.execPath, ["--import", "tsx", `examples/${name}.ts`], { env, stdio: "inherit" });
  const [code] = await once(example, "exit");
  if (code === 0) continue;
  process.exitCode = 1;
  console.error(`examples/${name}.ts has failed`);
  break;
}
await redis.close();
