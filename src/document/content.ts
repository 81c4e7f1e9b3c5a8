import { isObject } from "../base/json.js";
import type { Operation, RequiredContent } from "./operation.js";

/** The media types of JSON. */
export const jsonType: RegExp = /^application\/(?:[\w.+-]+\+)?json\b/i;

/** The media types of HTML. */
export const htmlType: RegExp = /^(text\/html|application\/xhtml)\b/i;

/** Removes the `data` envelope if the document has one, or if the body consists of nothing else. */
export function unwrap(body: unknown, envelope = false): unknown {
  return isWrapped(body, envelope) ? body["data"] : body;
}

function isWrapped(body: unknown, envelope: boolean): body is Readonly<Record<"data", unknown>> {
  if (!isObject(body) || !Object.hasOwn(body, "data")) return false;
  return envelope || Object.keys(body).length === 1;
}

/**
 * Finds what a response lacks: its body, a list, or a field without which nothing can be done with it.
 *
 * @returns the end of a sentence about the response that names the field, never a value; undefined if nothing is
 *   missing
 */
export function findMissing(
  body: unknown,
  { content, envelope = false }: Pick<Operation, "content" | "envelope">,
): string | undefined {
  const field = isWrapped(body, envelope) ? "data" : "";
  return findMissingIn(unwrap(body, envelope), content, field);
}

function findMissingIn(value: unknown, required: RequiredContent | undefined, field: string): string | undefined {
  const missing = (expected: string) => `contains no ${expected} in ${field === "" ? "its body" : field}`;
  if (required === "any") return undefined;
  if (required === undefined) return isObject(value) || Array.isArray(value) ? undefined : missing("object or list");
  if (required === "text") return typeof value === "string" ? undefined : missing("text");
  if (isList(required)) {
    if (!Array.isArray(value)) return missing("list");
    const [entry] = required;
    return entry && firstDefined(value, (each, index) => findMissingIn(each, entry, `${field}[${index}]`));
  }
  if (!isObject(value)) return missing("object");
  const prefix = field === "" ? "" : `${field}.`;
  return firstDefined(Object.entries(required), ([name, inner]) =>
    findMissingIn(value[name], inner, `${prefix}${name}`),
  );
}

/** `Array.isArray` does not recognise a list that is readonly. */
function isList(required: RequiredContent): required is readonly RequiredContent[] {
  return Array.isArray(required);
}

function firstDefined<Item, Result>(
  items: readonly Item[],
  find: (item: Item, index: number) => Result | undefined,
): Result | undefined {
  for (const [index, item] of items.entries()) {
    const result = find(item, index);
    if (result !== undefined) return result;
  }
  return undefined;
}

/** The maximum number of nested lists and objects. Programs that write deeper JSON exceed the stack of calls. */
export const deepestNesting = 500;

/**
 * Finds what makes parsed JSON unusable: an integer that `JSON.parse` has rounded, which may be an id, or lists and
 * objects that are nested too deeply.
 *
 * @returns the end of a sentence about the response; undefined if it can be used
 */
export function findUnusable(body: unknown, text: string): string | undefined {
  let hasLongNumber: boolean | undefined;
  return findIn(body, 0);

  function isInexact(value: number): boolean {
    if (!isRounded(value)) return false;
    // A number without so many digits, such as 1e20, was not meant to be exact.
    hasLongNumber ??= /\d{16}/.test(text);
    return hasLongNumber;
  }

  function findIn(value: unknown, depth: number): string | undefined {
    if (typeof value === "number")
      return isInexact(value) ? "contains an integer that is larger than JavaScript can represent exactly" : undefined;
    if (typeof value !== "object" || value === null) return undefined;
    if (depth === deepestNesting) return `is nested more than ${deepestNesting} levels deep`;
    // Without a copy of the values, because it visits every one of a response.
    if (Array.isArray(value)) {
      for (const entry of value) {
        const found = findIn(entry, depth + 1);
        if (found !== undefined) return found;
      }
    } else
      for (const name in value) {
        const found = findIn(value[name as keyof object], depth + 1);
        if (found !== undefined) return found;
      }
    return undefined;
  }
}

/** Whether a number may not be the one that was sent: it is an integer beyond 2^53. */
export function isRounded(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}
