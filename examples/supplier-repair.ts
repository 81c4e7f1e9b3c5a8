/**
 * A repair, from the draft to the invoice.
 *
 *   npx tsx node_modules/@reg/sdk/examples/supplier-repair.ts
 *
 * Runs against its own sandbox, or against the service or `npx @reg/sdk sandbox`: set REG_BASE_URL, REG_TOKEN and
 * REG_LICENSE_PLATE.
 */
import { checkApproval, lineFor, mileageReading, RegError } from "@reg/sdk";
import { connectSupplier } from "./support/connect.js";
import { euro, show, step, today } from "./support/output.js";

const licensePlate = process.env["REG_LICENSE_PLATE"] ?? "NP-345-R";
const { supplier, lessorDecides, nightPasses, close } = await connectSupplier();
const requests = supplier.serviceRequests;

step("Discovery: what does the lease contract allow?");
const { components: allowed } = await supplier.contracts.components(licensePlate);
show("allowed", allowed.map(({ description }) => description).join(", "));

step("Draft: a license plate is enough; what does approval still require?");
const vehicle = { licensePlate, partialVin: "JF123456" };
for (const { description } of checkApproval({ vehicle })) show("to do", description);

step("Draft: all data in one request, and a photo");
const work = allowed.find(({ serviceLevel }) => serviceLevel !== undefined);
if (work === undefined) throw new Error("no component has a price of the service level");
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
show("work", `${work.description}, ${euro(work.serviceLevel?.price)}`);
await requests.attachments.upload(id, new File(["…"], "engine.jpg", { type: "image/jpeg" }));

step("Lessor: submit the request and wait for the decision");
await requests.submit(id);
await lessorDecides(id);
const { components, invoicing } = await requests.get(id);
for (const line of components) show("line", `${line.reg?.description ?? line.reg?.code}: ${line.status.code}`);
show("approved", euro(invoicing?.totalAmountApproved));

step("Invoicing: the service provides sender, receiver and amount, and the SDK checks the rules");
const { invoiceId, location } = await requests.invoice(id, {
  number: "2026-0417",
  vatLines: { percentage: 21 },
  vatBaseOf: ({ base }) => Number(base),
  pdf: new File(["%PDF-1.7 …"], "2026-0417.pdf", { type: "application/pdf" }),
});
show("invoice", `${invoiceId}, at ${location}`);

step("Archived: the request is gone at midnight in Amsterdam (assumed), but its invoice stays");
if (await nightPasses()) {
  await requests.get(id).catch((error) => {
    if (!RegError.is(error, "archived")) throw error;
    show("request", `status ${error.status}: archived`);
  });
}
const pdf = await requests.invoices.pdf.get(id, invoiceId);
show("pdf", `${pdf.name}, ${pdf.type}, ${pdf.blob.size} bytes`);

await close();
