import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RedisClient } from "@reg/sdk/redis";
import { Redis } from "ioredis";
import { createClient } from "redis";
import { describe, expect, onTestFinished } from "vitest";
import { listen } from "./server.js";

const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;
if (!hasRedis && process.env["CI"]) throw new Error("redis-server is not installed; .ci/run installs it");
if (!hasRedis) console.warn("redis-server is not installed: the tests with a real Redis are skipped");

/** A group of tests that need redis-server. */
export const describeWithRedis = describe.skipIf(!hasRedis);

/** Connects ioredis until the end of the test. */
export function connectIoredis(url: string): Redis {
  // It waits so long for the other end of a connection that it closes; 2 s would outlast the test file.
  const redis = new Redis(url, { retryStrategy: () => 100, disconnectTimeout: 200 });
  // A test of a Redis that fails needs no listener of its own.
  redis.on("error", () => {});
  onTestFinished(() => redis.disconnect());
  return redis;
}

/** Connects node-redis until the end of the test. */
export async function connectNodeRedis(url: string): Promise<RedisClient> {
  const redis = createClient({ url, socket: { reconnectStrategy: 100 } });
  redis.on("error", () => {});
  await redis.connect();
  onTestFinished(() => redis.destroy());
  return redis;
}

/** Both clients: a name, and the function that connects one until the end of the test. */
export const redisClients = [
  ["ioredis", connectIoredis],
  ["node-redis", connectNodeRedis],
] as const;

/** A redis-server that runs on a free port until the end of the test. */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Starts it again after `kill`. */
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Stops it without closing its connections, until `resume`. */
  suspend(): void;
  resume(): void;
}

/**
 * Where a redis-server keeps its data: in memory, or also on the disk at each change, so that a killed one loses none.
 */
export type Persistence = "memory" | "disk";

async function findFreePort(): Promise<string> {
  const server = createServer();
  const { port } = new URL(await listen(server));
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts redis-server on a free port of 127.0.0.1, with further options of its command line. */
export async function startRedis(
  persistence: Persistence = "memory",
  ...further: readonly string[]
): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), "reg-redis-"));
  let port = await findFreePort();
  // Sentinel keeps its state in this file.
  const file = join(folder, "redis.conf");
  await writeFile(file, "");
  const disk = persistence === "disk" ? ["--appendonly", "yes", "--appendfsync", "always"] : [];
  const options = ["--bind", "127.0.0.1", "--dir", folder, "--save", "", ...disk, ...further];
  let redis: ChildProcess | undefined;
  const start = async () => {
    redis = spawn("redis-server", [file, "--port", port, ...options]);
    for await (const text of redis.stdout ?? []) if (/Ready to accept|Sentinel ID/.test(String(text))) return;
    throw new Error("redis-server has not started");
  };
  const kill = async () => {
    if (redis === undefined || !redis.kill("SIGKILL")) return;
    await once(redis, "exit");
  };
  onTestFinished(async () => {
    await kill();
    await rm(folder, { recursive: true });
  });
  await start().catch(async () => {
    // Another test may have taken the port meanwhile.
    port = await findFreePort();
    await start();
  });
  const suspend = () => void redis?.kill("SIGSTOP");
  const resume = () => void redis?.kill("SIGCONT");
  return { url: `redis://127.0.0.1:${port}`, port: Number(port), start, kill, suspend, resume };
}

/** Starts a Redis Cluster of two nodes, each of which has half of the slots. */
export async function startCluster(): Promise<readonly RedisServer[]> {
  const start = async () => {
    const busPort = await findFreePort();
    const server = await startRedis("memory", "--cluster-enabled", "yes", "--cluster-port", busPort);
    return { server, busPort };
  };
  const nodes = [await start(), await start()];
  for (const [index, { server }] of nodes.entries()) {
    const redis = new Redis(server.url);
    await redis.cluster("ADDSLOTSRANGE", index * 8192, index * 8192 + 8191);
    for (const { server: other, busPort } of nodes.slice(0, index))
      await redis.call("CLUSTER", "MEET", "127.0.0.1", other.port, busPort);
    redis.disconnect();
  }
  const redis = new Redis(nodes[0]?.server.url ?? "");
  await expect.poll(() => redis.cluster("INFO")).toContain("cluster_state:ok");
  redis.disconnect();
  return nodes.map(({ server }) => server);
}

/** Starts a Redis with a replica, and a Sentinel that watches it as `main`. */
export async function startSentinel() {
  const main = await startRedis("memory", "--repl-diskless-sync-delay", "0");
  await startRedis("memory", "--replicaof", "127.0.0.1", String(main.port));
  const sentinel = await startRedis("memory", "--sentinel");
  const redis = new Redis(sentinel.url, { enableReadyCheck: false });
  await redis.call("SENTINEL", "MONITOR", "main", "127.0.0.1", String(main.port), "1");
  await redis.call("SENTINEL", "SET", "main", "down-after-milliseconds", "500");
  await expect.poll(() => redis.call("SENTINEL", "REPLICAS", "main")).not.toEqual([]);
  redis.disconnect();
  return { main, sentinel };
}

/** Starts a slow connection to a Redis: it delays both directions by `delay` milliseconds. Returns its address. */
export async function slowDown({ port }: RedisServer, delay: number): Promise<string> {
  const server = createServer((client) => {
    const redis = connect(port, "127.0.0.1");
    for (const [from, to] of [
      [client, redis],
      [redis, client],
    ] as const) {
      from.on("data", (data) => setTimeout(() => to.write(data), delay));
      from.on("close", () => to.destroy());
      from.on("error", () => {});
    }
  });
  const { port: slowPort } = new URL(await listen(server));
  onTestFinished(() => void server.close());
  return `redis://127.0.0.1:${slowPort}`;
}

/** A connection to a Redis that can lose a reply. */
export interface LossyConnection {
  readonly url: string;
  /**
   * Ends the connection once, when Redis has carried out a command with this text, and before its reply arrives.
   * Resolves then.
   */
  loseReplyTo(text: string): Promise<void>;
}

/** Starts a connection to a Redis that passes everything on until it is told to lose a reply. */
export async function startLossyConnection({ port }: RedisServer): Promise<LossyConnection> {
  let lossOf: { readonly text: string; readonly onLost: () => void } | undefined;
  const server = createServer((client) => {
    const redis = connect(port, "127.0.0.1");
    let onLost: (() => void) | undefined;
    client.on("data", (data) => {
      if (lossOf !== undefined && data.includes(lossOf.text)) {
        onLost = lossOf.onLost;
        lossOf = undefined;
      }
      redis.write(data);
    });
    redis.on("data", (data) => {
      if (onLost === undefined) return void client.write(data);
      client.destroy();
      onLost();
    });
    for (const [from, to] of [
      [client, redis],
      [redis, client],
    ] as const) {
      from.on("close", () => to.destroy());
      from.on("error", () => {});
    }
  });
  const { port: lossyPort } = new URL(await listen(server));
  onTestFinished(() => void server.close());
  const loseReplyTo = (text: string) =>
    new Promise<void>((onLost) => {
      lossOf = { text, onLost };
    });
  return { url: `redis://127.0.0.1:${lossyPort}`, loseReplyTo };
}
