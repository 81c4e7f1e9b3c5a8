import type { LessorClient } from "@reg/sdk";
import type { Caller } from "./caller.js";

/** One vehicle of a fleet, registered, kept current and removed. */
export async function workAsLessor({ vehicles }: LessorClient, caller: Caller): Promise<void> {
  const { licensePlate } = caller;
  await caller.call("vehicles.put", (options) => vehicles.put({ licensePlate }, options));
  await caller.call("vehicles.mileages.put", (options) =>
    vehicles.mileages.put(licensePlate, [{ date: "2026-06-15", value: 48_210 }], options),
  );
  await caller.call("vehicles.get", (options) => vehicles.get(licensePlate, options));
  await caller.call("vehicles.mileages.get", (options) => vehicles.mileages.get(licensePlate, options));
  if (caller.random.chance(0.5))
    await caller.call("vehicles.delete", (options) => vehicles.delete(licensePlate, options));
}
