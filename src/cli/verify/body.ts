import { isObject } from "../../base/json.js";

/** The entries of a list, which may be the body, or the first list in an object. */
export function itemsIn(body: unknown): readonly unknown[] {
  const content = unwrapped(body);
  if (Array.isArray(content)) return content;
  return isObject(content) ? (Object.values(content).find(Array.isArray) ?? []) : [];
}

/** The content of a body, whether it is wrapped in `data` or not. */
export function unwrapped(body: unknown): unknown {
  return fieldIn(body, "data") ?? body;
}

/** A field, whatever the case of its letters: no bridge renames what the reference does not show. */
export function fieldIn(value: unknown, name: string): unknown {
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, name)) return value[name];
  return Object.entries(value).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
}

/** A text or a number that can be a parameter. */
export function textOrNumber(value: unknown): string | number | undefined {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  return typeof value === "string" && value !== "" ? value : undefined;
}
