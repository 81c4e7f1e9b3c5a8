import { describe, expect, test } from "vitest";
import { empty, json } from "../../support/fetch.js";
import { FleetService, fleet, vehicle } from "./support.js";

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
