import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
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
  /** Stops it without closing its connections, until `resume`. */
  suspend(): void;
  resume(): void;
}

/**
 * Where a redis-server keeps its data: in memory, or also on the disk at each change, so that a killed one loses none.
 */
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
  const suspend = () => void redis?.kill("SIGSTOP");
  const resume = () => void redis?.kill("SIGCONT");
  return { url: `redis://127.0.0.1:${port}`, port: Number(port), start, kill, suspend, resume };
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
