import { describe, expect, it } from "vitest";
import { relatedKinds } from "../../../src/sandbox/model.js";
import { refusal } from "../support.js";
import type { Open } from "./bench.js";

const plate = "É-9/87 Y";

/** Vehicles and their related data. */
export function lessor(open: Open): void {
  it("registers, updates, shows and removes a vehicle", async () => {
    const { lessor, sandbox } = await open();
    await lessor.vehicles.put({ licensePlate: plate, color: "grün" });
    expect(sandbox.journal.entries.at(-1)).toMatchObject({ status: 204 });
    await lessor.vehicles.put({ licensePlate: plate, color: "赤" });
    expect(await lessor.vehicles.get(plate)).toEqual({ licensePlate: plate, color: "赤" });
    await lessor.vehicles.delete(plate);
    expect(await refusal(lessor.vehicles.get(plate))).toEqual([404]);
    expect(await refusal(lessor.vehicles.delete(plate))).toEqual([404]);
  });

  describe.each(relatedKinds)("%s", (kind) => {
    it("are set, shown and cleared, once the vehicle is there", async () => {
      const { lessor } = await open();
      const related = lessor.vehicles[kind];
      expect(await refusal(related.put(plate, { first: 1 }))).toEqual([404]);
      await lessor.vehicles.put({ licensePlate: plate });
      await related.put(plate, [{ second: "2 €" }]);
      expect(await related.get(plate)).toEqual([{ second: "2 €" }]);
      await related.delete(plate);
      expect(await refusal(related.get(plate))).toEqual([404]);
    });
  });
}
