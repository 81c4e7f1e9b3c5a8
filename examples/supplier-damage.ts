/**
 * A damage repair, from the draft to the invoice: the same workflows with their own paths, any number of requests for
 * one vehicle, attachments, and the discount that some lessors require. It also shows the content of errors.
 * `createAndSubmit` does the steps up to the submission in one call, also with photos: see docs/attachments.md.
 *
 *   npx tsx node_modules/@reg/sdk/examples/supplier-damage.ts
 */
import { lineFor, RegError } from "@reg/sdk";
import { connectSupplier } from "./support/connect.js";
import { euro, show, step, today } from "./support/output.js";

const licensePlate = process.env["REG_LICENSE_PLATE"] ?? "JK-707-N"; // its lessor requires a discount
const { supplier, lessorDecides, nightPasses, close } = await connectSupplier();
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
  appointment: { workshopDate: today(), workOrderNumber: "DA-0312" },
});
await requests.submit(id).catch((error) => {
  if (!RegError.is(error, "precondition")) throw error;
  for (const { code, description } of error.violations) show(code, description);
});

step("Add lines that the vehicle allows; the lessor has not seen them, so one can be deleted again");
const { components: allowed } = await supplier.contracts.damageComponents(licensePlate);
const [work, other] = allowed;
if (work === undefined || other === undefined) throw new Error("the vehicle allows no two damage components");
const line = lineFor(work, { reason: work.reasons?.[0]?.code, price: 380 });
const mistake = lineFor(other, { reason: other.reasons?.[0]?.code, price: 640 });
await requests.components.put(id, line.id, line);
await requests.components.put(id, mistake.id, mistake);
show("line", await requests.cancelOrDelete(id, mistake.id));

step("Upload a photo before the lessor decides, and download it");
const photo = await requests.attachments.upload(id, Buffer.from("…"), {
  fileName: "bumper.jpg",
  contentType: "image/jpeg",
});
if (photo.id !== undefined) {
  const file = await requests.attachments.get(id, photo.id);
  show("file", `${file.name}, ${file.type}, ${file.blob.size} bytes`);
}

step("Lessor: submit, and wait for the decision");
await requests.submit(id);
await lessorDecides(id, "damage");
const { lessorId, status, invoicing } = await requests.get(id);
show("status", status);
show("to invoice", euro(invoicing.totalAmountToInvoice));

step("Invoicing: one call creates the discount, and then the debit, which may archive the request at once");
const { supplierContract } = await supplier.lessors.contracts.get(lessorId, licensePlate);
const isRequired = supplierContract.damage?.firstDebitInvoiceRequiresCreditDiscountInvoice;
const discount = isRequired && { number: "2026-0501", total: -38 };
const debit = { number: "2026-0502", vatLines: { percentage: 21 }, discount };
const invoiced = await requests.invoice(id, debit);
if (invoiced.discount !== undefined) show("discount", invoiced.discount.invoiceId);
show("debit", invoiced.invoiceId);

step("Archived: a part of the debit is credited");
if (await nightPasses()) {
  const credit = { number: "2026-0503", vatLines: { percentage: 21 }, total: -80 };
  show("credit", (await requests.invoice(id, credit)).invoiceId);
}

await close();
