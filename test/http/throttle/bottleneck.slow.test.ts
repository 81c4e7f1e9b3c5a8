import { createThrottle } from "@reg/sdk";
import Bottleneck from "bottleneck";
import { afterEach, expect, test, vi } from "vitest";
import { CallCancellation } from "../../../src/base/cancellation.js";
import { settle } from "../../support/clock.js";
import { rejection } from "../../support/errors.js";
import { takeNow, wait } from "./support.js";

/** A promise with a method that resolves it. */
class Deferred {
  resolve = () => {};
  readonly promise = new Promise<void>((resolve) => {
    this.resolve = resolve;
  });
}

// The throttle has its own queue because Bottleneck cannot do what these tests show.

const hour = 3_600_000;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Changes the system clock by `shift` milliseconds. */
function changeSystemClock(shift: number): void {
  const realNow = Date.now;
  vi.spyOn(Date, "now").mockImplementation(() => realNow() + shift);
}

afterEach(() => vi.restoreAllMocks());

test.each([
  ["runs its jobs if the system clock does not change", 0, 6],
  ["does not run its jobs after the system clock is set back by an hour", -hour, 1],
])("Bottleneck %s", async (_, shift, expected) => {
  const bottleneck = new Bottleneck({ maxConcurrent: 1 });
  const release = new Deferred();
  const started = new Deferred();
  const first = bottleneck.schedule(() => {
    started.resolve();
    return release.promise;
  });
  let done = 0;
  const count = () => {
    done += 1;
  };
  first.then(count);
  const waiting = Array.from({ length: 5 }, () => bottleneck.schedule(async () => count()));
  await started.promise;
  changeSystemClock(shift);
  release.resolve();
  // Bottleneck has real timers, and nothing tells that it runs no job.
  await sleep(300);
  expect(done).toBe(expected);
  void Promise.allSettled(waiting);
  await bottleneck.stop();
});

test.each([
  ["back", -hour],
  ["forward", hour],
])("the throttle serves all waiting calls after the system clock is set %s by an hour", async (_, shift) => {
  const throttle = createThrottle({ limit: 10, window: 100 });
  const permits = Array.from({ length: 10 }, () => takeNow(throttle));
  const waiting = Array.from({ length: 30 }, async () => (await wait(throttle)).end("responded"));
  await settle();
  changeSystemClock(shift);
  for (const permit of permits) permit.end("responded");
  const startedAt = performance.now();
  await Promise.all(waiting);
  expect(performance.now() - startedAt).toBeLessThan(2000);
});

test("the throttle serves a call at once after a thousand calls before it have left", async () => {
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
