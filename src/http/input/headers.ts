import { RegInputError } from "../../errors/client-errors.js";

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/;
/** What the layers set themselves. */
const reserved = /^(authorization|content-length|host)$/;
/** What belongs to the connection; fetch refuses most of them. */
const hopByHop = /^(connection|expect|keep-alive|te|trailer|transfer-encoding|upgrade)$/;
const none = {};

/**
 * Checks headers that a user gives, and gives them with their names in lower case.
 *
 * @param operationId undefined: they are for every request of a client
 * @throws RegInputError, which never shows the value, for a bad name, a value with a line break or another
 *   character that no header can hold, for headers that the client sets itself, and for one content type for all
 *   requests: that of a form holds its boundary, which nobody else knows
 */
export function checkHeaders(
  headers: Readonly<Record<string, unknown>> | undefined,
  operationId?: string,
): Readonly<Record<string, string>> {
  const refuse = (field: string, problem: string) => new RegInputError(field, problem, { operationId });
  if (headers === undefined) return none;
  const checked: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    if (!token.test(name)) throw refuse("headers", "holds a name that is no valid header name");
    const field = `headers.${name}`;
    const lower = name.toLowerCase();
    if (reserved.test(lower)) {
      throw refuse(field, "is set by the client itself (a token goes into its own option)");
    }
    if (operationId === undefined && lower === "content-type") {
      throw refuse(field, "is set by each body: a form would lose its own");
    }
    if (hopByHop.test(lower)) {
      throw refuse(field, "belongs to the connection, not to a request");
    }
    if (typeof value !== "string") throw refuse(field, "must be a string");
    if (!fieldValue.test(value))
      throw refuse(field, "holds a line break or another character that no header can carry");
    checked[lower] = value;
  }
  return checked;
}
