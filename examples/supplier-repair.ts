/**
 * A repair, from the draft to the invoice.
 *
 *   npx tsx examples/supplier-repair.ts
 *
 * Runs against a sandbox of its own. Against the real service: set REG_BASE_URL, REG_TOKEN and REG_LICENSE_PLATE.
 */
import { checkApproval, lineFor, mileageReading, RegError } from "@reg/sdk";
import { connectSupplier } from "./support/connect.js";
import { euro, step, tell, today } from "./support/journey.js";

const licensePlate = process.env["REG_LICENSE_PLATE"] ?? "AB-123-C";
const { supplier, lessorDecides, nightPasses, close } = await connectSupplier();
const requests = supplier.serviceRequests;

step("Discovery: what does the lease contract allow?");
const { components: allowed } = await supplier.contracts.components(licensePlate);
tell("allowed", allowed.map(({ description }) => description).join(", "));

step("Draft: a license plate would do; what does approval still need?");
const vehicle = { licensePlate, partialVin: "JF123456" };
for (const { description } of checkApproval({ vehicle })) tell("to do", description);

step("Draft: everything at once, and a photo");
const work = allowed.find(({ serviceLevel }) => serviceLevel !== undefined);
const { id } = await requests.create({
  status: "Draft",
  vehicle,
  appointment: {
    workshopDate: today(),
    workOrderNumber: "WO-2041",
    estimatedDurationInDays: 1,
    contact: { name: "Robin de Vries", phone: "+31 30 123 45 67" },
  },
  components: [mileageReading(48210), lineFor(work)],
});
tell("work", `${work?.description}, ${euro(work?.serviceLevel?.price)}`);
await requests.attachments.upload(id, new File(["…"], "engine.jpg", { type: "image/jpeg" }));

step("Lessor: hand it over, and wait for the decision");
await requests.submit(id);
await lessorDecides(id);
const { components, invoicing } = await requests.get(id);
for (const line of components)
  tell("line", `${line.reg?.description ?? line.reg?.code}: ${line.status.code}`);
tell("approved", euro(invoicing?.totalAmountApproved));

step("Invoicing: sender, receiver and amount come from the service, and the rules are checked");
const { invoiceId, location } = await requests.invoice(id, {
  number: "2026-0417",
  vatLines: (amount) => [{ percentage: 21, amount }],
  pdf: new File(["%PDF-1.7 …"], "2026-0417.pdf", { type: "application/pdf" }),
});
tell("invoice", `${invoiceId}, at ${location}`);

step("Archived: at midnight in Amsterdam the request is gone, its invoice stays");
if (nightPasses()) {
  await requests.get(id).catch((error) => {
    if (!RegError.is(error, "archived")) throw error;
    tell("request", `status ${error.status}: archived`);
  });
}
const pdf = await requests.invoices.pdf.get(id, invoiceId);
tell("pdf", `${pdf.name}, ${pdf.type}, ${pdf.blob.size} bytes`);

await close();
