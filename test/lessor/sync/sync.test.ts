import { createLessorClient, type FleetItem } from "@reg/sdk";
import { createSandbox } from "@reg/sdk/sandbox";
import { describe, expect, test } from "vitest";
import { systemClock } from "../../../src/base/clock.js";
import { settle } from "../../support/clock.js";
import { failure } from "../../support/errors.js";
import { untyped } from "../../support/untyped.js";
import { everything, FleetService, fleet, MapStore, vehicle } from "./support.js";

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

  test("follows the options of a class", async () => {
    const service = new FleetService();
    class Settings {
      state = new Map();
      get dryRun() {
        return true;
      }
    }
    await service.client().sync([vehicle("AB-1")], new Settings());
    expect(service.requests).toEqual([]);
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

describe("an option that cannot be used", () => {
  test.each<[string, object, string]>([
    ["state", { state: undefined }, "state must be the path of a file, or a store"],
    ["state", { state: " " }, "state must be the path of a file, or a store"],
    ["state", { state: { get() {} } }, "state must be the path of a file, or a store"],
    ["state", { state: "redis://:hunter2@reg.example" }, "; for a database, give a Keyv"],
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
