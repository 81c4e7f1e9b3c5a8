import type { ServiceRequestList, ServiceRequestListItem } from "../../generated/supplier/models.js";
import type { CallOptions } from "../../http/options.js";
import { requestsWith, requestWith } from "./service-requests.js";

/** What {@link findServiceRequest} needs: `supplier.serviceRequests` or `supplier.damageServiceRequests`. */
export interface ListsServiceRequests {
  list(query: { readonly licensePlate: string }, options?: CallOptions): Promise<ServiceRequestList>;
}

/** What a request is recognised by. The supplier chooses the work order number: use each one once. */
export interface ServiceRequestKey {
  /**
   * As it was sent: the service filters by it, in a way that is not shown. In what it lists, plates are compared
   * without regard to case, hyphens and blanks.
   */
  readonly licensePlate: string;
  /** Compared as it stands. */
  readonly workOrderNumber: string;
}

/**
 * Looks for the one open request with this license plate and work order number; undefined if there is none. It cannot
 * see archived requests, nor a draft that was created without its work order number (supplier-api.md §2.2, §4.1).
 *
 * Several matches are a duplicate, or a work order number that was used twice. This rejects then rather than choosing;
 * {@link findServiceRequests} lists them.
 *
 * @throws RegResponseError for several matches; for none in a list that is cut off (`hasMore`), since how to ask for the
 *   rest is not shown; and for an answer without a list
 * @throws RegInputError for a license plate or work order number that is empty; and whatever else `list` rejects with
 */
export async function findServiceRequest(
  requests: ListsServiceRequests,
  key: ServiceRequestKey,
  options?: CallOptions,
): Promise<ServiceRequestListItem | undefined> {
  return requestWith(requests, key, options);
}

/**
 * Every open request with this license plate and work order number, as {@link findServiceRequest} looks for them. In
 * a list that is cut off there may be more.
 *
 * @throws RegResponseError for no match in a list that is cut off, and for an answer without a list
 * @throws RegInputError for a license plate or work order number that is empty; and whatever else `list` rejects with
 */
export async function findServiceRequests(
  requests: ListsServiceRequests,
  key: ServiceRequestKey,
  options?: CallOptions,
): Promise<ServiceRequestListItem[]> {
  return requestsWith(requests, key, options);
}
