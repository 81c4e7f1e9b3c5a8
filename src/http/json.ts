import { RegInputError } from "../errors/client-errors.js";

/**
 * Serialises a body as JSON.
 *
 * @throws RegInputError, naming the path of the field, for what JSON cannot hold or would silently turn into
 *   null: cycles, BigInt, NaN, infinities, invalid dates, functions and symbols
 */
export function writeJson(body: unknown, operationId?: string): string {
  const refuse = (field: string, problem: string) => new RegInputError(field, problem, { operationId });
  if (body === null || typeof body !== "object") throw refuse("body", "must be an object or an array");
  let text: string;
  try {
    text = JSON.stringify(body);
  } catch {
    const fault = findFault(body);
    throw refuse(fault?.field ?? "body", fault?.problem ?? "cannot be written as JSON");
  }
  // Only a null in the text can hide a number or date that was lost.
  const fault = text.includes("null") ? findFault(body) : undefined;
  if (fault !== undefined) throw refuse(fault.field, fault.problem);
  return text;
}

interface Fault {
  readonly field: string;
  readonly problem: string;
}

function findFault(value: unknown, field = "", ancestors: readonly object[] = []): Fault | undefined {
  const problem = problemOf(value, ancestors);
  if (problem !== undefined) return { field: field || "body", problem };
  if (typeof value !== "object" || value === null || value instanceof Date) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const path = Array.isArray(value) ? `${field}[${key}]` : field === "" ? key : `${field}.${key}`;
    const fault = findFault(item, path, [...ancestors, value]);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function problemOf(value: unknown, ancestors: readonly object[]): string | undefined {
  switch (typeof value) {
    case "bigint":
      return "is a BigInt, which JSON cannot hold; write it as a string or number";
    case "number":
      return Number.isFinite(value) ? undefined : "must be a finite number";
    case "function":
    case "symbol":
      return `is a ${typeof value}, which JSON cannot hold`;
    case "object":
      if (value instanceof Date && Number.isNaN(value.getTime())) return "is an invalid date";
      return value !== null && ancestors.includes(value) ? "refers back to what contains it" : undefined;
    default:
      return undefined;
  }
}
