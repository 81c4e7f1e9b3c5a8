import type { ServiceAdapter } from "@reg/sdk";
import type { AdapterRequest, AdapterResponse } from "@reg/sdk/supplier";

/** The documented status for each of the service. */
export const statuses: Readonly<Record<string, string>> = {
  DRAFT: "Draft",
  MODIFIED: "Modified",
  APPROVAL_REQUESTED: "ApprovalRequested",
  APPROVED: "Approved",
  DENIED: "Denied",
};

/** The opposite of {@link statuses}. */
export const capitals = Object.fromEntries(Object.entries(statuses).map(([own, documented]) => [documented, own]));

/** The errors are texts such as `REG-SVC000190: The date is before the lease.`, by the name of the field. */
function readErrors({ body }: AdapterResponse) {
  const texts = Object.entries<string[]>(Object(body).errors ?? {});
  const errors = texts.flatMap(([fieldName, list]) =>
    list.map((text) => {
      const [code, description] = text.split(": ");
      return { code, description, context: fieldName === "" ? {} : { fieldName } };
    }),
  );
  return { body: { ...Object(body), errors } };
}

/** Sends a file in a form. */
const upload = {
  async request({ body, headers }: AdapterRequest) {
    const form = new FormData();
    form.append("file", await toFile(body, headers));
    return { body: form, headers: { "content-type": undefined, "content-disposition": undefined } };
  },
};

/** A file with the name and the type that the headers of an upload give. */
async function toFile(body: unknown, headers: AdapterRequest["headers"]): Promise<File> {
  const name = /filename="?([^";]+)/.exec(headers["content-disposition"] ?? "")?.[1] ?? "file";
  const type = headers["content-type"] ?? "application/octet-stream";
  return new File([new Uint8Array(await new Response(body as Blob).arrayBuffer())], name, { type });
}

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

/** Bridges the differences of the profile of fifteen. */
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
