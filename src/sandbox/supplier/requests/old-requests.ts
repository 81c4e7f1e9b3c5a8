import type { Handler } from "../../core/handler.js";
import { ok } from "../../core/reply.js";
import { openRequests } from "./access.js";
import { presentRequest } from "./present.js";

/**
 * The caller's open service requests in the older model, oldest first. Its fields are not shown, nor its query
 * parameters (supplier-api.md §4.1): the fields are made up after those of today, and every parameter is ignored.
 */
export const listOldRequests: Handler = (exchange) => {
  const requests = openRequests(exchange).map((request) => {
    const { id, creationTimeStamp, status, lessorId, licensePlate } = presentRequest(request, exchange);
    return { id, creationTimeStamp, status, lessorId, licensePlate };
  });
  return ok({ requests });
};
