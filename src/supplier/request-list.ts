import { plateKey } from "../base/plates.js";
import { RegInputError, type RegResponseError } from "../errors/errors.js";
import type { ServiceRequestList, ServiceRequestListItem } from "../generated/supplier/models.js";
import type { CallOptions } from "../http/call/options.js";
import { ambiguousResult, checkRequests, mayBeCutKey, mayBeKey, onlyMatch } from "./lookup.js";

/** The parameter of {@link findServiceRequest}: `supplier.serviceRequests` or `supplier.damageServiceRequests`. */
export interface ListsServiceRequests {
  list(query: { readonly licensePlate: string }, options?: CallOptions): Promise<ServiceRequestList>;
}

/** Identifies a request. The supplier chooses the work order number: use each one once. */
export interface ServiceRequestKey {
  /**
   * As it was sent: the service filters by it, in a way that is not shown. Plates in the list are compared without
   * regard to case, hyphens and blanks.
   */
  readonly licensePlate: string;
  /** Compared exactly. */
  readonly workOrderNumber: string;
}

/**
 * Looks for the one open request with this license plate and work order number; undefined if there is none. It cannot
 * see archived requests. If several match, it rejects and does not choose; {@link findServiceRequests} lists them.
 *
 * @throws RegResponseError for several matches; for none, if that is not certain: the list is cut off, or a request of
 *   the vehicle shows another form of the number, or none although it is not a draft
 * @throws RegInputError for a license plate or work order number that is empty
 *
 * @example
 * const key = { licensePlate: "AB-123-C", workOrderNumber: "WO-2041" };
 * const found = await findServiceRequest(supplier.serviceRequests, key);
 *
 * @see supplier-api.md §4.1
 */
export async function findServiceRequest(
  requests: ListsServiceRequests,
  key: ServiceRequestKey,
  options?: CallOptions,
): Promise<ServiceRequestListItem | undefined> {
  return onlyRequest(await findServiceRequests(requests, key, options));
}

/** @throws RegResponseError for several requests */
export function onlyRequest(found: readonly ServiceRequestListItem[]): ServiceRequestListItem | undefined {
  const ids = found.map(({ id }) => id).join(", ");
  return onlyMatch(found, (count) => `${count} open requests have this license plate and work order number (${ids})`);
}

/**
 * Lists every open request with this license plate and work order number, compared as {@link findServiceRequest} does.
 * If the list is cut off, there may be more.
 *
 * @throws RegResponseError for no match where {@link findServiceRequest} rejects, too
 * @throws RegInputError for a license plate or work order number that is empty
 *
 * @example
 * const key = { licensePlate: "AB-123-C", workOrderNumber: "WO-2041" };
 * for (const { id, status } of await findServiceRequests(supplier.serviceRequests, key)) console.log(id, status);
 */
export async function findServiceRequests(
  requests: ListsServiceRequests,
  key: ServiceRequestKey,
  options?: CallOptions,
): Promise<ServiceRequestListItem[]> {
  checkRequests(requests?.list);
  const { licensePlate, workOrderNumber }: ServiceRequestKey = Object(key);
  if (plateKey(licensePlate) === "") throw new RegInputError("licensePlate", "must be the license plate to look for");
  if (typeof workOrderNumber !== "string" || workOrderNumber === "")
    throw new RegInputError("workOrderNumber", "must be the work order number to look for, as text");
  const list = await requests.list({ licensePlate }, options);
  const found = selectRequests(list, key);
  // A draft needs no number; and a number that may be cut is more often another one, such as WO-1 beside WO-10.
  const mayBeIt = ({ status, workOrderNumber: shown }: ServiceRequestListItem) =>
    shown === undefined || shown === null ? status !== "Draft" : mayBeKey(shown, workOrderNumber);
  const doubtful = found.length > 0 ? [] : selectDoubtful(list, key).filter(mayBeIt);
  if (doubtful.length > 0) throw doubtfulRequests(doubtful.map(({ id }) => id));
  return found;
}

/** @throws RegResponseError for no match in a list that is cut off */
export function selectRequests(
  { serviceRequests, hasMore }: ServiceRequestList,
  { licensePlate, workOrderNumber }: ServiceRequestKey,
): ServiceRequestListItem[] {
  // That the list of damages accepts the filter is inferred, so the plate is compared here as well.
  const found = serviceRequests.filter(
    (each) => plateKey(each.licensePlate) === plateKey(licensePlate) && each.workOrderNumber === workOrderNumber,
  );
  if (found.length === 0 && hasMore)
    throw ambiguousResult("no such request is in the list, but the service says that there are more (hasMore)");
  return found;
}

/**
 * The requests that do not have the key, but may be the one that is looked for: their work order number is missing, or
 * may be another form of it, and the service may not show license plates as it should.
 */
export function selectDoubtful(
  { serviceRequests }: ServiceRequestList,
  { licensePlate, workOrderNumber }: ServiceRequestKey,
): ServiceRequestListItem[] {
  const plates = ["", plateKey(licensePlate)];
  const longest = Math.max(...serviceRequests.map((each) => String(each.workOrderNumber ?? "").length));
  // A service that cuts does so at one length: what is shorter than another number is complete.
  const mayBeCut = (shown: string) => shown.length >= longest && mayBeCutKey(shown, workOrderNumber);
  return serviceRequests.filter(
    ({ licensePlate: plate, workOrderNumber: shown }) =>
      plates.includes(plateKey(plate)) && (mayBeKey(shown, workOrderNumber) || mayBeCut(String(shown))),
  );
}

/** The error for open requests that may be the one that is looked for. */
export function doubtfulRequests(ids: readonly string[]): RegResponseError {
  return ambiguousResult(
    `no open request of this vehicle has this work order number, but it may be ${ids.join(" or ")}, which shows none, or perhaps another form of it`,
  );
}
