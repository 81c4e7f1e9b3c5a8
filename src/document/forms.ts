import { isDate, parseDateTime } from "../base/dates.js";
import { isObject } from "../base/json.js";
import { isDecimalText, isGuid } from "../base/text.js";

/** The type of a JSON value, as differences, shapes and schemas name it. An `integer` is a number without a fraction. */
export type JsonType = "text" | "integer" | "number" | "boolean" | "null" | "object" | "list";

/** The formats of texts that are recognised: those of the reference. */
export const textFormats = ["date", "date-time", "guid", "decimal"] as const;

/** One of the formats of texts that are recognised. */
export type TextFormat = (typeof textFormats)[number];

/** The type of a JSON value. */
export function typeOf(value: unknown): JsonType {
  switch (typeof value) {
    case "string":
      return "text";
    case "number":
      return Number.isSafeInteger(value) ? "integer" : "number";
    case "boolean":
      return "boolean";
    default:
      if (Array.isArray(value)) return "list";
      return isObject(value) ? "object" : "null";
  }
}

/** No text with a format is longer, and of a long text the formats are not tried. */
const maxFormatted = 100;

/** Recognises the formats of the reference (supplier-api.md §2.1). */
export function formatOf(text: string): TextFormat | undefined {
  if (text.length > maxFormatted) return undefined;
  if (isDate(text)) return "date";
  if (parseDateTime(text) !== undefined) return "date-time";
  if (isGuid(text)) return "guid";
  return isDecimalText(text) ? "decimal" : undefined;
}

/** Names a type with its format, such as `text (date)`. */
export const describeForm = (type: JsonType | "any", format?: string) =>
  format === undefined ? type : `${type} (${format})`;
