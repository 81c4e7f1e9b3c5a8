/**
 * A rental vehicle while the driver's own is in the workshop: exactly one line, and a checkout date instead of a
 * workshop date.
 *
 *   npx tsx examples/supplier-rental.ts
 */
import { randomUUID } from "node:crypto";
import { connectSupplier } from "./support/connect.js";
import { euro, step, tell } from "./support/journey.js";

const licensePlate = process.env["REG_LICENSE_PLATE"] ?? "AB-123-C";
const { supplier, lessorDecides, close } = await connectSupplier();

step("Discovery: which rental class does the contract include?");
const contract = await supplier.contracts.get(licensePlate);
const { components: allowed } = await supplier.contracts.components(licensePlate);
const rental = allowed.find(({ description }) => /rental/i.test(description ?? ""));
if (rental?.operation === undefined || rental.reasons?.[0] === undefined)
  throw new Error("No rental vehicle is allowed");
tell("in contract", contract.leaseContract?.rentalVehicle?.inContract);
tell("component", rental.description);

step("Lessor: created complete, so that the draft can be skipped");
const { id } = await supplier.serviceRequests.create({
  status: "ApprovalRequested",
  vehicle: { licensePlate },
  appointment: { checkoutDate: new Date().toISOString().replace(/\.\d+Z$/, "Z"), workOrderNumber: "RV-0088" },
  components: [
    {
      id: randomUUID(),
      reg: { code: rental.regCode ?? "", description: rental.description ?? "" },
      operation: rental.operation,
      reason: rental.reasons[0],
      value: "3",
      price: 147.5,
    },
  ],
});
tell("request", id);
await lessorDecides(id);

step("Invoicing: what may be invoiced now?");
const request = await supplier.serviceRequests.get(id);
tell("status", request.status);
tell("to invoice", euro(request.invoicing?.totalAmountToInvoice));

await close();
