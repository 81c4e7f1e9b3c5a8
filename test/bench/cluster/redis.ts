import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { createInterface } from "node:readline";
import { Redis } from "ioredis";
import { UserError } from "../command.js";

/** What Redis has done since the count began. */
export interface RedisUse {
  /** The times that the script ran. */
  readonly scripts: number;
  /** The CPU time of Redis, in microseconds. The times of its commands would include waits for a core. */
  readonly cpu: number;
}

/** A redis-server on loopback that keeps its data in memory. */
export class BenchRedis {
  readonly url: string;
  readonly client: Redis;
  readonly #process: ChildProcess;
  #cpu = 0;

  private constructor(process: ChildProcess, port: number) {
    this.#process = process;
    this.url = `redis://127.0.0.1:${port}`;
    this.client = new Redis(this.url);
  }

  /** @throws UserError if redis-server is not installed */
  static async start(): Promise<BenchRedis> {
    const port = await findFreePort();
    const options = ["--bind", "127.0.0.1", "--port", String(port), "--save", ""];
    const redis = spawn("redis-server", options, { stdio: ["ignore", "pipe", "inherit"] });
    const failed = new Promise<never>((_, reject) =>
      redis.once("error", () => reject(new UserError("redis-server is not installed"))),
    );
    const ready = async () => {
      for await (const line of createInterface(redis.stdout))
        if (line.includes("Ready to accept connections")) return new BenchRedis(redis, port);
      throw new UserError("redis-server has not started");
    };
    return Promise.race([ready(), failed]);
  }

  stop(): void {
    this.client.disconnect();
    this.#process.kill();
  }

  /** Deletes all data and begins to count. */
  async reset(): Promise<void> {
    await this.client.flushall();
    await this.startCount();
  }

  /** Begins to count. */
  async startCount(): Promise<void> {
    await this.client.config("RESETSTAT");
    this.#cpu = await this.#readCpu();
  }

  /** Reads what was done since the count began. */
  async readUse(): Promise<RedisUse> {
    const text = await this.client.info("commandstats");
    const script = /^cmdstat_evalsha:calls=(\d+)/m.exec(text);
    return {
      scripts: Number(script?.[1] ?? 0),
      cpu: (await this.#readCpu()) - this.#cpu,
    };
  }

  /** The bytes of all keys, and how many members the sorted set of the units has. */
  async readMemory(): Promise<{ readonly bytes: number; readonly units: number }> {
    let bytes = 0;
    let units = 0;
    for (const key of await this.client.keys("*")) {
      bytes += (await this.client.memory("USAGE", key, "SAMPLES", 0)) ?? 0;
      if (key.endsWith(":units")) units = await this.client.zcard(key);
    }
    return { bytes, units };
  }

  async #readCpu(): Promise<number> {
    const text = await this.client.info("cpu");
    const of = (name: string) => Number(new RegExp(`^used_cpu_${name}:([\\d.]+)`, "m").exec(text)?.[1]);
    return (of("user") + of("sys")) * 1_000_000;
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
