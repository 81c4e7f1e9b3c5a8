import { describe, expect, test } from "vitest";
import { settle } from "../../support/clock.js";
import { FleetService, fleet, vehicle } from "./support.js";

describe("onResult", () => {
  test("is awaited before the next request of the vehicle", async () => {
    const service = new FleetService();
    const order: string[] = [];
    service.intercept = (_, name) => {
      order.push(name);
      return undefined;
    };
    await service.sync([vehicle("AB-1")], {
      onResult: async ({ resource }) => {
        await settle();
        order.push(`${resource} reported`);
      },
    });
    expect(order).toEqual(["PUT AB-1", "vehicle reported", "PUT AB-1/mileages", "mileages reported"]);
  });
});

describe("onProgress", () => {
  test("that never resolves does not keep a finished run from its report", async () => {
    const service = new FleetService();
    const lessor = service.client();
    const { report } = await service.sync(fleet(2), { lessor, onProgress: () => new Promise(() => {}) });
    expect(report).toMatchObject({ ok: true, counts: { sent: 4 } });
    expect(report.durationMs).toBeLessThan(6000);
    await lessor.close();
    expect(service.clock.pending).toBe(0);
  });

  test("reports every second and at the end: counts, rate and estimated time", async () => {
    const service = new FleetService();
    const seen: unknown[] = [];
    service.intercept = async () => {
      await new Promise<void>((resolve) => void service.clock.schedule(resolve, 450));
      return undefined;
    };
    await service.sync(fleet(4), {
      concurrency: 1,
      onProgress: ({ items, total, counts, itemsPerSecond, remainingMs, throttle }) =>
        seen.push([items, total, counts.sent, itemsPerSecond, remainingMs, throttle?.inFlight]),
    });
    expect(seen.at(1)).toEqual([2, 4, 4, 1, 2000, 1]);
    expect(seen.at(-1)).toEqual([4, 4, 8, expect.any(Number), 0, 0]);
    expect(seen.length).toBeGreaterThanOrEqual(4);
  });

  test("measures the rate over the last 10 seconds", async () => {
    const service = new FleetService();
    let sent = 0;
    service.intercept = async (_, name) => {
      if (!name.includes("/")) sent += 1;
      await new Promise<void>((resolve) => void service.clock.schedule(resolve, sent > 20 ? 1000 : 10));
      return undefined;
    };
    const rates: number[] = [];
    await service.sync(fleet(32), {
      concurrency: 1,
      onProgress: ({ itemsPerSecond }) => rates.push(itemsPerSecond),
    });
    expect(rates.at(-1)).toBeLessThan(0.6);
  });

  test("does not know the number of items of a generator unless it is given", async () => {
    const service = new FleetService();
    const totals: unknown[] = [];
    function* source() {
      yield* fleet(2);
    }
    for (const expectItems of [undefined, 2])
      await service.sync(source(), {
        expectItems,
        onProgress: (progress) => totals.push([progress.total, progress.remainingMs]),
      });
    expect(totals.at(0)).toEqual([undefined, undefined]);
    expect(totals.at(-1)?.[0 as never]).toBe(2);
  });
});
