import { describe, expect, test } from "vitest";
import { canaryToken } from "../../support/clients.js";
import { empty, json } from "../../support/fetch.js";
import { FleetService, fleet, MapStore, vehicle } from "./support.js";

describe("fault 58: the token expires in the middle of a run", () => {
  test.each([
    ["by its lifetime", false],
    ["because the service revokes it", true],
  ])("%s: nothing is lost, and nothing is sent twice", async (_, isRevoked) => {
    const service = new FleetService();
    let issued = 0;
    let valid = "";
    const seen: string[] = [];
    service.respondToTokenRequest = (request) => {
      issued += 1;
      valid = `${canaryToken}-${issued}`;
      return json({ access_token: valid, token_type: "Bearer", expires_in: isRevoked ? 3600 : 10 })(request);
    };
    service.intercept = async (request, name) => {
      if (request.headers["authorization"] !== `Bearer ${valid}`) return empty(401)(request);
      seen.push(name);
      if (isRevoked && seen.length % 50 === 0) valid = "another";
      await service.clock.advance(500);
      return undefined;
    };
    const { report } = await service.sync(fleet(100), { concurrency: 4 });
    expect(report).toMatchObject({ ok: true, items: 100, counts: { sent: 200 } });
    expect(issued).toBeGreaterThanOrEqual(3);
    expect(seen).toHaveLength(200);
    expect(new Set(seen).size).toBe(200);
  });
});

describe("fault 59: a run is killed and started again", () => {
  test("at each of its requests: only what was not confirmed is sent again", async () => {
    const items = [...fleet(4), { licensePlate: "AB-5", remove: true }];
    for (let killedAt = 1; killedAt <= 9; killedAt++) {
      const service = new FleetService();
      const confirmed: string[] = [];
      let copy: MapStore | undefined;
      let requests = 0;
      // A killed process leaves what the store holds while a request is in flight.
      service.intercept = () => {
        requests += 1;
        if (requests === killedAt) copy = new MapStore(service.store.entries);
        return undefined;
      };
      await service.sync(items, {
        concurrency: 1,
        onResult: ({ licensePlate, resource }) => {
          if (copy === undefined) confirmed.push(`${licensePlate} ${resource}`);
        },
      });
      service.intercept = () => undefined;
      for (const [key] of copy?.entries ?? []) if (!key.includes("licensePlate")) copy?.delete(key);
      const { lines, report } = await service.sync(items, { state: copy ?? new MapStore(), concurrency: 1 });
      expect(report).toMatchObject({
        ok: true,
        counts: { sent: 9 - confirmed.length, unchanged: confirmed.length },
      });
      expect(lines.filter((line) => line.endsWith("unchanged"))).toHaveLength(killedAt - 1);
    }
  });

  test("with an older source: what was in flight is sent again, although the state knew that content", async () => {
    const service = new FleetService();
    await service.sync([vehicle("AB-1", 1)]);
    let copy = new MapStore();
    service.intercept = () => {
      copy = new MapStore(service.store.entries);
      return undefined;
    };
    await service.sync([vehicle("AB-1", 2)]);
    service.intercept = () => undefined;
    const { requests } = await service.sync([vehicle("AB-1", 1)], { state: copy });
    expect(requests).toEqual(["PUT AB-1/mileages"]);
    expect(service.held.get("AB-1/mileages")).toEqual([{ value: 1 }]);
  });
});
