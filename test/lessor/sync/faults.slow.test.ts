import { describe, expect, test } from "vitest";
import { empty } from "../../support/fetch.js";
import { FleetService } from "./support.js";

describe("fault 57: 1 % of 20,000 vehicles are rejected with a 400", () => {
  test("every item has a result, and the others are sent", { timeout: 120_000 }, async () => {
    const service = new FleetService();
    service.intercept = (request, name) => (name.endsWith("00") ? empty(400)(request) : undefined);
    function* source() {
      for (let number = 1; number <= 20_000; number++) yield { licensePlate: `AB-${number}`, vehicle: { number } };
    }
    const { report, results } = await service.sync(source());
    expect(report).toMatchObject({ ok: false, items: 20_000, counts: { sent: 19_800, failed: 200 } });
    expect(report).not.toHaveProperty("stopped");
    const positions = new Set(results.map(({ position }) => position));
    expect(positions.size).toBe(20_000);
    expect(service.held.size).toBe(19_800);
    const failed = results.filter(({ status }) => status === "failed");
    expect(failed.every(({ licensePlate }) => licensePlate?.endsWith("00"))).toBe(true);
  });
});
