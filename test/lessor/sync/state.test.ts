import { describe, expect, test } from "vitest";
import { FleetService, fleet, vehicle } from "./support.js";

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
