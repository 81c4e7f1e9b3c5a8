import { RegInputError } from "../../../errors/client-errors.js";
import { isObject } from "../../../http/input/check-fields.js";
import type { InvoiceOptions } from "./options.js";

/**
 * The options with a copy of the lists and records in them, which the caller may change while the journey is under way.
 *
 * @throws RegInputError for what is no plain data
 */
export function withOwnContent(options: InvoiceOptions, operationId: string): InvoiceOptions {
  if (!isObject(options)) return options;
  const { vatLines, fields } = options;
  return {
    ...options,
    ...(Array.isArray(vatLines) && { vatLines: copyOf(vatLines, "vatLines", operationId) }),
    ...(isObject(fields) && { fields: copyOf(fields, "fields", operationId) }),
  };
}

function copyOf<T>(value: T, field: string, operationId: string): T {
  try {
    return structuredClone(value);
  } catch {
    throw new RegInputError(field, "must be what JSON can hold", { operationId });
  }
}
