import { RegInputError } from "../../errors/client-errors.js";
import type { ServiceRequestList, ServiceRequestListItem } from "../../generated/supplier/models.js";
import type { CallOptions } from "../../http/options.js";
import { plainPlate } from "../license-plate.js";
import { checkRequests } from "./check-requests.js";
import type { ListsServiceRequests, ServiceRequestKey } from "./find-service-request.js";
import { theOnly, undecided } from "./undecided.js";

/** What `findServiceRequest` does. */
export async function requestWith(
  requests: ListsServiceRequests,
  key: ServiceRequestKey,
  options?: CallOptions,
): Promise<ServiceRequestListItem | undefined> {
  const found = await requestsWith(requests, key, options);
  const ids = found.map(({ id }) => id).join(", ");
  return theOnly(
    found,
    (count) => `${count} open requests have this license plate and work order number (${ids})`,
  );
}

/** What `findServiceRequests` does. */
export async function requestsWith(
  requests: ListsServiceRequests,
  key: ServiceRequestKey,
  options?: CallOptions,
): Promise<ServiceRequestListItem[]> {
  checkRequests(requests?.list);
  const { licensePlate, workOrderNumber }: ServiceRequestKey = Object(key);
  const plate = plainPlate(licensePlate);
  if (plate === "") throw new RegInputError("licensePlate", "must be the license plate to look for");
  if (typeof workOrderNumber !== "string" || workOrderNumber === "")
    throw new RegInputError("workOrderNumber", "must be the work order number to look for, as text");
  const list: Partial<ServiceRequestList> | undefined = await requests.list({ licensePlate }, options);
  if (!Array.isArray(list?.serviceRequests)) throw undecided("the answer holds no list of requests");
  // That the list of damages takes the filter is inferred, so that the plate is compared here as well.
  const found = list.serviceRequests.filter(
    (each) => plainPlate(each?.licensePlate) === plate && each.workOrderNumber === workOrderNumber,
  );
  if (found.length === 0 && list.hasMore)
    throw undecided("no such request is in the list, but the service says that there are more (hasMore)");
  return found;
}
