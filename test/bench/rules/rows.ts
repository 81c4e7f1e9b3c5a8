import { createSandbox } from "../../../src/sandbox/index.js";
import { createSupplierClient } from "../../../src/supplier/client.js";
import { checkApproval, checkInvoice, lineFor, mileageReading } from "../../../src/supplier/index.js";

/** What is measured, by what it is called. */
export type Rows = Readonly<Record<string, () => unknown>>;

/** The rules over a request of 50 lines, with the lookups of a sandbox. */
export async function rulesRows(): Promise<Rows> {
  const sandbox = createSandbox();
  const supplier = createSupplierClient({
    baseUrl: sandbox.supplier.baseUrl,
    token: await sandbox.supplier.token(),
    fetch: sandbox.fetch,
  });
  const licensePlate = "AB-123-C";
  const contract = await supplier.contracts.get(licensePlate);
  const { components: allowedComponents } = await supplier.contracts.components(licensePlate);

  const context = { contract, allowedComponents };
  const replacement = allowedComponents.find(({ regCode }) => regCode === "3198");
  const tire = replacement?.subcomponents?.find(({ regCode }) => regCode === "3101");
  const lines = Array.from({ length: 49 }, () =>
    lineFor(replacement, {
      reason: replacement?.reasons?.[0]?.code,
      price: 129.5,
      location: ["1", "L"],
      subcomponents: [
        { code: tire?.regCode ?? "", price: 99, part: { id: 1 } },
        { code: "3160", price: 10 },
      ],
    }),
  );
  const request = {
    vehicle: { licensePlate, partialVin: "JF123456" },
    appointment: {
      workshopDate: "2026-06-15",
      workOrderNumber: "WO-2041",
      estimatedDurationInDays: 1,
      contact: { name: "Robin" },
    },
    components: [mileageReading(48210), ...lines],
  };
  const broken = {
    ...request,
    appointment: {},
    components: request.components.map((line) => ({ ...line, reason: { code: "00" }, location: ["9"] })),
  };
  const invoice = {
    identitySender: { name: "Garage De Brug", RegNumber: 4711 },
    identityReceiver: { name: "Noordzee Lease" },
    invoiceNumber: "2026-1",
    invoiceDate: "2026-06-15",
    vatLines: [],
    total: 1295,
  };

  return {
    "checkApproval, 50 lines that hold": () => checkApproval(request, context),
    "checkApproval, 50 lines that do not": () => checkApproval(broken, context),
    "checkApproval, no lookups": () => checkApproval(request),
    checkInvoice: () =>
      checkInvoice(invoice, { request: { ...request, status: "Approved" }, outstanding: 1295 }),
  };
}
