/**
 * A lessor registers a vehicle with its related data, reads it back, and removes it.
 *
 *   npx tsx node_modules/@reg/sdk/examples/lessor-register.ts
 *
 * Runs against its own sandbox, or against the service or `npx @reg/sdk sandbox`: set REG_LESSOR_BASE_URL, REG_CLIENT_ID,
 * REG_CLIENT_SECRET and REG_LICENSE_PLATE.
 */
import { RegError } from "@reg/sdk";
import { connectLessor } from "./support/connect.js";
import { show, step, today } from "./support/output.js";

// The reference shows only the license plate of a vehicle. This declares your fields, so that they are type-checked.
declare module "@reg/sdk" {
  interface OpenTypes {
    VehicleInputFields: { make?: string; model?: string };
  }
}

const licensePlate = process.env["REG_LICENSE_PLATE"] ?? "ZX-987-Y";
const { lessor, close } = await connectLessor();

step("The vehicle comes first: created, or updated if the license plate is known");
await lessor.vehicles.put({ licensePlate, make: "Volvo", model: "EX30" });

step("Then its related data, one call each; all calls share one token");
await Promise.all([
  lessor.vehicles.mileages.put(licensePlate, [{ date: today(), value: 48_210 }]),
  lessor.vehicles.lastMaintenance.put(licensePlate, { date: today() }),
  lessor.vehicles.extraTireSet.put(licensePlate, { purchased: true }),
]);

step("Read it back: the service also maintains some of the data, so that its state is authoritative");
show("vehicle", await lessor.vehicles.get(licensePlate));
show("mileages", await lessor.vehicles.mileages.get(licensePlate));

step("No longer relevant: remove it");
await lessor.vehicles.delete(licensePlate);
try {
  await lessor.vehicles.get(licensePlate);
} catch (error) {
  if (!RegError.is(error, "not-found")) throw error;
  show("gone", `status ${error.status}`);
}

await close();
