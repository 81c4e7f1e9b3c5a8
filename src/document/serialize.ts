import { isInstance } from "../base/instances.js";
import { isPlainJson } from "../base/json.js";
import { RegInputError } from "../errors/errors.js";
import { problemOfFields } from "../errors/input.js";

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;
const reserved = /^(content-length|host)$/;
/** The headers of the connection; fetch rejects most of them. */
const hopByHop = /^(connection|expect|keep-alive|te|trailer|transfer-encoding|upgrade)$/;

/**
 * Checks the headers that a user gives, and copies those that are not undefined, by their names in lower case: of two
 * spellings, the last one counts. They are checked before `Headers` see them, whose own error would print the value.
 *
 * @param operationId undefined: they are for every request of a client
 * @param mayHaveToken they are all headers of a request, as an adapter returns them
 * @throws RegInputError, which never shows the value, for an invalid name, a value with a line break or another
 *   character that a header cannot contain, for headers that the client sets itself, and for one content type for all
 *   requests: that of a form contains its boundary
 */
export function checkHeaders(
  headers: Readonly<Record<string, unknown>> = {},
  { operationId, mayHaveToken = false }: { readonly operationId?: string; readonly mayHaveToken?: boolean } = {},
): Record<string, string> {
  const inputError = (field: string, problem: string) => new RegInputError(field, problem, { operationId });
  const checked: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    if (!headerName.test(name)) throw inputError("headers", "contains an invalid header name");
    const field = `headers.${name}`;
    const lower = name.toLowerCase();
    if (reserved.test(lower) || (lower === "authorization" && !mayHaveToken))
      throw inputError(field, "is set by the client itself (a token goes into its own option)");
    if (operationId === undefined && lower === "content-type")
      throw inputError(field, "is set by each body: a form would lose its own");
    if (hopByHop.test(lower)) throw inputError(field, "belongs to the connection, not to a request");
    if (typeof value !== "string") throw inputError(field, "must be a string");
    if (!headerValue.test(value))
      throw inputError(field, "contains a line break or another character that a header cannot contain");
    checked[lower] = value.replace(/^[\t ]+|(?<![\t ])[\t ]+$/g, "");
  }
  return checked;
}

const longestId = 1000;
/** Half a surrogate pair, which UTF-8 cannot encode. */
export const loneSurrogate = /\p{Surrogate}/u;
const withoutControlCharacters = /^[ -~\x80-\uffff]*$/;

/**
 * Checks the value of a path parameter, and returns it as text.
 *
 * @throws RegInputError for what cannot be one segment of a path behind every gateway
 */
export function checkPathValue(name: string, value: unknown, operationId?: string): string {
  const inputError = (problem: string) => new RegInputError(name, problem, { operationId });
  if (Number.isSafeInteger(value)) return String(value);
  if (typeof value !== "string") throw inputError("must be a non-empty string or a whole number");
  if (value.trim() === "") throw inputError("must not be empty");
  // No id of the reference has one. Behind a gateway that decodes it, the request would go to another path.
  if (value.includes("/")) throw inputError("must not contain a slash");
  if (value === "." || value === "..") throw inputError("must not be a relative path segment");
  if (value.length > longestId) throw inputError(`must not be longer than ${longestId} characters`);
  if (!withoutControlCharacters.test(value)) throw inputError("must not contain control characters");
  if (loneSurrogate.test(value)) throw inputError("must be well-formed Unicode");
  return value;
}

/** Whether a value can be that of a path parameter. */
export function isPathValue(value: unknown): boolean {
  try {
    checkPathValue("id", value);
    return true;
  } catch {
    return false;
  }
}

/**
 * Serializes a body as JSON: a list, an object whose fields are its content, or an object whose `toJSON` returns one of
 * these. A field whose value is undefined, a function or a symbol is left out.
 *
 * @throws RegInputError, which names the path of the field, for a value that JSON cannot represent or would change to
 *   null or {}: promises, objects such as a Map or a form, cycles, BigInt, NaN, infinities, invalid dates, and
 *   undefined, functions and symbols in an array
 */
export function serializeJson(body: unknown, operationId: string): string {
  /** The objects that contain the current value, from the body inwards. */
  const containers: { readonly value: unknown; readonly path: string }[] = [];
  function checkValue(this: Readonly<Record<string, unknown>>, key: string, value: unknown): unknown {
    while (containers.length > 0 && containers.at(-1)?.value !== this) containers.pop();
    const parent = containers.at(-1);
    const path = parent === undefined ? "" : pathOf(parent, key);
    const inputError = (problem: string) => new RegInputError(path || "body", problem, { operationId });
    const isContainer = typeof value === "object" && value !== null;
    if (parent === undefined && !isContainer) throw inputError("must be an object or an array");
    if (containers.some((container) => container.value === value))
      throw inputError("refers to an object that contains it");
    const problem = problemOf(value, this, key);
    if (problem !== undefined) throw inputError(problem);
    if (isContainer) containers.push({ value, path });
    return value;
  }
  try {
    // The check of each value takes longer than a look at all of them.
    const isPlain = typeof body === "object" && body !== null && isPlainJson(body);
    return JSON.stringify(body, isPlain ? undefined : checkValue);
  } catch (error) {
    if (error instanceof RegInputError) throw error;
    // A getter or a `toJSON` of the user threw, or the body is nested too deeply.
    throw new RegInputError("body", "cannot be written as JSON", { operationId });
  }
}

function pathOf(parent: { readonly value: unknown; readonly path: string }, key: string): string {
  if (Array.isArray(parent.value)) return `${parent.path}[${key}]`;
  return parent.path === "" ? key : `${parent.path}.${key}`;
}

/** @param value the result of `toJSON`, if the place has a value with this function */
function problemOf(value: unknown, container: Readonly<Record<string, unknown>>, key: string): string | undefined {
  switch (typeof value) {
    case "bigint":
      return "is a BigInt, which JSON cannot represent; give a string or a number";
    case "number":
      return Number.isFinite(value) ? undefined : "must be a finite number";
    case "function":
    case "symbol":
    case "undefined":
      return Array.isArray(container) ? `is ${typeof value}, which JSON cannot represent` : undefined;
    case "object":
      // The `toJSON` of an invalid date returns null.
      if (value === null) return isInstance(container[key], "Date") ? "is an invalid date" : undefined;
      return problemOfFields(value);
    default:
      return undefined;
  }
}
