import Bottleneck from "bottleneck";
import { afterEach, expect, test, vi } from "vitest";
import { CallCancellation } from "../../../src/http/cancellation.js";
import { createThrottle } from "../../../src/http/throttle/throttle.js";
import { rejection } from "../../support/errors.js";
import { takeNow, wait } from "./support.js";

/** A promise that is fulfilled from outside. */
class Deferred {
  resolve = () => {};
  readonly promise = new Promise<void>((resolve) => {
    this.resolve = resolve;
  });
}

// The promises that Bottleneck cannot keep, and that our own queue keeps: the reasons for having one.

const hour = 3_600_000;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** From now on the system clock differs by `shift` milliseconds. */
function setClock(shift: number): void {
  const realNow = Date.now;
  vi.spyOn(Date, "now").mockImplementation(() => realNow() + shift);
}

afterEach(() => vi.restoreAllMocks());

test.each([
  ["runs its jobs with a clock that is not changed", 0, 6],
  ["holds its jobs when the system clock is set back by an hour", -hour, 1],
])("Bottleneck %s", async (_, shift, expected) => {
  const bottleneck = new Bottleneck({ maxConcurrent: 1 });
  const gate = new Deferred();
  const started = new Deferred();
  const first = bottleneck.schedule(() => {
    started.resolve();
    return gate.promise;
  });
  let done = 0;
  const count = () => {
    done += 1;
  };
  first.then(count);
  const waiting = Array.from({ length: 5 }, () => bottleneck.schedule(async () => count()));
  await started.promise;
  setClock(shift);
  gate.resolve();
  await sleep(300);
  expect(done).toBe(expected);
  void Promise.allSettled(waiting);
  await bottleneck.stop();
});

test.each([
  ["back", -hour],
  ["forward", hour],
])(
  "the throttle serves every waiting call in time after the system clock is set %s by an hour",
  async (_, shift) => {
    const throttle = createThrottle({ limit: 10, window: 100 });
    const permits = Array.from({ length: 10 }, () => takeNow(throttle));
    const waiting = Array.from({ length: 30 }, async () => (await wait(throttle)).end("answered"));
    await sleep(20);
    setClock(shift);
    for (const permit of permits) permit.end("answered");
    const startedAt = performance.now();
    await Promise.all(waiting);
    expect(performance.now() - startedAt).toBeLessThan(2000);
  },
);

test("Bottleneck needs milliseconds for a job", async () => {
  const bottleneck = new Bottleneck();
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: 100 }, () => bottleneck.schedule(async () => {})));
  expect(performance.now() - startedAt).toBeGreaterThan(100);
});

test("the throttle serves a call at once when the calls before it leave", async () => {
  const throttle = createThrottle({ limit: 1 });
  const permit = takeNow(throttle);
  const cancellation = new CallCancellation();
  const leaving = Array.from({ length: 1000 }, () => rejection(wait(throttle, { cancellation })));
  const staying = wait(throttle);
  cancellation.abort("enough");
  permit.end("unused");
  const startedAt = performance.now();
  await staying;
  expect(performance.now() - startedAt).toBeLessThan(50);
  await Promise.all(leaving);
});
