import { getEventListeners } from "node:events";
import type { FleetSyncOptions } from "@reg/sdk";
import { describe, expect, test } from "vitest";
import { settle, waitUntil } from "../../support/clock.js";
import { failure } from "../../support/errors.js";
import { empty, silence } from "../../support/fetch.js";
import { FleetService, fleet, gate, type Interception, vehicle } from "./support.js";

describe("fault 60: a run is aborted in the middle", () => {
  test("lets the requests in flight finish, reads only a few items ahead, and returns a partial report", async () => {
    const service = new FleetService();
    const controller = new AbortController();
    const { opened, open } = gate();
    let closed = 0;
    let read = 0;
    async function* source() {
      try {
        for (const item of fleet(100)) {
          read += 1;
          yield item;
        }
      } finally {
        closed += 1;
      }
    }
    service.intercept = async () => {
      await opened;
      return undefined;
    };
    const run = service.sync(source(), { signal: controller.signal, concurrency: 4 });
    await waitUntil(() => service.requests.length === 4);
    controller.abort();
    open();
    const { report, lines } = await run;
    expect(report).toMatchObject({ ok: false, stopped: "aborted", counts: { sent: 4 } });
    expect(report.error).toBeUndefined();
    expect(lines.sort()).toEqual([1, 2, 3, 4].map((number) => `${number} AB-${number} vehicle put sent`));
    expect(read).toBeLessThanOrEqual(4 + 4);
    expect(closed).toBe(1);
    service.intercept = () => undefined;
    expect((await service.sync(fleet(4))).requests.sort()).toEqual(
      [1, 2, 3, 4].map((number) => `PUT AB-${number}/mileages`),
    );
  });
});

describe("stopping", () => {
  test("does not wait for a source that is waiting for input", async () => {
    const service = new FleetService();
    const controller = new AbortController();
    async function* source() {
      yield vehicle("AB-1");
      await new Promise(() => {});
    }
    const run = service.sync(source(), {
      signal: controller.signal,
      onResult: ({ resource }) => resource === "mileages" && setImmediate(() => controller.abort()),
    });
    expect((await run).report).toMatchObject({ stopped: "aborted", items: 1, counts: { sent: 2 } });
  });

  test("sends no removal after the signal was aborted", async () => {
    const service = new FleetService();
    const controller = new AbortController();
    const { requests } = await service.sync([{ ...vehicle("AB-1"), remove: true }], {
      signal: controller.signal,
      onResult: ({ resource }) => resource === "mileages" && controller.abort(),
    });
    expect(requests).toEqual(["PUT AB-1", "PUT AB-1/mileages"]);
  });

  test("removes no further missing vehicle after the signal was aborted", async () => {
    const service = new FleetService();
    await service.sync(fleet(4));
    const controller = new AbortController();
    const { requests } = await service.sync(fleet(1), {
      removeMissing: true,
      maxRemovals: 3,
      concurrency: 1,
      signal: controller.signal,
      onResult: ({ action }) => action === "delete" && controller.abort(),
    });
    expect(requests).toEqual(["DELETE AB-2"]);
  });

  test("closes a source only when the item that was asked for has arrived", async () => {
    const service = new FleetService();
    const controller = new AbortController();
    const { opened, open } = gate();
    const events: string[] = [];
    const source = {
      [Symbol.asyncIterator]: () => ({
        async next() {
          await opened;
          events.push("arrived");
          return { done: false, value: vehicle("AB-1") } as const;
        },
        async return() {
          events.push("closed");
          return { done: true, value: undefined } as const;
        },
      }),
    };
    const run = service.sync(source, { signal: controller.signal });
    await settle();
    controller.abort();
    await run;
    open();
    await waitUntil(() => events.length === 2);
    expect(events).toEqual(["arrived", "closed"]);
  });

  test("leaves no listener and no timer", async () => {
    const service = new FleetService();
    const controller = new AbortController();
    const lessor = service.client();
    const { signal } = controller;
    await service.sync(fleet(1), { lessor, signal });
    expect(getEventListeners(signal, "abort")).toEqual([]);
    await service.sync(fleet(2), { lessor, signal, onResult: () => controller.abort() });
    await lessor.close();
    expect(service.clock.pending).toBe(0);
  });

  test("by a signal that is aborted already sends nothing", async () => {
    const service = new FleetService();
    const { report, requests } = await service.sync(fleet(3), { signal: AbortSignal.abort() });
    expect(report).toMatchObject({ ok: false, stopped: "aborted", items: 0 });
    expect(requests).toEqual([]);
  });

  test("by closing the client works in the same way, and close waits for the report", async () => {
    const service = new FleetService();
    const lessor = service.client();
    const { opened, open } = gate();
    service.intercept = async () => {
      await opened;
      return undefined;
    };
    const run = service.sync(fleet(100), { lessor, concurrency: 2 });
    await waitUntil(() => service.requests.length === 2);
    let isClosed = false;
    const closed = lessor.close().then(() => {
      isClosed = true;
    });
    await settle();
    expect(isClosed).toBe(false);
    open();
    expect((await run).report).toMatchObject({ stopped: "closed", counts: { sent: 2, failed: 0 } });
    await closed;
    await failure(lessor.sync([], { state: service.store }), "closed");
  });

  test("by closing the client also works while the run waits for the lock of its state", async () => {
    const service = new FleetService();
    const lessor = service.client();
    service.store.set("reg-fleet:baseUrl=https%3A%2F%2Freg.example&clientId=fleet-job", "left 17");
    const run = lessor.sync(fleet(3), { state: service.store });
    await settle();
    const closed = lessor.close();
    expect(await service.settled(run)).toMatchObject({ stopped: "closed", items: 0 });
    await closed;
    expect(service.requests).toEqual([]);
  });

  test("by closing the client with abort ends the requests in flight, whose outcome is unknown", async () => {
    const service = new FleetService();
    const lessor = service.client();
    service.intercept = silence;
    const run = service.sync(fleet(100), { lessor, concurrency: 2 });
    await waitUntil(() => service.requests.length === 2);
    await lessor.close({ abort: true });
    expect((await run).report).toMatchObject({ stopped: "closed", counts: { unknown: 2 } });
  });

  test.each<[string, Interception, { readonly endsAfter: number; readonly unknown: number }]>([
    ["after 5 s with a service that does not respond", silence, { endsAfter: 5000, unknown: 2 }],
    [
      "at once in a pause after a 429, which was not processed",
      empty(429, { "retry-after": "60" }),
      { endsAfter: 0, unknown: 0 },
    ],
    [
      "at once with a service that is too slow to recover",
      empty(503, { "retry-after": "60" }),
      { endsAfter: 0, unknown: 2 },
    ],
  ])("ends %s, and the next run sends everything", async (_, intercept, { endsAfter, unknown }) => {
    const service = new FleetService();
    const controller = new AbortController();
    service.intercept = intercept;
    const run = service.sync(fleet(100), { signal: controller.signal, concurrency: 2 });
    await waitUntil(() => service.requests.length === 2);
    await service.clock.advance(100);
    controller.abort();
    const stoppedAt = service.clock.monotonic();
    const { report } = await run;
    expect(Math.abs(service.clock.monotonic() - stoppedAt - endsAfter)).toBeLessThan(500);
    expect(report).toMatchObject({ stopped: "aborted", items: 0, counts: { unknown, failed: 0, skipped: 0 } });
    expect(report.failures.map(({ error }) => error?.message)).toEqual(
      Array(unknown).fill(expect.stringContaining("the run was stopped before the service responded")),
    );
    service.intercept = () => undefined;
    expect((await service.sync(fleet(2))).report.counts).toMatchObject({ sent: 4, unchanged: 0 });
  });

  test("in a pause after a 429 ends as soon as the last request in flight has its response", async () => {
    const service = new FleetService();
    const controller = new AbortController();
    const { opened, open } = gate();
    service.intercept = async (request, name) => {
      if (name !== "PUT AB-1") return empty(429, { "retry-after": "60" })(request);
      await opened;
      return undefined;
    };
    const run = service.sync(fleet(100), { signal: controller.signal, concurrency: 3 });
    await waitUntil(() => service.requests.length === 3);
    controller.abort();
    const stoppedAt = service.clock.monotonic();
    await service.clock.advance(2000);
    open();
    const { report, lines, requests } = await run;
    expect(service.clock.monotonic() - stoppedAt).toBeLessThan(4000);
    expect(lines).toEqual(["1 AB-1 vehicle put sent"]);
    expect(report).toMatchObject({ stopped: "aborted", counts: { sent: 1, unknown: 0, failed: 0 } });
    expect(requests).toHaveLength(3);
  });

  test("by an error of the source still sends what waits after a 429", async () => {
    const service = new FleetService();
    const { opened, open } = gate();
    service.intercept = async (request) => {
      service.intercept = () => undefined;
      await opened;
      return empty(429, { "retry-after": "1" })(request);
    };
    async function* source() {
      yield vehicle("AB-1");
      await waitUntil(() => service.requests.length === 1);
      setImmediate(open);
      throw new Error("cut off");
    }
    const { report, lines } = await service.sync(source());
    expect(lines).toEqual(["1 AB-1 vehicle put sent"]);
    expect(report).toMatchObject({ stopped: "error", counts: { sent: 1 } });
  });

  test.each<keyof FleetSyncOptions>(["onResult", "onProgress"])(
    "ends after 5 s also if %s never does",
    async (callback) => {
      const service = new FleetService();
      const lessor = service.client();
      const run = service.sync(fleet(1), { lessor, [callback]: () => new Promise(() => {}) });
      await waitUntil(() => service.requests.length === (callback === "onResult" ? 1 : 2));
      const closed = lessor.close({ abort: true });
      expect((await run).report).toMatchObject({ stopped: "closed" });
      await closed;
    },
  );
});
