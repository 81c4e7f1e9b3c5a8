/**
 * A rental vehicle while the driver's own is in the workshop: exactly one line, and a checkout date instead of a
 * workshop date.
 *
 *   npx tsx examples/supplier-rental.ts
 */
import { invoiceDateRange, rentalVehicle } from "@reg/sdk";
import { connectSupplier } from "./support/connect.js";
import { euro, step, tell } from "./support/journey.js";

const licensePlate = process.env["REG_LICENSE_PLATE"] ?? "AB-123-C";
const { supplier, lessorDecides, close } = await connectSupplier();

step("Discovery: may this supplier rent out a vehicle?");
const { components: allowed } = await supplier.contracts.components(licensePlate);
const rental = allowed.find(({ description }) => /rental/i.test(description ?? ""));
tell("component", rental?.description);

step("Lessor: complete from the start, so that the draft lasts a moment only");
const checkoutDate = new Date().toISOString().replace(/\.\d+Z$/, "Z");
const { id } = await supplier.serviceRequests.create({
  status: "Draft",
  vehicle: { licensePlate },
  appointment: { checkoutDate, workOrderNumber: "RV-0088" },
  components: [rentalVehicle(rental, { days: 3, price: 147.5 })],
});
await supplier.serviceRequests.submit(id);
await lessorDecides(id);

step("Invoicing: how much, and from which day on?");
const request = await supplier.serviceRequests.get(id);
tell("to invoice", euro(request.invoicing?.totalAmountToInvoice));
tell("date from", invoiceDateRange({ request }).earliest);

await close();
