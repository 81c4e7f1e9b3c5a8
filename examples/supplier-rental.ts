/**
 * A rental vehicle while the driver's vehicle is in the workshop: exactly one line, and a checkout date instead of a
 * workshop date.
 *
 *   npx tsx node_modules/@reg/sdk/examples/supplier-rental.ts
 */
import { invoiceDateRange, rentalVehicle } from "@reg/sdk";
import { connectSupplier } from "./support/connect.js";
import { euro, show, step } from "./support/output.js";

const licensePlate = process.env["REG_LICENSE_PLATE"] ?? "NP-345-R";
const { supplier, lessorDecides, close } = await connectSupplier();

step("Discovery: may this supplier rent out a vehicle?");
const { components: allowed } = await supplier.contracts.components(licensePlate);
const rental = allowed.find(({ description }) => /rental/i.test(description ?? ""));
if (rental === undefined) throw new Error("the vehicle allows no rental vehicle from this supplier");
show("component", rental.description);

step("Lessor: the draft is complete, so that it can be submitted immediately");
const checkoutDate = new Date().toISOString().replace(/\.\d+Z$/, "Z");
const { id } = await supplier.serviceRequests.create({
  status: "Draft",
  vehicle: { licensePlate },
  appointment: { checkoutDate, workOrderNumber: "RV-0088" },
  components: [rentalVehicle(rental, { days: 3, price: 147.5 })],
});
await supplier.serviceRequests.submit(id);
await lessorDecides(id);

step("Invoicing: which amount, and from which date?");
const request = await supplier.serviceRequests.get(id);
show("to invoice", euro(request.invoicing?.totalAmountToInvoice));
show("date from", invoiceDateRange({ request }).earliest);

await close();
