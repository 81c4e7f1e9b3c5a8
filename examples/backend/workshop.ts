/** A small backend of a workshop: plans repairs, reacts to what the lessor decides, and invoices. */
import { randomUUID } from "node:crypto";
import { type ComponentInput, createSupplierClient, RegError, type SupplierClientOptions } from "@reg/sdk";

const mileage = { reg: { code: "5401" }, operation: { code: "19" }, reason: { code: "99" } };
const oilService = { reg: { code: "1101" }, operation: { code: "01" }, reason: { code: "20" } };

/** What came of a visit to a request: done, nothing to do yet, or a person has to take over. */
export type Progress = "invoiced" | "waiting" | "resubmitted" | "call the lessor";

export function createWorkshop(options: SupplierClientOptions) {
  const requests = createSupplierClient(options).serviceRequests;

  return {
    /** Hands an oil service over to the lessor, and gives the id of the request. */
    async plan(licensePlate: string, workshopDate: string, price: number): Promise<string> {
      const components: ComponentInput[] = [
        { ...mileage, id: randomUUID(), value: "48210" },
        { ...oilService, id: randomUUID(), price },
      ];
      const contact = { name: "Robin", phone: "+31 30 000 00 00" };
      const appointment = { workshopDate, workOrderNumber: "WO-1", estimatedDurationInDays: 1, contact };
      const vehicle = { licensePlate, partialVin: "JF123456" };
      const { id } = await requests.create({ status: "ApprovalRequested", vehicle, appointment, components });
      return id;
    },

    /** Looks what became of a request, and does what is next. */
    async proceed(id: string, invoiceNumber: string, invoiceDate: string): Promise<Progress> {
      const { status, components } = await requests.get(id);
      if (status === "Approved") return this.invoice(id, invoiceNumber, invoiceDate);
      if (status !== "Denied") return "waiting";
      const denied = components.filter((line) => line.status.code === "Denied");
      if (denied.length === 0) return "call the lessor";
      for (const line of denied) await requests.components.cancel(id, line.id);
      await requests.patch(id, { status: "ApprovalRequested" });
      return "resubmitted";
    },

    /** Invoices what is due. May be called as often as one likes: once nothing is due, it sends nothing. */
    async invoice(id: string, invoiceNumber: string, invoiceDate: string): Promise<Progress> {
      const { debit } = await requests.invoiceTemplates.list(id);
      if (debit === undefined) return "invoiced";
      const { identitySender, identityReceiver } = debit;
      if (identitySender === undefined || identityReceiver === undefined) return "call the lessor";
      const total = (await requests.get(id)).invoicing?.totalAmountToInvoice ?? 0;
      const vatLines = [{ percentage: 21, amount: total }];
      const invoice = { identitySender, identityReceiver, invoiceNumber, invoiceDate, vatLines, total };
      try {
        await requests.invoices.create(id, invoice);
      } catch (error) {
        // The answer was lost, or another process was faster. Never send it again: look whether it is still due.
        const inDoubt = RegError.is(error) && (error.outcome === "unknown" || RegError.is(error, "conflict"));
        if (!inDoubt || (await requests.invoiceTemplates.list(id)).debit !== undefined) throw error;
      }
      return "invoiced";
    },
  };
}
