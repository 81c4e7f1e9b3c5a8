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
  const missing = findMissingIn(unwrap(body, envelope), content);
  if (missing === undefined) return undefined;
  const path = `${isWrapped(body, envelope) ? "data" : ""}${missing.path}`.replace(/^\./, "");
  return `contains no ${missing.expected} in ${path === "" ? "its body" : path}`;
}

interface Missing {
  readonly expected: "object or list" | "text" | "list" | "object";
  /** Such as `.components[0].id`. */
  readonly path: string;
}

/** Names places on the way back only, because it visits every entry of a response. */
function findMissingIn(value: unknown, required: RequiredContent | undefined): Missing | undefined {
  if (required === "any") return undefined;
  if (required === undefined) return missingUnless(isObject(value) || Array.isArray(value), "object or list");
  if (required === "text") return missingUnless(typeof value === "string", "text");
  if (isList(required)) {
    if (!Array.isArray(value)) return missingUnless(false, "list");
    const [entry] = required;
    for (let index = 0; entry !== undefined && index < value.length; index++) {
      const missing = findMissingIn(value[index], entry);
      if (missing !== undefined) return { ...missing, path: `[${index}]${missing.path}` };
    }
    return undefined;
  }
  if (!isObject(value)) return missingUnless(false, "object");
  for (const name in required) {
    const missing = findMissingIn(value[name], required[name]);
    if (missing !== undefined) return { ...missing, path: `.${name}${missing.path}` };
  }
  return undefined;
}

// Inside findMissingIn, it would be created again for each value.
function missingUnless(isThere: boolean, expected: Missing["expected"]): Missing | undefined {
  return isThere ? undefined : { expected, path: "" };
}

/** `Array.isArray` does not recognise a list that is readonly. */
function isList(required: RequiredContent): required is readonly RequiredContent[] {
  return Array.isArray(required);
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
