import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { createLessorClient, type LessorClient } from "@reg/sdk";
import { createRedisTokenStore, type RedisClient, type RedisTokenStoreOptions } from "@reg/sdk/redis";
import { createSandbox } from "@reg/sdk/sandbox";
import type { Redis } from "ioredis";
import { expect, onTestFinished, test } from "vitest";
import { buildChild } from "../lessor/sync/kill/start.js";
import {
  connectIoredis as connect,
  connectNodeRedis,
  describeWithRedis,
  redisClients,
  startRedis,
} from "../support/redis.js";
import type { ChildTask } from "./token/child.js";

const createKey = () => randomBytes(32).toString("base64");
const key = createKey();
const hour = 3_600_000;

/** Starts a sandbox that counts token requests. */
async function startService(tokenLifetime = hour) {
  const sandbox = createSandbox({ tokenLifetime });
  const server = await sandbox.listen();
  onTestFinished(() => server.close());
  const { clientId, clientSecret } = sandbox.lessor;
  const credentials = { baseUrl: server.lessor.baseUrl, clientId, clientSecret };
  /** When each token was requested, in milliseconds since 1970. */
  const tokenRequests = () =>
    sandbox.journal.entries.filter(({ operationId }) => operationId === "token.create").map(({ at }) => Date.parse(at));
  return { ...sandbox.lessor, credentials, tokenRequests };
}

/** Starts Redis, with a connection to it, and a sandbox. */
async function setUp() {
  const { url } = await startRedis();
  return { url, redis: connect(url), service: await startService() };
}

type Service = Awaited<ReturnType<typeof startService>>;
type StoreOptions = Partial<RedisTokenStoreOptions>;

/** Creates a client as each process has one. */
function startClient(service: Service, redis: RedisClient, options: StoreOptions = { key }): LessorClient {
  return createLessorClient({
    ...service.credentials,
    tokenStore: createRedisTokenStore({ redis, ...options }),
  });
}

const call = (lessor: LessorClient) => lessor.vehicles.put({ licensePlate: "AB-123-C" });

/** Waits until no process holds the lock, so that the token has been written. */
async function waitForStore(redis: Redis): Promise<void> {
  await expect.poll(() => redis.keys("*")).toEqual([expect.stringMatching(/^reg-token:(?!.*:lock)/)]);
}

/** Starts a process that sends calls. It is killed after the test. */
function startChild(program: string, task: ChildTask) {
  const child: ChildProcess = spawn(process.execPath, [program, JSON.stringify(task)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let succeeded = 0;
  child.stdout?.on("data", (dots: Buffer) => {
    succeeded += dots.length;
  });
  /** Ends the process, and returns its exit code. */
  const end = async () => {
    child.stdin?.end();
    const [code] = await once(child, "close");
    return code;
  };
  return { countSucceeded: () => succeeded, end };
}

describeWithRedis("a token store over Redis", () => {
  test("gives four processes, whose clocks differ by hours, one token for each lifetime", {
    timeout: 120_000,
  }, async () => {
    const { url } = await startRedis();
    const lifetime = 4000;
    const service = await startService(lifetime);
    const program = await buildChild(new URL("./token/child.ts", import.meta.url));
    const children = [0, 5 * 60_000, -5 * 60_000, 3 * hour].map((aheadMs) =>
      startChild(program, { redisUrl: url, key, ...service.credentials, aheadMs }),
    );
    await expect
      .poll(() => Math.min(...children.map(({ countSucceeded }) => countSucceeded())), { timeout: 50_000 })
      .toBeGreaterThan(50);
    await expect.poll(() => service.tokenRequests().length, { timeout: 50_000 }).toBeGreaterThan(5);
    expect(await Promise.all(children.map(({ end }) => end()))).toEqual([0, 0, 0, 0]);
    const times = service.tokenRequests();
    const intervals = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    // A token is renewed after 80 % of its lifetime; requests of two processes for the same one would follow at once.
    expect(Math.min(...intervals)).toBeGreaterThan(0.5 * lifetime);
  });

  test("replaces a revoked token once for four processes that use it at once", async () => {
    const { url } = await startRedis();
    const service = await startService();
    const clients = Array.from({ length: 4 }, () => startClient(service, connect(url)));
    await Promise.all(clients.map(call));
    for (const requests of [2, 3, 4]) {
      service.revokeTokens();
      await Promise.all([...clients, ...clients, ...clients].map(call));
      expect(service.tokenRequests()).toHaveLength(requests);
      // After less than a second of the real clock, a token that was just replaced is not replaced again.
      await sleep(1100);
    }
  });

  test("shares a token between ioredis and node-redis, and each can renew it", async () => {
    const { url, redis, service } = await setUp();
    const [one, other] = [startClient(service, redis), startClient(service, await connectNodeRedis(url))];
    await call(other);
    await waitForStore(redis);
    await call(one);
    expect(service.tokenRequests()).toHaveLength(1);
    service.revokeTokens();
    await call(one);
    await waitForStore(redis);
    await call(other);
    expect(service.tokenRequests()).toHaveLength(2);
  });

  test("shares a token while the processes of two deployments with other keys run side by side", async () => {
    const { redis, service } = await setUp();
    const [old, next] = [createKey(), createKey()];
    const deployments = [old, [old, next], [next, old], next];
    const [before, first, second, third] = deployments.map((keys) => startClient(service, redis, { key: keys })) as [
      LessorClient,
      LessorClient,
      LessorClient,
      LessorClient,
    ];
    await call(before);
    await waitForStore(redis);
    await call(first);
    await call(second);
    expect(service.tokenRequests()).toHaveLength(1);
    service.revokeTokens();
    await call(second);
    await waitForStore(redis);
    await call(first);
    await call(third);
    expect(service.tokenRequests()).toHaveLength(2);
  });

  test("replaces a token that none of its keys decrypts", async () => {
    const { redis, service } = await setUp();
    await call(startClient(service, redis, { unencrypted: true }));
    await waitForStore(redis);
    await call(startClient(service, redis));
    await waitForStore(redis);
    await call(startClient(service, redis, { key: createKey() }));
    await waitForStore(redis);
    await call(startClient(service, redis, { unencrypted: true }));
    expect(service.tokenRequests()).toHaveLength(4);
  });

  test.each([
    ["no token as plain text", { key }, false],
    ["the token as plain text if this is allowed", { unencrypted: true }, true],
  ])("puts %s into Redis", async (_, options, isReadable) => {
    const { redis, service } = await setUp();
    await call(startClient(service, redis, options));
    await waitForStore(redis);
    const names = await redis.keys("*");
    const values = (await redis.mget(names)).join();
    const text = await createRedisTokenStore({ redis, ...options }).get(names[0] ?? "");
    const { token } = JSON.parse(text ?? "{}");
    const parts = String(token).split(".");
    expect(parts).toHaveLength(3);
    for (const part of parts) {
      expect(values.includes(part)).toBe(isReadable);
      expect(values.includes(Buffer.from(part).toString("base64url").slice(4, -4))).toBe(false);
    }
  });

  test("finds no value that was deleted", async () => {
    const { url } = await startRedis();
    const store = createRedisTokenStore({ redis: connect(url), key });
    await store.set("one", JSON.stringify({ token: "a", issuedAt: 0, expiresAt: 1000 }), 60_000);
    expect(await store.get("one")).toContain('"token":"a"');
    await store.delete("one");
    expect(await store.get("one")).toBeUndefined();
  });

  test("gives a lock to one process until it is released or has expired", async () => {
    const { url } = await startRedis();
    const [one, other] = [connect(url), connect(url)].map((redis) => createRedisTokenStore({ redis, key }));
    const release = await one?.lock("lock", 60_000);
    expect(await other?.lock("lock", 60_000)).toBeUndefined();
    await release?.();
    const releaseExpired = await one?.lock("lock", 50);
    await expect.poll(() => other?.lock("lock", 60_000)).toBeInstanceOf(Function);
    // The lock of the other process stays.
    await releaseExpired?.();
    expect(await one?.lock("lock", 60_000)).toBeUndefined();
  });

  test("lets calls continue while Redis is killed, and shares a token again afterwards", async () => {
    const { url, kill, start } = await startRedis();
    const service = await startService();
    const redis = connect(url);
    const lessor = startClient(service, redis);
    await call(lessor);
    await waitForStore(redis);
    await kill();
    service.revokeTokens();
    await call(lessor);
    expect(service.tokenRequests()).toHaveLength(2);
    await start();
    await expect.poll(() => redis.status).toBe("ready");
    // For a second after a failure, Redis is not asked.
    await sleep(1100);
    service.revokeTokens();
    await call(lessor);
    await waitForStore(redis);
    await call(startClient(service, redis));
    expect(service.tokenRequests()).toHaveLength(3);
  });

  test.each(redisClients)("lets calls continue while Redis hangs, with %s", async (_, connectAgain) => {
    const { url } = await startRedis();
    const service = await startService();
    const control = connect(url);
    const pid = Number(/process_id:(\d+)/.exec(await control.info("server"))?.[1]);
    const [running, starting] = [await connectAgain(url), await connectAgain(url)];
    const lessor = startClient(service, running);
    await call(lessor);
    await waitForStore(control);
    process.kill(pid, "SIGSTOP");
    try {
      service.revokeTokens();
      await Promise.all([call(lessor), call(startClient(service, starting))]);
      expect(service.tokenRequests()).toHaveLength(3);
    } finally {
      process.kill(pid, "SIGCONT");
    }
    // The commands of that time arrive late; none of them may keep the lock.
    await waitForStore(control);
  });

  test("continues after Redis has lost everything, its scripts included", async () => {
    const { redis, service } = await setUp();
    const lessor = startClient(service, redis);
    await call(lessor);
    await waitForStore(redis);
    await redis.flushall();
    await redis.script("FLUSH");
    await call(lessor);
    expect(service.tokenRequests()).toHaveLength(1);
    await call(startClient(service, redis));
    await waitForStore(redis);
    await call(startClient(service, redis));
    expect(service.tokenRequests()).toHaveLength(2);
  });
});
