import type { Schema } from "../http/validate.js";
import { isObject } from "../http/validate.js";
import type { Confidence, ResponseDifference } from "../http/validation.js";
import { isDate, parseDateTime } from "../values/dates.js";
import { confidenceOf, formsOf, isOptional, type ValueForm } from "./schema.js";

/** A difference, without the operation in whose response it was found. */
export type FoundDifference = Omit<ResponseDifference, "operationId">;

/** A place in a body. */
interface Place {
  readonly pointer: string;
  readonly confidence: Confidence;
}

/** Lists the differences of a JSON body from its schema; the entries of a list can have the same ones. */
export function compareBody(schema: Schema, body: unknown): readonly FoundDifference[] {
  return compareValue(schema, body, { pointer: "", confidence: confidenceOf(schema) ?? "documented" });
}

function compareValue(schema: Schema, value: unknown, place: Place): readonly FoundDifference[] {
  const forms = formsOf(schema);
  const type = typeOf(value);
  const candidates = forms.filter((form) => acceptsType(form, type));
  const [form] = candidates;
  if (form === undefined)
    return [{ ...place, kind: "type", expected: describeForms(forms), found: describeValue(value) }];
  if (typeof value === "string") return compareText(candidates, value, place);
  if (Array.isArray(value)) return compareEntries(form, value, place);
  return isObject(value) ? compareFields(form, value, place) : [];
}

function acceptsType(form: ValueForm, type: ValueForm["type"]): boolean {
  return form.type === "any" || form.type === type || (form.type === "number" && type === "integer");
}

function compareText(forms: readonly ValueForm[], text: string, place: Place): readonly FoundDifference[] {
  const enumeration = forms.find(({ values }) => values !== undefined);
  if (enumeration?.values?.includes(text)) return [];
  const form = forms.find(({ values }) => values === undefined);
  if (enumeration !== undefined) {
    const difference = { expected: `one of ${enumeration.values?.join(", ")}`, found: "another text" };
    if (form === undefined) return [{ ...place, kind: "value", ...difference }];
    // The document states of an open enumeration how sure it is that there are other values.
    const confidence = confidenceOf(form.schema) ?? place.confidence;
    return [{ ...place, confidence, kind: "new", ...difference }];
  }
  const issues = form?.schema.safeParse(text).error?.issues ?? [];
  // The schemas are those of requests too, and only a request may have an offset (supplier-api.md §2.1).
  const isAccepted = issues.length === 0 && !(form?.format === "date-time" && hasOffset(text));
  if (isAccepted) return [];
  if (form?.format !== undefined)
    return [{ ...place, kind: "type", expected: describeForms(forms), found: describeValue(text) }];
  return [{ ...place, kind: "value", expected: "text within its limits", found: "text beyond its limits" }];
}

function compareEntries(
  { items }: ValueForm,
  list: readonly unknown[],
  { pointer, confidence }: Place,
): readonly FoundDifference[] {
  if (items === undefined) return [];
  const place = { pointer: `${pointer}/*`, confidence: confidenceOf(items) ?? confidence };
  return list.flatMap((entry) => compareValue(items, entry, place));
}

function compareFields(
  { fields = {}, isOpen = true }: ValueForm,
  object: Readonly<Record<string, unknown>>,
  { pointer, confidence }: Place,
): readonly FoundDifference[] {
  const known = Object.entries(fields).flatMap(([name, schema]): readonly FoundDifference[] => {
    const place = { pointer: `${pointer}/${name}`, confidence: confidenceOf(schema) ?? "documented" };
    if (Object.hasOwn(object, name)) return compareValue(schema, object[name], place);
    if (isOptional(schema)) return [];
    return [{ ...place, kind: "missing", expected: describeForms(formsOf(schema)), found: "nothing" }];
  });
  if (isOpen) return known;
  const others = Object.entries(object).filter(([name]) => !Object.hasOwn(fields, name));
  const added = others.map(([name, value]): FoundDifference => {
    const place = { pointer: `${pointer}/${isFieldName(name) ? name : "*"}`, confidence };
    return { ...place, kind: "new", expected: "nothing", found: describeValue(value) };
  });
  return [...known, ...added];
}

/**
 * Whether a name is that of a field, and not a value such as a license plate or an id: it consists of letters, `_` and `$`,
 * with at most two digits at the end, or of letters and hyphens.
 */
function isFieldName(name: string): boolean {
  return name.length <= 40 && /^([A-Za-z_$]+\d{0,2}|[A-Za-z_$-]+)$/.test(name);
}

/** Describes what the document expects, such as `text (date) or null`. */
function describeForms(forms: readonly ValueForm[]): string {
  const texts = forms.map(({ type, format }) => (format === undefined ? type : `${type} (${format})`));
  return [...new Set(texts)].join(" or ");
}

/** Describes a value by its type and, for a text, by its format. */
function describeValue(value: unknown): string {
  const format = typeof value === "string" ? formatOf(value) : undefined;
  return format === undefined ? typeOf(value) : `text (${format})`;
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

const guid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

function formatOf(text: string): string | undefined {
  if (isDate(text)) return "date";
  if (parseDateTime(text) !== undefined) return hasOffset(text) ? "date-time with offset" : "date-time";
  if (guid.test(text)) return "guid";
  return /^-?\d+(\.\d+)?$/.test(text) ? "decimal" : undefined;
}

/** Whether a date-time is not in UTC as `Z` says it. */
function hasOffset(dateTime: string): boolean {
  return !/z$/i.test(dateTime);
}
