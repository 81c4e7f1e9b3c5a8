import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createSandbox, type RateLimit } from "@reg/sdk/sandbox";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { countings } from "../../src/sandbox/server/rate-limit.js";
import { describeWithRedis, startRedis } from "../support/redis.js";
import type { WorkerTask } from "./worker.js";

/** The number of calls of a process at the same time. */
const callers = 10;

/** The shared limit where its use is measured: the longer the window, the less the times of single requests matter. */
const long = { limit: 100, window: 4000 };
/** The shared limit where its excess is measured. */
const short = { limit: 100, window: 1000 };

// The tests take up to six windows, which are real: the processes and Redis have clocks of their own. And the start of their processes takes long on a machine that does other work.
describeWithRedis("processes that share a limit over Redis", { timeout: 180_000 }, () => {
  let folder = "";
  let program = "";
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "reg-worker-"));
    program = join(folder, "worker.cjs");
    // A process that compiles TypeScript starts slowly.
    await build({
      entryPoints: [fileURLToPath(new URL("./worker.ts", import.meta.url))],
      outfile: program,
      bundle: true,
      format: "cjs",
      platform: "node",
      target: "node20",
    });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Starts Redis and a service that counts requests; `start` adds a process that calls it. All end after the test. */
  async function startCluster(rateLimit: SharedLimit & Pick<RateLimit, "counting">) {
    const { limit, window } = rateLimit;
    const redis = await startRedis();
    const sandbox = createSandbox({ rateLimit });
    const server = await sandbox.listen();
    onTestFinished(() => server.close());
    const common = {
      baseUrl: server.supplier.baseUrl,
      token: await sandbox.supplier.token(),
      redisUrl: redis.url,
      ...{ limit, window, callers },
    };
    const start = (options: Pick<WorkerTask, "onStoreFailure" | "instances"> = reject): ChildProcess => {
      const child = fork(program, [JSON.stringify({ ...common, ...options })], { execArgv: [] });
      onTestFinished(() => void child.kill("SIGKILL"));
      return child;
    };
    const readRequests = () =>
      sandbox.journal.of("lessors.list").map(({ at, status }) => ({ at: Date.parse(at), status }));
    const firstRequest = () => expect.poll(() => readRequests().length, { interval: 10 }).toBeGreaterThan(0);
    return { redis, start, readRequests, firstRequest };
  }

  test("use at least 95 percent of the limit without a 429, however the service counts", async () => {
    // At the same time, because the windows are long.
    const uses = countings.map(async (counting) => {
      const { start, readRequests } = await startCluster({ ...long, counting });
      const workers = [start(), start(), start(), start()];
      await waitForCalls(workers);
      const startedAt = Date.now();
      await sleep(4 * long.window);
      const requests = readRequests();
      expect(count429(requests), counting).toBe(0);
      expect(measureUse(requests, 2, startedAt), counting).toBeGreaterThanOrEqual(0.95);
      for (const share of await readShares(workers)) expect(share, counting).toBeGreaterThan(0.1);
    });
    await Promise.all(uses);
  });

  test("use at least 95 percent of the limit without a 429 while one is killed and another joins", async () => {
    const { start, readRequests } = await startCluster(long);
    const workers = [start(), start(), start(), start()];
    await waitForCalls(workers);
    const startedAt = Date.now();
    await sleep(1.5 * long.window);
    await kill(workers.shift());
    const joined = start();
    await sleep(3.5 * long.window);
    const requests = readRequests();
    expect(count429(requests)).toBe(0);
    expect(measureUse(requests, 3, startedAt)).toBeGreaterThanOrEqual(0.95);
    for (const share of await readShares([...workers, joined])) expect(share).toBeGreaterThan(0.1);
  });

  test.each([
    ["fail calls meanwhile", reject],
    ["continue alone meanwhile", { onStoreFailure: "local", instances: 4 }],
  ] as const)(
    "exceed the limit in at most one window when Redis restarts without its data, and they %s",
    async (_, options) => {
      const { redis, start, readRequests, firstRequest } = await startCluster(short);
      const workers = [start(options), start(options), start(options), start(options)];
      await firstRequest();
      await sleep(1.25 * short.window);
      await redis.kill();
      await sleep(short.window / 2);
      await redis.start();
      const restarted = Date.now();
      await sleep(5 * short.window);
      const requests = readRequests();
      expect(countExceeded(requests, short)).toBeLessThanOrEqual(1);
      // After the pause for a 429, the limit is in use again.
      expect(requests.filter(({ at }) => at > restarted + 3 * short.window).length).toBeGreaterThan(short.limit / 2);
      expect(await readShares(workers)).toHaveLength(4);
    },
  );
});

/** A limit, and its window in milliseconds. */
interface SharedLimit {
  readonly limit: number;
  readonly window: number;
}

const reject = { onStoreFailure: "reject" } as const;

/** A request as the service recorded it; its time is in milliseconds. */
interface CountedRequest {
  readonly at: number;
  readonly status: number | string;
}

const count429 = (requests: readonly CountedRequest[]) => requests.filter(({ status }) => status === 429).length;

/** The number of starts of an interval. */
const starts = 100;

/**
 * The requests that the service accepted in a number of full windows, divided by that number and the limit: the mean
 * over many starts in the second window, so that the first burst does not count and the position of the others has no
 * effect.
 */
function measureUse(requests: readonly CountedRequest[], windows: number, startedAt: number): number {
  const { limit, window } = long;
  const accepted = requests.filter(({ status }) => status === 200).map(({ at }) => at - startedAt);
  const shares = Array.from({ length: starts }, (_, index) => {
    const from = window * (1 + index / starts);
    return accepted.filter((at) => at >= from && at < from + windows * window).length / (windows * limit);
  });
  return shares.reduce((sum, share) => sum + share, 0) / starts;
}

/**
 * Counts windows without a common instant in which the service received more requests than the limit, with the rejected
 * ones.
 */
function countExceeded(requests: readonly CountedRequest[], { limit, window }: SharedLimit): number {
  let exceeded = 0;
  let oldest = 0;
  for (const [index, { at }] of requests.entries()) {
    while ((requests[oldest]?.at ?? at) <= at - window) oldest += 1;
    if (index - oldest + 1 <= limit) continue;
    exceeded += 1;
    oldest = index + 1;
  }
  return exceeded;
}

/** Kills a process as the kernel does when memory is short. */
async function kill(worker: ChildProcess | undefined): Promise<void> {
  worker?.kill("SIGKILL");
  if (worker !== undefined) await once(worker, "exit");
}

/** How many calls of a process were successful. It fails if the process has ended. */
async function readSuccessful(worker: ChildProcess): Promise<number> {
  const [[successful]] = await Promise.all([
    once(worker, "message"),
    new Promise<void>((resolve, reject) => worker.send({}, (error) => (error === null ? resolve() : reject(error)))),
  ]);
  return successful;
}

/** Waits until each process has made a call: a busy machine starts them slowly. */
async function waitForCalls(workers: readonly ChildProcess[]): Promise<void> {
  await expect
    .poll(async () => Math.min(...(await Promise.all(workers.map(readSuccessful)))), { timeout: 60_000 })
    .toBeGreaterThan(0);
}

/** The part of all successful calls that each process made. */
async function readShares(workers: readonly ChildProcess[]): Promise<readonly number[]> {
  const counts = await Promise.all(workers.map(readSuccessful));
  const sum = counts.reduce((total, each) => total + each, 0);
  return counts.map((each) => each / sum);
}
