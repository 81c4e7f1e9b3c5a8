/**
 * The response to a create gets lost: the SDK sends nothing twice and looks up the result.
 *
 *   npx tsx node_modules/@reg/sdk/examples/reconcile.ts
 */
import { createSupplierClient, findServiceRequest, RegError, reconcile } from "@reg/sdk";
import { createSandbox } from "@reg/sdk/sandbox";
import { show, step } from "./support/output.js";

const sandbox = createSandbox();
const { baseUrl, token } = sandbox.supplier;
const supplier = createSupplierClient({ baseUrl, token: await token(), fetch: sandbox.fetch });
const requests = supplier.serviceRequests;
const licensePlate = "AB-123-C";

step("A request is created, but the response gets lost");
const workOrderNumber = "WO-2041"; // your own number, used once: it identifies the request
sandbox.fail({ operation: "serviceRequests.create", when: "after-commit", with: "reset" });
const { id } = await reconcile(
  () => requests.create({ status: "Draft", vehicle: { licensePlate }, appointment: { workOrderNumber } }),
  () => findServiceRequest(requests, { licensePlate, workOrderNumber }),
);
show("found", id);

step("An invoice gets lost before it arrives, which looks the same as a lost response");
const { invoicing: approved } = await sandbox.seed("invoicing");
const send = () => requests.invoice(approved, { vatLines: [], number: "2026-0417" });
sandbox.fail({ operation: "serviceRequests.invoices.create", when: "before-commit", with: "reset" });
await send().catch((error) => {
  if (!RegError.is(error) || error.outcome !== "unknown") throw error;
  show("not found", "the outcome is unknown: it may still arrive");
});

step("After a person has verified that it never arrived, it is sent again: now the response gets lost");
sandbox.fail({ operation: "serviceRequests.invoices.create", when: "after-commit", with: "reset" });
show("found", (await send()).invoiceId);

step("The job restarts without its state: the invoice exists, and nothing is sent");
show("created now", (await send()).created);
sandbox.journal.assertNoDuplicateCreates();
