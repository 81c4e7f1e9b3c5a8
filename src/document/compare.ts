import { isObject } from "../base/json.js";
import type { Schema } from "../errors/input.js";
import { findForm } from "./apply-bridges.js";
import type { BridgeForm } from "./bridge.js";
import type { Confidence, ResponseDifference } from "./difference.js";
import { mayBeValue } from "./field-names.js";
import { describeForm, formatOf, typeOf } from "./forms.js";
import { findEnvelope, findRenamed, hasForm, isComparable } from "./moved.js";
import { chooseForm, confidenceOf, formsOf, isOptional, type ValueForm } from "./schema.js";
import { textsIn } from "./shapes/infer.js";

/** A difference, without the operation in whose response it was found. */
export type FoundDifference = Omit<ResponseDifference, "operationId">;

interface Place {
  readonly pointer: string;
  readonly schema: Schema;
  /** The list of which the place is an entry. */
  readonly list?: Place;
}

/** A place with all values that a body has there: the entries of a list have the same place. */
interface Values {
  readonly place: Place;
  readonly values: readonly unknown[];
}

/** Lists the differences of a JSON body from its schema, of which at most 1000 are unknown fields. */
export function compareBody(schema: Schema, body: unknown): readonly FoundDifference[] {
  const differences = new Differences();
  const pending: Values[] = [findContent(schema, body, differences)];
  // Not recursive, because JSON can be nested more deeply than calls. The loop also visits what is added meanwhile.
  for (const next of pending) pending.push(...compareValues(next, differences));
  return differences.list(body);
}

/** Finds the content of a body, and adds a difference if it is not where the document has it. */
function findContent(schema: Schema, body: unknown, differences: Differences): Values {
  const root: Place = { pointer: "", schema };
  const moved = findEnvelope(schema, body);
  if (moved === undefined) return { place: root, values: [body] };
  const { name, foundAt, value } = moved;
  const place = name === undefined ? root : placeOfField(root, name, moved.schema);
  differences.add(place, {
    kind: "envelope",
    found: describeValue(value),
    foundAt,
    expected: () => describeSchema(place.schema),
  });
  return { place, values: [value] };
}

/**
 * What a place has instead of what the document expects. It is described only for the first place with this pointer.
 */
interface OtherContent {
  readonly kind: FoundDifference["kind"];
  readonly found: string;
  readonly foundAt?: string;
  /** Whether the last name of the place is a field that the document does not have. */
  readonly isUnknownField?: boolean;
  expected(): string;
  form?(): BridgeForm | undefined;
  /** Undefined: that of the place. */
  confidence?(): Confidence | undefined;
}

/** The other kinds of differences are limited by the document, but a service may invent names of fields. */
const maxUnknownFields = 1000;

/** The differences of a body, each once: the entries of a long list often have the same ones. */
class Differences {
  readonly #found = new Map<string, FoundDifference>();
  readonly #unknownFields = new Set<FoundDifference>();

  add(place: Place, { kind, found, foundAt, isUnknownField = false, ...other }: OtherContent): void {
    const { pointer } = place;
    const key = `${kind} ${found} ${pointer}`;
    if (this.#found.has(key) || (isUnknownField && this.#unknownFields.size >= maxUnknownFields)) return;
    const form = other.form?.();
    const difference = {
      pointer,
      kind,
      expected: other.expected(),
      found,
      ...(foundAt !== undefined && { foundAt }),
      ...(form !== undefined && { form }),
      confidence: other.confidence?.() ?? confidenceAt(place),
    };
    this.#found.set(key, difference);
    if (isUnknownField) this.#unknownFields.add(difference);
  }

  /** Lists them without the names of the service that are values elsewhere in the body, such as the name of a person. */
  list(body: unknown): readonly FoundDifference[] {
    const found = [...this.#found.values()];
    if (this.#unknownFields.size === 0 && found.every(({ foundAt }) => foundAt === undefined)) return found;
    const values = textsIn(body);
    const hideLast = (pointer: string) => {
      const end = pointer.lastIndexOf("/") + 1;
      return end > 0 && values.has(pointer.slice(end)) ? `${pointer.slice(0, end)}*` : pointer;
    };
    return found.map((each) => ({
      ...each,
      ...(this.#unknownFields.has(each) && { pointer: hideLast(each.pointer) }),
      ...(each.foundAt !== undefined && { foundAt: hideLast(each.foundAt) }),
    }));
  }
}

/** Adds the differences of the values at a place, and returns those inside them. */
function compareValues(found: Values, differences: Differences): Values[] {
  const { place, values } = found;
  const forms = formsOf(place.schema);
  let hasTexts = false;
  const objects: Readonly<Record<string, unknown>>[] = [];
  const entries: unknown[] = [];
  let [objectForm, listForm]: (ValueForm | undefined)[] = [];
  for (const value of values) {
    const form = chooseForm(forms, value);
    if (form === undefined) differences.add(place, otherType(place, value));
    else if (typeof value === "string") hasTexts = true;
    else if (isObject(value)) {
      objectForm = form;
      objects.push(value);
    } else if (Array.isArray(value)) {
      listForm = form;
      for (const entry of value) entries.push(entry);
    }
  }
  if (hasTexts) compareTexts(found, differences);
  const inside = objectForm === undefined ? [] : compareFields({ place, form: objectForm }, objects, differences);
  const items = listForm?.items;
  if (items !== undefined)
    inside.push({ place: { pointer: `${place.pointer}/*`, schema: items, list: place }, values: entries });
  return inside;
}

function otherType({ schema }: Place, value: unknown): OtherContent {
  return {
    kind: "type",
    found: describeValue(value),
    expected: () => describeSchema(schema),
    form: () => findForm(value, (converted) => schema.safeParse(converted).error === undefined),
  };
}

/** Adds the differences of the texts at a place; those of its other values are known. */
function compareTexts({ place, values }: Values, differences: Differences): void {
  const forms = formsOf(place.schema).filter(({ type }) => type === "text" || type === "any");
  const permitted = forms.find((each) => each.values !== undefined)?.values;
  const form = forms.find((each) => each.values === undefined);
  if (permitted !== undefined) {
    if (values.some((value) => typeof value === "string" && !permitted.includes(value)))
      differences.add(place, otherText(permitted, form));
    return;
  }
  if (form?.isLimited !== true) return;
  for (const text of values) {
    if (typeof text !== "string") continue;
    // The schemas are those of requests too, and only a request may have an offset (supplier-api.md §2.1).
    const isAccepted =
      form.schema.safeParse(text).error === undefined && !(form.format === "date-time" && hasOffset(text));
    if (!isAccepted) differences.add(place, form.format === undefined ? tooLong : otherType(place, text));
  }
}

const tooLong: OtherContent = {
  kind: "value",
  found: "text beyond its limits",
  expected: () => "text within its limits",
};

/** @param others accepts the other texts of an open enumeration */
function otherText(values: readonly string[], others: ValueForm | undefined): OtherContent {
  return {
    kind: others === undefined ? "value" : "new",
    found: "another text",
    expected: () => `one of ${values.join(", ")}`,
    // The document states of an open enumeration how sure it is that there are other values.
    confidence: () => others && confidenceOf(others.schema),
  };
}

/** Adds the fields that objects at a place lack, and those that the document does not have. */
function compareFields(
  { place, form: { fields = {}, isOpen = true } }: { readonly place: Place; readonly form: ValueForm },
  objects: readonly Readonly<Record<string, unknown>>[],
  differences: Differences,
): Values[] {
  const valuesOf = new Map<string, unknown[]>();
  for (const object of objects)
    for (const name of Object.keys(object)) {
      const known = valuesOf.get(name);
      if (known === undefined) valuesOf.set(name, [object[name]]);
      else known.push(object[name]);
    }
  const unknown = new Map([...valuesOf].filter(([name]) => !Object.hasOwn(fields, name)));
  const absent = Object.entries(fields).filter(([name]) => !valuesOf.has(name));
  const renamed = findRenamed(absent, unknown, { isOpen, count: objects.length });
  const required = Object.values(fields).filter((schema) => !isOptional(schema));
  const isOther = required.length > 1 && absent.length === Object.keys(fields).length && renamed.size === 0;
  if (isOther) {
    // One difference for an object that is another one, and not one for each of its fields.
    differences.add(place, { kind: "missing", found: "an object without its fields", expected: () => "object" });
    return [];
  }
  const inside = Object.entries(fields).flatMap(([name, schema]): Values[] => {
    const field = placeOfField(place, name, schema);
    const otherName = renamed.get(name);
    const values = valuesOf.get(otherName ?? name) ?? [];
    const expected = () => describeSchema(schema);
    if (otherName !== undefined)
      differences.add(field, {
        kind: "renamed",
        found: hasForm(schema, values) ? expected() : describeAll(values),
        foundAt: `${place.pointer}/${visibleName(otherName)}`,
        expected,
      });
    else if (values.length < objects.length && !isOptional(schema))
      differences.add(field, { kind: "missing", found: "nothing", expected });
    // A renamed field of another form is one difference.
    return otherName === undefined || isComparable(schema, values) ? [{ place: field, values }] : [];
  });
  const otherNames = new Set(renamed.values());
  if (!isOpen)
    for (const [name, values] of unknown)
      for (const found of otherNames.has(name) ? [] : new Set(values.map(describeValue)))
        differences.add(
          { ...place, pointer: `${place.pointer}/${visibleName(name)}` },
          { kind: "new", found, expected: () => "nothing", isUnknownField: true },
        );
  return inside;
}

/** A name that the service chose, unless it may be a value. */
const visibleName = (name: string) => (mayBeValue(name) ? "*" : name);

const placeOfField = ({ pointer }: Place, name: string, schema: Schema): Place => ({
  pointer: `${pointer}/${name}`,
  schema,
});

/** How sure the document is of a place; what it says of a list counts for its entries. */
function confidenceAt({ schema, list }: Place): Confidence {
  return confidenceOf(schema) ?? (list === undefined ? "documented" : confidenceAt(list));
}

const describeAll = (values: readonly unknown[]) => [...new Set(values.map(describeValue))].join(" or ");

/** Describes what the document expects, such as `text (date) or null`. */
function describeSchema(schema: Schema): string {
  const texts = formsOf(schema).map(({ type, format }) => describeForm(type, format));
  return [...new Set(texts)].join(" or ");
}

function describeValue(value: unknown): string {
  const format = typeof value === "string" ? formatOf(value) : undefined;
  return describeForm(
    typeOf(value),
    format === "date-time" && hasOffset(String(value)) ? `${format} with offset` : format,
  );
}

function hasOffset(dateTime: string): boolean {
  return !/z$/i.test(dateTime);
}
