import { RegError } from "../../errors/reg-error.js";

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
