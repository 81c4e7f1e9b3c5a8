import { RegError, RegInputError, RegResponseError } from "../errors/errors.js";
import type {
  Invoice,
  InvoiceList,
  ServiceRequestList,
  ServiceRequestListItem,
} from "../generated/supplier/models.js";
import type { CallOptions } from "../http/options.js";
import { plainPlate } from "./domain.js";

/**
 * Whoever gives the client in place of a group of its requests is told so.
 *
 * @param list what the lookup calls
 * @throws RegInputError unless that is a function
 */
function checkRequests(list: unknown): void {
  if (typeof list !== "function")
    throw new RegInputError("requests", "must be supplier.serviceRequests or supplier.damageServiceRequests");
}

/** The error for an answer, with status 200, that leaves it open whether something is there. */
export function ambiguousResult(problem: string): RegResponseError {
  return new RegResponseError(`${problem}; look for it yourself before you send anything again`, {
    status: 200,
  });
}

/**
 * The only match; undefined if there is none.
 *
 * @throws RegResponseError for several: which one was meant cannot be told
 */
function theOnly<T>(matches: readonly T[], describe: (count: number) => string): T | undefined {
  if (matches.length > 1) throw ambiguousResult(describe(matches.length));
  return matches[0];
}

/** What `findInvoice` does. */
async function invoiceNumbered(
  requests: ListsInvoices,
  requestId: string,
  invoiceNumber: string,
  options?: CallOptions,
): Promise<Invoice | undefined> {
  checkRequests(requests?.invoices?.list);
  if (typeof invoiceNumber !== "string" || invoiceNumber === "")
    throw new RegInputError("invoiceNumber", "must be the number of the invoice to look for, as text");
  return invoiceIn(await requests.invoices.list(requestId, options), invoiceNumber);
}

/** The same, in a list that was read. */
export function invoiceIn(list: unknown, invoiceNumber: string): Invoice | undefined {
  const entries = entriesIn(list);
  const numbered = entries?.filter(isNumbered) ?? [];
  const found = theOnly(
    numbered.filter((invoice) => invoice.invoiceNumber === invoiceNumber),
    (count) => `${count} invoices of this request have this number`,
  );
  if (found === undefined && numbered.length !== entries?.length)
    throw ambiguousResult("the list of invoices has a form in which invoice numbers cannot be looked up");
  return found;
}

/** The entries of a list of invoices; undefined if it has none that can be told. */
export function entriesIn(list: unknown): readonly unknown[] | undefined {
  const entries = isObject(list) && !Array.isArray(list) ? list["invoices"] : list;
  return Array.isArray(entries) ? entries : undefined;
}

function isNumbered(entry: unknown): entry is Invoice {
  return isObject(entry) && typeof entry["invoiceNumber"] === "string";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** What {@link findInvoice} needs: `supplier.serviceRequests` or `supplier.damageServiceRequests`. */
export interface ListsInvoices {
  readonly invoices: { list(id: string, options?: CallOptions): Promise<InvoiceList> };
}

/**
 * Looks for an invoice of a request by the supplier's own invoice number, also when the request is archived; undefined
 * if there is none. Only as good as the number is unique.
 *
 * The reference shows neither the form of the list nor the name of the number (supplier-api.md §2.7, §4.2). Taken to be
 * it are a list, or an object with the list in `invoices`, and a text `invoiceNumber` in each invoice. Where an answer is
 * not like that, this rejects: it never calls an invoice missing that it could not recognise.
 *
 * @throws RegResponseError if the list cannot be read in this way, or has the number several times
 * @throws RegInputError for an invoice number that is empty; and whatever else `invoices.list` rejects with
 */
export async function findInvoice(
  requests: ListsInvoices,
  requestId: string,
  invoiceNumber: string,
  options?: CallOptions,
): Promise<Invoice | undefined> {
  return invoiceNumbered(requests, requestId, invoiceNumber, options);
}

/** What `findServiceRequest` does. */
async function requestWith(
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
async function requestsWith(
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
  if (!Array.isArray(list?.serviceRequests)) throw ambiguousResult("the answer holds no list of requests");
  // That the list of damages takes the filter is inferred, so that the plate is compared here as well.
  const found = list.serviceRequests.filter(
    (each) => plainPlate(each?.licensePlate) === plate && each.workOrderNumber === workOrderNumber,
  );
  if (found.length === 0 && list.hasMore)
    throw ambiguousResult(
      "no such request is in the list, but the service says that there are more (hasMore)",
    );
  return found;
}

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

/** What can be told of an invoice that the service has; absent where it cannot. */
export interface FoundInvoice {
  /** The id under which the service keeps it. */
  readonly id?: number;
  /** The supplier's own number. */
  readonly number?: string;
  /** `yyyy-MM-dd`. */
  readonly date?: string;
  /** In euros. */
  readonly total?: number;
}

/** Shared by all copies of the package in a process, as the errors' brand is. */
const foundInvoicesKey = Symbol.for("@reg/sdk/found-invoices");

/**
 * The invoices that the request has, of an error that the journey `invoice` rejected with; `undefined` if it did not
 * look, or could not tell. They are not part of the error's JSON, and do not show where it is printed.
 */
export function foundInvoicesOf(error: unknown): readonly FoundInvoice[] | undefined {
  return RegError.is(error) ? Reflect.get(error, foundInvoicesKey) : undefined;
}

/** Notes in an error which invoices are there. */
export function noteInvoices(error: RegError, found: readonly FoundInvoice[]): void {
  Reflect.defineProperty(error, foundInvoicesKey, { value: found, configurable: true });
}

/** Shared by all copies of the package in a process, as the errors' brand is. */
const findErrorKey = Symbol.for("@reg/sdk/find-error");

/**
 * Sends what must not be sent twice, and looks for it if its fate is open: after an error with the outcome
 * `"unknown"` (it may have been carried out) or a 409 (another caller was faster). Nothing is sent a second time.
 * Resolves to what `send` gave, or else to what `find` found.
 *
 * If `find` finds nothing, it rejects with the error of `send`, and the outcome stays open: the request may still be
 * on its way, and the other caller of a 409 may not be done yet. Look again later, before you send it again. If
 * `find` fails, it also rejects with the error of `send`; {@link findErrorOf} tells why looking failed.
 *
 * Any other step can be looked for in the same way, where the interface shows its effect: a submission, for example,
 * by reading the request and comparing its `status`. Attachments cannot: their fields are not shown.
 *
 * @example
 * const invoice = await reconcile(
 *   () => supplier.serviceRequests.invoices.create(id, body),
 *   () => findInvoice(supplier.serviceRequests, id, "2026-0417"),
 * );
 *
 * @param send The call. If its caller ends it with a signal, there is no error of this package, and nobody looks.
 * @param find Looks for what `send` was to bring about; `undefined` if it is not there.
 * @throws whatever `send` rejected with
 */
export async function reconcile<Sent, Found>(
  send: () => Promise<Sent>,
  find: () => Promise<Found | undefined>,
): Promise<Sent | Found> {
  return reconcileAfter(isOpen, send, find);
}

/** What {@link reconcile} does, after errors that the caller chooses. `find` is told the error. */
export async function reconcileAfter<Sent, Found>(
  isToLook: (error: RegError) => boolean,
  send: () => Promise<Sent>,
  find: (error: RegError) => Promise<Found | undefined>,
): Promise<Sent | Found> {
  try {
    return await send();
  } catch (error) {
    if (!RegError.is(error) || !isToLook(error)) throw error;
    const found = await attempt(() => find(error), error);
    if (found === undefined) throw error;
    return found;
  }
}

/** Whether the fate of a call is open, or it was refused: perhaps because another caller had done the same before. */
export function isOpenOrRefused(error: RegError): boolean {
  return isOpen(error) || RegError.is(error, "validation") || RegError.is(error, "not-found");
}

/** Why looking failed, of an error that {@link reconcile} rejected with; `undefined` if it did not fail. */
export function findErrorOf(error: unknown): unknown {
  return RegError.is(error) ? Reflect.get(error, findErrorKey) : undefined;
}

function isOpen(error: RegError): boolean {
  return error.outcome === "unknown" || RegError.is(error, "conflict");
}

/** What `find` gives. If it fails, the error of `send` stays the one to reject with, and only takes note of it. */
async function attempt<Found>(find: () => Promise<Found | undefined>, error: RegError) {
  try {
    return await find();
  } catch (findError) {
    // A symbol shows when the error is printed and stays out of its JSON, which an error of any origin could break.
    Reflect.defineProperty(error, findErrorKey, { value: findError, enumerable: true, configurable: true });
    return undefined;
  }
}
