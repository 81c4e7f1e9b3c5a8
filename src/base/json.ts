/** Whether a value has fields: neither an array nor a function. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Whether a value has everything that a part of it has: every field, and lists of the same length. Fields of the part
 * that are undefined do not count.
 *
 * @param isSame compares values that are neither objects nor lists
 */
export function includesJson(
  whole: unknown,
  part: unknown,
  isSame: (whole: unknown, part: unknown) => boolean,
): boolean {
  if (part === undefined) return true;
  if (Array.isArray(part))
    return (
      Array.isArray(whole) &&
      whole.length === part.length &&
      part.every((each, index) => includesJson(whole[index], each, isSame))
    );
  if (!isObject(part)) return isSame(whole, part);
  return isObject(whole) && Object.entries(part).every(([name, value]) => includesJson(whole[name], value, isSame));
}

/** Whether a value has the content of one that was copied `withSortedFields`: every field of it, and no others. */
export function isSameJson(value: unknown, copy: unknown): boolean {
  if (typeof value !== "object" || typeof copy !== "object" || value === null || copy === null) return value === copy;
  if (Array.isArray(value) !== Array.isArray(copy)) return false;
  const fields = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(copy);
  if (names.length !== Object.keys(fields).length) return false;
  for (const name of names) if (!isSameJson(fields[name], (copy as typeof fields)[name])) return false;
  return true;
}

/** Parses JSON; undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Writes a value as JSON with the fields of every object in one order, so that equal contents are equal texts. */
export function toSortedJson(value: unknown): string {
  return JSON.stringify(withSortedFields(value));
}

/**
 * Copies a value as JSON has it, with the fields of every object in one order. Without a replacer, which takes longer: a
 * poll of `followOnce` hashes every entry.
 */
export function withSortedFields(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withSortedFields);
  // Such as that of a Date.
  if ("toJSON" in value && typeof value.toJSON === "function") return withSortedFields(value.toJSON());
  const fields = value as Readonly<Record<string, unknown>>;
  const sorted: Record<string, unknown> = {};
  for (const name of Object.keys(fields).sort()) sorted[name] = withSortedFields(fields[name]);
  return sorted;
}

/** How deeply lists and objects are nested in a text: at most, and at its end. It need not be valid JSON. */
export interface Nesting {
  readonly deepest: number;
  readonly atEnd: number;
}

/** Counts the brackets outside the texts. Not recursive, because a text can have millions of them. */
export function nestingOf(json: string): Nesting {
  let depth = 0;
  let deepest = 0;
  let isInText = false;
  for (let position = 0; position < json.length; position++) {
    const character = json[position];
    if (isInText && character === "\\") position += 1;
    else if (character === '"') isInText = !isInText;
    else if (isInText) continue;
    else if (character === "{" || character === "[") deepest = Math.max(deepest, ++depth);
    else if (character === "}" || character === "]") depth -= 1;
  }
  return { deepest, atEnd: depth };
}

/** The deepest nesting that `isPlainJson` looks at: what is deeper may refer to itself. */
const deepestPlain = 100;

/** Whether a value is what `JSON.parse` returns. Loops, because it visits every value of a body. */
export function isPlainJson(value: unknown, depth = 0): boolean {
  if (typeof value !== "object") return isScalar(value);
  if (value === null) return true;
  const isList = Array.isArray(value);
  if (depth === deepestPlain || !(isList || Object.getPrototypeOf(value) === Object.prototype) || "toJSON" in value)
    return false;
  if (isList) {
    // Not `every`, which would skip what a list lacks.
    for (const entry of value) if (!isPlainJson(entry, depth + 1)) return false;
  } else for (const name in value) if (!isPlainJson(value[name as keyof object], depth + 1)) return false;
  return true;
}

/** Whether a value is text, a finite number, true or false. */
export const isScalar = (value: unknown) =>
  typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
