import type { ServiceAdapter } from "@reg/sdk";

/** Bridges the five differences of the first profile. */

const request = {
  response({ body }: { body: unknown }) {
    for (const line of Object(body).data.components)
      for (const part of [line, ...(line.subcomponents ?? [])])
        if (part.price !== undefined) part.price = Number(part.price);
  },
};

const list = {
  response({ body }: { body: unknown }) {
    for (const item of Object(body).serviceRequests) {
      item.workOrderNumber = item.workOrderNo;
      delete item.workOrderNo;
    }
  },
};

const contract = { response: ({ body }: { body: unknown }) => ({ body: Object(body).data }) };

const allowed = { response: ({ body }: { body: unknown }) => ({ body: { components: Object(body) } }) };

const invoices = { response: ({ body }: { body: unknown }) => ({ body: { invoices: Object(body).items } }) };

const adapter: ServiceAdapter = {
  supplier: {
    "serviceRequests.get": request,
    "serviceRequests.overwrite": request,
    "serviceRequests.patch": request,
    "serviceRequests.list": list,
    "serviceRequests.invoices.list": invoices,
    "damageServiceRequests.get": request,
    "damageServiceRequests.overwrite": request,
    "damageServiceRequests.patch": request,
    "damageServiceRequests.list": list,
    "damageServiceRequests.invoices.list": invoices,
    "contracts.get": contract,
    "contracts.components": allowed,
    "contracts.damageComponents": allowed,
    "lessors.contracts.get": contract,
    "lessors.contracts.components": allowed,
    "lessors.contracts.damageComponents": allowed,
  },
};

export default adapter;
