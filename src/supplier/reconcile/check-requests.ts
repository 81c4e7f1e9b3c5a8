import { RegInputError } from "../../errors/client-errors.js";

/**
 * Whoever gives the client in place of a group of its requests is told so.
 *
 * @param list what the lookup calls
 * @throws RegInputError unless that is a function
 */
export function checkRequests(list: unknown): void {
  if (typeof list !== "function")
    throw new RegInputError("requests", "must be supplier.serviceRequests or supplier.damageServiceRequests");
}
