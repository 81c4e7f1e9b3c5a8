import { RegInputError } from "../../errors/client-errors.js";

/**
 * Serialises a body as JSON. A field that holds undefined, a function or a symbol is left out, as
 * `JSON.stringify` does.
 *
 * @throws RegInputError, naming the path of the field, for what JSON cannot hold or would silently turn into
 *   null: cycles, BigInt, NaN, infinities, invalid dates, and undefined, functions and symbols in an array
 */
export function writeJson(body: unknown, operationId?: string): string {
  const refuse = (field: string, problem: string) => new RegInputError(field, problem, { operationId });
  if (body === null || typeof body !== "object") throw refuse("body", "must be an object or an array");
  const text = unlessItThrows(() => JSON.stringify(body) as string | undefined);
  // Only a null in the text can hide a number or date that was lost.
  if (text !== undefined && !text.includes("null")) return text;
  const fault = unlessItThrows(() => findFault(body));
  if (fault !== undefined) throw refuse(fault.field, fault.problem);
  if (text === undefined) throw refuse("body", "cannot be written as JSON");
  return text;
}

/** What the task gives; undefined if it throws, as a user's getter or `toJSON` may, and very deep nesting does. */
function unlessItThrows<T>(task: () => T): T | undefined {
  try {
    return task();
  } catch {
    return undefined;
  }
}

interface Fault {
  readonly field: string;
  readonly problem: string;
}

/** Where a value stands in the body. */
interface Place {
  readonly field: string;
  readonly key: string;
  readonly inArray: boolean;
  /** What contains it; the one set of a whole search. */
  readonly ancestors: Set<object>;
}

const top = (): Place => ({ field: "", key: "", inArray: false, ancestors: new Set() });

function findFault(given: unknown, place: Place = top()): Fault | undefined {
  const { field, ancestors } = place;
  const value = written(given, place.key);
  const problem = problemOf(value, place);
  if (problem !== undefined) return { field: field || "body", problem };
  if (typeof value !== "object" || value === null || value instanceof Date) return undefined;
  const inArray = Array.isArray(value);
  ancestors.add(value);
  for (const [key, item] of Object.entries(value)) {
    const path = inArray ? `${field}[${key}]` : field === "" ? key : `${field}.${key}`;
    const fault = findFault(item, { field: path, key, inArray, ancestors });
    if (fault !== undefined) return fault;
  }
  ancestors.delete(value);
  return undefined;
}

/** What is written in place of a value that brings its own `toJSON`; a Date stays, because its validity counts. */
function written(value: unknown, key: string): unknown {
  if (value === null || value === undefined || value instanceof Date) return value;
  const { toJSON } = value as { toJSON?: unknown };
  return typeof toJSON === "function" ? toJSON.call(value, key) : value;
}

function problemOf(value: unknown, { inArray, ancestors }: Place): string | undefined {
  switch (typeof value) {
    case "bigint":
      return "is a BigInt, which JSON cannot hold; write it as a string or number";
    case "number":
      return Number.isFinite(value) ? undefined : "must be a finite number";
    case "function":
    case "symbol":
    case "undefined":
      return inArray ? `is ${typeof value}, which JSON cannot hold` : undefined;
    case "object":
      if (value instanceof Date && Number.isNaN(value.getTime())) return "is an invalid date";
      return value !== null && ancestors.has(value) ? "refers back to what contains it" : undefined;
    default:
      return undefined;
  }
}
