/** A small backend of a workshop: plans repairs, reacts to the decisions of the lessor, and sends invoices. */
import {
  createSupplierClient,
  lineFor,
  mileageReading,
  possibleActions,
  RegError,
  type SupplierClientOptions,
} from "@reg/sdk";

/** The result of processing a request: done, nothing to do yet, or a person has to take over. */
export type Progress = "invoiced" | "waiting" | "resubmitted" | "call the lessor";

/** An oil service that is planned. The work order number identifies it: use each one once. */
export interface PlannedWork {
  readonly licensePlate: string;
  readonly workOrderNumber: string;
  readonly workshopDate: string;
  readonly price: number;
}

export function createWorkshop(options: SupplierClientOptions) {
  const supplier = createSupplierClient(options);
  const requests = supplier.serviceRequests;

  return {
    /**
     * Submits an oil service for approval and returns the id of the request. It can be called again after a failure.
     */
    async plan({ licensePlate, workOrderNumber, workshopDate, price }: PlannedWork): Promise<string> {
      const { components: allowed } = await supplier.contracts.components(licensePlate);
      const contact = { name: "Robin", phone: "+31 30 000 00 00" };
      const { id } = await requests.createAndSubmit({
        vehicle: { licensePlate, partialVin: "JF123456" },
        appointment: { workshopDate, workOrderNumber, estimatedDurationInDays: 1, contact },
        components: [mileageReading(48210), lineFor(allowed, "1101", { operation: "01", price })],
      });
      return id;
    },

    /** Reads a request and takes the next step. Call it when the work is done: it invoices what is approved. */
    async proceed(id: string, invoiceNumber: string, invoiceDate: string): Promise<Progress> {
      const request = await requests.get(id);
      const { workflows } = possibleActions(request);
      if (workflows.includes("invoice")) return this.invoice(id, invoiceNumber, invoiceDate);
      if (!workflows.includes("resubmit")) return "waiting";
      const denied = request.components.some(({ status }) => status.code === "Denied");
      if (!denied) return "call the lessor";
      await requests.resubmit(id, { cancelDenied: true });
      return "resubmitted";
    },

    /** Invoices the approved amount. Repeated calls with the same number create only one invoice. */
    async invoice(id: string, number: string, date: string): Promise<Progress> {
      try {
        await requests.invoice(id, { number, date, vatLines: { percentage: 21 } });
      } catch (error) {
        // After all work was cancelled, only the mileage reading is left, and there is nothing to invoice.
        if (!RegError.is(error, "REG-INV000018")) throw error;
        return "call the lessor";
      }
      return "invoiced";
    },
  };
}
