import { isObject, type Schema } from "../http/validate.js";
import type { Confidence, ResponseDifference } from "../http/validation.js";
import { formatOf, textsIn } from "../shapes/infer.js";
import { mayBeValue } from "../values/text.js";
import { confidenceOf, formsOf, isOptional, type ValueForm } from "./schema.js";

/** A difference, without the operation in whose response it was found. */
export type FoundDifference = Omit<ResponseDifference, "operationId">;

/** A place in a body. */
interface Place {
  readonly pointer: string;
  readonly schema: Schema;
  /** The list of which the place is an entry. */
  readonly list?: Place;
}

/** Lists the differences of a JSON body from its schema; the entries of a list can have the same ones. */
export function compareBody(schema: Schema, body: unknown): readonly FoundDifference[] {
  const found: FoundDifference[] = [];
  compareValue({ pointer: "", schema }, body, found);
  return found.some(isUnknownField) ? hideValues(found, textsIn(body)) : found;
}

const isUnknownField = ({ kind, expected }: FoundDifference) => kind === "new" && expected === "nothing";

/** Replaces the names of unknown fields that are values elsewhere in the body, such as the name of a person. */
function hideValues(found: readonly FoundDifference[], values: ReadonlySet<string>): FoundDifference[] {
  return found.map((each) => {
    const end = each.pointer.lastIndexOf("/") + 1;
    const isValue = isUnknownField(each) && values.has(each.pointer.slice(end));
    return isValue ? { ...each, pointer: `${each.pointer.slice(0, end)}*` } : each;
  });
}

/** Adds the differences of a value. There is one list for all values of a body, because most of them have none. */
function compareValue(place: Place, value: unknown, found: FoundDifference[]): void {
  const type = typeOf(value);
  const form = formsOf(place.schema).find((each) => acceptsType(each, type));
  if (form === undefined) found.push(createTypeDifference(place, value));
  else if (typeof value === "string") found.push(...compareText(place, value));
  else if (Array.isArray(value)) compareEntries({ place, form }, value, found);
  else if (isObject(value)) compareFields({ place, form }, value, found);
}

function acceptsType({ type: accepted }: ValueForm, type: ValueForm["type"]): boolean {
  return accepted === "any" || accepted === type || (accepted === "number" && type === "integer");
}

const noDifference: readonly FoundDifference[] = [];

function compareText(place: Place, text: string): readonly FoundDifference[] {
  const forms = formsOf(place.schema).filter(({ type }) => type === "text" || type === "any");
  const enumeration = forms.find(({ values }) => values !== undefined);
  const form = forms.find(({ values }) => values === undefined);
  if (enumeration?.values !== undefined) {
    if (enumeration.values.includes(text)) return noDifference;
    return compareWithValues(place, enumeration.values, form);
  }
  // The schemas are those of requests too, and only a request may have an offset (supplier-api.md §2.1).
  const isAccepted =
    form?.schema.safeParse(text).error === undefined && !(form?.format === "date-time" && hasOffset(text));
  if (isAccepted) return noDifference;
  if (form?.format !== undefined) return [createTypeDifference(place, text)];
  const limits = { expected: "text within its limits", found: "text beyond its limits" };
  return [createDifference(place, "value", limits)];
}

/** @param others accepts the other texts of an open enumeration */
function compareWithValues(
  place: Place,
  values: readonly string[],
  others: ValueForm | undefined,
): readonly FoundDifference[] {
  const types = { expected: `one of ${values.join(", ")}`, found: "another text" };
  if (others === undefined) return [createDifference(place, "value", types)];
  // The document states of an open enumeration how sure it is that there are other values.
  const confidence = confidenceOf(others.schema) ?? confidenceAt(place);
  return [{ ...createDifference(place, "new", types), confidence }];
}

/** A list or an object in a body, and its form. */
interface Container {
  readonly place: Place;
  readonly form: ValueForm;
}

function compareEntries(
  { place, form: { items } }: Container,
  entries: readonly unknown[],
  found: FoundDifference[],
): void {
  if (items === undefined) return;
  const entry = { pointer: `${place.pointer}/*`, schema: items, list: place };
  for (const value of entries) compareValue(entry, value, found);
}

function compareFields(
  { place, form: { fields = {}, isOpen = true } }: Container,
  object: Readonly<Record<string, unknown>>,
  found: FoundDifference[],
): void {
  for (const [name, schema] of Object.entries(fields)) {
    const field = { pointer: `${place.pointer}/${name}`, schema };
    if (Object.hasOwn(object, name)) compareValue(field, object[name], found);
    else if (!isOptional(schema))
      found.push(createDifference(field, "missing", { expected: describeSchema(schema), found: "nothing" }));
  }
  if (isOpen) return;
  for (const [name, value] of Object.entries(object)) {
    if (Object.hasOwn(fields, name)) continue;
    const pointer = `${place.pointer}/${mayBeValue(name) ? "*" : name}`;
    found.push({
      ...createDifference(place, "new", { expected: "nothing", found: describeValue(value) }),
      pointer,
    });
  }
}

/** The types, and never the values, that differ. */
type DifferingTypes = Pick<FoundDifference, "expected" | "found">;

function createDifference(
  place: Place,
  kind: FoundDifference["kind"],
  types: DifferingTypes,
): FoundDifference {
  return { pointer: place.pointer, kind, ...types, confidence: confidenceAt(place) };
}

function createTypeDifference(place: Place, value: unknown): FoundDifference {
  return createDifference(place, "type", {
    expected: describeSchema(place.schema),
    found: describeValue(value),
  });
}

/** How sure the document is of a place; what it says of a list counts for its entries. */
function confidenceAt({ schema, list }: Place): Confidence {
  return confidenceOf(schema) ?? (list === undefined ? "documented" : confidenceAt(list));
}

/** Describes what the document expects, such as `text (date) or null`. */
function describeSchema(schema: Schema): string {
  const texts = formsOf(schema).map(({ type, format }) =>
    format === undefined ? type : `${type} (${format})`,
  );
  return [...new Set(texts)].join(" or ");
}

/** Describes a value by its type and, for a text, by its format. */
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

/** Whether a date-time is not in UTC as `Z` says it. */
function hasOffset(dateTime: string): boolean {
  return !/z$/i.test(dateTime);
}
