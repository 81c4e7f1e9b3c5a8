import { createThrottle } from "@reg/sdk";
import { expect, test } from "vitest";
import { ManualClock } from "../../support/clock.js";
import type { Reply } from "../../support/fetch.js";
import { ListedService, setUpListed } from "./support.js";

/** A service with 60 open requests, and a client whose throttle lets 50 requests pass in 4 seconds. */
function setUpShare({ limit = 50 } = {}) {
  const clock = new ManualClock();
  const service = new ListedService();
  for (let index = 0; index < 60; index += 1) service.put(`R-${index}`, "Approved");
  return setUpListed({ service, clock, client: { throttle: createThrottle({ limit, window: 4000, clock }) } });
}

test("the first readings leave half of the rate limit to other calls, which never wait", async () => {
  const { service, supplier, follow, pass } = setUpShare();
  await follow({ every: 60_000 });
  let calls = 0;
  for (let ms = 0; ms < 12_000; ms += 200) {
    calls += 1;
    void supplier.lessors.list().catch(() => {});
    await pass(200);
  }
  expect(supplier.throttleStatistics()).toMatchObject({ queued: 0, longestWaitMs: 0, left: 0, waiting: 0 });
  const read = service.reads.filter((id) => id.startsWith("R-"));
  expect([read.length, new Set(read).size, calls]).toEqual([60, 60, 60]);
});

test("without a rate limit, the requests are read at once", async () => {
  const { service, follow } = setUpShare({ limit: Number.POSITIVE_INFINITY });
  await follow();
  expect(service.reads).toHaveLength(60);
});

test("a few requests are read at a time, so that a slow service leaves connections to other calls", async () => {
  const { service, supplier, follow, pass } = setUpShare({ limit: Number.POSITIVE_INFINITY });
  const waiting: (() => void)[] = [];
  const slow: Reply = () =>
    new Promise((resolve) =>
      waiting.push(() => resolve(Response.json({ id: "R-1", status: "Approved", components: [] }))),
    );
  for (let index = 0; index < 60; index += 1) service.replies.set(`R-${index}`, slow);
  await follow();
  expect(supplier.throttleStatistics()).toMatchObject({ inFlight: 8, waiting: 0 });
  while (waiting.length > 0) {
    for (const respond of waiting.splice(0)) respond();
    await pass(0);
    expect(supplier.throttleStatistics()?.inFlight).toBeLessThanOrEqual(8);
  }
  expect(service.reads).toHaveLength(60);
});
