/**
 * A rental vehicle while the driver's vehicle is in the workshop, with an extension, until the invoice: exactly one
 * line, and a checkout date instead of a workshop date.
 *
 *   npx tsx node_modules/@reg/sdk/examples/supplier-rental.ts
 */
import { invoiceDateRange, rentalVehicle } from "@reg/sdk";
import { connectSupplier } from "./support/connect.js";
import { euro, show, step } from "./support/output.js";

const licensePlate = process.env["REG_LICENSE_PLATE"] ?? "ZH-606-L"; // its lessor requires a comment for an extension
const { supplier, lessorDecides, close } = await connectSupplier();
const requests = supplier.serviceRequests;

step("Discovery: may this supplier rent out a vehicle, and of which class?");
const { supplierContract, leaseContract } = await supplier.contracts.get(licensePlate);
show("allowed", supplierContract.rentalVehicle?.allowed);
show("class", leaseContract.rentalVehicle?.rentalClass);
show("vehicle", await supplier.rentalVehicles.get(licensePlate));
const { components: allowed } = await supplier.contracts.components(licensePlate);
const rental = allowed.find(({ description }) => /rental/i.test(description ?? ""));
if (rental === undefined) throw new Error("the vehicle allows no rental vehicle from this supplier");

step("Lessor: the draft is complete, so that it can be submitted immediately");
const checkoutDate = new Date().toISOString().replace(/\.\d+Z$/, "Z");
const { id } = await requests.create({
  status: "Draft",
  vehicle: { licensePlate },
  appointment: { checkoutDate, workOrderNumber: "RV-0088" },
  components: [rentalVehicle(rental, { days: 3, price: 147.5 })],
});
await requests.submit(id);
await lessorDecides(id);
const approved = await requests.get(id);
show("approved", euro(approved.invoicing.totalAmountApproved));

step("Extension: more days are a change of the line, so that the lessor decides again");
const comment = "The part arrives two days later."; // the contract says whether one is required
await requests.extendRental(id, { days: 5, price: 245, comment, commentField: "remarks" });
await lessorDecides(id);

step("Invoicing: which amount, and from which date?");
const request = await requests.get(id);
show("to invoice", euro(request.invoicing.totalAmountToInvoice));
show("date from", invoiceDateRange({ request }).earliest);
const { invoiceId } = await requests.invoice(id, { number: "2026-0601", vatLines: { percentage: 21 } });
show("invoice", invoiceId);

await close();
