/** The bodies of responses and requests, in the form that supplier-api.md shows. */

export const requestId = "6f1c2f0e-8f5b-4f4e-9a3e-2b7d5c1e0a01";

const uuid = (number) => `3b0a7c52-41d9-4c6e-8e1f-${String(number).padStart(12, "0")}`;

const lines = [
  { code: "5401", operation: "19", reason: "99", value: "48210" },
  { code: "2101", operation: "01", reason: "10", location: ["L", "V"], price: 184.35 },
  { code: "2204", operation: "03", reason: "12", location: ["R"], price: 96.2 },
  { code: "1102", operation: "01", reason: "10", price: 412.9 },
];

const written = ({ code, operation, reason, ...others }, index) => ({
  id: uuid(index),
  reg: { code },
  supplierCode: `WS-${code}-${index}`,
  operation: { code: operation },
  reason: { code: reason },
  ...others,
});

const appointment = {
  workshopDate: "2026-06-22",
  workOrderNumber: "WO-2026-004711",
  contact: { name: "Janneke de Wit", phone: "+31 20 555 0123" },
  estimatedDurationInDays: 2,
};

/** The response to GET /v2/servicerequests/{id}, 1.5 kB. */
export const small = {
  data: {
    id: requestId,
    creationTimeStamp: "2026-06-17T08:41:22.517Z",
    status: "ApprovalRequested",
    readOnly: true,
    supplierId: 20417,
    lessorId: 77,
    serviceRequestNumber: 1904452,
    licensePlate: "AB-123-C",
    appointment,
    vehicle: { licensePlate: "AB-123-C", partialVin: "4711883" },
    components: lines.map((line, index) => ({
      ...written(line, index),
      status: { code: "ApprovalRequested", description: "Waits for the lessor" },
    })),
    invoicing: { totalAmountApproved: 0, totalAmountToInvoice: 0, totalAmountInvoiced: 0 },
    parking: { isParked: false },
  },
};

/** The body of POST /v2/servicerequests, 2 kB. */
export const draft = {
  status: "ApprovalRequested",
  vehicle: { licensePlate: "AB-123-C", partialVin: "4711883" },
  appointment,
  components: [...lines, ...lines, ...lines].slice(0, 11).map(written),
};

/** The response to POST /v2/servicerequests. */
export const created = { id: uuid(900) };

/** The response to GET /v2/servicerequests, 200 kB. */
export const large = {
  serviceRequests: Array.from({ length: 394 }, (_, index) => ({
    href: `https://supplier.example/v2/servicerequests/${uuid(index)}`,
    id: uuid(index),
    lastModifiedUtc: new Date(Date.UTC(2026, 5, 1 + (index % 28), 9, index % 60)).toISOString(),
    lessorId: 70 + (index % 9),
    lessorName: `Lessor ${index % 9} B.V.`,
    serviceRequestNumber: 1900000 + index,
    supplierId: 20417,
    licensePlate: `AB-${100 + index}-C`,
    workOrderNumber: `WO-2026-${String(index).padStart(6, "0")}`,
    status: index % 3 === 0 ? "Draft" : "Approved",
    invoicing: {
      status: "ReadyForInvoicing",
      totalAmountApproved: 752.2 + index,
      totalAmountToInvoice: 752.2,
      totalAmountInvoiced: index,
    },
    parking: { isParked: false },
  })),
  hasMore: false,
};

/** The response to GET /v2/damageservicerequests, 30 kB. */
export const list = { serviceRequests: large.serviceRequests.slice(0, 59), hasMore: false };

/** The length of the file at GET /v2/servicerequests/{id}/attachments/1. */
export const downloadBytes = 20_000_000;

/** The file of PUT /v2/servicerequests/{id}/attachments, 1 MB. */
export const createUpload = () => new File([Buffer.alloc(1_000_000, "upload ")], "photo.jpg");

/** The response to an upload. */
export const stored = { id: uuid(901) };
