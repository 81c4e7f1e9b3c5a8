/** The same 30 calls with the client that hey-api generates. */

import { client } from "./client/client.gen.js";
import * as supplier from "./client/index.js";

client.setConfig({ baseUrl: "https://reg.example", auth: "token" });
const id = "5b0d1f5e-6a53-4c0f-8e3a-7f6a3b9f1c11";
const lineId = "9c0d1f5e-6a53-4c0f-8e3a-7f6a3b9f1c12";
const licensePlate = "AB-123-C";

export async function requests(): Promise<readonly unknown[]> {
  const list = await supplier.serviceRequestsList({ query: { licensePlate } });
  const created = await supplier.serviceRequestsCreate({
    body: {
      status: "Draft",
      vehicle: { licensePlate, partialVin: "JF123456" },
      components: [
        {
          id: lineId,
          reg: { code: "3198" },
          operation: { code: "01" },
          reason: { code: "04" },
          price: 129.5,
        },
      ],
    },
  });
  const request = await supplier.serviceRequestsGet({ path: { id: created.data?.id ?? id } });
  const overwritten = await supplier.serviceRequestsOverwrite({
    path: { id },
    body: {
      status: "ApprovalRequested",
      vehicle: { licensePlate },
      appointment: { workshopDate: "2026-06-15", workOrderNumber: "WO-2041", contact: { name: "Robin" } },
    },
  });
  const patched = await supplier.serviceRequestsPatch({
    path: { id },
    body: { status: "ApprovalRequested", appointment: { estimatedDurationInDays: 1 } },
  });
  await supplier.serviceRequestsDelete({ path: { id } });
  return [
    list.data?.serviceRequests.map(({ licensePlate, status }) => `${licensePlate} ${status}`),
    created.data?.id.length,
    request.data?.data.components?.map((line) => line.status.code),
    overwritten.data?.data.status,
    patched.data?.data.appointment?.workOrderNumber,
  ];
}

export async function lines(): Promise<readonly unknown[]> {
  const written = await supplier.serviceRequestsComponentsPut({
    path: { requestId: id, componentId: lineId },
    body: {
      reg: { code: "3198" },
      operation: { code: "01", type: { code: "R" } },
      reason: { code: "04" },
      location: ["1", "L"],
      subcomponents: [{ reg: { code: "3101" }, price: 99, part: { partType: "Tire", id: 1 } }],
    },
  });
  await supplier.serviceRequestsComponentsDelete({ path: { requestId: id, componentId: lineId } });
  const cancelled = await supplier.serviceRequestsComponentsCancel({
    path: { requestId: id, componentId: lineId },
  });
  const attachments = await supplier.serviceRequestsAttachmentsList({ path: { id } });
  await supplier.serviceRequestsAttachmentsDelete({ path: { id, attachmentId: lineId } });
  return [written.data, cancelled.data?.component.status.code, attachments.data];
}

export async function invoices(): Promise<readonly unknown[]> {
  const templates = await supplier.serviceRequestsInvoiceTemplatesList({ path: { id } });
  const list = await supplier.serviceRequestsInvoicesList({ path: { id } });
  const created = await supplier.serviceRequestsInvoicesCreate({
    path: { id },
    body: {
      identitySender: { name: "Garage De Brug", RegNumber: 4711 },
      identityReceiver: { name: "Noordzee Lease" },
      invoiceNumber: "2026-1",
      vatLines: [],
      total: 1295,
    },
  });
  const invoice = await supplier.serviceRequestsInvoicesGet({ path: { id, invoiceId: 7 } });
  await supplier.serviceRequestsInvoicesSetStatus({ path: { id }, body: { reason: "NotNeeded" } });
  return [templates.data?.debit?.identitySender, list.data, created.data, invoice.data?.total];
}

export async function damage(): Promise<readonly unknown[]> {
  const list = await supplier.damageServiceRequestsList({ query: { licensePlate } });
  const created = await supplier.damageServiceRequestsCreate({
    body: { status: "Draft", vehicle: { licensePlate } },
  });
  const request = await supplier.damageServiceRequestsGet({ path: { id } });
  const patched = await supplier.damageServiceRequestsPatch({
    path: { id },
    body: { vehicle: { partialVin: "JF123456" } },
  });
  const cancelled = await supplier.damageServiceRequestsComponentsCancel({
    path: { requestId: id, componentId: lineId },
  });
  return [
    list.data?.hasMore,
    created.data,
    request.data?.data.components?.[0]?.price,
    patched.data?.data.status,
    cancelled.data,
  ];
}

export async function lookups(): Promise<readonly unknown[]> {
  const components = await supplier.componentsList();
  const contract = await supplier.contractsGet({ path: { licensePlate } });
  const allowed = await supplier.contractsComponents({ path: { licensePlate } });
  const lessors = await supplier.lessorsList();
  const lessor = await supplier.lessorsGet({ path: { lessorId: 12 } });
  const notifications = await supplier.lessorsNotifications({ query: { showInactiveNotifications: true } });
  const rental = await supplier.rentalVehiclesGet({ path: { licensePlate } });
  const tires = await supplier.tiresSearch({ query: { seasonIndicator: ["Winter"] } });
  const level = await supplier.serviceLevelsGet();
  return [
    components.data,
    contract.data?.lessor,
    allowed.data?.components[0]?.regCode,
    lessors.data,
    lessor.data?.name,
    notifications.data,
    rental.data,
    tires.data,
    level.data,
  ];
}
