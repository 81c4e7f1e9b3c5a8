import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { CallCancellation } from "../../src/base/cancellation.js";
import { systemClock } from "../../src/base/clock.js";
import { QueuedThrottle } from "../../src/http/throttle/throttle.js";
import { SharedLimiter, type SharedLimiterOptions } from "../../src/redis/limiter.js";
import type { ScriptInput, ScriptResult } from "../../src/redis/script.js";
import { minute, takeNow, turn, wait } from "../http/throttle/support.js";
import { canarySecret } from "../support/clients.js";
import { ManualClock, settle } from "../support/clock.js";
import { failure } from "../support/errors.js";
import { noTimers, openTimers } from "../support/timers.js";

/** A store in which every process gets what it wants; a test replaces `respond`. */
class FakeStore {
  readonly inputs: ScriptInput[] = [];
  respond: (input: ScriptInput) => Partial<ScriptResult> | Promise<Partial<ScriptResult>> = () => ({});

  readonly runScript = async (input: ScriptInput): Promise<ScriptResult> => {
    this.inputs.push(input);
    const result = await this.respond(input);
    const rest = { waitMs: 0, free: 100, allowed: 5000, pausedForMs: 0, requestedPauseMs: 0 };
    return { given: input.want, ...rest, otherLimit: 5000, otherWindow: minute, ...result };
  };

  /** How many units each run wanted that did not only report. */
  get wanted(): number[] {
    return this.inputs.map(({ want }) => want).filter((want) => want > 0);
  }

  /** What the runs have reported, in their order. */
  get reports(): ScriptInput["units"] {
    return this.inputs.flatMap(({ units }) => units);
  }

  /** Lets the store hang until the returned function is called. */
  hang(): (result?: Partial<ScriptResult>) => Promise<void> {
    let resolve: (result: Partial<ScriptResult>) => void = () => {};
    const promise = new Promise<Partial<ScriptResult>>((callback) => {
      resolve = callback;
    });
    this.respond = () => promise;
    return async (result = {}) => {
      this.respond = () => ({});
      resolve(result);
      await settle();
    };
  }

  fail(error: unknown = new Error("connection lost")): void {
    this.respond = () => Promise.reject(error);
  }
}

function createShared(options: Partial<SharedLimiterOptions & { maxWait: number }> = {}) {
  const clock = new ManualClock();
  const store = new FakeStore();
  const settings = {
    limit: 5000,
    window: minute,
    maxInFlight: 50,
    queueLimit: 1000,
    maxWait: Number.POSITIVE_INFINITY,
    clock,
    runScript: store.runScript,
    instances: undefined,
    storeTimeout: 1000,
    onStoreError: undefined,
    onStoreRecovered: undefined,
    ...options,
  };
  const limiter = new SharedLimiter(settings);
  return { clock, store, throttle: new QueuedThrottle(settings, limiter), limiter };
}

type Throttle = QueuedThrottle;

/** Makes calls one after the other, each of which ends at once. */
async function callTimes(throttle: Throttle, count: number): Promise<void> {
  for (let call = 0; call < count; call += 1) (await throttle.take(turn())).end("responded");
}

/** Makes the store fail, and waits until the throttle knows. */
async function failStore({ clock, store, throttle }: ReturnType<typeof createShared>): Promise<void> {
  store.fail();
  const call = Promise.resolve(throttle.take(turn()));
  const ended = call.then((permit) => permit.end("unused")).catch(() => {});
  await clock.advance(100);
  await ended;
}

describe("units", () => {
  test("are taken with one request to the store for each call, and each end is reported with another", async () => {
    const { store, throttle } = createShared();
    await callTimes(throttle, 1);
    await settle();
    await callTimes(throttle, 1);
    await settle();
    expect(store.inputs).toEqual([
      { want: 1, firstUnit: 1, units: [] },
      { want: 0, firstUnit: 0, units: [[1, minute]] },
      { want: 1, firstUnit: 2, units: [] },
      { want: 0, firstUnit: 0, units: [[2, minute]] },
    ]);
  });

  test("are taken together for calls that wait at the same time", async () => {
    const { store, throttle } = createShared();
    const calls = Array.from({ length: 20 }, () => wait(throttle));
    await Promise.all(calls);
    expect(store.wanted).toEqual([1, 19]);
  });

  test("are not used if the reply has taken longer than half a window", async () => {
    const { clock, store, throttle } = createShared({ window: 1000, storeTimeout: 5000 });
    const respond = store.hang();
    const call = wait(throttle);
    await clock.advance(501);
    await respond();
    await call;
    expect(store.wanted).toEqual([1, 1]);
    expect(store.reports).toEqual([[1, 0]]);
  });

  test("are given back at once if their call has left", async () => {
    const { store, throttle } = createShared();
    const respond = store.hang();
    const cancellation = new CallCancellation();
    const call = wait(throttle, { cancellation });
    cancellation.abort(new Error("aborted"));
    await expect(call).rejects.toThrow("aborted");
    await respond();
    expect(store.reports).toEqual([[1, 0]]);
  });
});

describe("release", () => {
  test("waits until the ended requests are reported", async () => {
    const { store, throttle, limiter } = createShared();
    const permit = await throttle.take(turn());
    const respond = store.hang();
    permit.end("responded");
    let isReleased = false;
    const released = limiter.release().then(() => {
      isReleased = true;
    });
    await settle();
    expect([isReleased, store.reports]).toEqual([false, [[1, minute]]]);
    await respond();
    await released;
    expect(await throttle.take(turn())).toBeDefined();
  });

  test("ends after storeTimeout if the store hangs", async () => {
    const { clock, store, throttle, limiter } = createShared();
    const permit = await throttle.take(turn());
    store.hang();
    permit.end("responded");
    let isReleased = false;
    const released = limiter.release().then(() => {
      isReleased = true;
    });
    await clock.advance(999);
    expect(isReleased).toBe(false);
    await clock.advance(1);
    await released;
  });
});

describe("a request", () => {
  test.each([
    ["responded", minute],
    ["refused", minute],
    ["no-response", 2 * minute],
    ["unused", 0],
  ] as const)("that ended as %s is reported with the time until its unit is free: %i ms", async (how, freeIn) => {
    const { clock, store, throttle } = createShared();
    const permit = await throttle.take(turn());
    await clock.advance(700);
    permit.end(how);
    permit.end("no-response");
    await settle();
    expect(store.reports).toEqual([[1, freeIn]]);
  });

  test("that ends while a report is in progress is in the next one, with all others", async () => {
    const { clock, store, throttle } = createShared();
    const permits = await Promise.all(Array.from({ length: 4 }, () => throttle.take(turn())));
    const respond = store.hang();
    permits[0]?.end("responded");
    await settle();
    permits[1]?.end("unused");
    permits[2]?.end("responded");
    await clock.advance(300);
    permits[3]?.end("responded");
    await respond();
    expect(store.inputs.slice(-2).map(({ units }) => units)).toEqual([
      [[1, minute]],
      [
        [2, 0],
        [3, minute - 300],
        [4, minute],
      ],
    ]);
  });

  test("in flight renews its lease of two windows after each half of a window", async () => {
    const { clock, store, throttle } = createShared();
    const permit = await throttle.take(turn());
    await clock.advance(minute / 2 - 1);
    expect(store.reports).toEqual([]);
    await clock.advance(1);
    expect(store.reports).toEqual([[1, 2 * minute]]);
    await clock.advance(2 * minute);
    expect(store.reports).toHaveLength(5);
    permit.end("responded");
    await settle();
    expect(store.reports.at(-1)).toEqual([1, minute]);
    expect(clock.pending).toBe(0);
  });

  test("is reported again if the store failed, also without another call", async () => {
    const { clock, store, throttle } = createShared();
    const permit = await throttle.take(turn());
    store.fail();
    permit.end("responded");
    await clock.advance(999);
    store.respond = () => ({});
    await clock.advance(1);
    expect(store.inputs.slice(1).map(({ units }) => units)).toEqual([[[1, minute]], [[1, minute - 1000]]]);
    expect(clock.pending).toBe(0);
  });
});

describe("the timers", () => {
  test("of requests in flight and of reports that are repeated do not keep the process running", async () => {
    const { store, throttle } = createShared({ clock: systemClock });
    await noTimers();
    const permit = await throttle.take(turn());
    expect(openTimers()).toBe(0);
    store.fail();
    permit.end("responded");
    await settle();
    expect([store.inputs.length, openTimers()]).toEqual([2, 0]);
  });
});

describe("a shortage of units", () => {
  test("makes calls wait for the turn of the process", async () => {
    const { clock, store, throttle } = createShared();
    store.respond = () => ({ given: 0, waitMs: 40 });
    const call = wait(throttle);
    await clock.advance(39);
    expect(store.inputs).toHaveLength(1);
    store.respond = () => ({});
    await clock.advance(1);
    expect(store.inputs).toHaveLength(2);
    await call;
  });

  test("asks again after a quarter of a window at most", async () => {
    const { clock, store, throttle } = createShared();
    store.respond = () => ({ given: 0, waitMs: 100_000 });
    const call = wait(throttle);
    await clock.advance(minute / 4);
    expect(store.inputs).toHaveLength(2);
    call.catch(() => {});
  });

  test("ends a call after its maxWait", async () => {
    const { clock, store, throttle } = createShared({ maxWait: 2000 });
    store.respond = () => ({ given: 0, waitMs: 100_000 });
    const call = wait(throttle);
    const error = failure(call, "throttle");
    await clock.advance(2000);
    expect((await error).reason).toBe("waited");
  });
});

describe("a pause", () => {
  test("of this process is reported at once, with the age of its request", async () => {
    const { clock, store, throttle } = createShared();
    const permit = await throttle.take(turn());
    await clock.advance(200);
    permit.end("refused", 5000);
    await settle();
    expect(store.inputs.at(-1)?.refused).toEqual({ ageMs: 200, pauseMs: 5000, requestedPauseMs: 5000 });
    await clock.advance(1000);
    expect(store.inputs.filter(({ refused }) => refused !== undefined)).toHaveLength(1);
  });

  test.each([
    [0, 0],
    [undefined, minute],
  ])("is also reported if the service asks for %s ms", async (requestedMs, pauseMs) => {
    const { store, throttle } = createShared();
    (await throttle.take(turn())).end("refused", requestedMs);
    await settle();
    expect(store.inputs.at(-1)?.refused).toEqual({ ageMs: 0, pauseMs, requestedPauseMs: 0 });
  });

  test("is reported again if the store failed", async () => {
    const { clock, store, throttle } = createShared();
    const permit = await throttle.take(turn());
    store.fail();
    permit.end("refused");
    await settle();
    store.respond = () => ({});
    await clock.advance(1000);
    expect(store.inputs.at(-1)?.refused).toEqual({
      ageMs: 1000,
      pauseMs: minute - 1000,
      requestedPauseMs: 0,
    });
    await clock.advance(5000);
    expect(store.inputs).toHaveLength(3);
  });

  test("that begins while the store is asked holds the call, and the units go back", async () => {
    const { clock, store, throttle } = createShared();
    const first = await wait(throttle);
    const respond = store.hang();
    let isServed = false;
    const call = wait(throttle).then((permit) => {
      isServed = true;
      return permit;
    });
    await settle();
    first.end("refused", 4000);
    await respond();
    await settle();
    expect(isServed).toBe(false);
    expect(store.reports).toContainEqual([2, 0]);
    await clock.advance(4000);
    (await call).end("responded");
  });

  test("of another process holds the calls as soon as the store reports it", async () => {
    const { clock, store, throttle } = createShared();
    store.respond = () => ({ given: 0, waitMs: 10_000, pausedForMs: 10_000, requestedPauseMs: 4000 });
    const call = wait(throttle);
    const short = failure(wait(throttle, { longestPause: 2000 }), "throttle");
    await settle();
    expect((await short).reason).toBe("paused");
    expect(throttle.statistics()).toMatchObject({ pausedForMs: 10_000, waiting: 1 });
    store.respond = () => ({});
    await clock.advance(9999);
    expect(store.inputs).toHaveLength(1);
    await clock.advance(1);
    await call;
  });

  test("is followed by even intervals", async () => {
    const { clock, store, throttle } = createShared();
    store.respond = () => ({ allowed: 600 });
    (await throttle.take(turn())).end("refused");
    const calls = Array.from({ length: 10 }, () => wait(throttle));
    await clock.advance(minute);
    expect(throttle.statistics().waiting).toBe(9);
    await clock.advance(500);
    expect(throttle.statistics().waiting).toBe(4);
    for (const call of calls) call.catch(() => {});
  });
});

describe("another limit of another process", () => {
  test("is reported once for each limit and window", async () => {
    const errors: string[] = [];
    const { store, throttle } = createShared({ onStoreError: ({ message }) => errors.push(message) });
    for (const other of [{}, { otherLimit: 100 }, {}, { otherLimit: 100 }, { otherWindow: 1000 }]) {
      store.respond = () => other;
      await callTimes(throttle, 2);
    }
    const own = "processes share this quota with different limits: this one has 5000 requests in 60000 ms, another one";
    const advice = "The smallest limit applies to all of them; give them the same";
    expect(errors).toEqual([
      `${own} 100 requests in 60000 ms. ${advice}`,
      `${own} 5000 requests in 1000 ms. ${advice}`,
    ]);
  });

  test("that is smaller is used up without even intervals", async () => {
    const { store, throttle } = createShared();
    store.respond = () => ({ allowed: 100, otherLimit: 100 });
    await callTimes(throttle, 20);
    expect(throttle.statistics()).toMatchObject({ limit: 5000, allowed: 100 });
  });
});

describe("a store that fails", () => {
  test("makes calls fail with its error, at once until the store is asked again", async () => {
    const shared = createShared();
    const { clock, store, throttle } = shared;
    store.fail();
    const first = failure(wait(throttle), "throttle");
    await clock.advance(100);
    expect(await first).toMatchObject({ reason: "failed", cause: { message: "connection lost" } });
    await failure(Promise.resolve(throttle.take(turn())), "throttle");
    expect(store.inputs).toHaveLength(1);
    store.respond = () => ({});
    await clock.advance(1000);
    (await throttle.take(turn())).end("responded");
  });

  test("is asked again by the first call after a long time, which succeeds", async () => {
    const shared = createShared();
    await failStore(shared);
    await shared.clock.advance(10 * minute);
    expect(shared.clock.pending).toBe(0);
    shared.store.respond = () => ({});
    (await shared.throttle.take(turn())).end("responded");
  });

  test("and rejects with any value gives an error with this cause", async () => {
    const { clock, store, throttle } = createShared();
    store.fail("text");
    const error = failure(wait(throttle), "throttle");
    await clock.advance(100);
    expect((await error).cause).toMatchObject({ message: "the request to Redis failed", cause: "text" });
  });

  test("gives an error without the command of ioredis, which contains the password of Redis for AUTH", async () => {
    const errors: unknown[] = [];
    const { clock, store, throttle } = createShared({ onStoreError: (error) => void errors.push(error) });
    const command = { name: "auth", args: [canarySecret] };
    store.fail(Object.assign(new Error("WRONGPASS invalid username-password pair"), { command }));
    const error = failure(wait(throttle), "throttle");
    await clock.advance(100);
    errors.push(await error);
    const text = inspect(errors, { depth: 20, showHidden: true });
    expect(text).toContain("WRONGPASS");
    expect(text).not.toContain(canarySecret);
  });

  test("gets the units back that it may have leased for a request that failed", async () => {
    const { clock, store, throttle } = createShared();
    store.fail();
    failure(wait(throttle), "throttle");
    await clock.advance(500);
    store.respond = () => ({});
    await clock.advance(1000);
    expect(store.inputs.at(-1)).toMatchObject({ want: 0, units: [[1, 0]] });
  });

  test("is reported once for each failure, and what the observer throws is ignored", async () => {
    const errors: string[] = [];
    const shared = createShared({
      onStoreError: (error) => {
        errors.push(error.message);
        throw error;
      },
    });
    await failStore(shared);
    await shared.clock.advance(5000);
    expect(errors).toEqual(["connection lost"]);
    shared.store.respond = () => ({});
    await shared.clock.advance(2000);
    await callTimes(shared.throttle, 1);
    await shared.clock.advance(2000);
    await failStore(shared);
    expect(errors).toHaveLength(2);
  });

  test("is visible in the statistics until it responds again, which is reported with its duration", async () => {
    const recovered: number[] = [];
    const shared = createShared({ onStoreRecovered: (failedForMs) => recovered.push(failedForMs) });
    await failStore(shared);
    expect(shared.throttle.statistics()).toMatchObject({ store: "failed", allowed: 0, free: 0 });
    shared.store.respond = () => ({});
    await shared.clock.advance(2400);
    await callTimes(shared.throttle, 1);
    expect(shared.throttle.statistics()).toMatchObject({ store: "ok", allowed: 5000 });
    await failStore(shared);
    expect(recovered).toHaveLength(1);
    expect(recovered[0]).toBeGreaterThanOrEqual(1000);
  });

  test("may have an observer that rejects", async () => {
    const shared = createShared({ onStoreError: async (error) => Promise.reject(error) });
    await failStore(shared);
    await settle();
  });
});

describe("a store that does not respond", () => {
  test("makes calls fail after storeTimeout, and further ones at once", async () => {
    const { clock, store, throttle } = createShared();
    store.hang();
    const call = failure(wait(throttle), "throttle");
    await clock.advance(1000);
    expect((await call).cause).toMatchObject({ message: "Redis has not responded within 1000 ms" });
    await clock.advance(999);
    await failure(Promise.resolve(throttle.take(turn())), "throttle");
    expect(store.inputs).toHaveLength(1);
  });

  test("serves calls again as soon as it responds", async () => {
    const { clock, store, throttle } = createShared();
    const respond = store.hang();
    failure(wait(throttle), "throttle");
    await clock.advance(1500);
    await failure(Promise.resolve(throttle.take(turn())), "throttle");
    await respond();
    (await throttle.take(turn())).end("responded");
    await clock.advance(500);
    expect(store.reports).toEqual([
      [1, 0],
      [2, minute - 500],
    ]);
  });

  test("is no failure if its response has arrived while the process was blocked", async () => {
    const errors: Error[] = [];
    const { store, throttle } = createShared({
      clock: systemClock,
      storeTimeout: 20,
      onStoreError: (error) => errors.push(error),
    });
    const respond = store.hang();
    const call = wait(throttle);
    await new Promise((resolve) => setImmediate(resolve));
    setImmediate(() => void respond());
    const blockedUntil = performance.now() + 50;
    while (performance.now() < blockedUntil);
    // The timer for the timeout runs now, and then the response is read.
    (await call).end("responded");
    expect(errors).toEqual([]);
  });
});

describe("a process that continues alone while the store fails", () => {
  const instances = 5;

  test("uses its part of the limit, less what it has used before", async () => {
    const shared = createShared({ limit: 50, instances });
    await callTimes(shared.throttle, 4);
    await failStore(shared);
    expect(shared.throttle.statistics()).toMatchObject({ limit: 50, allowed: 10, free: 6 });
    for (let call = 0; call < 6; call += 1) takeNow(shared.throttle).end("responded");
    const next = wait(shared.throttle);
    await shared.clock.advance(minute - 101);
    expect(shared.throttle.statistics().waiting).toBe(1);
    await shared.clock.advance(2);
    await next;
  });

  test("begins to after storeTimeout if the store hangs", async () => {
    const { clock, store, throttle } = createShared({ instances });
    store.hang();
    const call = wait(throttle);
    await clock.advance(1000);
    (await call).end("responded");
    takeNow(throttle).end("responded");
  });

  test("asks the store again each second, and then reports what was used and is in flight", async () => {
    const shared = createShared({ instances });
    const { clock, store, throttle } = shared;
    store.fail();
    (await wait(throttle)).end("responded");
    takeNow(throttle).end("no-response");
    takeNow(throttle);
    await clock.advance(3500);
    expect(store.inputs).toHaveLength(4);
    expect(store.inputs.slice(1).every(({ want }) => want === 0)).toBe(true);
    store.respond = () => ({});
    await clock.advance(1000);
    expect(store.inputs.at(-1)?.units).toEqual([
      [1, 0],
      [2, minute - 4000],
      [3, 2 * minute - 4000],
      [4, 2 * minute - 4000],
    ]);
  });

  test("goes on alone for a window after the store responds again, in which all processes report", async () => {
    const shared = createShared({ limit: 50, instances });
    const { clock, store, throttle } = shared;
    await failStore(shared);
    for (let call = 0; call < 10; call += 1) takeNow(throttle).end("responded");
    store.respond = () => ({});
    await clock.advance(1000);
    expect(throttle.statistics()).toMatchObject({ store: "ok", allowed: 10, free: 0 });
    const next = wait(throttle);
    await clock.advance(minute - 2000);
    expect(store.inputs.slice(1).every(({ want }) => want === 0)).toBe(true);
    await clock.advance(2000);
    await next;
    await callTimes(throttle, 1);
    expect(store.wanted.length).toBeGreaterThan(0);
    expect(throttle.statistics()).toMatchObject({ store: "ok", allowed: 5000 });
  });

  test("does not keep what it used longer than it matters, in a failure of hours", async () => {
    const shared = createShared({ limit: 50, instances });
    await failStore(shared);
    for (let round = 0; round < 60; round += 1) {
      for (let call = 0; call < 10; call += 1) takeNow(shared.throttle).end("responded");
      await shared.clock.advance(minute);
    }
    expect(shared.store.inputs.at(-1)?.units.length).toBeLessThanOrEqual(40);
  });
});
