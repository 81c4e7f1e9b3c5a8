/**
 * A damage repair: the same workflow with its own paths and any number of requests for one vehicle. It also shows the
 * content of errors.
 *
 *   npx tsx node_modules/@reg/sdk/examples/supplier-damage.ts
 */
import { lineFor, RegError } from "@reg/sdk";
import { connectSupplier } from "./support/connect.js";
import { show, step, today } from "./support/output.js";

const licensePlate = process.env["REG_LICENSE_PLATE"] ?? "AB-123-C";
const { supplier, close } = await connectSupplier();
const requests = supplier.damageServiceRequests;

step("Draft: a workshop date before the start of the lease is rejected with the code of the service");
const vehicle = { licensePlate };
try {
  await requests.create({ status: "Draft", vehicle, appointment: { workshopDate: "2001-01-01" } });
} catch (error) {
  if (!RegError.is(error, "REG-SVC000190")) throw error;
  show("rejected", error.message);
}

step("Draft: today's date is accepted, but approval requires a line: nothing is sent");
const { id } = await requests.create({
  status: "Draft",
  vehicle,
  appointment: { workshopDate: today() },
});
await requests.submit(id).catch((error) => {
  if (!RegError.is(error, "precondition")) throw error;
  for (const { code, description } of error.violations) show(code, description);
});

step("Add a line that the vehicle allows, and upload and download a photo");
const { components: allowed } = await supplier.contracts.damageComponents(licensePlate);
const [work] = allowed;
if (work === undefined) throw new Error("the vehicle allows no damage components");
const line = lineFor(work, { reason: work.reasons?.[0]?.code, price: 380 });
await requests.components.put(id, line.id, line);
const photo = await requests.attachments.upload(id, Buffer.from("…"), {
  fileName: "bumper.jpg",
  contentType: "image/jpeg",
});
if (photo.id !== undefined) {
  const file = await requests.attachments.get(id, photo.id);
  show("file", `${file.name}, ${file.type}, ${file.blob.size} bytes`);
}

step("The lessor has not seen the request, so that the line and the draft can be deleted");
show("line", await requests.cancelOrDelete(id, line.id));
await requests.delete(id);

await close();
