import { RegInputError } from "../../errors/client-errors.js";
import { isWellFormed } from "./unicode.js";

/** A value in a query: an array repeats the parameter; null, undefined and an empty array leave it out. */
export type QueryValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly (string | number | boolean)[];

/** Query parameters that the reference mentions without naming them. */
export interface OpenQuery {
  readonly [name: string]: QueryValue;
}

/**
 * Writes a query string, without the question mark.
 *
 * @throws RegInputError for anything but strings, finite numbers, booleans and arrays of these; and for half a
 *   surrogate pair, which would arrive as another character
 */
export function writeQuery(query: Readonly<Record<string, unknown>>, operationId?: string): string {
  const given = Object.entries(query);
  if (given.length === 0) return "";
  const search = new URLSearchParams();
  for (const [name, value] of given) {
    if (value === null || value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) {
      search.append(name, queryText(name, item, operationId));
    }
  }
  return search.toString();
}

function queryText(name: string, value: unknown, operationId: string | undefined): string {
  if (typeof value === "string") {
    if (isWellFormed(value)) return value;
    throw new RegInputError(name, "must be well-formed Unicode", { operationId });
  }
  if (typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value)))
    return String(value);
  const hint = value instanceof Date ? "; write a date as yyyy-MM-dd text" : "";
  throw new RegInputError(name, `must be text, a finite number, a boolean or an array of these${hint}`, {
    operationId,
  });
}
