/**
 * Loses replies of Redis with their connection, and prints whether each client sends the command again, how many units
 * are in use after one request, and which locks are left. The arguments are the names under which versions of ioredis
 * and redis are installed.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createSupplierClient } from "@reg/sdk";
import { createRedisThrottle, createRedisTokenStore } from "@reg/sdk/redis";

const path = `${process.cwd()}/lost-replies.sock`;
const redisServer = spawn("redis-server", ["--port", "0", "--unixsocket", path, "--save", ""]);
process.once("exit", () => redisServer.kill());
for await (const text of redisServer.stdout) if (/ready to accept/i.test(text)) break;

/** The next command with this text is carried out, and its connection ends before the reply. */
let lossOf;
const proxy = createServer((client) => {
  const redis = connect(path);
  let isLost = false;
  client.on("data", (data) => {
    if (lossOf !== undefined && data.includes(lossOf)) {
      isLost = true;
      lossOf = undefined;
    }
    redis.write(data);
  });
  redis.on("data", (data) => (isLost ? client.destroy() : client.write(data)));
  for (const socket of [client, redis]) {
    socket.on("error", () => {});
    socket.on("close", () => [client, redis].map((each) => each.destroy()));
  }
}).listen(0, "127.0.0.1");
await once(proxy, "listening");
const { port } = proxy.address();

async function connectClient(name) {
  const library = await import(name);
  const redis = name.startsWith("ioredis") ? new library.Redis(port) : library.createClient({ socket: { port } });
  redis.on("error", () => {});
  if (!name.startsWith("ioredis")) await redis.connect();
  return redis;
}

async function use(name) {
  const redis = await connectClient(name);
  const send = (...command) => (name.startsWith("ioredis") ? redis.call(...command) : redis.sendCommand(command));
  const quota = { quota: name, limit: 1, onStoreFailure: "local", instances: 1, storeTimeout: 20_000 };
  const throttle = createRedisThrottle({ redis, ...quota });
  const fetch = async () => new Response('{"data":[]}', { headers: { "content-type": "application/json" } });
  const supplier = createSupplierClient({ baseUrl: "http://127.0.0.1", token: "token", throttle, fetch });
  const store = createRedisTokenStore({ redis, unencrypted: true });
  // Redis knows the script then.
  await (await store.lock("first", 60_000))();

  lossOf = "second";
  const unlock = await store.lock("second", 60_000).catch(() => undefined);
  await unlock?.();
  lossOf = "EVAL";
  await supplier.lessors.list({ deadline: 30_000 });
  await throttle.release();
  // After a second, a store that has failed is asked again.
  for (let waited = 0; waited < 10_000 && (await send("EXISTS", "second")) > 0; waited += 50) await sleep(50);
  const units = `reg:throttle:1:{${name}}:units`;
  for (let waited = 0; waited < 10_000 && (await send("ZCARD", units)) !== 1; waited += 50) await sleep(50);
  const did = unlock === undefined ? "rejected the command" : "sent the command again";
  console.log(`${name}: ${did}; units: ${await send("ZCARD", units)}, locks: ${await send("EXISTS", "second")}`);
  (redis.disconnect ?? redis.destroy).call(redis);
}

for (const name of process.argv.slice(2)) await use(name);
process.exit();
