import { RegError, RegInputError, RegResponseError } from "../errors/errors.js";
import type { ServiceRequestList, ServiceRequestListItem } from "../generated/supplier/models.js";
import type { CallOptions } from "../http/call/options.js";
import { plainPlate } from "./domain.js";

/**
 * Sends a call that must not be sent twice, and looks for its effect after an unknown outcome or a 409. Nothing is sent
 * a second time. Resolves to the result of `send`, or else to what `find` found. If `find` finds nothing, the request
 * may still be in flight: look again later, before you send it again.
 *
 * @example
 * const invoice = await reconcile(
 *   () => supplier.serviceRequests.invoices.create(id, body),
 *   () => findInvoice(supplier.serviceRequests, id, "2026-0417"),
 * );
 *
 * @param find Looks for the effect of `send`; `undefined` if there is none.
 * @throws the error of `send`, also if `find` fails: {@link findErrorOf} returns that error
 */
export async function reconcile<Sent, Found>(
  send: () => Promise<Sent>,
  find: () => Promise<Found | undefined>,
): Promise<Sent | Found> {
  return reconcileAfter(isUncertain, send, find);
}

/** Does what {@link reconcile} does, after the errors that `shouldLookUp` selects. `find` receives the error. */
export async function reconcileAfter<Sent, Found>(
  shouldLookUp: (error: RegError) => boolean,
  send: () => Promise<Sent>,
  find: (error: RegError) => Promise<Found | undefined>,
): Promise<Sent | Found> {
  try {
    return await send();
  } catch (error) {
    if (!RegError.is(error) || !shouldLookUp(error)) throw error;
    const found = await tryToFind(find, error);
    if (found === undefined) throw error;
    return found;
  }
}

/**
 * Whether the outcome of a call is not certain, or the call was rejected, perhaps because another caller did the same.
 */
export function isUnknownOrRejected(error: RegError): boolean {
  return isUncertain(error) || RegError.is(error, "validation") || RegError.is(error, "not-found");
}

/** Whether the outcome of a call is not certain: also after a 409, because another caller may not be finished. */
export function isUncertain(error: RegError): boolean {
  return error.outcome === "unknown" || RegError.is(error, "conflict");
}

/** Calls `find`. If it fails, its error is attached to the error of `send`, which stays the one to reject with. */
async function tryToFind<Found>(
  find: (error: RegError) => Promise<Found | undefined>,
  error: RegError,
): Promise<Found | undefined> {
  try {
    return await find(error);
  } catch (findError) {
    // A symbol is visible when the error is printed, and stays out of its JSON, which a foreign error could break.
    Reflect.defineProperty(error, findErrorKey, { value: findError, enumerable: true, configurable: true });
    return undefined;
  }
}

/** Shared by all copies of the package in a process, as the errors' brand is. */
const findErrorKey = Symbol.for("@reg/sdk/find-error");

/**
 * Returns the error of `find`, from an error that {@link reconcile} rejected with; `undefined` if `find` did not fail.
 *
 * @example
 * console.error(error, findErrorOf(error));
 */
export function findErrorOf(error: unknown): unknown {
  return RegError.is(error) ? Reflect.get(error, findErrorKey) : undefined;
}

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
  if (plainPlate(licensePlate) === "") throw new RegInputError("licensePlate", "must be the license plate to look for");
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
    (each) => plainPlate(each.licensePlate) === plainPlate(licensePlate) && each.workOrderNumber === workOrderNumber,
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
  const plates = ["", plainPlate(licensePlate)];
  const longest = Math.max(...serviceRequests.map((each) => String(each.workOrderNumber ?? "").length));
  // A service that cuts does so at one length: what is shorter than another number is complete.
  const mayBeCut = (shown: string) => shown.length >= longest && mayBeCutKey(shown, workOrderNumber);
  return serviceRequests.filter(
    ({ licensePlate: plate, workOrderNumber: shown }) =>
      plates.includes(plainPlate(plate)) && (mayBeKey(shown, workOrderNumber) || mayBeCut(String(shown))),
  );
}

/** The error for open requests that may be the one that is looked for. */
export function doubtfulRequests(ids: readonly string[]): RegResponseError {
  return ambiguousResult(
    `no open request of this vehicle has this work order number, but it may be ${ids.join(" or ")}, which shows none, or perhaps another form of it`,
  );
}

/**
 * Whether what the service shows in place of a key may be another form of the one that was sent: not a text, without a
 * letter or digit, padded with blanks or zeros, or in another case.
 */
export function mayBeKey(shown: unknown, sent: string): boolean {
  if (typeof shown !== "string") return true;
  return ["", plainKey(sent)].includes(plainKey(shown));
}

/**
 * Whether what the service shows may be the beginning or the end of the key that was sent. The keys of a supplier who
 * counts look the same, such as WO-1 and WO-10, so the callers compare what else is known.
 */
export function mayBeCutKey(shown: string, sent: string): boolean {
  const [whole, part] = [plainKey(sent), plainKey(shown)];
  return whole.startsWith(part) || whole.endsWith(part);
}

function plainKey(key: string): string {
  return key
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replace(/^0+/, "");
}

/**
 * Rejects a whole client that is passed instead of a group of its requests.
 *
 * @param list the function that the lookup calls
 * @throws RegInputError unless it is a function
 */
export function checkRequests(list: unknown): void {
  if (typeof list !== "function")
    throw new RegInputError("requests", "must be supplier.serviceRequests or supplier.damageServiceRequests");
}

/**
 * The only match; undefined if there is none.
 *
 * @throws RegResponseError for several, because it is not known which one is meant
 */
export function onlyMatch<T>(matches: readonly T[], describe: (count: number) => string): T | undefined {
  if (matches.length > 1) throw ambiguousResult(describe(matches.length));
  return matches[0];
}

/** The error for a response with status 200 that does not show whether something exists. */
export function ambiguousResult(problem: string): RegResponseError {
  return new RegResponseError(`${problem}; look for it yourself before you send anything again`, {
    status: 200,
  });
}
