import { createRequire } from "node:module";
import { createSupplierClient, type SupplierClientOptions } from "@reg/sdk";
import { bottleneckThrottle } from "@reg/sdk/bottleneck";
import Bottleneck from "bottleneck";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { failure, rejection } from "../support/errors.js";
import { untyped } from "../support/untyped.js";

const LightBottleneck: typeof Bottleneck = createRequire(import.meta.url)("bottleneck/light.js");

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const list = () => Response.json({ serviceRequests: [], hasMore: false });
const refused = (retryAfter?: string) =>
  new Response(null, { status: 429, headers: retryAfter === undefined ? {} : { "retry-after": retryAfter } });

/** A client on a limiter; `sent` has the time of each request in milliseconds, and what was asked for. */
function open(
  limiter: Bottleneck,
  respond: (count: number) => Response = list,
  own: Partial<SupplierClientOptions> = {},
) {
  const begun = Date.now();
  const sent: string[] = [];
  const throttle = bottleneckThrottle(limiter);
  const fetch = async (url: string) => {
    sent.push(`${Date.now() - begun} ${new URL(url).searchParams.get("licensePlate")}`);
    return respond(sent.length);
  };
  const client = createSupplierClient({ baseUrl: "https://reg.example", token: "t", fetch, throttle, ...own });
  const read = (licensePlate: string, options = {}) => client.serviceRequests.list({ licensePlate }, options);
  return { client, read, sent, throttle };
}

/** Bottleneck needs a turn of the event loop for most steps. */
async function soon<Result>(result: Promise<Result>): Promise<Result> {
  await vi.advanceTimersByTimeAsync(20);
  return result;
}

const withoutTime = (each: string) => each.replace(/^\d+ /, "");

describe("a limiter of Bottleneck as the throttle", () => {
  test.each([
    ["bottleneck", Bottleneck],
    ["bottleneck/light", LightBottleneck],
  ])("decides when requests are sent, also beside jobs of the program: %s", async (_, Limiter) => {
    const limiter = new Limiter({ minTime: 100, maxConcurrent: 1 });
    const { read, sent, client } = open(limiter);
    const first = read("first");
    await vi.advanceTimersByTimeAsync(50);
    const calls = [first, limiter.schedule(async () => void sent.push("job")), read("second")];
    await vi.advanceTimersByTimeAsync(1);
    expect(client.throttleStatistics()).toMatchObject({ served: 1, waiting: 1, inFlight: 0 });
    await vi.advanceTimersByTimeAsync(500);
    await Promise.all(calls);
    expect(sent.map(withoutTime)).toEqual(["first", "job", "second"]);
    expect(client.throttleStatistics()).toMatchObject({ served: 2, waiting: 0 });
    expect(client.throttleStatistics()?.longestWaitMs).toBeGreaterThanOrEqual(150);
  });

  it("is given the priority of each call", async () => {
    const { read, sent } = open(new Bottleneck({ minTime: 100, maxConcurrent: 1 }));
    // Bottleneck gives the next place as soon as one is free, also if it is due later.
    const first = [read("first"), read("second")];
    await vi.advanceTimersByTimeAsync(50);
    const calls = [...first, read("late", { priority: 9 }), read("usual"), read("early", { priority: 0 })];
    await vi.advanceTimersByTimeAsync(1000);
    await Promise.all(calls);
    expect(sent.map(withoutTime)).toEqual(["first", "second", "early", "usual", "late"]);
  });

  it("runs a job for each attempt, until its response has arrived", async () => {
    const limiter = new Bottleneck({ reservoir: 3, maxConcurrent: 1 });
    const { read } = open(limiter, (count) => (count === 1 ? new Response(null, { status: 503 }) : list()));
    const call = read("A");
    await vi.advanceTimersByTimeAsync(10_000);
    await call;
    expect(await soon(limiter.currentReservoir())).toBe(1);
    expect(limiter.counts()).toMatchObject({ RUNNING: 0, EXECUTING: 0 });
  });

  it.each([
    ["Retry-After", "2", 2000],
    ["a minute without it", undefined, 60_000],
  ])("pauses after a 429 for %s, and starts no other job meanwhile", async (_, retryAfter, pause) => {
    const limiter = new Bottleneck({ maxConcurrent: 1 });
    const { read, sent, throttle } = open(limiter, (count) => (count === 1 ? refused(retryAfter) : list()));
    const calls: Promise<unknown>[] = [read("first"), read("second")];
    await vi.advanceTimersByTimeAsync(20);
    calls.push(limiter.schedule({ priority: 9 }, async () => void sent.push("job")));
    await vi.advanceTimersByTimeAsync(pause - 100);
    expect(sent.map(withoutTime)).toEqual(["first"]);
    expect(throttle.statistics()).toMatchObject({ refused: 1, pausedForMs: expect.closeTo(100, -2) });
    await vi.advanceTimersByTimeAsync(1000);
    await Promise.all(calls);
    expect(sent.map(withoutTime)).toEqual(["first", "second", "first", "job"]);
  });

  it("tells the other throttles of the limiter about a pause, and heeds no other message", async () => {
    const limiter = new Bottleneck();
    const first = open(limiter, () => refused("2"), { retry: false });
    const { read, sent, throttle } = open(limiter);
    await soon(limiter.publish("another message"));
    expect(throttle.statistics().pausedForMs).toBe(0);
    const refusal = rejection(first.read("A"));
    await vi.advanceTimersByTimeAsync(100);
    await refusal;
    const call = read("B");
    await vi.advanceTimersByTimeAsync(2000);
    await call;
    expect(sent).toEqual([expect.stringMatching(/^20\d\d B$/)]);
  });

  it("ends a call at its signal or deadline, and leaves its job in the queue", async () => {
    const limiter = new Bottleneck({ minTime: 1000, maxConcurrent: 1 });
    const { read, sent, client } = open(limiter);
    const controller = new AbortController();
    const first = read("first");
    const aborted = rejection(read("aborted", { signal: controller.signal }));
    const late = failure(read("late", { deadline: 500 }), "timeout");
    const last = read("last");
    await vi.advanceTimersByTimeAsync(100);
    controller.abort("enough");
    expect(await aborted).toBe("enough");
    await vi.advanceTimersByTimeAsync(400);
    expect(await late).toMatchObject({ limit: "deadline", limitMs: 500 });
    expect(client.throttleStatistics()).toMatchObject({ left: 2, waiting: 1 });
    expect(limiter.empty()).toBe(false);
    await vi.advanceTimersByTimeAsync(5000);
    await Promise.all([first, last]);
    expect(sent).toEqual([expect.stringMatching(/ first$/), expect.stringMatching(/^30\d\d last$/)]);
    expect(limiter.counts()).toMatchObject({ QUEUED: 0, RUNNING: 0, EXECUTING: 0 });
  });

  it("fails a call at once if a pause is longer than it can wait", async () => {
    const limiter = new Bottleneck({ maxConcurrent: 1 });
    const { read, sent } = open(limiter, (count) => (count === 1 ? refused("100") : list()));
    const first = failure(read("first", { retry: { maxRetryAfter: 1000 } }), "rate-limit");
    const waiting = failure(read("waiting", { deadline: 50_000 }), "timeout");
    await vi.advanceTimersByTimeAsync(10);
    expect(await first).toMatchObject({ status: 429 });
    expect(await waiting).toMatchObject({ limit: "deadline" });
    expect(await failure(read("short", { retry: { maxRetryAfter: 1000 } }), "throttle")).toMatchObject({
      reason: "paused",
      retryAfterMs: expect.closeTo(100_000, -2),
    });
    expect(sent.map(withoutTime)).toEqual(["first"]);
  });

  it("does not run a job again that a listener for failed jobs would repeat", async () => {
    const limiter = new Bottleneck();
    const failed = vi.fn(() => 0);
    limiter.on("failed", failed);
    const { read, sent } = open(limiter, () => new Response(null, { status: 500 }), { retry: false });
    const error = failure(read("A"), "server");
    await vi.advanceTimersByTimeAsync(100);
    expect(await error).toMatchObject({ status: 500 });
    expect([sent.length, failed.mock.calls.length]).toEqual([1, 0]);
  });

  it.each([
    ["is stopped", async (limiter: Bottleneck) => void (await limiter.stop())],
    [
      "drops the job",
      async (limiter: Bottleneck) =>
        void limiter.updateSettings({ highWater: 0, strategy: Bottleneck.strategy.OVERFLOW }),
    ],
  ])("fails a call, and sends nothing, if the limiter %s", async (_, prepare) => {
    const limiter = new Bottleneck({ maxConcurrent: 1 });
    const prepared = prepare(limiter);
    await vi.advanceTimersByTimeAsync(100);
    await prepared;
    limiter.schedule(() => new Promise(() => {})).catch(() => {});
    await vi.advanceTimersByTimeAsync(100);
    const { read, sent } = open(limiter, list, { retry: false });
    const error = failure(read("A"), "throttle");
    await vi.advanceTimersByTimeAsync(100);
    expect(await error).toMatchObject({ reason: "failed", cause: expect.any(Error) });
    expect(sent).toEqual([]);
  });

  it.each([undefined, null, {}, new Map(), { schedule() {} }])("is rejected if it is none: %o", (limiter) => {
    expect(() => bottleneckThrottle(untyped(limiter))).toThrow("limiter must be a limiter of Bottleneck");
  });
});
