import { expect, it } from "vitest";
import type { ServiceRequestCreate } from "../../../src/generated/supplier/models.js";
import type { Open } from "./bench.js";

const draft: ServiceRequestCreate = { status: "Draft", vehicle: { licensePlate: "AB-123-C" } };

/** Many requests, and large ones. */
export function load(open: Open): void {
  it("takes a JSON body of a megabyte, and gives it back", async () => {
    const { supplier } = await open();
    const workOrderNumber = "é".repeat(524_288);
    const { id } = await supplier.serviceRequests.create({ ...draft, appointment: { workOrderNumber } });
    const { appointment } = await supplier.serviceRequests.get(id);
    // Compared by hand: a difference of a megabyte is not to be printed.
    expect(appointment?.workOrderNumber === workOrderNumber).toBe(true);
  });

  it("answers 200 concurrent calls, each with its own answer", async () => {
    const { supplier, sandbox } = await open();
    const { create, get } = supplier.damageServiceRequests;
    const workOrders = Array.from({ length: 100 }, (_, index) => `WO-${index}`);
    const made = await Promise.all(
      workOrders.map((workOrderNumber) => create({ ...draft, appointment: { workOrderNumber } })),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(100);
    const calls = made.flatMap(({ id }) => [get(id), get(id)]);
    const answers = (await Promise.all(calls)).map(({ id, appointment }) => [
      id,
      appointment?.workOrderNumber,
    ]);
    expect(answers).toEqual(
      made.flatMap(({ id }, index) => [
        [id, `WO-${index}`],
        [id, `WO-${index}`],
      ]),
    );
    expect(sandbox.journal.entries).toHaveLength(300);
  });
}
