import type { AdapterRequest, AdapterResponse, LessorAdapters, ServiceAdapter } from "@reg/sdk";
import { capitals, readErrors, statuses, upload } from "./common.js";

/** Bridges the forty differences of the third profile. */

/** Gives a field its documented name, if it is there. */
function rename(holder: Record<string, unknown> | undefined, own: string, documented: string): void {
  if (holder === undefined || !(own in holder)) return;
  holder[documented] = holder[own];
  delete holder[own];
}

/** Converts a field, if it is there. */
function convert(holder: Record<string, unknown> | undefined, name: string, to: (value: never) => unknown): void {
  if (holder?.[name] != null) holder[name] = to(holder[name] as never);
}

function readLine(line: Record<string, unknown> & { subcomponents?: Record<string, unknown>[] }): void {
  for (const part of [line, ...(line.subcomponents ?? [])]) convert(part, "price", Number);
  for (const name of ["price", "value", "part", "location"]) if (line[name] === null) delete line[name];
}

/** Brings a request into the form of the document, and puts it into `data`. */
function readRequest({ body }: AdapterResponse) {
  const request = Object(body);
  const { appointment, vehicle, invoicing, components } = request;
  request.status = statuses[request.status] ?? request.status;
  rename(vehicle, "vin", "partialVin");
  rename(appointment?.contact, "phoneNumber", "phone");
  convert(appointment, "workshopDate", (date: string) => date.slice(0, 10));
  convert(appointment, "estimatedDurationInDays", Number);
  convert(invoicing, "totalAmountToInvoice", Number);
  for (const line of components) readLine(line);
  return { body: { data: request } };
}

function writeRequest({ body }: AdapterRequest) {
  const request = structuredClone(Object(body));
  convert(request, "status", (status: string) => capitals[status]);
  rename(request.vehicle, "partialVin", "vin");
  rename(request.appointment?.contact, "phone", "phoneNumber");
  return { body: request };
}

const read = { response: readRequest, error: readErrors };
const change = { ...read, request: writeRequest };
const create = { request: writeRequest, response: () => ({ status: 201 }), error: readErrors };

const list = {
  response({ body }: AdapterResponse) {
    const serviceRequests = Object(body).map(({ workOrderNo, ...item }: Record<string, unknown>) => ({
      ...item,
      lastModifiedUtc: new Date(Number(item["lastModifiedUtc"]) * 1000).toISOString().replace(".000Z", "Z"),
      serviceRequestNumber: Number(item["serviceRequestNumber"]),
      status: statuses[String(item["status"])] ?? item["status"],
      workOrderNumber: String(workOrderNo ?? "").trimEnd(),
      // The list does not show it; the request does.
      parking: { isParked: false },
    }));
    return { body: { serviceRequests, hasMore: false } };
  },
};

const contract = {
  response({ body }: AdapterResponse) {
    const { data } = Object(body);
    convert(data.lessor, "number", Number);
    convert(data.leaseContract, "startDate", (day: string) => day.split("-").reverse().join("-"));
    return { body: data };
  },
};

const allowed = {
  response({ body }: AdapterResponse) {
    for (const component of Object(body)) rename(component, "code", "regCode");
    return { body: { components: Object(body) } };
  },
};

const lessor = {
  path: "/v2/lessors/{lessorId}",
  response({ body }: AdapterResponse) {
    const { lessor } = Object(body);
    return { body: { ...lessor, active: lessor.active === "true" } };
  },
};

const templates = {
  response({ body }: AdapterResponse) {
    const entries = Object(body).map(({ type, ...template }: { type: string }) => [type, template]);
    return { body: Object.fromEntries(entries) };
  },
};

const invoices = {
  response({ body }: AdapterResponse) {
    const list: Record<string, unknown>[] = Object(body).items;
    return {
      body: { invoices: list.map((each) => ({ ...each, id: Number(each["id"]), total: Number(each["total"]) })) },
    };
  },
};

const createInvoice = { error: readErrors };

const download = {
  response({ body }: AdapterResponse) {
    const { content, contentType } = Object(body);
    const file = new Uint8Array(Buffer.from(content, "base64"));
    return { body: file, headers: { "content-type": contentType } };
  },
};

const related = { response: ({ body }: AdapterResponse) => ({ body: Object(body).data }) };

const lessorAdapters: LessorAdapters = {
  "token.create": {
    response({ body }) {
      const { accessToken, tokenType, expiresIn } = Object(body);
      return { body: { access_token: accessToken, token_type: tokenType, expires_in: Number(expiresIn) } };
    },
  },
  "vehicles.contractTires.get": related,
  "vehicles.currentTire.get": related,
  "vehicles.lastMaintenance.get": related,
  "vehicles.mileages.get": related,
  "vehicles.routings.get": related,
  "vehicles.extraTireSet.get": related,
  "vehicles.purchasedTires.get": related,
};

const adapter: ServiceAdapter = {
  supplier: {
    "serviceRequests.create": create,
    "serviceRequests.get": read,
    "serviceRequests.overwrite": change,
    "serviceRequests.patch": change,
    "serviceRequests.list": list,
    "serviceRequests.attachments.upload": upload,
    "serviceRequests.attachments.get": download,
    "serviceRequests.invoiceTemplates.list": templates,
    "serviceRequests.invoices.list": invoices,
    "serviceRequests.invoices.create": createInvoice,
    "serviceRequests.invoices.pdf.upload": upload,
    "damageServiceRequests.create": create,
    "damageServiceRequests.get": read,
    "damageServiceRequests.overwrite": change,
    "damageServiceRequests.patch": change,
    "damageServiceRequests.list": list,
    "damageServiceRequests.attachments.upload": upload,
    "damageServiceRequests.attachments.get": download,
    "damageServiceRequests.invoiceTemplates.list": templates,
    "damageServiceRequests.invoices.list": invoices,
    "damageServiceRequests.invoices.create": createInvoice,
    "damageServiceRequests.invoices.pdf.upload": upload,
    "contracts.get": { ...contract, path: "/v2/vehicles/{licensePlate}/contract" },
    "contracts.components": allowed,
    "contracts.damageComponents": allowed,
    "lessors.get": lessor,
    "lessors.contracts.get": contract,
    "lessors.contracts.components": allowed,
    "lessors.contracts.damageComponents": allowed,
  },
  lessor: lessorAdapters,
};

export default adapter;
