/**
 * Writes a state that knows the whole generated fleet with its mileages, without any request. Arguments: the path, the URL
 * of the service, the number of vehicles. Sends the size of the file.
 */
import { statSync } from "node:fs";
import { digestOf, parseItem } from "../../../src/lessor/sync/item.js";
import { VehicleState } from "../../../src/lessor/sync/state.js";
import { StateFile } from "../../../src/lessor/sync/state-file.js";

// The programs on plain Node use it too.
const { generateFleet } = await import(new URL("./fleet.mjs", import.meta.url).href);
const [, , path = "", baseUrl = "", vehicles] = process.argv;
const file = new StateFile(path, { baseUrl, clientId: "fleet-job" }, false);
await file.open();
let written: Promise<void>[] = [];
for (const item of generateFleet({ vehicles: Number(vehicles), hasMileages: true })) {
  const { licensePlate, resources } = parseItem(item);
  let state = new VehicleState();
  for (const content of resources) state = state.with(content.resource, digestOf(content.body));
  written.push(file.set(licensePlate, state.toText()));
  if (written.length < 10_000) continue;
  await Promise.all(written);
  written = [];
}
await Promise.all(written);
await file.close();
process.send?.({ bytes: statSync(path).size });
process.disconnect();
