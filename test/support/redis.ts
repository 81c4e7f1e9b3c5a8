import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, onTestFinished } from "vitest";
import { listen } from "./server.js";

const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;
if (!hasRedis && process.env["CI"]) throw new Error("redis-server is not installed; .ci/run installs it");
if (!hasRedis) console.warn("redis-server is not installed: the tests with a real Redis are skipped");

/** A group of tests that need redis-server. */
export const describeWithRedis = describe.skipIf(!hasRedis);

/** A redis-server that runs on a free port until the end of the test. */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Starts it again after `kill`. */
  start(): Promise<void>;
  kill(): Promise<void>;
}

/** Where a redis-server keeps its data: in memory, or also on the disk at each change, so that a killed one loses none. */
export type Persistence = "memory" | "disk";

/** Starts redis-server on a free port of 127.0.0.1. */
export async function startRedis(persistence: Persistence = "memory"): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), "reg-redis-"));
  const server = createServer();
  const { port } = new URL(await listen(server));
  await new Promise((resolve) => server.close(resolve));
  const disk = persistence === "disk" ? ["--appendonly", "yes", "--appendfsync", "always"] : [];
  const options = ["--bind", "127.0.0.1", "--port", port, "--dir", folder, "--save", "", ...disk];
  let redis: ChildProcess | undefined;
  const start = async () => {
    redis = spawn("redis-server", options);
    for await (const text of redis.stdout ?? []) if (String(text).includes("Ready to accept")) return;
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
  await start();
  return { url: `redis://127.0.0.1:${port}`, port: Number(port), start, kill };
}
