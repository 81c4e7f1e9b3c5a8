import { getEventListeners } from "node:events";
import { createLessorClient, type FleetItem, type FleetSyncOptions } from "@reg/sdk";
import { createSandbox } from "@reg/sdk/sandbox";
import { describe, expect, test } from "vitest";
import { systemClock } from "../../../src/base/clock.js";
import { settle, waitUntil } from "../../support/clock.js";
import { failure } from "../../support/errors.js";
import { empty, json, networkFailure, silence, text } from "../../support/fetch.js";
import { untyped } from "../../support/untyped.js";
import { FleetService, fleet, gate, type Interception, MapStore, vehicle } from "./support.js";

const everything: FleetItem = {
  purchasedTires: { summer: 4 },
  extraTireSet: { purchased: true },
  routings: [{ supplier: 1 }],
  mileages: [{ value: 1 }],
  lastMaintenance: { date: "2026-06-15" },
  currentTire: { season: "Summer" },
  contractTires: { season: "Winter" },
  remove: true,
  vehicle: { make: "Volvo" },
  licensePlate: "AB-1",
};

describe("the order of an item", () => {
  test("is the vehicle, its related data and its removal, one request after the other", async () => {
    const service = new FleetService();
    let inFlight = 0;
    service.intercept = async () => {
      inFlight += 1;
      expect(inFlight).toBe(1);
      await settle();
      inFlight -= 1;
      return undefined;
    };
    const { requests, report } = await service.sync([everything]);
    expect(requests).toEqual([
      "PUT AB-1",
      "PUT AB-1/contracttires",
      "PUT AB-1/currenttire",
      "PUT AB-1/lastmaintenance",
      "PUT AB-1/mileages",
      "PUT AB-1/routings",
      "PUT AB-1/extratireset",
      "PUT AB-1/purchasedtires",
      "DELETE AB-1",
    ]);
    expect(report).toMatchObject({ ok: true, items: 1, counts: { sent: 9 } });
  });

  test("sends the license plate with the fields of the vehicle", async () => {
    const service = new FleetService();
    await service.sync([{ licensePlate: "AB-1", vehicle: { make: "Volvo" } }]);
    expect(service.held.get("AB-1")).toEqual({ licensePlate: "AB-1", make: "Volvo" });
  });

  test("leaves out what the item does not contain", async () => {
    const service = new FleetService();
    service.held.set("AB-1", {});
    const { requests } = await service.sync([{ licensePlate: "AB-1", routings: undefined, mileages: {} }]);
    expect(requests).toEqual(["PUT AB-1/mileages"]);
  });
});

describe("a vehicle that is in the source several times", () => {
  test("is processed in the order of the source, never twice at once", async () => {
    const service = new FleetService();
    const sent: number[] = [];
    let inFlight = 0;
    service.intercept = async (request) => {
      inFlight += 1;
      expect(inFlight).toBe(1);
      for (let turn = 10 - sent.length; turn > 0; turn--) await settle();
      sent.push(JSON.parse(await new Response(request.body ?? null).text()).value);
      inFlight -= 1;
      return undefined;
    };
    const items = [1, 2, 3, 4, 5].map((value) => ({ licensePlate: "AB-1", vehicle: { value } }));
    await service.sync(items);
    expect(sent).toEqual([1, 2, 3, 4, 5]);
  });

  test("is not removed if its last item contains it", async () => {
    const service = new FleetService();
    const removal = { licensePlate: "AB-1", remove: true };
    const { requests } = await service.sync([vehicle("AB-1"), removal, vehicle("AB-1")]);
    expect(requests).toEqual(["PUT AB-1", "PUT AB-1/mileages"]);
  });
});

describe("concurrency", () => {
  test.each([
    [undefined, 8],
    [3, 3],
  ])("%s: that many vehicles are processed at once, and as many items are read ahead", async (concurrency, most) => {
    const service = new FleetService();
    let read = 0;
    function* source() {
      for (const item of fleet(30)) {
        read += 1;
        yield item;
      }
    }
    let inFlight = 0;
    let mostInFlight = 0;
    let done = 0;
    service.intercept = async () => {
      inFlight += 1;
      mostInFlight = Math.max(mostInFlight, inFlight);
      expect(read - done / 2).toBeLessThanOrEqual(most + 1);
      await settle();
      inFlight -= 1;
      done += 1;
      return undefined;
    };
    const { report } = await service.sync(source(), { concurrency });
    expect(report).toMatchObject({ ok: true, items: 30, counts: { sent: 60 } });
    expect(mostInFlight).toBe(most);
  });

  test("does not ask the source for a second item before the first has arrived", async () => {
    const service = new FleetService();
    let isReading = false;
    let left = 20;
    const source: AsyncIterable<FleetItem> = {
      [Symbol.asyncIterator]: () => ({
        async next() {
          expect(isReading).toBe(false);
          isReading = true;
          await settle();
          isReading = false;
          left -= 1;
          return left < 0 ? { done: true, value: undefined } : { value: vehicle(`AB-${left}`) };
        },
      }),
    };
    expect((await service.sync(source)).report).toMatchObject({ ok: true, items: 20 });
  });
});

describe("what has not changed", () => {
  test("is not sent again", async () => {
    const service = new FleetService();
    await service.sync(fleet(3));
    const { requests, report, lines } = await service.sync(fleet(3));
    expect(requests).toEqual([]);
    expect(report).toMatchObject({ ok: true, items: 3, counts: { sent: 0, unchanged: 6 } });
    expect(lines[0]).toBe("1 AB-1 vehicle put unchanged");
  });

  test("includes an object whose fields are in another order, at any depth", async () => {
    const service = new FleetService();
    await service.sync([{ licensePlate: "AB-1", vehicle: { a: 1, b: { c: [{ d: 1, e: 2 }], f: 3 } } }]);
    const { lines } = await service.sync([
      { vehicle: { b: { f: 3, c: [{ e: 2, d: 1 }] }, a: 1, licensePlate: "AB-1" }, licensePlate: "AB-1" },
    ]);
    expect(lines).toEqual(["1 AB-1 vehicle put unchanged"]);
  });

  test.each<[string, Record<string, unknown>]>([
    ["another value", { a: 2, b: [1, 2] }],
    ["a number as text", { a: "1", b: [1, 2] }],
    ["a new field", { a: 1, b: [1, 2], c: null }],
    ["a field that is no longer present", { b: [1, 2] }],
    ["another order of a list", { a: 1, b: [2, 1] }],
  ])("does not include %s", async (_, changed) => {
    const service = new FleetService();
    await service.sync([{ licensePlate: "AB-1", vehicle: { a: 1, b: [1, 2] } }]);
    const { lines } = await service.sync([{ licensePlate: "AB-1", vehicle: changed }]);
    expect(lines).toEqual(["1 AB-1 vehicle put sent"]);
    expect(service.held.get("AB-1")).toEqual({ licensePlate: "AB-1", ...changed });
  });

  test("is sent if a run is forced", async () => {
    const service = new FleetService();
    await service.sync(fleet(2));
    const { report } = await service.sync(fleet(2), { force: true });
    expect(report.counts).toMatchObject({ sent: 4, unchanged: 0 });
  });

  test("is known separately for each address and each client id", async () => {
    const service = new FleetService();
    await service.sync(fleet(1));
    for (const other of [{ baseUrl: "https://other.example" }, { clientId: "other" }])
      expect((await service.sync(fleet(1), { lessor: service.client(other) })).report.counts.sent).toBe(2);
  });
});

describe("a run without any wait", () => {
  test("lets timers of the program run", async () => {
    const service = new FleetService();
    const lessor = service.client({ clock: systemClock });
    const { store: state } = service;
    let ticks = 0;
    let ticksAtFirstResult: number | undefined;
    const timer = setInterval(() => {
      ticks += 1;
    }, 5);
    const onResult = () => {
      ticksAtFirstResult ??= ticks;
    };
    const report = await lessor.sync(fleet(5000), { state, onResult, dryRun: true });
    clearInterval(timer);
    expect(report.counts.planned).toBe(10_000);
    expect(ticks - (ticksAtFirstResult ?? ticks)).toBeGreaterThan(0);
  });
});

describe("a run over a sandbox whose clock stands", () => {
  test("ends without moving the clock", async () => {
    const { fetch, clock, lessor } = createSandbox({ now: "2026-06-15T09:00:00Z" });
    const { baseUrl, clientId, clientSecret } = lessor;
    const client = createLessorClient({ baseUrl, clientId, clientSecret, fetch, clock });
    expect(await client.sync(fleet(3), { state: new MapStore() })).toMatchObject({ ok: true, items: 3 });
  });
});

describe("null", () => {
  test("clears related data once", async () => {
    const service = new FleetService();
    await service.sync([vehicle("AB-1")]);
    const cleared = { licensePlate: "AB-1", mileages: null };
    expect((await service.sync([cleared])).lines).toEqual(["1 AB-1 mileages delete sent"]);
    expect(service.held.has("AB-1/mileages")).toBe(false);
    expect((await service.sync([cleared])).lines).toEqual(["1 AB-1 mileages delete unchanged"]);
  });

  test("counts as sent if there was nothing to clear", async () => {
    const service = new FleetService();
    const { lines, requests } = await service.sync([{ licensePlate: "AB-1", routings: null }]);
    expect(requests).toEqual(["DELETE AB-1/routings"]);
    expect(lines).toEqual(["1 AB-1 routings delete sent"]);
  });
});

describe("remove", () => {
  const removal = { licensePlate: "AB-1", remove: true };

  test("removes a vehicle once, also one that the service does not know", async () => {
    const service = new FleetService();
    expect((await service.sync([removal])).lines).toEqual(["1 AB-1 vehicle delete sent"]);
    const { lines, requests } = await service.sync([removal]);
    expect(lines).toEqual(["1 AB-1 vehicle delete unchanged"]);
    expect(requests).toEqual([]);
  });

  test.each<[string, object, readonly string[], string]>([
    ["does not create it", {}, [], "unchanged"],
    ["with verify only reads it", { verify: true }, ["GET AB-1"], "unchanged"],
    ["with force only removes it again", { force: true }, ["DELETE AB-1"], "sent"],
  ])("of a vehicle that was removed %s", async (_, options, expected, status) => {
    const service = new FleetService();
    const item = { ...vehicle("AB-1"), remove: true };
    expect((await service.sync([item])).requests).toEqual(["PUT AB-1", "PUT AB-1/mileages", "DELETE AB-1"]);
    const { lines, requests } = await service.sync([item], options);
    expect(requests).toEqual(expected);
    expect(lines).toEqual([
      "1 AB-1 vehicle put unchanged",
      "1 AB-1 mileages put unchanged",
      `1 AB-1 vehicle delete ${status}`,
    ]);
  });

  test("of a vehicle that was removed is not undone by a run with force that is stopped", async () => {
    const service = new FleetService();
    const items = fleet(20).map((item) => ({ ...item, remove: true }));
    await service.sync(items);
    const controller = new AbortController();
    const onResult = () => controller.abort();
    await service.sync(items, { force: true, concurrency: 1, signal: controller.signal, onResult });
    expect(service.held.size).toBe(0);
    expect((await service.sync(items)).report.ok).toBe(true);
  });

  test("is repeated if it failed", async () => {
    const service = new FleetService();
    await service.sync([vehicle("AB-1")]);
    service.intercept = (request) => empty(400)(request);
    expect((await service.sync([removal])).lines).toEqual(["1 AB-1 vehicle delete failed"]);
    service.intercept = () => undefined;
    expect((await service.sync([removal])).lines).toEqual(["1 AB-1 vehicle delete sent"]);
    expect(service.held.size).toBe(0);
  });

  test("is checked by verify, and repeated if the service has the vehicle again", async () => {
    const service = new FleetService();
    await service.sync([removal]);
    expect((await service.sync([removal], { verify: true })).requests).toEqual(["GET AB-1"]);
    service.held.set("AB-1", {});
    const { requests } = await service.sync([removal], { verify: true });
    expect(requests).toEqual(["GET AB-1", "DELETE AB-1"]);
  });
});

describe("a dry run", () => {
  test("reports what would be sent, sends nothing, and leaves the state as it is", async () => {
    const service = new FleetService();
    await service.sync([vehicle("AB-1"), vehicle("AB-9")]);
    const before = new Map(service.store.entries);
    const items = [vehicle("AB-1", 2), vehicle("AB-2"), { licensePlate: "AB-3", remove: true }];
    const { lines, report, requests } = await service.sync(items, {
      dryRun: true,
      removeMissing: true,
      maxRemovals: 1,
    });
    expect(requests).toEqual([]);
    expect(lines.sort()).toEqual([
      "1 AB-1 mileages put planned",
      "1 AB-1 vehicle put unchanged",
      "2 AB-2 mileages put planned",
      "2 AB-2 vehicle put planned",
      "3 AB-3 vehicle delete planned",
      "AB-9 vehicle delete planned",
    ]);
    expect(report).toMatchObject({ ok: true, missing: { vehicles: 1 } });
    expect(service.store.entries).toEqual(before);
  });
});

describe("verify", () => {
  /** Changes what the service holds after a first run, and returns the requests of a second run. */
  async function requestsAfter(change: (service: FleetService) => void, items = [vehicle("AB-1")]) {
    const service = new FleetService();
    await service.sync(items);
    change(service);
    const { requests, lines } = await service.sync(items, { verify: true });
    return { requests, lines };
  }

  test("sends nothing if the service holds what was sent, and more", async () => {
    const { requests, lines } = await requestsAfter(({ held }) => {
      held.set("AB-1", { make: "Volvo", updated: "2026-06-15" });
      held.set("AB-1/mileages", [{ value: 1, source: "service" }]);
    });
    expect(requests).toEqual(["GET AB-1", "GET AB-1/mileages"]);
    expect(lines).toEqual(["1 AB-1 vehicle put unchanged", "1 AB-1 mileages put unchanged"]);
  });

  test.each<[string, unknown]>([
    ["another value", [{ value: 2 }]],
    ["a missing field", [{}]],
    ["more entries", [{ value: 1 }, { value: 1 }]],
    ["an object in place of a list", { value: 1 }],
    ["nothing", undefined],
  ])("sends again what the service holds with %s", async (_, held) => {
    const { requests } = await requestsAfter((service) => {
      if (held === undefined) service.held.delete("AB-1/mileages");
      else service.held.set("AB-1/mileages", held);
    });
    expect(requests).toEqual(["GET AB-1", "GET AB-1/mileages", "PUT AB-1/mileages", "GET AB-1/mileages"]);
  });

  test("compares date-times as instants, because the service returns UTC", async () => {
    const item = { licensePlate: "AB-1", vehicle: { at: "2026-06-15T11:00:00+02:00" } };
    const same = await requestsAfter(({ held }) => held.set("AB-1", { at: "2026-06-15T09:00:00Z" }), [item]);
    expect(same.requests).toEqual(["GET AB-1"]);
    const other = await requestsAfter(({ held }) => held.set("AB-1", { at: "2026-06-15T11:00:00Z" }), [item]);
    expect(other.requests).toEqual(["GET AB-1", "PUT AB-1", "GET AB-1"]);
  });

  test("sends everything again if the service has lost the vehicle", async () => {
    const { requests } = await requestsAfter(({ held }) => held.delete("AB-1"));
    expect(requests).toEqual(["GET AB-1", "PUT AB-1", "GET AB-1", "PUT AB-1/mileages"]);
  });

  test("sends a lost vehicle again in the next run if sending it failed, without verify", async () => {
    const service = new FleetService();
    await service.sync([vehicle("AB-1")]);
    service.held.clear();
    service.intercept = (request, name) => (name === "PUT AB-1" ? empty(400)(request) : undefined);
    await service.sync([vehicle("AB-1")], { verify: true });
    service.intercept = () => undefined;
    const { requests } = await service.sync([vehicle("AB-1")]);
    expect(requests).toEqual(["PUT AB-1", "PUT AB-1/mileages"]);
  });

  test("sends again in the next run what could not be read", async () => {
    const service = new FleetService();
    await service.sync([vehicle("AB-1")]);
    service.intercept = (request, name) => (name === "GET AB-1/mileages" ? empty(400)(request) : undefined);
    await service.sync([vehicle("AB-1")], { verify: true });
    expect((await service.sync([vehicle("AB-1")])).requests).toEqual(["PUT AB-1/mileages"]);
  });

  test("takes for granted what the service does not let it read", async () => {
    const service = new FleetService();
    await service.sync([vehicle("AB-1")]);
    service.intercept = (request, name) => (name === "GET AB-1/mileages" ? empty(405)(request) : undefined);
    const { lines } = await service.sync([vehicle("AB-1")], { verify: true });
    expect(lines).toEqual(["1 AB-1 vehicle put unchanged", "1 AB-1 mileages put unchanged"]);
  });

  test("takes a removed vehicle for removed if the service does not let it be read", async () => {
    const service = new FleetService();
    const removal = { licensePlate: "AB-1", remove: true };
    await service.sync([removal]);
    service.intercept = (request) => empty(405)(request);
    const { report, lines } = await service.sync([removal], { verify: true });
    expect(lines).toEqual(["1 AB-1 vehicle delete unchanged"]);
    expect(report.ok).toBe(true);
  });

  test("says what the service does not let it read, and asks only once for each kind", async () => {
    const service = new FleetService();
    await service.sync(fleet(5));
    service.intercept = (request, name) => (name.startsWith("GET") ? empty(405)(request) : undefined);
    const { report, requests } = await service.sync(fleet(5), { verify: true, concurrency: 1 });
    expect(requests).toEqual(["GET AB-1", "GET AB-1/mileages"]);
    expect(report.ok).toBe(true);
    expect(report.warnings).toMatchObject([
      { code: "not-verified", message: expect.stringContaining("vehicle be read") },
      { code: "not-verified", message: expect.stringContaining("mileages be read") },
    ]);
  });

  test.each<[string, (held: unknown) => unknown]>([
    ["in an envelope", (held) => ({ readings: held })],
    [
      "with texts in place of numbers",
      (held) => (held as { value: number }[]).map(({ value }) => ({ value: `${value}` })),
    ],
    ["with other names", (held) => (held as { value: number }[]).map(({ value }) => ({ reading: value }))],
  ])("notices that what was just sent comes back %s, says so, and stops comparing that kind", async (_, change) => {
    const service = new FleetService();
    await service.sync(fleet(50));
    service.intercept = (request, name) =>
      /^GET .*mileages/.test(name) ? json(change(service.held.get(name.slice(4))))(request) : undefined;
    for (const night of [1, 2]) {
      const { report, requests } = await service.sync(fleet(50), { verify: true, concurrency: 1 });
      expect(report.ok, `night ${night}`).toBe(true);
      expect(requests.filter((name) => name.startsWith("PUT"))).toHaveLength(3);
      expect(requests.filter((name) => name.startsWith("GET") && !name.includes("/"))).toHaveLength(50);
      expect(report.warnings).toEqual([
        {
          code: "not-verified",
          message:
            "mileages came back different directly after it was sent, 3 times: it was not compared after that, and verify does not find what differs",
        },
      ]);
    }
  });

  test("says that some vehicles come back different, and continues to compare the others", async () => {
    const service = new FleetService();
    await service.sync(fleet(20));
    service.held.set("AB-20/mileages", [{ value: 9 }]);
    service.intercept = (request, name) =>
      /^GET AB-1[0-4].mileages/.test(name) ? json([{ value: 7 }])(request) : undefined;
    const { report, requests } = await service.sync(fleet(20), { verify: true, concurrency: 1 });
    expect(requests).toContain("PUT AB-20/mileages");
    expect(report.warnings.map(({ message }) => message)).toEqual([
      "mileages came back different directly after it was sent, 5 times: each run with verify sends it again",
    ]);
  });

  test("does not send a resource that could not be read", async () => {
    const service = new FleetService();
    await service.sync([vehicle("AB-1")]);
    service.intercept = (request) => empty(403)(request);
    const { requests, lines } = await service.sync([vehicle("AB-1")], { verify: true });
    expect(lines).toEqual(["1 AB-1 vehicle put failed", "1 AB-1 mileages put skipped"]);
    expect(requests).toEqual(["GET AB-1"]);
  });

  test("reads what was cleared", async () => {
    const items = [{ licensePlate: "AB-1", vehicle: {}, mileages: null }];
    expect((await requestsAfter(() => {}, items)).requests).toEqual(["GET AB-1", "GET AB-1/mileages"]);
    const empty = await requestsAfter(({ held }) => held.set("AB-1/mileages", []), items);
    expect(empty.requests).toEqual(["GET AB-1", "GET AB-1/mileages"]);
    const { requests } = await requestsAfter(({ held }) => held.set("AB-1/mileages", [{}]), items);
    expect(requests.slice(2)).toEqual(["DELETE AB-1/mileages", "GET AB-1/mileages"]);
  });
});

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
    expect(report).toMatchObject({ ok: false, stopped: "stop-on" });
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

describe("the state", () => {
  test("forgets a resource before it is sent, and knows it after the response", async () => {
    const service = new FleetService();
    await service.sync([vehicle("AB-1")]);
    const [known, key] = [service.store.textOf("AB-1") ?? "", [...service.store.entries.keys()].at(-1) ?? ""];
    expect(known).toMatch(/^1 [\w-]{12} - - - [\w-]{12}$/);
    service.intercept = () => {
      expect(service.store.entries.get(key)).toBe(known.split(" ").slice(0, 2).join(" "));
      return undefined;
    };
    await service.sync([vehicle("AB-1", 2)]);
    expect(service.store.textOf("AB-1")).toMatch(/^1 [\w-]{12} - - - [\w-]{12}$/);
    expect(service.store.textOf("AB-1")).not.toBe(known);
  });

  test("knows a vehicle before its first request, so that it can be removed after a kill", async () => {
    const service = new FleetService();
    service.intercept = () => {
      expect(service.store.textOf("AB-1")).toBe("1");
      return undefined;
    };
    await service.sync([{ licensePlate: "AB-1", vehicle: {} }]);
    expect.assertions(1);
  });

  test("forgets everything of a vehicle before it is removed", async () => {
    const service = new FleetService();
    await service.sync([vehicle("AB-1")]);
    service.intercept = () => {
      expect(service.store.textOf("AB-1")).toBe("1");
      return undefined;
    };
    await service.sync([{ licensePlate: "AB-1", remove: true }]);
    expect(service.store.textOf("AB-1")).toBe("1 removed");
  });

  test.each(["2 abc", "1 short", "", '{"version":2}', 7])("with the entry %j is rejected as damaged", async (entry) => {
    const service = new FleetService();
    await service.sync([vehicle("AB-1")]);
    const key = [...service.store.entries.keys()].at(-1) ?? "";
    service.store.entries.set(key, entry as string);
    const { report, requests } = await service.sync([vehicle("AB-1")]);
    expect(report).toMatchObject({
      ok: false,
      stopped: "error",
      error: { kind: "state", reason: "damaged" },
    });
    expect(requests).toEqual([]);
    expect(service.store.entries.get(key)).toBe(entry);
  });
});

describe("removeMissing", () => {
  /** Syncs AB-1 to AB-n, then a shorter source with these options. */
  async function syncWithout(
    missing: number,
    { of = 10, ...options }: Partial<FleetSyncOptions> & { of?: number } = {},
    source: readonly (FleetItem | Error)[] = fleet(of - missing),
  ) {
    const service = new FleetService();
    await service.sync(fleet(of));
    return { service, ...(await service.sync(source, { removeMissing: true, ...options })) };
  }

  test("removes the vehicles that the source no longer contains, and forgets them", async () => {
    const { service, requests, report, lines } = await syncWithout(1);
    expect(requests).toEqual(["DELETE AB-10"]);
    expect(lines.at(-1)).toBe("AB-10 vehicle delete sent");
    expect(report).toMatchObject({ ok: true, items: 9, missing: { vehicles: 1, licensePlates: ["AB-10"] } });
    expect(service.store.textOf("AB-10")).toBeUndefined();
    expect(service.held.has("AB-10")).toBe(false);
  });

  test("as a function decides at the end of the source whether something is removed", async () => {
    for (const isTrusted of [true, false]) {
      let calls = 0;
      let isRead = false;
      const removeMissing = () => {
        expect(isRead).toBe(true);
        calls += 1;
        return isTrusted;
      };
      const source = {
        *[Symbol.iterator]() {
          yield* fleet(9);
          isRead = true;
        },
      };
      const service = new FleetService();
      await service.sync(fleet(10));
      const { requests, report } = await service.sync(source, { removeMissing });
      expect([calls, requests]).toEqual([1, isTrusted ? ["DELETE AB-10"] : []]);
      const refusal = isTrusted ? {} : { refused: "doubtful-source" };
      expect(report).toMatchObject({ ok: isTrusted, missing: { vehicles: 1, licensePlates: ["AB-10"], ...refusal } });
    }
  });

  test("as a function receives the missing license plates, and is not asked without any", async () => {
    const asked: unknown[] = [];
    const removeMissing = (licensePlates: readonly string[]) => asked.push(licensePlates) > 0;
    const service = new FleetService();
    await service.sync(fleet(10));
    await service.sync(fleet(10), { removeMissing });
    expect(asked).toEqual([]);
    await service.sync(fleet(8), { removeMissing, maxRemovals: 9 });
    expect(asked).toEqual([["AB-9", "AB-10"]]);
  });

  test.each([
    ["a promise", async () => false],
    ["a promise", async () => true],
    ["1", () => 1],
    ["nothing", () => {}],
  ])("as a function that returns %s removes nothing", async (_, given) => {
    const removeMissing = given as () => boolean;
    const { requests, report } = await syncWithout(1, { removeMissing });
    expect([requests, report.ok, report.missing?.refused]).toEqual([[], false, "doubtful-source"]);
  });

  test("as a function that throws ends the run, and removes nothing", async () => {
    const removeMissing = () => {
      throw new Error("no");
    };
    const { requests, report } = await syncWithout(1, { removeMissing });
    expect([requests, report.ok, report.stopped]).toEqual([[], false, "error"]);
  });

  test("is off by default", async () => {
    const { requests, report } = await syncWithout(1, { removeMissing: undefined });
    expect(requests).toEqual([]);
    expect(report.missing).toBeUndefined();
  });

  test.each<[number, FleetSyncOptions["maxRemovals"], number, boolean]>([
    [1, undefined, 100, true],
    [2, undefined, 100, false],
    [2, undefined, 199, false],
    [2, undefined, 200, true],
    [5, "5%", 100, true],
    [6, "5%", 100, false],
    [34, "11%", 300, false],
    [33, "11%", 300, true],
    [1, "0.5%", 10, true],
    [6, 6, 10, true],
    [7, 6, 10, false],
    [1, 0, 10, false],
    [1, "0%", 10, false],
  ])("of %i vehicles with maxRemovals %j of %i known ones: %s", async (missing, maxRemovals, of, isAllowed) => {
    const { requests, report } = await syncWithout(missing, { of, maxRemovals });
    expect(requests).toHaveLength(isAllowed ? missing : 0);
    const refusal = isAllowed ? {} : { refused: "too-many" };
    expect(report).toMatchObject({ ok: isAllowed, missing: { vehicles: missing, ...refusal } });
  });

  test("takes the percentage of the vehicles that were known before the run, also in a dry run", async () => {
    const service = new FleetService();
    await service.sync(fleet(10));
    const other = Array.from({ length: 1000 }, (_, index) => ({ licensePlate: `XX-${index}`, vehicle: {} }));
    for (const dryRun of [true, false]) {
      const { report } = await service.sync(other, { removeMissing: true, dryRun });
      expect(report).toMatchObject({ ok: false, missing: { vehicles: 10, refused: "too-many" } });
    }
    expect(service.held.has("AB-1")).toBe(true);
  });

  test("removes nothing if the source is empty, whatever the limit", async () => {
    const { requests, report } = await syncWithout(10, { maxRemovals: "100%" }, []);
    expect(requests).toEqual([]);
    expect(report).toMatchObject({ ok: false, missing: { vehicles: 10, refused: "empty-source" } });
  });

  test("removes nothing if an item has no readable license plate: it may be that of a missing vehicle", async () => {
    const source = [...fleet(9), new Error("line 10 is not JSON")];
    const { requests, report } = await syncWithout(1, {}, source);
    expect(requests).toEqual([]);
    expect(report).toMatchObject({ ok: false, missing: { vehicles: 1, refused: "unreadable-item" } });
  });

  test("does not take a vehicle for missing whose item has another mistake", async () => {
    const { requests, report } = await syncWithout(1, {}, [...fleet(9), untyped({ licensePlate: "AB-10", x: 1 })]);
    expect(requests).toEqual([]);
    expect(report).toMatchObject({ counts: { failed: 1 }, missing: { vehicles: 0 } });
  });

  test("removes nothing if the source was not read to its end", async () => {
    const controller = new AbortController();
    const { requests, report } = await syncWithout(1, {
      signal: controller.signal,
      concurrency: 1,
      onResult: ({ position }) => position === 3 && controller.abort(),
    });
    expect(requests).toEqual([]);
    expect(report).toMatchObject({
      stopped: "aborted",
      missing: { vehicles: 0, refused: "incomplete-source" },
    });
  });

  test("does not remove again what the source had removed", async () => {
    const service = new FleetService();
    await service.sync([vehicle("AB-1"), vehicle("AB-2"), { licensePlate: "AB-2", remove: true }]);
    const { requests, report } = await service.sync([vehicle("AB-1")], { removeMissing: true });
    expect(requests).toEqual([]);
    expect(report).toMatchObject({ ok: true, missing: { vehicles: 0 } });
  });

  test("keeps a vehicle whose removal failed, for the next run", async () => {
    const service = new FleetService();
    await service.sync(fleet(3));
    service.intercept = (request) => empty(400)(request);
    await service.sync(fleet(2), { removeMissing: true, maxRemovals: 1 });
    service.intercept = () => undefined;
    const { requests } = await service.sync(fleet(2), { removeMissing: true, maxRemovals: 1 });
    expect(requests).toEqual(["DELETE AB-3"]);
  });

  test("is rejected at once with a store that cannot list its keys", async () => {
    const state = { get: () => undefined, set: () => true, delete: () => true };
    const service = new FleetService();
    const run = service.client().sync(fleet(1), { state, removeMissing: true });
    expect(await failure(run, "input")).toMatchObject({ field: "state", operationId: "sync" });
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

describe("stopping", () => {
  test("by its signal lets the requests in flight finish, reads no further, and reports how far it came", async () => {
    const service = new FleetService();
    const controller = new AbortController();
    const { opened, open } = gate();
    let closed = 0;
    async function* source() {
      try {
        yield* fleet(100);
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
    expect(closed).toBe(1);
    service.intercept = () => undefined;
    expect((await service.sync(fleet(4))).requests.sort()).toEqual(
      [1, 2, 3, 4].map((number) => `PUT AB-${number}/mileages`),
    );
  });

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

/** Creates a list that is nested so many levels deep. */
const nest = (levels: number): unknown => (levels === 1 ? [] : [nest(levels - 1)]);

describe("an item that cannot be sent", () => {
  test.each<[string, unknown, string | undefined, RegExp]>([
    ["null", null, undefined, /^item must be an object with a licensePlate$/],
    ["an array", [], undefined, /^item must be an object/],
    ["a text", "AB-1", undefined, /^item must be an object/],
    ["an item without a license plate", { vehicle: {} }, undefined, /^licensePlate must be a non-empty string$/],
    ["a number as license plate", { licensePlate: 1 }, undefined, /^licensePlate must be/],
    ["an empty license plate", { licensePlate: " " }, undefined, /^licensePlate must not be empty$/],
    ["a relative path", { licensePlate: ".." }, undefined, /^licensePlate must not be a relative/],
    ["undefined as text", { licensePlate: "undefined" }, undefined, /^licensePlate must be the plate of a vehicle/],
    ["null as text", { licensePlate: "null" }, undefined, /^licensePlate must be the plate of a vehicle/],
    ["a space before it", { licensePlate: " AB-3" }, undefined, /^licensePlate must have no spaces around it/],
    ["a space after it", { licensePlate: "AB-3\u00a0" }, undefined, /^licensePlate must have no spaces around it/],
    ["a slash in it", { licensePlate: "AB-1/mileages" }, undefined, /^licensePlate must not contain a slash/],
    ["a line break in it", { licensePlate: "A\nB" }, undefined, /^licensePlate must not contain control/],
    ["an unknown field", { licensePlate: "A", tires: {} }, "A", /^tires is not a resource; use vehicle, /],
    ["a misspelt field", { licensePlate: "A", milages: {} }, "A", /^milages is not .*did you mean mileages\?$/],
    ["a text as body", { licensePlate: "A", mileages: "1" }, "A", /^mileages must be an object, an array, or null/],
    ["null as vehicle", { licensePlate: "A", vehicle: null }, "A", /^vehicle must be an object; .*remove: true$/],
    ["a list as vehicle", { licensePlate: "A", vehicle: [] }, "A", /^vehicle must be an object/],
    [
      "another license plate in the vehicle",
      { licensePlate: "A", vehicle: { licensePlate: "B" } },
      "A",
      /^vehicle\.licensePlate differs/,
    ],
    ["a text for remove", { licensePlate: "A", remove: "yes" }, "A", /^remove must be true or false$/],
  ])("is reported with its position, and the rest goes on: %s", async (_, item, licensePlate, message) => {
    const service = new FleetService();
    const source = [vehicle("AB-1"), item as FleetItem, vehicle("AB-2")];
    const { results, report } = await service.sync(source, { concurrency: 1 });
    expect(report).toMatchObject({ ok: false, items: 3, counts: { sent: 4, failed: 1 } });
    expect(results[2]).toMatchObject({ position: 2, status: "failed", error: { kind: "input" } });
    expect(results[2]?.licensePlate).toBe(licensePlate);
    expect(results[2]?.error?.message).toMatch(message);
  });

  test("can be an Error of the reader of the source, which is reported as it is or as the cause", async () => {
    const service = new FleetService();
    const problem = new Error("line 7 is not JSON");
    const { results } = await service.sync([problem]);
    expect(results).toMatchObject([{ position: 1, status: "failed", error: { kind: "input", cause: problem } }]);
    expect(results[0]?.error?.message).toBe("item could not be read from the source: line 7 is not JSON");
  });

  test.each<[string, (body: Record<string, unknown>) => unknown]>([
    ["a cycle", (body) => Object.assign(body, { body })],
    ["a BigInt", (body) => Object.assign(body, { value: 1n })],
    ["lists in 3,000 levels", (body) => Object.assign(body, { list: nest(3000) })],
    ["lists in 501 levels", (body) => Object.assign(body, { list: nest(500) })],
  ])("is one resource if only that contains %s", async (_, spoil) => {
    const service = new FleetService();
    const routings: Record<string, unknown> = {};
    spoil(routings);
    const { results } = await service.sync([{ ...vehicle("AB-1"), routings }]);
    expect(results.map(({ status }) => status)).toEqual(["sent", "sent", "failed"]);
    expect(results[2]?.error?.message).toMatch(/^vehicles\.routings\.put: /);
  });
});

describe("a source that reuses or changes its objects", () => {
  test("is sent as it was when the item was read", async () => {
    const service = new FleetService();
    function* source() {
      const row = { licensePlate: "", vehicle: { km: 0 } };
      for (const km of [1, 2, 3]) {
        row.licensePlate = `AB-${km}`;
        row.vehicle.km = km;
        yield row;
      }
    }
    await service.sync(source());
    const held = [1, 2, 3].map((km) => [`AB-${km}`, { licensePlate: `AB-${km}`, km }]);
    expect([...service.held].sort()).toEqual(held);
  });

  test.each<[string, unknown, RegExp]>([
    ["a promise", Promise.resolve({}), /body is a promise: await it$/],
    ["a Map", new Map(), /body is of type Map/],
    ["a toJSON that returns undefined", { toJSON: () => undefined }, /body/],
  ])("is not sent if a body is %s", async (_, body, message) => {
    const service = new FleetService();
    for (const item of [{ vehicle: body }, { mileages: body }]) {
      const { results, requests } = await service.sync([untyped({ licensePlate: "AB-1", ...item })]);
      expect(results).toMatchObject([{ status: "failed", error: { kind: "input" } }]);
      expect(results[0]?.error?.message).toMatch(message);
      expect(requests).toEqual([]);
    }
  });
});

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

  test("does not know the total of a generator unless it is given", async () => {
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

describe("an option that cannot be used", () => {
  test.each<[string, object, string]>([
    ["state", { state: undefined }, "state must be the path of a file, or a store"],
    ["state", { state: " " }, "state must be the path of a file, or a store"],
    ["state", { state: { get() {} } }, "state must be the path of a file, or a store"],
    ["concurrency", { concurrency: 0 }, "concurrency must be a whole number from 1"],
    ["maxRemovals", { maxRemovals: "5" }, 'maxRemovals must be a whole number from 0, or a percentage such as "5%"'],
    ["maxRemovals", { maxRemovals: -1 }, "maxRemovals must be"],
    ["maxRemovals", { maxRemovals: 0.5 }, "maxRemovals must be"],
    ["maxFailures", { maxFailures: 0 }, "maxFailures must be"],
    ["stopOn", { stopOn: "token" }, "stopOn must be an array of kinds"],
    ["onResult", { onResult: {} }, "onResult must be a function"],
    ["journal", { journal: "x" }, "journal is not an option"],
    ["dryrun", { dryrun: true }, "dryrun is not an option; did you mean dryRun?"],
  ])("is rejected and sends nothing: %s", async (field, options, message) => {
    const service = new FleetService();
    const run = service.client().sync(fleet(1), { state: service.store, ...options });
    const error = await failure(service.settled(run), "input");
    expect(error.field).toBe(field);
    expect(error.message).toContain(message);
    expect(service.requests).toEqual([]);
  });

  test.each([undefined, null, 7, {}, "fleet.ndjson"])("is also a source that is not iterable: %j", async (source) => {
    const service = new FleetService();
    const run = service.client().sync(untyped(source), { state: service.store });
    expect(await failure(run, "input")).toMatchObject({ field: "source" });
  });
});
