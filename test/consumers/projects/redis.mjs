/**
 * Shares a limit and a token over clients of Redis, and prints what each client did, or the error of one that is not
 * supported. The arguments are the names under which versions of ioredis and redis are installed.
 */
import { spawn } from "node:child_process";
import { createSupplierClient } from "@reg/sdk";
import { createLessorClient } from "@reg/sdk/lessor";
import { createRedisThrottle, createRedisTokenStore } from "@reg/sdk/redis";
import { createSandbox } from "@reg/sdk/sandbox";

const path = `${process.cwd()}/redis.sock`;
const redisServer = spawn("redis-server", ["--port", "0", "--unixsocket", path, "--save", ""]);
process.once("exit", () => redisServer.kill());
for await (const text of redisServer.stdout) if (/ready to accept/i.test(text)) break;

/** Connects a client, and returns it with the function that closes it. */
async function connect(name) {
  const library = await import(name);
  if (name.startsWith("ioredis")) {
    const redis = new library.default(path);
    return { redis, close: () => redis.disconnect() };
  }
  const redis = library.createClient({ socket: { path } });
  // Version 3 connects by itself.
  await redis.connect?.();
  return { redis, close: () => (redis.destroy ?? redis.disconnect ?? redis.end).call(redis, true) };
}

async function use(redis, name) {
  const sandbox = createSandbox();
  const server = await sandbox.listen();
  const report = (error) => console.log(`${name}: ${error.message}`);
  try {
    const common = { redis, onStoreError: report };
    const limit = { quota: name, limit: 1, window: 100, onStoreFailure: "reject" };
    // On a busy machine, the default of 50 ms can pass before Redis responds.
    const throttle = createRedisThrottle({ ...common, ...limit, storeTimeout: 5000 });
    const token = await sandbox.supplier.token();
    const suppliers = [1, 2].map(() => createSupplierClient({ baseUrl: server.supplier.baseUrl, token, throttle }));
    const begun = performance.now();
    await Promise.all(suppliers.map((supplier) => supplier.lessors.list()));
    if (performance.now() - begun < 100) throw new Error("the second call did not wait for the limit");
    await throttle.release();
    for (const licensePlate of ["AB-123-C", "AB-124-C"]) {
      const tokenStore = createRedisTokenStore({ ...common, unencrypted: true });
      const { clientId, clientSecret } = sandbox.lessor;
      const lessor = createLessorClient({ baseUrl: server.lessor.baseUrl, clientId, clientSecret, tokenStore });
      await lessor.vehicles.put({ licensePlate });
    }
    sandbox.journal.assertCalls({ "token.create": 1, "vehicles.put": 2 });
    console.log(`${name}: shared the limit and the token`);
  } catch (error) {
    console.log(`${name}: ${error.name}: ${error.message}`);
  }
  await server.close();
}

for (const name of process.argv.slice(2)) {
  const { redis, close } = await connect(name);
  await use(redis, name);
  close();
}
process.exit();
