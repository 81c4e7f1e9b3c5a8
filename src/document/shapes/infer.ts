import { isObject } from "../../base/json.js";
import { type ContextOf, visitJson } from "../../base/json-places.js";
import { formatOf, type JsonType, type TextFormat, typeOf } from "../forms.js";
import { mergeShape } from "./shapes.js";
import { maxFields, type ObjectShape, type Shape, type TextShape } from "./types.js";

/** Below this depth, the content of lists and objects is not examined: the call stack is limited. */
const maxDepth = 64;

/** The most different texts at one place that are counted. */
const maxDistinct = 20;

/** A longer text is not kept for the comparison with others. It is no word from a small set. */
const maxComparedLength = 100;

/**
 * What the key of an object is in one body. `name`: the name of a field. `value`: a value such as a license plate,
 * whose text is not kept. `unclear`: also a text of the same body; it becomes a name once another body has it only as a
 * name.
 */
export type KeyKind = "name" | "unclear" | "value";

/** Says what a key is in the body that is added. */
export type KindOfKey = (key: string) => KeyKind;

/** How many further places the builders of a recorder may examine. They share it, because places can be nested. */
interface PlaceBudget {
  places: number;
}

/** Collects the shape of the values at one place, such as a field of all bodies. Nothing makes its texts visible. */
export class ShapeBuilder {
  readonly #budget: PlaceBudget;
  readonly #depth: number;
  readonly #texts = new Set<string>();
  readonly #counts: Record<JsonType | "seen", number> = {
    seen: 0,
    null: 0,
    boolean: 0,
    integer: 0,
    number: 0,
    text: 0,
    list: 0,
    object: 0,
  };
  readonly #formats: Partial<Record<TextFormat, number>> = {};
  readonly #fields = new Map<string, ShapeBuilder>();
  /** Fields whose names were a text of each body that had them. */
  readonly #unclear = new Map<string, ShapeBuilder>();
  readonly #unexamined = { items: 0, entries: 0 };
  #hasLongTexts = false;
  #items: ShapeBuilder | undefined;
  #entries: ShapeBuilder | undefined;

  /** @param depth the number of lists and objects around the place */
  constructor(budget: PlaceBudget, depth = 0) {
    this.#budget = budget;
    this.#depth = depth;
  }

  add(whole: unknown, kindOf: KindOfKey): void {
    visitJson<ShapeBuilder>(whole, this, ({ value }, builder) => builder.#count(value, kindOf));
  }

  /** Counts a value, without those in it; returns where these are counted. */
  #count(value: unknown, kindOf: KindOfKey): ContextOf<ShapeBuilder> | undefined {
    this.#counts.seen += 1;
    this.#counts[typeOf(value)] += 1;
    if (typeof value === "string") this.#addText(value);
    if (Array.isArray(value)) return this.#addList(value);
    return isObject(value) ? this.#addObject(kindOf) : undefined;
  }

  #addText(text: string): void {
    const format = formatOf(text);
    if (format !== undefined) this.#formats[format] = (this.#formats[format] ?? 0) + 1;
    if (text.length > maxComparedLength) this.#hasLongTexts = true;
    else if (this.#texts.size < maxDistinct) this.#texts.add(text);
  }

  #addList(list: readonly unknown[]): ContextOf<ShapeBuilder> {
    if (list.length > 0) this.#items ??= this.#createPlace();
    if (this.#items === undefined) this.#unexamined.items += list.length;
    return () => this.#items;
  }

  #addObject(kindOf: KindOfKey): ContextOf<ShapeBuilder> {
    return (name) => {
      const member = this.#member(String(name), kindOf);
      if (member === undefined) this.#unexamined.entries += 1;
      return member;
    };
  }

  /** Finds the builder for a key; undefined if there is none, and no further place may be examined. */
  #member(name: string, kindOf: KindOfKey): ShapeBuilder | undefined {
    const known = this.#fields.get(name);
    if (known !== undefined) return known;
    const unclear = this.#unclear.get(name);
    const isFull = this.#fields.size >= maxFields || (unclear === undefined && !this.#mayExamineMore);
    const kind = isFull ? "value" : kindOf(name);
    if (kind === "name") return this.#addField(this.#fields, name);
    if (kind === "unclear" && (unclear !== undefined || this.#unclear.size < maxFields))
      return this.#addField(this.#unclear, name);
    this.#entries ??= this.#createPlace();
    return this.#entries;
  }

  /** The values of a field whose name was unclear until now belong to it, too. */
  #addField(group: Map<string, ShapeBuilder>, name: string): ShapeBuilder | undefined {
    const field = this.#unclear.get(name) ?? this.#createPlace();
    this.#unclear.delete(name);
    if (field !== undefined) group.set(name, field);
    return field;
  }

  get #mayExamineMore(): boolean {
    return this.#depth < maxDepth && this.#budget.places > 0;
  }

  #createPlace(): ShapeBuilder | undefined {
    if (!this.#mayExamineMore) return undefined;
    this.#budget.places -= 1;
    return new ShapeBuilder(this.#budget, this.#depth + 1);
  }

  /** Returns what was seen so far, without any text. */
  build(): Shape {
    const { seen, null: nulls, boolean, integer, number, text, list, object } = this.#counts;
    const items = this.#items?.build() ?? unknownValues(this.#unexamined.items);
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
    const entries = [this.#entries, ...this.#unclear.values()]
      .map((each) => each?.build())
      .concat(unknownValues(this.#unexamined.entries))
      .filter((each) => each !== undefined)
      .reduce<Shape | undefined>((all, each) => (all === undefined ? each : mergeShape(all, each)), undefined);
    // Unlike an assignment, fromEntries creates a field with the name __proto__.
    const fields = Object.fromEntries([...this.#fields].map(([name, field]) => [name, field.build()]));
    return { seen: this.#counts.object, fields, ...(entries && { entries }) };
  }
}

/** The shape of values that were not examined; undefined without any. */
const unknownValues = (seen: number): Shape | undefined => (seen === 0 ? undefined : { seen });

/** Collects the texts in a body. */
export function textsIn(body: unknown): ReadonlySet<string> {
  const texts = new Set<string>();
  visitJson(body, true, ({ value }) => {
    if (typeof value === "string") texts.add(value);
    return () => true;
  });
  return texts;
}
