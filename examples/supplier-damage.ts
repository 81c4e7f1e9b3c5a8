/**
 * A damage: the same journey under its own paths, with any number of requests for one vehicle; and how an error
 * tells what was wrong.
 *
 *   npx tsx examples/supplier-damage.ts
 */
import { lineFor, RegError } from "@reg/sdk";
import { connectSupplier } from "./support/connect.js";
import { step, tell, today } from "./support/journey.js";

const licensePlate = process.env["REG_LICENSE_PLATE"] ?? "AB-123-C";
const { supplier, close } = await connectSupplier();
const requests = supplier.damageServiceRequests;

step("Draft: a workshop date before the lease started is refused, with the service's own code");
const vehicle = { licensePlate };
try {
  await requests.create({ status: "Draft", vehicle, appointment: { workshopDate: "2001-01-01" } });
} catch (error) {
  if (!RegError.is(error, "REG-SVC000190")) throw error;
  tell("refused", error.message);
}

step("Draft: with today's date it is taken, but approval needs a line: nothing is sent");
const { id } = await requests.create({
  status: "Draft",
  vehicle,
  appointment: { workshopDate: today() },
});
await requests.submit(id).catch((error) => {
  if (!RegError.is(error, "precondition")) throw error;
  for (const { code, description } of error.violations) tell(code, description);
});

step("A line that the vehicle allows, and a photo that comes back");
const { components: allowed } = await supplier.contracts.damageComponents(licensePlate);
const line = lineFor(allowed[0], { reason: allowed[0]?.reasons?.[0]?.code, price: 380 });
await requests.components.put(id, line.id, line);
const photo = await requests.attachments.upload(id, Buffer.from("…"), {
  fileName: "bumper.jpg",
  contentType: "image/jpeg",
});
if (photo.id !== undefined) {
  const file = await requests.attachments.get(id, photo.id);
  tell("file", `${file.name}, ${file.type}, ${file.blob.size} bytes`);
}

step("Never sent to the lessor, so that the line is deleted rather than cancelled, and so is the draft");
tell("line", await requests.cancelOrDelete(id, line.id));
await requests.delete(id);

await close();
