/** A program of a user, which is compiled only: 30 typed calls with the supplier client, 18 by name and 12 by path. */
import { createSupplierClient } from "@reg/sdk";

const supplier = createSupplierClient({ baseUrl: "https://reg.example", token: "token" });
const id = "5b0d1f5e-6a53-4c0f-8e3a-7f6a3b9f1c11";
const lineId = "9c0d1f5e-6a53-4c0f-8e3a-7f6a3b9f1c12";
const licensePlate = "AB-123-C";

export async function requests(): Promise<readonly unknown[]> {
  const list = await supplier.serviceRequests.list({ licensePlate });
  const created = await supplier.serviceRequests.create({
    status: "Draft",
    vehicle: { licensePlate, partialVin: "JF123456" },
    components: [
      { id: lineId, reg: { code: "3198" }, operation: { code: "01" }, reason: { code: "04" }, price: 129.5 },
    ],
  });
  const request = await supplier.serviceRequests.get(created.id);
  const overwritten = await supplier.serviceRequests.overwrite(id, {
    status: "ApprovalRequested",
    vehicle: { licensePlate },
    appointment: { workshopDate: "2026-06-15", workOrderNumber: "WO-2041", contact: { name: "Robin" } },
  });
  const patched = await supplier.serviceRequests.patch(id, {
    status: "ApprovalRequested",
    appointment: { estimatedDurationInDays: 1 },
  });
  await supplier.serviceRequests.delete(id);
  return [
    list.serviceRequests.map(({ licensePlate, status }) => `${licensePlate} ${status}`),
    created.id.length,
    request.components?.map((line) => line.status.code),
    overwritten.status,
    patched.appointment?.workOrderNumber,
  ];
}

export async function lines(): Promise<readonly unknown[]> {
  const written = await supplier.serviceRequests.components.put(id, lineId, {
    reg: { code: "3198" },
    operation: { code: "01", type: { code: "R" } },
    reason: { code: "04" },
    location: ["1", "L"],
    subcomponents: [{ reg: { code: "3101" }, price: 99, part: { partType: "Tire", id: 1 } }],
  });
  await supplier.serviceRequests.components.delete(id, lineId);
  const cancelled = await supplier.serviceRequests.components.cancel(id, lineId);
  const attachments = await supplier.serviceRequests.attachments.list(id);
  await supplier.serviceRequests.attachments.delete(id, lineId);
  return [written, cancelled.component.status.code, attachments];
}

export async function invoices(): Promise<readonly unknown[]> {
  const templates = await supplier.serviceRequests.invoiceTemplates.list(id);
  const list = await supplier.GET("/v2/servicerequests/{id}/invoices", { params: { path: { id } } });
  const created = await supplier.serviceRequests.invoices.create(id, {
    identitySender: { name: "Garage De Brug", RegNumber: 4711 },
    identityReceiver: { name: "Noordzee Lease" },
    invoiceNumber: "2026-1",
    vatLines: [],
    total: 1295,
  });
  const invoice = await supplier.GET("/v2/servicerequests/{id}/invoices/{invoiceId}", {
    params: { path: { id, invoiceId: 7 } },
  });
  await supplier.serviceRequests.invoices.setStatus(id, { reason: "NotNeeded" });
  return [templates.debit?.identitySender, list.data, created, invoice.data.total];
}

export async function damage(): Promise<readonly unknown[]> {
  const list = await supplier.GET("/v2/damageservicerequests", { params: { query: { licensePlate } } });
  const created = await supplier.POST("/v2/damageservicerequests", {
    body: { status: "Draft", vehicle: { licensePlate } },
  });
  const request = await supplier.GET("/v2/damageservicerequests/{id}", { params: { path: { id } } });
  const patched = await supplier.damageServiceRequests.patch(id, { vehicle: { partialVin: "JF123456" } });
  const cancelled = await supplier.POST("/v2/damageservicerequests/{requestId}/components/{componentId}/cancel", {
    params: { path: { requestId: id, componentId: lineId } },
  });
  return [list.data.hasMore, created.data, request.data.data.components?.[0]?.price, patched.status, cancelled.data];
}

export async function lookups(): Promise<readonly unknown[]> {
  const components = await supplier.GET("/v2/components");
  const contract = await supplier.GET("/v2/contracts/{licensePlate}", { params: { path: { licensePlate } } });
  const allowed = await supplier.contracts.components(licensePlate);
  const lessors = await supplier.lessors.list();
  const lessor = await supplier.GET("/v2/lessor/{lessorId}", { params: { path: { lessorId: 12 } } });
  const notifications = await supplier.GET("/v2/lessors/notifications", {
    params: { query: { showInactiveNotifications: true } },
  });
  const rental = await supplier.rentalVehicles.get(licensePlate);
  const tires = await supplier.GET("/v2/tires", { params: { query: { seasonIndicator: ["Winter"] } } });
  const level = await supplier.serviceLevels.get();
  return [
    components.data,
    contract.data.lessor,
    allowed.components[0]?.regCode,
    lessors,
    lessor.data.name,
    notifications.data,
    rental,
    tires.data,
    level,
  ];
}
