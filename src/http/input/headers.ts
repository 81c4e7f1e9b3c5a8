import { RegInputError } from "../../errors/client-errors.js";

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/;
/** What the layers set themselves. */
const reserved = new Set(["authorization", "content-length", "host"]);
const none = {};
/** What belongs to the connection; fetch refuses most of them. */
const hopByHop = new Set([
  "connection",
  "expect",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Checks headers that a user gives, and gives them with their names in lower case.
 *
 * @throws RegInputError, which never shows the value, for a bad name, a value with a line break or another
 *   character that no header can hold, and for headers that the client sets itself
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
    const lower = name.toLowerCase();
    if (reserved.has(lower)) {
      throw refuse(`headers.${name}`, "is set by the client itself (a token goes into its own option)");
    }
    if (hopByHop.has(lower)) {
      throw refuse(`headers.${name}`, "belongs to the connection, not to a request");
    }
    checked[lower] = checkHeaderValue(`headers.${name}`, value, refuse);
  }
  return checked;
}

function checkHeaderValue(
  field: string,
  value: unknown,
  refuse: (field: string, problem: string) => RegInputError,
): string {
  if (typeof value !== "string") throw refuse(field, "must be a string");
  if (!fieldValue.test(value)) {
    throw refuse(field, "holds a line break or another character that no header can carry");
  }
  return value;
}
