import { capitalize, indent, toPrintableJson } from "../../base/text.js";
import { type TextFormat, textFormats } from "../forms.js";
import { closedRequestKeys, isOpenKey, isRequestKey, knownFieldsOf } from "./open-places.js";
import { shapeOf } from "./shapes.js";
import { type BodyShapes, isMap, type ObjectShape, type Shape, type TextShape } from "./types.js";

/** TypeScript for what was learned. */
export interface Declarations {
  readonly text: string;
  /** The declared keys of `OpenTypes`, in alphabetical order. */
  readonly keys: readonly string[];
  /** The fewest names that were left out of each declared key, because they may be values; only keys that lack some. */
  readonly leftOut: ReadonlyMap<string, number>;
}

/**
 * Writes a module that declares the shapes of bodies in `OpenTypes`. Keys without content, of which nothing is known,
 * and keys that `OpenTypes` does not have are left out. A part of a request has all fields that were sent or returned,
 * each optional, because no request shows that a field is required. If none was sent, it is only declared where nothing
 * else would be accepted: that a service takes what it returns is not certain.
 *
 * @param heading the comment at the beginning, as lines
 */
export function writeDeclarations(shapes: BodyShapes, heading: readonly string[]): Declarations {
  const { bodies } = shapes;
  const members = [...new Set([...Object.keys(bodies), ...closedRequestKeys])].sort().flatMap((key) => {
    const shape = isOpenKey(key) ? shapeOf(key, bodies) : undefined;
    const type = shape && typeOfKey(key, shape, isRequestKey(key));
    return type === undefined ? [] : [{ key, text: `/** ${describeCount(key, bodies[key])} */\n${key}: ${type};` }];
  });
  const body = `interface OpenTypes {\n${indent(members.map(({ text }) => text).join("\n"))}\n}`;
  const text = `${heading.map((line) => `// ${line}\n`).join("")}
// Makes this file a module: otherwise it would replace the package instead of extending it.
import type {} from "@reg/sdk";

declare module "@reg/sdk" {
${indent(body)}
}
`;
  const keys = members.map(({ key }) => key);
  const counts = keys.map((key) => [key, countLeftOut(bodies[key])] as const);
  return { text, keys, leftOut: new Map(counts.filter(([, count]) => count > 0)) };
}

/** Counts the names of fields that are not declared: at least as many as an object had on average. */
function countLeftOut(shape: Shape | undefined): number {
  if (shape === undefined) return 0;
  const { object, list } = shape;
  const { fields = {}, entries } = object ?? {};
  const own = object && entries && !isMap(object) ? Math.ceil(entries.seen / Math.max(1, object.seen)) : 0;
  const inner = [list?.items, ...Object.values(fields), object && isMap(object) ? entries : undefined];
  return inner.reduce((sum, each) => sum + countLeftOut(each), own);
}

function describeCount(key: string, shape: Shape | undefined): string {
  if (shape === undefined) return "Not sent so far: the fields are those of responses.";
  return `${isRequestKey(key) ? "Sent" : "Seen"} ${shape.seen === 1 ? "once" : `${shape.seen} times`}.`;
}

function typeOfKey(key: string, shape: Shape, isSent: boolean): string | undefined {
  const known = knownFieldsOf(key);
  if (known === undefined) return isUnknown(shape) ? undefined : writeType(shape, isSent);
  // These fields are added to those that the document shows, which is only possible for an object.
  const object = shape.object && withoutFields(shape.object, known);
  return object === undefined || isEmpty(object) ? undefined : objectType(object, { isSent, anyEntry: true });
}

/** An earlier version of the package, whose document showed fewer fields, may have recorded more. */
function withoutFields(object: ObjectShape, known: readonly string[]): ObjectShape {
  const fields = Object.entries(object.fields).filter(([name]) => !known.includes(name));
  return { ...object, fields: Object.fromEntries(fields) };
}

const isUnknown = ({ seen, null: nulls = 0 }: Shape) => nulls === seen;

const isEmpty = ({ fields, entries }: ObjectShape) => entries === undefined && Object.keys(fields).length === 0;

const writeType = (shape: Shape, isSent: boolean) => alternatives(shape, isSent).join(" | ");

/** The types that were seen at a place; `unknown` if it was always null. */
function alternatives(shape: Shape, isSent: boolean): readonly string[] {
  if (isUnknown(shape)) return ["unknown"];
  const { text, integer, number, boolean, object, list, null: nulls } = shape;
  const types = [
    ...(text === undefined ? [] : ["string"]),
    ...((integer ?? number) === undefined ? [] : ["number"]),
    ...(boolean === undefined ? [] : ["boolean"]),
    ...(object === undefined ? [] : [objectType(object, { isSent })]),
    ...(list === undefined ? [] : [listType(list.items, isSent)]),
    ...(nulls === undefined ? [] : ["null"]),
  ];
  // A shape from a file may have a count and no types.
  return types.length === 0 ? ["unknown"] : types;
}

function listType(items: Shape | undefined, isSent: boolean): string {
  if (items === undefined) return "unknown[]";
  const types = alternatives(items, isSent);
  return types.length === 1 ? `${types[0]}[]` : `(${types.join(" | ")})[]`;
}

interface ObjectTypeOptions {
  /** Whether it is a part of a request, in which each field can be left out or undefined. */
  readonly isSent: boolean;
  /** Whether an entry of a map has any type. */
  readonly anyEntry?: boolean;
}

function objectType(object: ObjectShape, { isSent, anyEntry = false }: ObjectTypeOptions): string {
  if (isEmpty(object)) return "{ [name: string]: unknown }";
  const { fields, entries, seen } = object;
  const members = Object.entries(fields).map(([name, shape]) => {
    const comment = describe(shape);
    const optional = isSent || shape.seen < seen ? "?" : "";
    const type = writeType(shape, isSent);
    const undefinable = isSent && type !== "unknown" ? " | undefined" : "";
    return `${comment === "" ? "" : `/** ${comment} */\n`}${propertyName(name)}${optional}: ${type}${undefinable};`;
  });
  if (entries !== undefined && !isMap(object)) members.push("// Names that may be values were left out.");
  if (entries !== undefined && isMap(object)) {
    const type = anyEntry ? "unknown" : entryType(object, entries, isSent);
    const comment = ["Names that may be values are not listed.", describe(entries)].join(" ").trim();
    members.push(`/** ${comment} */\n[name: string]: ${type};`);
  }
  return `{\n${indent(members.join("\n"))}\n}`;
}

/** An index signature must permit the types of all fields next to it. */
function entryType({ fields, seen }: ObjectShape, entries: Shape, isSent: boolean): string {
  const shapes = Object.values(fields);
  const isOptional = isSent || shapes.some((shape) => shape.seen < seen);
  const types = new Set([entries, ...shapes].flatMap((shape) => alternatives(shape, isSent)));
  if (types.has("unknown") || (shapes.length > 0 && [...types].some((type) => type.includes("\n")))) return "unknown";
  return [...types, ...(isOptional ? ["undefined"] : [])].join(" | ");
}

/** Quotes a name that is no identifier, or has invisible characters. Names from a file can contain anything. */
function propertyName(name: string): string {
  const quoted = toPrintableJson(name);
  return /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name) && quoted === `"${name}"` ? name : quoted;
}

/** Describes what a type does not say; empty if there is nothing. */
function describe(shape: Shape): string {
  if (isUnknown(shape)) return "Only null was seen.";
  const { text, list, object } = shape;
  const entries = list?.items === undefined ? "" : describe(list.items);
  return [
    ...(text === undefined ? [] : [describeText(text)]),
    ...(object === undefined || !isEmpty(object) ? [] : ["Only objects without fields were seen."]),
    ...(list === undefined || list.items !== undefined ? [] : ["Only empty lists were seen."]),
    ...(entries === "" ? [] : [`Entries: ${entries}`]),
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

const formatNames: Readonly<Record<TextFormat, string>> = {
  date: "date (yyyy-MM-dd)",
  "date-time": "date-time (yyyy-MM-ddThh:mm:ssZ)",
  guid: "GUID",
  decimal: "decimal number as text",
};

/** A set of texts is small enough to be one of fixed words if there are at most so many different ones. */
const fewTexts = 5;

/** How often each text of a small set must occur on average: otherwise, it is only a small sample. */
const fewestRepetitions = 3;

function describeText({ seen, distinct, formats }: TextShape): string {
  const names = textFormats.filter((format) => (formats[format] ?? 0) > 0);
  const known = names.reduce((sum, format) => sum + (formats[format] ?? 0), 0);
  const list = names.map((format) => formatNames[format]).join(" or ");
  if (known > 0) return known < seen ? `Text, at times a ${list}.` : `${capitalize(list)}.`;
  if (distinct > fewTexts || seen < distinct * fewestRepetitions) return "";
  const variety = distinct === 1 ? "always the same" : `at most ${distinct} different ones`;
  return `Text; ${variety} in a run, ${seen} values in all.`;
}
