import { isObject } from "../http/validate.js";
import { isDate, parseDateTime } from "../values/dates.js";
import { mayBeValue } from "../values/text.js";
import { maxFields, type ObjectShape, type Shape, type TextFormat, type TextShape } from "./types.js";

/** Below this depth, the content of lists and objects is not examined: the call stack is limited. */
const maxDepth = 64;

/** The most different texts at one place that are counted. */
const maxDistinct = 20;

/** A longer text is not kept for the comparison with others. It is no word from a small set. */
const maxComparedLength = 100;

/** Collects the shape of the values at one place, such as a field of all bodies. Nothing makes its texts visible. */
export class ShapeBuilder {
  readonly #depth: number;
  readonly #texts = new Set<string>();
  readonly #counts = { seen: 0, null: 0, boolean: 0, integer: 0, number: 0, text: 0, list: 0, object: 0 };
  readonly #formats: Partial<Record<TextFormat, number>> = {};
  readonly #fields = new Map<string, ShapeBuilder>();
  #hasLongTexts = false;
  #items: ShapeBuilder | undefined;
  #entries: ShapeBuilder | undefined;

  /** @param depth the number of lists and objects around the place */
  constructor(depth = 0) {
    this.#depth = depth;
  }

  /**
   * Adds a value of parsed JSON.
   *
   * @param values texts that are no names of fields, such as those of the same body
   */
  add(value: unknown, values: ReadonlySet<string>): void {
    this.#counts.seen += 1;
    if (value === null) this.#counts.null += 1;
    else if (typeof value === "boolean") this.#counts.boolean += 1;
    else if (typeof value === "number") this.#counts[Number.isInteger(value) ? "integer" : "number"] += 1;
    else if (typeof value === "string") this.#addText(value);
    else if (Array.isArray(value)) this.#addList(value, values);
    else if (isObject(value)) this.#addObject(value, values);
  }

  #addText(text: string): void {
    this.#counts.text += 1;
    const format = formatOf(text);
    if (format !== undefined) this.#formats[format] = (this.#formats[format] ?? 0) + 1;
    if (text.length > maxComparedLength) this.#hasLongTexts = true;
    else if (this.#texts.size < maxDistinct) this.#texts.add(text);
  }

  #addList(list: readonly unknown[], values: ReadonlySet<string>): void {
    this.#counts.list += 1;
    if (this.#depth >= maxDepth) return;
    for (const item of list) {
      this.#items ??= new ShapeBuilder(this.#depth + 1);
      this.#items.add(item, values);
    }
  }

  #addObject(object: Readonly<Record<string, unknown>>, values: ReadonlySet<string>): void {
    this.#counts.object += 1;
    if (this.#depth >= maxDepth) return;
    for (const [name, value] of Object.entries(object)) this.#member(name, values).add(value, values);
  }

  #member(name: string, values: ReadonlySet<string>): ShapeBuilder {
    const known = this.#fields.get(name);
    const isValue = values.has(name) || (known === undefined && mayBeValue(name));
    if (known !== undefined && !isValue) return known;
    if (isValue || this.#fields.size >= maxFields) {
      this.#entries ??= new ShapeBuilder(this.#depth + 1);
      return this.#entries;
    }
    const field = new ShapeBuilder(this.#depth + 1);
    this.#fields.set(name, field);
    return field;
  }

  /** Returns what was seen so far, without any text. */
  build(): Shape {
    const { seen, null: nulls, boolean, integer, number, text, list, object } = this.#counts;
    const items = this.#items?.build();
    return {
      seen,
      ...(nulls > 0 && { null: nulls }),
      ...(boolean > 0 && { boolean }),
      ...(integer > 0 && { integer }),
      ...(number > 0 && { number }),
      ...(text > 0 && { text: this.#buildText() }),
      ...(list > 0 && { list: { seen: list, ...(items && { items }) } }),
      ...(object > 0 && { object: this.#buildObject() }),
    };
  }

  #buildText(): TextShape {
    const distinct = this.#hasLongTexts ? maxDistinct : this.#texts.size;
    return { seen: this.#counts.text, distinct, formats: { ...this.#formats } };
  }

  #buildObject(): ObjectShape {
    const entries = this.#entries?.build();
    // Unlike an assignment, fromEntries creates a field with the name __proto__.
    const fields = Object.fromEntries([...this.#fields].map(([name, field]) => [name, field.build()]));
    return { seen: this.#counts.object, fields, ...(entries && { entries }) };
  }
}

const guid = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i;

/** Recognises the forms of the reference (supplier-api.md §2.1). */
export function formatOf(text: string): TextFormat | undefined {
  if (text.length > maxComparedLength) return undefined;
  if (isDate(text)) return "date";
  if (parseDateTime(text) !== undefined) return "date-time";
  if (guid.test(text)) return "guid";
  return /^-?\d+(\.\d+)?$/.test(text) ? "decimal" : undefined;
}

/** Collects the texts in a body. Not recursive, because JSON can be nested more deeply than calls. */
export function textsIn(body: unknown): ReadonlySet<string> {
  const texts = new Set<string>();
  const pending = [body];
  for (const value of pending) {
    if (typeof value === "string") texts.add(value);
    else if (typeof value === "object" && value !== null)
      for (const inner of Object.values(value)) pending.push(inner);
  }
  return texts;
}
