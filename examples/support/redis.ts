/** Provides the Redis of the examples. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { show } from "./output.js";

export interface RedisConnection {
  readonly url: string;
  close(): Promise<void>;
}

const port = 16_379;

/** Returns the Redis that REDIS_URL names; otherwise starts redis-server, which keeps its data in memory. */
export async function openRedis(): Promise<RedisConnection> {
  const { REDIS_URL: given } = process.env;
  if (given !== undefined) return { url: given, close: async () => {} };
  const options = ["--bind", "127.0.0.1", "--port", String(port), "--save", ""];
  const server = spawn("redis-server", options, { stdio: ["ignore", "pipe", "inherit"] });
  await Promise.race([once(server, "spawn"), once(server, "error")]);
  if (server.pid === undefined) throw new Error("install redis-server, or set REDIS_URL");
  // Also if the example fails.
  process.once("exit", () => server.kill());
  const close = async () => {
    if (server.exitCode === null && server.kill()) await once(server, "exit");
  };
  for await (const line of createInterface(server.stdout)) {
    if (!line.includes("Ready to accept connections")) continue;
    const url = `redis://127.0.0.1:${port}`;
    show("redis-server", url);
    // Otherwise its output would fill the pipe.
    server.stdout.resume();
    return { url, close };
  }
  throw new Error(`redis-server cannot use the port ${port}: set REDIS_URL`);
}
