import { messageOf } from "../../base/text.js";
import { RegInputError } from "../../errors/errors.js";

/**
 * Calls a function of the user, which can return anything.
 *
 * @param field names the function in the error
 * @throws RegInputError if the function throws
 */
export function callGiven(field: string, call: () => unknown): unknown {
  try {
    return call();
  } catch (cause) {
    throw new RegInputError(field, `threw: ${messageOf(cause)}`, { cause });
  }
}
