/**
 * A damage: the same journey under its own paths, with any number of requests for one vehicle; and how an error
 * tells what was wrong.
 *
 *   npx tsx examples/supplier-damage.ts
 */
import { randomUUID } from "node:crypto";
import { RegError } from "@reg/sdk";
import { connectSupplier } from "./support/connect.js";
import { step, tell, today } from "./support/journey.js";

const licensePlate = process.env["REG_LICENSE_PLATE"] ?? "AB-123-C";
const { supplier, close } = await connectSupplier();

step("Discovery: which damage components are allowed?");
const { components: allowed } = await supplier.contracts.damageComponents(licensePlate);
const repair = allowed[0];
if (repair?.operation === undefined || repair.reasons?.[0] === undefined)
  throw new Error("No damage component is allowed");
tell("component", repair.description);

step("Draft: a workshop date before the lease started is refused, with the service's own code");
try {
  await supplier.damageServiceRequests.create({
    status: "Draft",
    vehicle: { licensePlate },
    appointment: { workshopDate: "2001-01-01" },
  });
} catch (error) {
  if (!RegError.is(error, "REG-SVC000190")) throw error;
  tell("refused", error.message);
}

step("Draft: with today's date it is taken");
const { id } = await supplier.damageServiceRequests.create({
  status: "Draft",
  vehicle: { licensePlate },
  appointment: { workshopDate: today() },
});
const lineId = randomUUID();
await supplier.damageServiceRequests.components.put(id, lineId, {
  reg: { code: repair.regCode ?? "", description: repair.description ?? "" },
  operation: repair.operation,
  reason: repair.reasons[0],
  price: 380,
});
tell("request", id);

step("A photo goes up and comes back");
const photo = await supplier.damageServiceRequests.attachments.upload(id, Buffer.from("…"), {
  fileName: "bumper.jpg",
  contentType: "image/jpeg",
});
if (photo.id !== undefined) {
  const file = await supplier.damageServiceRequests.attachments.get(id, photo.id);
  tell("file", `${file.name}, ${file.type}, ${file.blob.size} bytes`);
}

step("Never sent to the lessor, so that line and draft can simply be deleted");
await supplier.damageServiceRequests.components.delete(id, lineId);
await supplier.damageServiceRequests.delete(id);
try {
  await supplier.damageServiceRequests.get(id);
} catch (error) {
  if (!RegError.is(error, "not-found")) throw error;
  tell("gone", `status ${error.status}`);
}

await close();
