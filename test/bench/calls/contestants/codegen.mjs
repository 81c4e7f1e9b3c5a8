import {
  OpenAPI,
  ServiceRequestsService,
} from "../../peers/generated/openapi-typescript-codegen/supplier.mjs";

/** The client that openapi-typescript-codegen generates from our document, on global fetch. */
export function make({ baseUrl, token, requestId }) {
  OpenAPI.BASE = baseUrl;
  OpenAPI.TOKEN = token;
  return {
    getSmall: async () => (await ServiceRequestsService.serviceRequestsGet(requestId)).data,
    post: async (body) => (await ServiceRequestsService.serviceRequestsCreate(body)).id,
    getLarge: () => ServiceRequestsService.serviceRequestsList(),
  };
}
