/**
 * A repair, from the draft to the invoice.
 *
 *   npx tsx examples/supplier-repair.ts
 *
 * Runs against a sandbox of its own. Against the real service: set REG_BASE_URL, REG_TOKEN and REG_LICENSE_PLATE.
 */
import { randomUUID } from "node:crypto";
import { RegError } from "@reg/sdk";
import { connectSupplier } from "./support/connect.js";
import { euro, step, tell, today } from "./support/journey.js";

const licensePlate = process.env["REG_LICENSE_PLATE"] ?? "AB-123-C";
const { supplier, lessorDecides, nightPasses, close } = await connectSupplier();

step("Discovery: what does the lease contract allow?");
const contract = await supplier.contracts.get(licensePlate);
const { components: allowed } = await supplier.contracts.components(licensePlate);
tell(
  "vehicle",
  `${contract.vehicle?.vehicleMake} ${contract.vehicle?.vehicleModel}, lessor ${contract.lessor?.name}`,
);
tell("allowed", allowed.map(({ description }) => description).join(", "));

step("Draft: a license plate would do; approval needs the rest as well");
const { id } = await supplier.serviceRequests.create({
  status: "Draft",
  vehicle: { licensePlate, partialVin: "JF123456" },
  appointment: {
    workshopDate: today(),
    workOrderNumber: "WO-2041",
    estimatedDurationInDays: 1,
    contact: { name: "Robin de Vries", phone: "+31 30 123 45 67" },
  },
});
tell("request", id);

step("Draft: a mileage reading, the work, and a photo");
await supplier.serviceRequests.components.put(id, randomUUID(), {
  reg: { code: "5401", description: "Mileage" },
  operation: { code: "19", description: "Read" },
  reason: { code: "99", description: "Reading" },
  value: "48210",
});
const work = allowed.find(({ serviceLevel }) => serviceLevel?.price !== undefined);
if (work?.operation === undefined || work.reasons?.[0] === undefined)
  throw new Error("Nothing with a price is allowed");
await supplier.serviceRequests.components.put(id, randomUUID(), {
  reg: { code: work.regCode ?? "", description: work.description ?? "" },
  operation: work.operation,
  reason: work.reasons[0],
  price: work.serviceLevel?.price ?? 0,
});
tell("work", `${work.description}, ${euro(work.serviceLevel?.price)}`);
await supplier.serviceRequests.attachments.upload(id, new File(["…"], "engine.jpg", { type: "image/jpeg" }));

step("Lessor: hand it over, and wait for the decision");
await supplier.serviceRequests.patch(id, { status: "ApprovalRequested" });
await lessorDecides(id);
const request = await supplier.serviceRequests.get(id);
tell("status", request.status);
for (const line of request.components) tell("line", `${line.reg?.description}: ${line.status.code}`);
tell("approved", euro(request.invoicing?.totalAmountApproved));

step("Invoicing: the template names sender and receiver; we add number, date and amounts");
const { debit } = await supplier.serviceRequests.invoiceTemplates.list(id);
if (debit?.identitySender === undefined || debit.identityReceiver === undefined)
  throw new Error("No debit invoice is due");
const amount = request.invoicing?.totalAmountToInvoice ?? 0;
const invoice = await supplier.serviceRequests.invoices.create(id, {
  identitySender: debit.identitySender,
  identityReceiver: debit.identityReceiver,
  invoiceNumber: "2026-0417",
  invoiceDate: today(),
  vatLines: [{ percentage: 21, amount }],
  total: amount,
});
tell("invoice", `${invoice.id} over ${euro(amount)}, at ${invoice.location}`);
await supplier.serviceRequests.invoices.pdf.upload(
  id,
  invoice.id,
  new Blob(["%PDF-1.7 …"], { type: "application/pdf" }),
  {
    fileName: "2026-0417.pdf",
  },
);

step("Archived: at midnight in Amsterdam the request is gone, its invoice stays");
if (nightPasses()) {
  try {
    await supplier.serviceRequests.get(id);
  } catch (error) {
    if (!RegError.is(error, "archived")) throw error;
    tell("request", `status ${error.status}: archived`);
  }
}
const pdf = await supplier.serviceRequests.invoices.pdf.get(id, invoice.id);
tell("pdf", `${pdf.name}, ${pdf.type}, ${pdf.blob.size} bytes`);

await close();
