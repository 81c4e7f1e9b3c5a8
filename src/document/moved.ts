import { isObject } from "../base/json.js";
import type { Schema } from "../errors/input.js";
import { mayBeValue } from "./field-names.js";
import { formatOf, typeOf } from "./forms.js";
import { acceptsType, chooseForm, formsOf, isOptional, type ValueForm } from "./schema.js";

/** The content of a body that is not where the document has it. */
interface MovedContent {
  /** The field of the documented body with the content; undefined: the content is the whole body. */
  readonly name: string | undefined;
  readonly schema: Schema;
  /** Where it is instead, as a JSON pointer. */
  readonly foundAt: string;
  readonly value: unknown;
}

/**
 * Finds the content of a body in another wrapper, in a wrapper that the document does not have, or without the
 * documented one; undefined if it is where the document has it, or nowhere.
 */
export function findEnvelope(schema: Schema, body: unknown): MovedContent | undefined {
  // The reference does not show of some bodies whether they are a list or an object.
  if (typeof body !== "object" || body === null || formsOf(schema).length > 1) return undefined;
  const fields = Object.entries(objectFormOf(schema)?.fields ?? {});
  const containers = fields.filter(([, field]) => !isOptional(field) && isContainer(field));
  const [content] = containers.length === 1 ? containers : [];
  const inside = content === undefined ? undefined : fieldNamed(body, content[0]);
  const isInPlace = content === undefined ? fits(schema, body) : inside !== undefined && fits(content[1], inside);
  if (isInPlace) return undefined;
  const places = placesIn(body);
  const whole = places.slice(1).find(({ value }) => fits(schema, value));
  if (whole !== undefined) return { name: undefined, schema, ...whole };
  if (content === undefined) return undefined;
  const [name, contentSchema] = content;
  // A list or an object beside other documented fields is a renamed field.
  const isRenamed = ({ foundAt }: FoundValue) => fields.length > 1 && foundAt.split("/").length === 2;
  const candidates = places.filter((place) => !isRenamed(place) && place.value !== inside);
  const found =
    candidates.find(({ value }) => fits(contentSchema, value)) ?? onlyOne(candidates, contentSchema, inside);
  return found && { name, schema: contentSchema, ...found };
}

interface FoundValue {
  readonly foundAt: string;
  readonly value: unknown;
}

/** The lists and objects of a body down to the second level, from the outside to the inside. */
function placesIn(body: unknown): FoundValue[] {
  const root = [{ foundAt: "", value: body }];
  const inside = (places: readonly FoundValue[]) =>
    places.flatMap(({ foundAt, value }) =>
      isObject(value)
        ? Object.entries(value)
            .filter(([, inner]) => typeof inner === "object" && inner !== null)
            .map(([name, inner]) => ({ foundAt: `${foundAt}/${mayBeValue(name) ? "*" : name}`, value: inner }))
        : [],
    );
  const first = inside(root);
  return [...root, ...first, ...inside(first)];
}

/** Finds content that no field shows, because none is known or the list is empty: it is the only list. */
function onlyOne(places: readonly FoundValue[], schema: Schema, inside: unknown): FoundValue | undefined {
  if (inside !== undefined) return undefined;
  const isEmpty = ({ value }: FoundValue) => Array.isArray(value) && value.length === 0;
  const [found, ...others] = places.filter(({ value }) => Array.isArray(value) && hasForm(schema, [value]));
  const isKnown = fieldNamesOf(schema).length > 0;
  return others.length === 0 && found !== undefined && (!isKnown || isEmpty(found)) ? found : undefined;
}

/**
 * Whether an object, or the first entry of a list, has at least half of the required fields of a schema, and at least
 * two of all its fields, or the only one.
 */
function fits(schema: Schema, value: unknown): boolean {
  const form = chooseForm(formsOf(schema), value);
  if (form?.items !== undefined && Array.isArray(value)) {
    const [first] = value;
    return fieldNamesOf(form.items).length > 0 && first !== undefined && fits(form.items, first);
  }
  if (!isObject(value) || form?.fields === undefined) return false;
  const names = new Set(Object.keys(value).map(plainName));
  const isThere = ([name]: readonly [string, Schema]) => names.has(plainName(name));
  const fields = Object.entries(form.fields);
  const required = fields.filter(([, field]) => !isOptional(field));
  const isEnough = fields.filter(isThere).length >= Math.min(2, fields.length);
  return fields.length > 0 && isEnough && required.filter(isThere).length * 2 >= required.length;
}

const objectFormOf = (schema: Schema) => formsOf(schema).find(({ type }) => type === "object");

/** The names of the fields of an object, or of the entries of a list. */
function fieldNamesOf(schema: Schema): readonly string[] {
  return formsOf(schema).flatMap(({ fields, items }) =>
    items === undefined ? Object.keys(fields ?? {}) : fieldNamesOf(items),
  );
}

const isContainer = (schema: Schema) => formsOf(schema).every(({ type }) => type === "object" || type === "list");

const fieldNamed = (object: object, name: string): unknown =>
  Object.entries(object).find(([each]) => plainName(each) === plainName(name))?.[1];

/** A name in any spelling: `licensePlate`, `LicensePlate` and `license_plate` are the same. */
export const plainName = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, "");

/**
 * Finds the fields that probably have other names: a documented field that no object has, and a new one in its place.
 * It has the same name in another spelling; or it has the same form, and a similar name or no competitor.
 *
 * @param absent the documented fields that no object has
 * @param unknown the values of the fields that the document does not have
 * @returns the new names by the documented ones
 */
export function findRenamed(
  absent: readonly (readonly [name: string, schema: Schema])[],
  unknown: ReadonlyMap<string, readonly unknown[]>,
  { isOpen, count }: { readonly isOpen: boolean; readonly count: number },
): ReadonlyMap<string, string> {
  if (absent.length === 0 || unknown.size === 0 || unknown.size > maxCompared) return new Map();
  const pairs = absent.flatMap(([name, schema]) =>
    [...unknown].flatMap(([otherName, values]) => {
      if (plainName(name) === plainName(otherName)) return [{ name, otherName, score: sameName }];
      if (!hasForm(schema, values)) return [];
      const { shared, isSimilar } = compareWords(name, otherName, isTelling(schema));
      // A field that may be left out, and a new one beside it, may have nothing in common.
      if (isOptional(schema)) return isSimilar ? [{ name, otherName, score: shared }] : [];
      // An open object has other fields in any case.
      const isLikely = shared > 0 || !isOpen || isTelling(schema);
      return isLikely && values.length === count ? [{ name, otherName, score: shared }] : [];
    }),
  );
  return choosePairs(pairs);
}

/** A documented name and a new one that may mean the same; the more likely, the higher its score. */
interface NamePair {
  readonly name: string;
  readonly otherName: string;
  readonly score: number;
}

/** Chooses the new name of each documented one: of the pairs with the highest score, the only one with both names. */
export function choosePairs(pairs: readonly NamePair[]): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>();
  const isFree = (pair: NamePair) => !renamed.has(pair.name) && ![...renamed.values()].includes(pair.otherName);
  for (const score of [...new Set(pairs.map((pair) => pair.score))].sort((a, b) => b - a)) {
    const best = pairs.filter((pair) => pair.score === score && isFree(pair));
    for (const { name, otherName } of best) {
      const isOnly = best.every((pair) => (pair.name === name) === (pair.otherName === otherName));
      if (isOnly) renamed.set(name, otherName);
    }
  }
  return renamed;
}

/** More fields than these are the keys of a map. */
const maxCompared = 200;

/** The score of a pair of names that differ in their spelling only. */
export const sameName = 1000;

/**
 * Counts the words that two names share. They are similar if these are more than half of the words of the longer name.
 * Exactly half suffices if the shorter name has no other words, or few other values have the form of the schema.
 */
function compareWords(
  name: string,
  other: string,
  isTelling: boolean,
): { readonly shared: number; readonly isSimilar: boolean } {
  const [words, others] = [wordsOf(name), wordsOf(other)];
  const shared = words.filter((word) => others.some((each) => beginningOf(word) === beginningOf(each))).length;
  const [shorter = 0, longer = 0] = [words.length, others.length].sort((a, b) => a - b);
  return { shared, isSimilar: shared * 2 > longer || (shared * 2 === longer && (isTelling || shared === shorter)) };
}

const wordsOf = (name: string) =>
  name
    .split(/[^\p{L}\d]+|(?<=[\p{Ll}\d])(?=\p{Lu})/u)
    .map((word) => word.toLowerCase())
    .filter((word) => word !== "");

/** `creation` and `created` have the same. */
const beginningOf = (word: string) => word.slice(0, 5);

/** Whether all values are lists or objects of which the content can be compared with a schema. */
export function isComparable(schema: Schema, values: readonly unknown[]): boolean {
  return values.every(
    (value) =>
      typeof value === "object" && value !== null && formsOf(schema).some((form) => acceptsType(form, typeOf(value))),
  );
}

/** Whether all values have the form of a schema. */
export function hasForm(schema: Schema, values: readonly unknown[]): boolean {
  const forms = formsOf(schema);
  const known = forms.flatMap((form) => form.values ?? []);
  return values.every((value) =>
    // Any text can be a new value of an open enumeration, so that only the known ones show it.
    known.length > 0 && typeof value === "string" ? known.includes(value) : forms.some((form) => isOfForm(form, value)),
  );
}

function isOfForm(form: ValueForm, value: unknown): boolean {
  if (form.type === "any") return false;
  if (!acceptsType(form, typeOf(value))) return false;
  if (typeof value === "string") {
    const format = formatOf(value);
    return form.format === format || (form.format === undefined && format === "decimal");
  }
  if (Array.isArray(value)) {
    const isKnown = form.items !== undefined && fieldNamesOf(form.items).length > 0;
    return !isKnown || value.length === 0 || hasForm(form.items, [value[0]]);
  }
  return !isObject(value) || Object.keys(form.fields ?? {}).length === 0 || fits(form.schema, value);
}

/** Whether few other values have the form of a schema. */
function isTelling(schema: Schema): boolean {
  return formsOf(schema).some(
    ({ schema: each, format, values }) => (format ?? values) !== undefined || fieldNamesOf(each).length > 0,
  );
}
