/**
 * The answer to a create gets lost: nothing is sent twice, and the SDK looks what became of it.
 *
 *   npx tsx examples/reconcile.ts
 */
import { createSupplierClient, findServiceRequest, RegError, reconcile } from "@reg/sdk";
import { createSandbox } from "@reg/sdk/sandbox";
import { step, tell } from "./support/journey.js";

const sandbox = createSandbox();
const { baseUrl, token } = sandbox.supplier;
const supplier = createSupplierClient({ baseUrl, token: await token(), fetch: sandbox.fetch });
const requests = supplier.serviceRequests;
const licensePlate = "AB-123-C";

step("A request is created, and its answer gets lost");
const workOrderNumber = "WO-2041"; // your own, and used once: the request is recognised by it
sandbox.fail({ operation: "serviceRequests.create", when: "after-commit", with: "reset" });
const { id } = await reconcile(
  () => requests.create({ status: "Draft", vehicle: { licensePlate }, appointment: { workOrderNumber } }),
  () => findServiceRequest(requests, { licensePlate, workOrderNumber }),
);
tell("found", id);

step("An invoice gets lost on its way, which nobody can tell from a lost answer");
const { invoicing: approved } = await sandbox.seed("invoicing");
const send = () => requests.invoice(approved, { number: "2026-0417" });
sandbox.fail({ operation: "serviceRequests.invoices.create", when: "before-commit", with: "reset" });
await send().catch((error) => {
  if (!RegError.is(error) || error.outcome !== "unknown") throw error;
  tell("not found", "and still unknown: it may be on its way");
});

step("A person has made sure that it never arrived, and sends it again: now the answer gets lost");
sandbox.fail({ operation: "serviceRequests.invoices.create", when: "after-commit", with: "reset" });
tell("found", (await send()).invoiceId);

step("The job starts again and does not know: the invoice is there, and nothing is sent");
tell("created now", (await send()).created);
sandbox.journal.assertNoDuplicateCreates();
