import { RegError, RegInputError } from "../errors/errors.js";

/**
 * Sends a call that must not be sent twice, and looks for its effect after an unknown outcome or a 409. Nothing is sent
 * a second time. Resolves to the result of `send`, or else to what `find` found. If `find` finds nothing, the request
 * may still be in flight: look again later, before you send it again. `find` is not called for a file that was sent only
 * in part.
 *
 * @example
 * const invoice = await reconcile(
 *   () => supplier.serviceRequests.invoices.create(id, body),
 *   () => findInvoice(supplier.serviceRequests, id, "2026-0417"),
 * );
 *
 * @param find Looks for the effect of `send`; `undefined` if there is none.
 * @throws RegInputError for an argument that is no function; the error of `send`, also if `find` fails:
 *   {@link findErrorOf} returns that error
 */
export async function reconcile<Sent, Found>(
  send: () => Promise<Sent>,
  find: () => Promise<Found | undefined>,
): Promise<Sent | Found> {
  for (const [name, given] of Object.entries({ send, find }))
    if (typeof given !== "function") throw new RegInputError(name, "must be a function");
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

/**
 * Whether the outcome of a call is not certain: also after a 409, because another caller may not be finished. A part of
 * a file is never the file, whatever its name is.
 */
export function isUncertain(error: RegError): boolean {
  return (error.outcome === "unknown" && !error.partlyUploaded) || RegError.is(error, "conflict");
}

/** Whether a create that failed has created what was found: not if it was rejected; undefined if it is not known. */
export function wasCreated({ outcome }: RegError): false | undefined {
  return outcome === "unknown" ? undefined : false;
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
