import { RegInputError } from "../../errors/client-errors.js";
import { everyCall } from "./check-options.js";
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
 * @throws RegInputError for anything but strings, finite numbers, booleans and arrays of these; for half a surrogate
 *   pair, which would arrive as another character; and for the name of an option: no parameter has one
 */
export function writeQuery(query: Readonly<Record<string, unknown>>, operationId?: string): string {
  const given = Object.entries(query);
  if (given.length === 0) return "";
  const search = new URLSearchParams();
  for (const [name, value] of given) {
    const refuse = (problem: string) => new RegInputError(name, problem, { operationId });
    if (value === null || value === undefined) continue;
    if (Object.hasOwn(everyCall, name))
      throw refuse("is an option, not part of the query: options come after the query, which may be {}");
    for (const item of Array.isArray(value) ? value : [value]) search.append(name, queryText(item, refuse));
  }
  return search.toString();
}

function queryText(value: unknown, refuse: (problem: string) => RegInputError): string {
  if (typeof value === "boolean" || Number.isFinite(value)) return String(value);
  if (typeof value !== "string")
    throw refuse("must be text (a date: yyyy-MM-dd), a finite number, a boolean or an array of these");
  if (!isWellFormed(value)) throw refuse("must be well-formed Unicode");
  return value;
}
