/** The same 30 calls with openapi-fetch and the types that openapi-typescript generates. */
import createClient from "openapi-fetch";
import type { paths } from "./schema.js";

const supplier = createClient<paths>({ baseUrl: "https://reg.example" });
const id = "5b0d1f5e-6a53-4c0f-8e3a-7f6a3b9f1c11";
const lineId = "9c0d1f5e-6a53-4c0f-8e3a-7f6a3b9f1c12";
const licensePlate = "AB-123-C";
const byId = { params: { path: { id } } };
const byLine = { params: { path: { requestId: id, componentId: lineId } } };

export async function requests(): Promise<readonly unknown[]> {
  const list = await supplier.GET("/v2/servicerequests", { params: { query: { licensePlate } } });
  const created = await supplier.POST("/v2/servicerequests", {
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
  const request = await supplier.GET("/v2/servicerequests/{id}", {
    params: { path: { id: created.data?.id ?? id } },
  });
  const overwritten = await supplier.PUT("/v2/servicerequests/{id}", {
    ...byId,
    body: {
      status: "ApprovalRequested",
      vehicle: { licensePlate },
      appointment: { workshopDate: "2026-06-15", workOrderNumber: "WO-2041", contact: { name: "Robin" } },
    },
  });
  const patched = await supplier.PATCH("/v2/servicerequests/{id}", {
    ...byId,
    body: { status: "ApprovalRequested", appointment: { estimatedDurationInDays: 1 } },
  });
  await supplier.DELETE("/v2/servicerequests/{id}", byId);
  return [
    list.data?.serviceRequests.map(({ licensePlate, status }) => `${licensePlate} ${status}`),
    created.data?.id.length,
    request.data?.data.components?.map((line) => line.status.code),
    overwritten.data?.data.status,
    patched.data?.data.appointment?.workOrderNumber,
  ];
}

export async function lines(): Promise<readonly unknown[]> {
  const written = await supplier.PUT("/v2/servicerequests/{requestId}/components/{componentId}", {
    ...byLine,
    body: {
      reg: { code: "3198" },
      operation: { code: "01", type: { code: "R" } },
      reason: { code: "04" },
      location: ["1", "L"],
      subcomponents: [{ reg: { code: "3101" }, price: 99, part: { partType: "Tire", id: 1 } }],
    },
  });
  await supplier.DELETE("/v2/servicerequests/{requestId}/components/{componentId}", byLine);
  const cancelled = await supplier.POST(
    "/v2/servicerequests/{requestId}/components/{componentId}/cancel",
    byLine,
  );
  const attachments = await supplier.GET("/v2/servicerequests/{id}/attachments", byId);
  await supplier.DELETE("/v2/servicerequests/{id}/attachments/{attachmentId}", {
    params: { path: { id, attachmentId: lineId } },
  });
  return [written.data, cancelled.data?.component.status.code, attachments.data];
}

export async function invoices(): Promise<readonly unknown[]> {
  const templates = await supplier.GET("/v2/servicerequests/{id}/invoicetemplates", byId);
  const list = await supplier.GET("/v2/servicerequests/{id}/invoices", byId);
  const created = await supplier.POST("/v2/servicerequests/{id}/invoices", {
    ...byId,
    body: {
      identitySender: { name: "Garage De Brug", RegNumber: 4711 },
      identityReceiver: { name: "Noordzee Lease" },
      invoiceNumber: "2026-1",
      vatLines: [],
      total: 1295,
    },
  });
  const invoice = await supplier.GET("/v2/servicerequests/{id}/invoices/{invoiceId}", {
    params: { path: { id, invoiceId: 7 } },
  });
  await supplier.POST("/v2/servicerequests/{id}/invoices/status", { ...byId, body: { reason: "NotNeeded" } });
  return [templates.data?.debit?.identitySender, list.data, created.data, invoice.data?.total];
}

export async function damage(): Promise<readonly unknown[]> {
  const list = await supplier.GET("/v2/damageservicerequests", { params: { query: { licensePlate } } });
  const created = await supplier.POST("/v2/damageservicerequests", {
    body: { status: "Draft", vehicle: { licensePlate } },
  });
  const request = await supplier.GET("/v2/damageservicerequests/{id}", byId);
  const patched = await supplier.PATCH("/v2/damageservicerequests/{id}", {
    ...byId,
    body: { vehicle: { partialVin: "JF123456" } },
  });
  const cancelled = await supplier.POST(
    "/v2/damageservicerequests/{requestId}/components/{componentId}/cancel",
    byLine,
  );
  return [
    list.data?.hasMore,
    created.data,
    request.data?.data.components?.[0]?.price,
    patched.data?.data.status,
    cancelled.data,
  ];
}

export async function lookups(): Promise<readonly unknown[]> {
  const components = await supplier.GET("/v2/components");
  const contract = await supplier.GET("/v2/contracts/{licensePlate}", { params: { path: { licensePlate } } });
  const allowed = await supplier.GET("/v2/contracts/{licensePlate}/components", {
    params: { path: { licensePlate } },
  });
  const lessors = await supplier.GET("/v2/lessors");
  const lessor = await supplier.GET("/v2/lessor/{lessorId}", { params: { path: { lessorId: 12 } } });
  const notifications = await supplier.GET("/v2/lessors/notifications", {
    params: { query: { showInactiveNotifications: true } },
  });
  const rental = await supplier.GET("/v2/rentalvehicles/{licensePlate}", {
    params: { path: { licensePlate } },
  });
  const tires = await supplier.GET("/v2/tires", { params: { query: { seasonIndicator: ["Winter"] } } });
  const level = await supplier.GET("/v2/servicelevel");
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
