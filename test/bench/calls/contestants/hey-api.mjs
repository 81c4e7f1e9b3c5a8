import {
  client,
  serviceRequestsCreate,
  serviceRequestsGet,
  serviceRequestsList,
} from "../../peers/generated/hey-api/supplier.mjs";

/** The client that @hey-api/openapi-ts generates from our document, on global fetch; a failure is thrown. */
export function make({ baseUrl, token, requestId }) {
  client.setConfig({
    baseUrl,
    auth: () => token,
    headers: { accept: "application/json" },
    throwOnError: true,
  });
  const path = { id: requestId };
  return {
    getSmall: async () => (await serviceRequestsGet({ path })).data.data,
    post: async (body) => (await serviceRequestsCreate({ body })).data.id,
    getLarge: async () => (await serviceRequestsList()).data,
  };
}
