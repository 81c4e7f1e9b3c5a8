/**
 * The answer to a create gets lost: nothing is sent twice, and `reconcile` looks what became of it.
 *
 *   npx tsx examples/reconcile.ts
 */
import { createSupplierClient, findInvoice, findServiceRequest, RegError, reconcile } from "@reg/sdk";
import { createSandbox } from "@reg/sdk/sandbox";
import { step, tell, today } from "./support/journey.js";

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
const { debit } = await requests.invoiceTemplates.list(approved);
const { invoicing } = await requests.get(approved);
const invoice = {
  identitySender: debit?.identitySender ?? {},
  identityReceiver: debit?.identityReceiver ?? {},
  invoiceNumber: "2026-0417",
  invoiceDate: today(),
  vatLines: [],
  total: invoicing?.totalAmountToInvoice ?? 0,
};
const send = () =>
  reconcile(
    () => requests.invoices.create(approved, invoice),
    () => findInvoice(requests, approved, invoice.invoiceNumber),
  );
sandbox.fail({ operation: "serviceRequests.invoices.create", when: "before-commit", with: "reset" });
await send().catch((error) => {
  if (!RegError.is(error) || error.outcome !== "unknown") throw error;
  tell("not found", "and still unknown: it may be on its way");
});

step("A person has made sure that it never arrived, and sends it again: now the answer gets lost");
sandbox.fail({ operation: "serviceRequests.invoices.create", when: "after-commit", with: "reset" });
tell("found", (await send())["invoiceNumber"]);
sandbox.journal.assertNoDuplicateCreates();
