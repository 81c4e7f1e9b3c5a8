import type { FleetItem } from "@reg/sdk";
import { describe, expect, test } from "vitest";
import { empty, json, networkFailure, text } from "../../support/fetch.js";
import { everything, FleetService, fleet, vehicle } from "./support.js";

describe("a failure", () => {
  test("of a vehicle skips its related data, does not stop the others, and is tried again by the next run", async () => {
    const service = new FleetService();
    service.intercept = (request, name) => (name === "PUT AB-2" ? empty(400)(request) : undefined);
    const first = await service.sync(fleet(3), { concurrency: 1 });
    expect(first.lines.slice(2, 4)).toEqual(["2 AB-2 vehicle put failed", "2 AB-2 mileages put skipped"]);
    expect(first.report).toMatchObject({ ok: false, items: 3, counts: { sent: 4, failed: 1, skipped: 1 } });
    expect(first.report.failures).toEqual([first.results[2]]);
    expect(first.results[2]?.error).toMatchObject({ kind: "validation", operationId: "vehicles.put" });
    service.intercept = () => undefined;
    const second = await service.sync(fleet(3));
    expect(second.requests).toEqual(["PUT AB-2", "PUT AB-2/mileages"]);
  });

  test("of related data does not affect the rest of the vehicle", async () => {
    const service = new FleetService();
    service.intercept = (request, name) => (name.endsWith("currenttire") ? empty(400)(request) : undefined);
    const { report } = await service.sync([everything]);
    expect(report.counts).toMatchObject({ sent: 8, failed: 1, skipped: 0 });
  });

  test("without a response is unknown, and sent again by the next run even if the source has the old content again", async () => {
    const service = new FleetService();
    const lessor = service.client({ retry: false });
    await service.sync([vehicle("AB-1")]);
    service.intercept = networkFailure("ECONNRESET");
    const { lines, results, report } = await service.sync([vehicle("AB-1", 2)], { lessor });
    expect(lines).toEqual(["1 AB-1 vehicle put unchanged", "1 AB-1 mileages put unknown"]);
    expect(results[1]?.error).toMatchObject({ kind: "connection", outcome: "unknown" });
    expect(report).toMatchObject({ ok: false, counts: { unknown: 1 } });
    service.intercept = () => undefined;
    expect((await service.sync([vehicle("AB-1")])).requests).toEqual(["PUT AB-1/mileages"]);
  });

  test("because the service has lost the vehicle makes the next run send the whole vehicle again", async () => {
    const service = new FleetService();
    await service.sync([vehicle("AB-1")]);
    service.held.clear();
    expect((await service.sync([vehicle("AB-1", 2)])).lines).toEqual([
      "1 AB-1 vehicle put unchanged",
      "1 AB-1 mileages put failed",
    ]);
    const { report } = await service.sync([vehicle("AB-1", 2)]);
    expect(report).toMatchObject({ ok: true, counts: { sent: 2 } });
  });

  test("lists at most the first 100 results in the report", async () => {
    const service = new FleetService();
    service.intercept = (request) => empty(400)(request);
    const { report } = await service.sync(fleet(120), { concurrency: 1 });
    expect(report.counts).toMatchObject({ failed: 120, skipped: 120 });
    expect(report.failures.map(({ position }) => position)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
  });

  test("stops the run after maxFailures", async () => {
    const service = new FleetService();
    service.intercept = (request) => empty(400)(request);
    const { report } = await service.sync(fleet(100), { concurrency: 1, maxFailures: 5 });
    expect(report).toMatchObject({ ok: false, stopped: "max-failures", counts: { failed: 5 } });
    expect(service.requests).toHaveLength(5);
  });

  test("stops the run if its kind is one of stopOn", async () => {
    const service = new FleetService();
    service.intercept = (request, name) => (name === "PUT AB-3" ? empty(403)(request) : undefined);
    const { report, lines } = await service.sync(fleet(10), { concurrency: 1, stopOn: ["permission"] });
    expect(report).toMatchObject({ ok: false, stopped: "stop-on", error: report.failures[0]?.error });
    expect(lines.at(-1)).toBe("3 AB-3 vehicle put failed");
  });

  test.each<[number, string | undefined]>([
    [2, undefined],
    [9, undefined],
    [10, "stop-on"],
  ])("of %i vehicles with the status 401, without a success between them: %s", async (times, stopped) => {
    const service = new FleetService();
    service.intercept = (request, name) => {
      const number = Number(name.slice("PUT AB-".length));
      return number > 3 && number <= 3 + times ? empty(401)(request) : undefined;
    };
    const { report } = await service.sync(fleet(40), { concurrency: 1 });
    expect(report.stopped).toBe(stopped);
    expect(report.counts.failed).toBe(times);
    expect(report.counts.sent).toBe(stopped === undefined ? 2 * (40 - times) : 6);
  });

  test("with the status 401 does not stop the run if some requests succeed, also with verify", async () => {
    const service = new FleetService();
    const items = fleet(60);
    await service.sync(items);
    service.intercept = (request, name) => (/^[A-Z]+ AB-\d*[13579]$/.test(name) ? empty(401)(request) : undefined);
    for (const options of [{ force: true }, { verify: true }]) {
      const { report } = await service.sync(items, { concurrency: 1, ...options });
      expect(report.stopped).toBeUndefined();
      expect(report.counts).toMatchObject({ failed: 30 });
    }
  });

  test("with the status 401 stops the run after ten, also if items between them need no request", async () => {
    const service = new FleetService();
    const items = fleet(40).map((item, at) => (at % 2 === 0 ? { ...item, remove: true } : item));
    await service.sync(items, { maxRemovals: "100%" });
    service.intercept = empty(401);
    const { report } = await service.sync(items, { concurrency: 1, verify: true });
    expect(report.stopped).toBe("stop-on");
    expect(report.counts.failed).toBe(10);
  });

  test("of the credentials stops the run by default", async () => {
    const service = new FleetService();
    const { report } = await service.sync(fleet(50), {
      lessor: service.client({
        fetch: async () => json({ error: "invalid_client" }, { status: 401 })({} as never),
      }),
    });
    expect(report).toMatchObject({ stopped: "stop-on", counts: { sent: 0 } });
    expect(report.counts.failed).toBeLessThanOrEqual(8);
    expect(report.failures[0]?.error?.kind).toBe("token");
  });
});

describe("an HTML page", () => {
  const page = (status: number) =>
    text("<html>maintenance</html>", { status, headers: { "content-type": "text/html" } });

  test.each([
    ["vehicle", vehicle("AB-1"), "AB-1 vehicle put"],
    ["removal", { licensePlate: "AB-1", remove: true }, "AB-1 vehicle delete"],
    ["cleared resource", { licensePlate: "AB-1", mileages: null }, "AB-1 mileages delete"],
  ])("with the status 200 does not confirm a %s", async (_, item, line) => {
    const service = new FleetService();
    service.intercept = (request) => page(200)(request);
    const { report, lines } = await service.sync([item]);
    expect(lines[0]).toBe(`1 ${line} unknown`);
    expect(report).toMatchObject({ ok: false, failures: [{ error: { kind: "response", outcome: "unknown" } }] });
    service.intercept = () => undefined;
    expect((await service.sync([item])).lines[0]).toBe(`1 ${line} sent`);
  });

  test("with the status 404 does not confirm a removal", async () => {
    const service = new FleetService();
    await service.sync([vehicle("AB-1")]);
    service.intercept = (request) => page(404)(request);
    const { report } = await service.sync([{ licensePlate: "AB-1", remove: true }]);
    expect(report).toMatchObject({
      ok: false,
      counts: { unknown: 1 },
      failures: [{ error: { kind: "response", status: 404 } }],
    });
    service.intercept = () => undefined;
    await service.sync([{ licensePlate: "AB-1", remove: true }]);
    expect(service.held.has("AB-1")).toBe(false);
  });

  test("with the status 404 does not say that the service has lost a vehicle", async () => {
    const service = new FleetService();
    await service.sync([vehicle("AB-1")]);
    service.intercept = (request) => page(404)(request);
    const { requests } = await service.sync([vehicle("AB-1")], { verify: true });
    expect(requests).toEqual(["GET AB-1"]);
  });
});

describe("a run that stood still while another run took its state over", () => {
  /** Starts a run whose first request fails, and lets the process stand still before its retry. */
  async function standStill(source: readonly FleetItem[]) {
    const service = new FleetService();
    await service.sync(fleet(1));
    service.requests.length = 0;
    service.intercept = (request) => empty(500)(request);
    const run = service.client({ random: () => 0.1 }).sync(source, { state: service.store });
    await service.clock.advance(0);
    const sent = [...service.requests];
    const [lock = ""] = [...service.store.entries.keys()].filter((key) => !key.includes("licensePlate"));
    service.store.set(lock, "00000000-0000-0000-0000-000000000000 1");
    service.clock.jump(6000);
    service.intercept = () => undefined;
    return { sent, report: await service.settled(run), later: service.requests.slice(sent.length) };
  }

  test.each([
    ["vehicle", vehicle("AB-1", 2), "PUT AB-1/mileages"],
    ["removal", { licensePlate: "AB-1", remove: true }, "DELETE AB-1"],
  ])("does not retry the request of a %s", async (_, item, request) => {
    const { sent, later, report } = await standStill([item]);
    expect(sent).toEqual([request]);
    expect(later).toEqual([]);
    expect(report).toMatchObject({ ok: false, stopped: "error", error: { kind: "state", reason: "locked" } });
  });
});

describe("an error", () => {
  const broken = new Error("the database is gone");

  test.each<[string, () => Iterable<FleetItem> | AsyncIterable<FleetItem>]>([
    [
      "a generator",
      function* () {
        yield vehicle("AB-1");
        throw broken;
      },
    ],
    [
      "an async generator",
      async function* () {
        yield vehicle("AB-1");
        throw broken;
      },
    ],
  ])("of the source, %s, ends the run with a report", async (_, source) => {
    const service = new FleetService();
    const { report } = await service.sync(source());
    expect(report).toMatchObject({ ok: false, stopped: "error", error: broken });
    expect((await service.sync([vehicle("AB-1")])).report.ok).toBe(true);
  });

  test.each<[string, () => unknown]>([
    [
      "throws",
      () => {
        throw broken;
      },
    ],
    ["rejects", () => Promise.reject(broken)],
  ])("of onResult, which %s, ends the run; what was confirmed stays known", async (_, onResult) => {
    const service = new FleetService();
    const { report } = await service.sync(fleet(10), { concurrency: 1, onResult });
    expect(report).toMatchObject({ ok: false, stopped: "error", error: broken, counts: { sent: 1 } });
    expect((await service.sync(fleet(1))).requests).toEqual(["PUT AB-1/mileages"]);
  });

  test("of onProgress ends the run", async () => {
    const service = new FleetService();
    service.intercept = async () => {
      await service.clock.advance(1000);
      return undefined;
    };
    const { report } = await service.sync(fleet(100), {
      concurrency: 1,
      onProgress: () => {
        throw broken;
      },
    });
    expect(report).toMatchObject({ stopped: "error", error: broken, counts: { sent: 1 } });
  });
});
