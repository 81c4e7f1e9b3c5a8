import type { Schema } from "../http/call/check-input.js";
import type { Confidence, ResponseDifference } from "../http/call/response-validator.js";
import { formatOf, textsIn } from "../shapes/infer.js";
import { isObject } from "../values/json.js";
import { mayBeValue } from "../values/text.js";
import { type GuideTo, walkJson } from "../values/walk.js";
import { confidenceOf, formsOf, isOptional, type ValueForm } from "./schema.js";

/** A difference, without the operation in whose response it was found. */
export type FoundDifference = Omit<ResponseDifference, "operationId">;

interface Place {
  readonly pointer: string;
  readonly schema: Schema;
  /** The list of which the place is an entry. */
  readonly list?: Place;
}

/** Lists the differences of a JSON body from its schema, of which at most 1000 are unknown fields. */
export function compareBody(schema: Schema, body: unknown): readonly FoundDifference[] {
  const differences = new Differences();
  walkJson<Place>(body, { pointer: "", schema }, ({ value }, place) => compareValue(place, value, differences));
  const found = differences.list();
  return found.some(isUnknownField) ? hideValues(found, textsIn(body)) : found;
}

/**
 * What a place has instead of what the document expects. It is described only for the first place with this pointer.
 */
interface Finding {
  readonly kind: FoundDifference["kind"];
  readonly found: string;
  expected(): string;
  /** Undefined: that of the place. */
  confidence?(): Confidence | undefined;
}

/** The other kinds of differences are limited by the document, but a service may invent names of fields. */
const maxUnknownFields = 1000;

/** The differences of a body, each once: the entries of a long list often have the same ones. */
class Differences {
  readonly #found = new Map<string, FoundDifference>();
  #unknownFields = 0;

  add(place: Place, { kind, found, expected, confidence }: Finding): void {
    const { pointer } = place;
    const key = `${kind} ${found} ${pointer}`;
    if (this.#found.has(key)) return;
    const difference = {
      pointer,
      kind,
      expected: expected(),
      found,
      confidence: confidence?.() ?? confidenceAt(place),
    };
    if (isUnknownField(difference) && ++this.#unknownFields > maxUnknownFields) return;
    this.#found.set(key, difference);
  }

  list(): readonly FoundDifference[] {
    return [...this.#found.values()];
  }
}

const nothing = "nothing";

const isUnknownField = ({ kind, expected }: FoundDifference) => kind === "new" && expected === nothing;

/** Replaces the names of unknown fields that are values elsewhere in the body, such as the name of a person. */
function hideValues(found: readonly FoundDifference[], values: ReadonlySet<string>): FoundDifference[] {
  return found.map((each) => {
    const end = each.pointer.lastIndexOf("/") + 1;
    const isValue = isUnknownField(each) && values.has(each.pointer.slice(end));
    return isValue ? { ...each, pointer: `${each.pointer.slice(0, end)}*` } : each;
  });
}

/** Adds the differences of a value, and returns what the document has for its content. */
function compareValue(place: Place, value: unknown, differences: Differences): GuideTo<Place> | undefined {
  const type = typeOf(value);
  const form = formsOf(place.schema).find((each) => acceptsType(each, type));
  if (form === undefined) differences.add(place, otherType(place, value));
  else if (typeof value === "string") compareText(place, value, differences);
  else if (isObject(value)) return compareFields({ place, form }, value, differences);
  const items = form?.items;
  return items && (() => ({ pointer: `${place.pointer}/*`, schema: items, list: place }));
}

function acceptsType({ type: accepted }: ValueForm, type: ValueForm["type"]): boolean {
  return accepted === "any" || accepted === type || (accepted === "number" && type === "integer");
}

function otherType({ schema }: Place, value: unknown): Finding {
  return { kind: "type", found: describeValue(value), expected: () => describeSchema(schema) };
}

function compareText(place: Place, text: string, differences: Differences): void {
  const forms = formsOf(place.schema).filter(({ type }) => type === "text" || type === "any");
  const enumeration = forms.find(({ values }) => values !== undefined);
  const form = forms.find(({ values }) => values === undefined);
  if (enumeration?.values !== undefined) {
    if (!enumeration.values.includes(text)) differences.add(place, otherText(enumeration.values, form));
    return;
  }
  // The schemas are those of requests too, and only a request may have an offset (supplier-api.md §2.1).
  const isAccepted =
    form?.schema.safeParse(text).error === undefined && !(form?.format === "date-time" && hasOffset(text));
  if (isAccepted) return;
  const tooLong: Finding = {
    kind: "value",
    found: "text beyond its limits",
    expected: () => "text within its limits",
  };
  differences.add(place, form?.format === undefined ? tooLong : otherType(place, text));
}

/** @param others accepts the other texts of an open enumeration */
function otherText(values: readonly string[], others: ValueForm | undefined): Finding {
  return {
    kind: others === undefined ? "value" : "new",
    found: "another text",
    expected: () => `one of ${values.join(", ")}`,
    // The document states of an open enumeration how sure it is that there are other values.
    confidence: () => others && confidenceOf(others.schema),
  };
}

/** Adds the fields that an object lacks, and those that the document does not have. */
function compareFields(
  { place, form: { fields = {}, isOpen = true } }: { readonly place: Place; readonly form: ValueForm },
  object: Readonly<Record<string, unknown>>,
  differences: Differences,
): GuideTo<Place> {
  for (const [name, schema] of Object.entries(fields))
    if (!(Object.hasOwn(object, name) || isOptional(schema)))
      differences.add(fieldOf(place, name, schema), {
        kind: "missing",
        found: nothing,
        expected: () => describeSchema(schema),
      });
  return (key) => {
    const name = String(key);
    const schema = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (schema !== undefined) return fieldOf(place, name, schema);
    if (!isOpen) {
      const unknown = { kind: "new", found: describeValue(object[name]), expected: () => nothing } as const;
      differences.add({ ...place, pointer: `${place.pointer}/${mayBeValue(name) ? "*" : name}` }, unknown);
    }
    return undefined;
  };
}

const fieldOf = ({ pointer }: Place, name: string, schema: Schema): Place => ({
  pointer: `${pointer}/${name}`,
  schema,
});

/** How sure the document is of a place; what it says of a list counts for its entries. */
function confidenceAt({ schema, list }: Place): Confidence {
  return confidenceOf(schema) ?? (list === undefined ? "documented" : confidenceAt(list));
}

/** Describes what the document expects, such as `text (date) or null`. */
function describeSchema(schema: Schema): string {
  const texts = formsOf(schema).map(({ type, format }) => (format === undefined ? type : `${type} (${format})`));
  return [...new Set(texts)].join(" or ");
}

function describeValue(value: unknown): string {
  const format = typeof value === "string" ? formatOf(value) : undefined;
  if (format === undefined) return typeOf(value);
  return `text (${format}${format === "date-time" && hasOffset(String(value)) ? " with offset" : ""})`;
}

function typeOf(value: unknown): ValueForm["type"] {
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

function hasOffset(dateTime: string): boolean {
  return !/z$/i.test(dateTime);
}
