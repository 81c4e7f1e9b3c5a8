import { isObject } from "../../base/json.js";
import { placesAt } from "../../base/json-places.js";
import type { ResponseDifference } from "../../document/difference.js";

/**
 * Brings a body into the form of the document, as far as its differences say where the content and renamed fields are.
 */
export function inDocumentedForm(body: unknown, differences: readonly ResponseDifference[]): unknown {
  const moved = differences.filter(({ foundAt }) => foundAt !== undefined);
  // From the outside to the inside, because the places above a field are those of the document.
  return moved.length === 0 ? body : moved.reduce<unknown>(moveBack, structuredClone(body));
}

function moveBack(body: unknown, { kind, pointer, foundAt = "" }: ResponseDifference): unknown {
  if (kind === "envelope") {
    const [found] = placesAt(body, segmentsOf(foundAt));
    return pointer === "" ? found?.value : { [pointer.slice(1)]: found?.value };
  }
  const [parent, name] = splitPointer(pointer);
  const [, otherName] = splitPointer(foundAt);
  for (const { value } of placesAt(body, parent)) {
    if (!isObject(value) || !Object.hasOwn(value, otherName)) continue;
    const holder: Record<string, unknown> = value;
    holder[name] = holder[otherName];
    delete holder[otherName];
  }
  return body;
}

function splitPointer(pointer: string): readonly [parent: readonly string[], name: string] {
  const names = segmentsOf(pointer);
  return [names.slice(0, -1), names.at(-1) ?? ""];
}

/** The names and indexes of a JSON pointer. */
export const segmentsOf = (pointer: string) => pointer.split("/").slice(1);

/** The entries of a list, which may be the body, or the first list in an object. */
export function itemsIn(body: unknown): readonly unknown[] {
  const content = unwrapped(body);
  if (Array.isArray(content)) return content;
  return isObject(content) ? (Object.values(content).find(Array.isArray) ?? []) : [];
}

/** The content of a body, whether it is wrapped in `data` or not. */
export function unwrapped(body: unknown): unknown {
  return fieldOf(body, "data") ?? body;
}

/** A field, whatever the case of its letters. */
export function fieldOf(value: unknown, name: string): unknown {
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, name)) return value[name];
  return Object.entries(value).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
}

/** A text or a number that can be a parameter. */
export function textOrNumber(value: unknown): string | number | undefined {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  return typeof value === "string" && value !== "" ? value : undefined;
}
