import type { FleetItem } from "@reg/sdk";
import { describe, expect, test } from "vitest";
import { untyped } from "../../support/untyped.js";
import { FleetService, vehicle } from "./support.js";

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

test("a vehicle whose toJSON returns a list is not sent", async () => {
  const service = new FleetService();
  const body = { toJSON: () => [1] };
  const { results, requests } = await service.sync([{ licensePlate: "AB-1", vehicle: untyped(body) }]);
  expect(results).toMatchObject([{ status: "failed", error: { kind: "input", field: "vehicle" } }]);
  expect(requests).toEqual([]);
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
