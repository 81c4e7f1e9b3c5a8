import { RegResponseError } from "../../errors/client-errors.js";
import { type Call, doubtOnceSent } from "../call.js";

/** What is wrong with an answer that sends the request elsewhere. */
export const isRedirect = "is a redirect, which is never followed; check baseUrl";

/**
 * The error for an answer that came and is of no use.
 *
 * @param status 0 if it is not known
 * @param problem what is wrong with it, as the end of a sentence
 */
export function unreadable(
  { operation }: Call,
  status: number,
  problem: string,
  transient = false,
): RegResponseError {
  return new RegResponseError(`the answer${status === 0 ? "" : ` with status ${status}`} ${problem}`, {
    operationId: operation.id,
    status,
    transient,
    outcome: doubtOnceSent(operation),
  });
}
