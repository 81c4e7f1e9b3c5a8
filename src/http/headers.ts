import { RegInputError } from "../errors/client-errors.js";

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/;
/** What the layers set themselves. */
const reserved = new Set(["authorization", "content-length", "host", "transfer-encoding", "connection"]);

/**
 * Checks headers that a user gives.
 *
 * @throws RegInputError, which never shows the value, for a bad name, a value with a line break or another
 *   character that no header can hold, and for headers that the client sets itself
 */
export function checkHeaders(headers: Readonly<Record<string, unknown>> | undefined): Record<string, string> {
  const checked: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (value === undefined) continue;
    if (!token.test(name)) throw new RegInputError("headers", "holds a name that is no valid header name");
    if (reserved.has(name.toLowerCase())) {
      throw new RegInputError(
        `headers.${name}`,
        "is set by the client itself (a token goes into its own option)",
      );
    }
    checked[name] = checkHeaderValue(`headers.${name}`, value);
  }
  return checked;
}

/** Checks one header value; the error names the field and never shows the value. */
export function checkHeaderValue(field: string, value: unknown): string {
  if (typeof value !== "string") throw new RegInputError(field, "must be a string");
  if (!fieldValue.test(value)) {
    throw new RegInputError(field, "holds a line break or another character that no header can carry");
  }
  return value;
}
