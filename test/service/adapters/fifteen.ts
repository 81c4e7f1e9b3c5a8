import type { AdapterRequest, AdapterResponse, ServiceAdapter } from "@reg/sdk";
import { capitals, readErrors, statuses, upload } from "./common.js";

/** Bridges the fifteen differences of the second profile. */

/** Brings a request, which a response contains in `data`, into the form of the document. */
function readRequest({ body }: AdapterResponse): void {
  const { data } = Object(body);
  data.status = statuses[data.status] ?? data.status;
  const { appointment } = data;
  if (appointment?.workshopDate !== undefined) appointment.workshopDate = appointment.workshopDate.slice(0, 10);
  for (const line of data.components) {
    for (const part of [line, ...(line.subcomponents ?? [])]) if (part.price != null) part.price = Number(part.price);
    for (const name of ["price", "value"]) if (line[name] === null) delete line[name];
  }
}

function writeRequest({ body }: AdapterRequest) {
  const { status, ...content } = Object(body);
  return { body: { ...content, ...(status !== undefined && { status: capitals[status] }) } };
}

const read = { response: readRequest, error: readErrors };
const change = { ...read, request: writeRequest };
const create = {
  request: writeRequest,
  response: () => ({ status: 201 }),
  error: readErrors,
};

const list = {
  response({ body }: AdapterResponse) {
    const serviceRequests = Object(body);
    for (const item of serviceRequests) {
      item.workOrderNumber = item.workOrderNo;
      delete item.workOrderNo;
    }
    return { body: { serviceRequests, hasMore: false } };
  },
};

const contract = { response: ({ body }: AdapterResponse) => ({ body: Object(body).data }) };
const allowed = { response: ({ body }: AdapterResponse) => ({ body: { components: Object(body) } }) };
const invoices = { response: ({ body }: AdapterResponse) => ({ body: { invoices: Object(body).items } }) };
const createInvoice = { error: readErrors };

const adapter: ServiceAdapter = {
  supplier: {
    "serviceRequests.create": create,
    "serviceRequests.get": read,
    "serviceRequests.overwrite": change,
    "serviceRequests.patch": change,
    "serviceRequests.list": list,
    "serviceRequests.attachments.upload": upload,
    "serviceRequests.invoices.list": invoices,
    "serviceRequests.invoices.create": createInvoice,
    "damageServiceRequests.create": create,
    "damageServiceRequests.get": read,
    "damageServiceRequests.overwrite": change,
    "damageServiceRequests.patch": change,
    "damageServiceRequests.list": list,
    "damageServiceRequests.attachments.upload": upload,
    "damageServiceRequests.invoices.list": invoices,
    "damageServiceRequests.invoices.create": createInvoice,
    "contracts.get": contract,
    "contracts.components": allowed,
    "contracts.damageComponents": allowed,
    "lessors.get": { path: "/v2/lessors/{lessorId}" },
    "lessors.contracts.get": contract,
    "lessors.contracts.components": allowed,
    "lessors.contracts.damageComponents": allowed,
  },
  lessor: {
    "token.create": {
      response({ body }) {
        const { accessToken, tokenType, expiresIn } = Object(body);
        return { body: { access_token: accessToken, token_type: tokenType, expires_in: expiresIn } };
      },
    },
  },
};

export default adapter;
