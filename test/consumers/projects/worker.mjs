/** A Worker: calls the service at env.BASE_URL, and responds with what came back. */
import { createSupplierClient, lineFor, mileageReading, RegError } from "@reg/sdk";

export default {
  async fetch(_request, { BASE_URL, TOKEN }) {
    const supplier = createSupplierClient({ baseUrl: BASE_URL, token: TOKEN });
    const licensePlate = "NP-345-R";
    const lessors = await supplier.lessors.list();
    const { components: allowed } = await supplier.contracts.components(licensePlate);
    const { status, created } = await supplier.serviceRequests.createAndSubmit({
      vehicle: { licensePlate, partialVin: "JF123456" },
      appointment: {
        workOrderNumber: "WO-1",
        workshopDate: "2026-12-01",
        estimatedDurationInDays: 1,
        contact: { name: "Robin de Vries" },
      },
      components: [mileageReading(48210), lineFor(allowed, "1101", { operation: "01", price: 129.5 })],
    });
    const unknown = await supplier.contracts.components("ZZ-999-Z").catch((error) => error);
    await supplier.close();
    const { name, kind } = unknown;
    return Response.json({
      lessors: lessors !== undefined,
      status,
      created,
      name,
      kind,
      isRegError: RegError.is(unknown),
    });
  },
};
