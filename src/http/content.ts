import { isObject } from "./validate.js";

/**
 * What a JSON value must be: anything, a text, a list whose entries have the given shape, or an object with these fields
 * and any others.
 */
export type Shape = "any" | "text" | readonly Shape[] | { readonly [field: string]: Shape };

/** The facts about an operation that decide what its response must contain. */
interface Expectation {
  readonly content?: Shape | undefined;
  readonly envelope?: boolean | undefined;
}

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
 * @returns the end of a sentence about the response that names the field, never a value; undefined if nothing is missing
 */
export function findMissing(body: unknown, { content, envelope = false }: Expectation): string | undefined {
  const field = isWrapped(body, envelope) ? "data" : "";
  return findMissingIn(unwrap(body, envelope), content, field);
}

function findMissingIn(value: unknown, shape: Shape | undefined, field: string): string | undefined {
  const missing = (expected: string) => `contains no ${expected} in ${field === "" ? "its body" : field}`;
  if (shape === "any") return undefined;
  if (shape === undefined)
    return isObject(value) || Array.isArray(value) ? undefined : missing("object or list");
  if (shape === "text") return typeof value === "string" ? undefined : missing("text");
  if (isList(shape)) {
    if (!Array.isArray(value)) return missing("list");
    const [entry] = shape;
    return entry && firstDefined(value, (each, index) => findMissingIn(each, entry, `${field}[${index}]`));
  }
  if (!isObject(value)) return missing("object");
  const prefix = field === "" ? "" : `${field}.`;
  return firstDefined(Object.entries(shape), ([name, inner]) =>
    findMissingIn(value[name], inner, `${prefix}${name}`),
  );
}

/** `Array.isArray` does not recognise a list that is readonly. */
function isList(shape: Shape): shape is readonly Shape[] {
  return Array.isArray(shape);
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

/**
 * An integer beyond 2^53 has at least 16 digits; most bodies contain no such text. Written out, because V8 takes three
 * times as long for `\d{16}`: as long as to parse the JSON.
 */
const manyDigits = new RegExp("\\d".repeat(16));

/**
 * Finds an integer that `JSON.parse` has rounded, because it is beyond 2^53. The returned path names its field.
 *
 * @param text the JSON of the value
 */
export function findRoundedInteger(value: unknown, text: string): string | undefined {
  return manyDigits.test(text) ? findUnsafe(value) : undefined;
}

/** Not recursive, because JSON can be nested more deeply than calls. */
function findUnsafe(body: unknown): string | undefined {
  const pending = [{ value: body, field: "" }];
  for (const { value, field } of pending) {
    if (isRounded(value)) return field === "" ? "its body" : field;
    if (typeof value !== "object" || value === null) continue;
    const prefix = field === "" ? "" : `${field}.`;
    for (const [name, item] of Object.entries(value))
      if (typeof item === "object" || isRounded(item))
        pending.push({ value: item, field: Array.isArray(value) ? `${field}[${name}]` : `${prefix}${name}` });
  }
  return undefined;
}

/** Whether a number may not be the one that was sent: it is an integer beyond 2^53. */
export function isRounded(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}
