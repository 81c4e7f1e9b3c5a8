import { pathTo, visitJson } from "../../base/json-places.js";
import { mayBeValue } from "../../document/field-names.js";
import { formatOf } from "../../document/shapes/infer.js";
import { isMap, type ObjectShape, type Shape, type TextFormat, type TextShape } from "../../document/shapes/types.js";
import type { SeededRandom } from "../common/random.js";
import type { SchemaIssue } from "../common/types.js";
import { formatProblems } from "../schema/checker.js";

/** A difference between a value and a learned shape. */
export interface ShapeIssue extends SchemaIssue {
  /** Whether a field was never seen; otherwise the value has another type or form. */
  readonly isUnknownField: boolean;
}

interface ShapePlace {
  readonly path: readonly PropertyKey[];
  /** The names of the fields that the OpenAPI document describes, to which the shape does not apply. */
  readonly declared: ReadonlySet<string>;
}

const nothingDeclared: ReadonlySet<string> = new Set();

/**
 * Lists the differences between a value and a shape. A shape says what was seen and not what is required, so a field
 * can always be left out. What was only ever null or empty is not compared.
 */
export function shapeIssues(whole: unknown, shape: Shape, { path, declared }: Partial<ShapePlace> = {}): ShapeIssue[] {
  const issues: ShapeIssue[] = [];
  visitJson<Shape | typeof unknownField>(whole, shape, (place, expected) => {
    const isUnknownField = expected === unknownField;
    const problem = isUnknownField ? unknownField : mismatchOf(place.value, expected);
    if (problem !== undefined) issues.push({ path: [...(path ?? []), ...pathTo(place)], problem, isUnknownField });
    if (problem !== undefined || isUnknownField) return undefined;
    if (Array.isArray(place.value)) return () => expected.list?.items;
    const { object } = expected;
    if (object === undefined || hasNoFields(object)) return undefined;
    return (key) => {
      const name = String(key);
      if (place.holder === undefined && declared?.has(name)) return undefined;
      return fieldOf(object, name) ?? entryOf(object, name) ?? unknownField;
    };
  });
  return issues;
}

const unknownField = "is not a field of the learned shape";

/** The problem of the value itself, not of its fields. */
function mismatchOf(value: unknown, shape: Shape): string | undefined {
  const types = typesOf(shape);
  if (types.every((type) => type === "null")) return undefined;
  if (!types.includes(typeOf(value))) return `must be of type ${types.join(" or ")}`;
  return typeof value === "string" ? formatProblem(value, shape.text) : undefined;
}

type JsonType = "null" | "boolean" | "number" | "string" | "array" | "object";

type Fields = Readonly<Record<string, unknown>>;

function typeOf(value: unknown): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  // Other types do not occur in JSON.
  return typeof value as "boolean" | "number" | "string" | "object";
}

const isFields = (value: unknown): value is Fields => typeOf(value) === "object";

/** The types of the values that were seen, the most frequent first. JSON does not tell whole numbers from others. */
function typesOf(shape: Shape): JsonType[] {
  const counts: Readonly<Record<JsonType, number>> = {
    object: shape.object?.seen ?? 0,
    array: shape.list?.seen ?? 0,
    string: shape.text?.seen ?? 0,
    number: (shape.integer ?? 0) + (shape.number ?? 0),
    boolean: shape.boolean ?? 0,
    null: shape.null ?? 0,
  };
  return (Object.keys(counts) as JsonType[])
    .filter((type) => counts[type] > 0)
    .sort((one, other) => counts[other] - counts[one]);
}

const hasNoFields = ({ fields, entries }: ObjectShape) => Object.keys(fields).length === 0 && entries === undefined;

const fieldOf = ({ fields }: ObjectShape, name: string): Shape | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

/**
 * The shape of a field whose name was not recorded: in a map any field, otherwise one whose name looks like a value.
 */
const entryOf = (shape: ObjectShape, name: string): Shape | undefined =>
  isMap(shape) || mayBeValue(name) ? shape.entries : undefined;

/** Not a decimal number: a text such as an order number can consist of digits by chance. */
const requiredFormats = ["date", "date-time", "guid"] as const;

const requiredFormat = (format: TextFormat | undefined) => requiredFormats.find((each) => each === format);

/** The problem of a text that has none of the formats which all texts had. */
function formatProblem(text: string, shape: TextShape | undefined): string | undefined {
  const formats = requiredFormats.filter((format) => (shape?.formats[format] ?? 0) > 0);
  const formatted = formats.reduce((sum, format) => sum + (shape?.formats[format] ?? 0), 0);
  if (shape === undefined || formatted < shape.seen || formats.some((format) => format === formatOf(text)))
    return undefined;
  return formats.map((format) => formatProblems[format]).join(" or ");
}

/**
 * Where the fields of an object come from. An object that a client stored keeps its fields, and gets those that the
 * service always returned. One that the sandbox made up gets all fields that were seen, and no others. `list` is a list
 * of stored objects in a wrapper that the sandbox made up.
 */
export type Origin = "stored" | "made-up" | "list";

interface Completion {
  readonly origin: Origin;
  readonly declared: ReadonlySet<string>;
  /** The place of the value, which decides the values that are made up for it. */
  readonly pointer: string;
  /** Creates the generator of a place. */
  randomAt(pointer: string): SeededRandom;
}

/** Brings a value of a response into a shape. */
export function completeValue(value: unknown, shape: Shape, completion: Completion): unknown {
  const { origin } = completion;
  if (value === undefined) return createValue(shape, completion);
  if (isFields(value) && shape.object !== undefined)
    return hasNoFields(shape.object) ? value : completeObject(value, shape.object, completion);
  if (Array.isArray(value) && shape.list !== undefined) return completeList(value, shape.list, completion);
  if (origin === "stored" || fits(value, shape)) return value;
  return completeValue(unwrapList(value, shape), shape, completion);
}

function fits(value: unknown, shape: Shape): boolean {
  return shapeIssues(value, shape).length === 0;
}

/** Takes the only list out of the wrapper that the sandbox has around it; undefined if there is none. */
function unwrapList(value: unknown, shape: Shape): unknown {
  if (!isFields(value) || shape.list === undefined) return undefined;
  const [list, ...others] = Object.values(value).filter(Array.isArray);
  return others.length === 0 ? list : undefined;
}

function completeList(
  list: readonly unknown[],
  { items }: NonNullable<Shape["list"]>,
  completion: Completion,
): unknown[] {
  if (items === undefined) return [...list];
  const origin = completion.origin === "list" ? "stored" : completion.origin;
  return list.map((item, index) => completeValue(item, items, within({ ...completion, origin }, index)));
}

function completeObject(value: Fields, shape: ObjectShape, completion: Completion): Fields {
  const { origin, declared } = completion;
  const isStored = origin === "stored";
  const given = renamed(value, shape, completion);
  // A field that the document describes keeps its name, so another spelling of it would be a second value.
  const spelled = new Set(Object.keys(given).map(plain));
  const isAdded = (name: string, field: Shape) => !spelled.has(plain(name)) && isCreated(field, shape, completion);
  const names = Object.entries(shape.fields).flatMap(([name, field]) =>
    !declared.has(name) && (Object.hasOwn(given, name) || isAdded(name, field)) ? [name] : [],
  );
  const isKept = (name: string) => isStored || declared.has(name) || entryOf(shape, name) !== undefined;
  const kept = Object.keys(given).filter((name) => !names.includes(name) && isKept(name));
  const complete = (name: string) => {
    const field = Object.hasOwn(given, name) ? given[name] : undefined;
    const fieldShape = declared.has(name) ? undefined : (fieldOf(shape, name) ?? entryOf(shape, name));
    return fieldShape === undefined ? field : completeValue(field, fieldShape, within(completion, name));
  };
  return Object.fromEntries([...kept, ...names].map((name) => [name, complete(name)]));
}

/**
 * Gives the fields of an object the learned names: `regCode` becomes `RegCode` or `reg_code`, and, if the sandbox made
 * the object up, its only list or id the only one of the shape. Ids and lists stay usable in this way.
 */
function renamed(value: Fields, shape: ObjectShape, { origin, declared }: Completion): Fields {
  const unnamed = Object.keys(value).filter((name) => !declared.has(name) && !fieldOf(shape, name));
  const free = Object.keys(shape.fields).filter((name) => !declared.has(name) && !Object.hasOwn(value, name));
  const targetOf = (name: string) => {
    const kind = kindOf(value[name]);
    const sameKind = free.filter((target) => kindOfShape(shape.fields[target]) === kind);
    const isAlone =
      origin !== "stored" &&
      sameKind.length === 1 &&
      unnamed.filter((each) => kindOf(value[each]) === kind).length === 1;
    return free.find((target) => plain(target) === plain(name)) ?? (isAlone ? sameKind[0] : name);
  };
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [unnamed.includes(name) ? targetOf(name) : name, field]),
  );
}

/** A name without the differences between camelCase, PascalCase and snake_case. */
const plain = (name: string) => name.replace(/[_-]/g, "").toLowerCase();

function kindOf(value: unknown): string {
  if (typeof value !== "string") return typeOf(value);
  return requiredFormat(formatOf(value)) ?? "string";
}

function kindOfShape(shape: Shape | undefined): string | undefined {
  const type = shape && typesOf(shape).find((each) => each !== "null");
  return type === "string" ? (requiredFormat(mainFormatOf(shape?.text)) ?? "string") : type;
}

/** The format that at least half of the texts had. */
function mainFormatOf(text: TextShape | undefined): TextFormat | undefined {
  const formats = Object.entries(text?.formats ?? {}) as [TextFormat, number][];
  return formats.find(([, count]) => 2 * count >= (text?.seen ?? 0))?.[0];
}

const within = (completion: Completion, key: string | number): Completion => ({
  ...completion,
  declared: nothingDeclared,
  pointer: `${completion.pointer}/${key}`,
});

/** Makes up a value of the type that was seen most often, null only if there was no other. */
function createValue(shape: Shape, completion: Completion): unknown {
  const random = completion.randomAt(completion.pointer);
  switch (typesOf(shape).find((type) => type !== "null")) {
    case "object":
      return createObject(shape.object, random, completion);
    case "array":
      return shape.list?.items === undefined ? [] : [createValue(shape.list.items, within(completion, 0))];
    case "string":
      return createText(mainFormatOf(shape.text), random);
    case "number":
      return (shape.number ?? 0) > (shape.integer ?? 0)
        ? numberBelow(100_000, random) / 100
        : numberBelow(1000, random);
    case "boolean":
      return numberBelow(2, random) === 1;
    default:
      return null;
  }
}

function createObject(shape: ObjectShape | undefined, random: SeededRandom, completion: Completion): Fields {
  if (shape === undefined) return {};
  const { fields, entries } = shape;
  const created = Object.entries(fields).filter(([, field]) => isCreated(field, shape, completion));
  const named = entries === undefined || !isMap(shape) ? [] : [[createText(undefined, random), entries] as const];
  return Object.fromEntries(
    [...created, ...named].map(([name, field]) => [name, createValue(field, within(completion, name))]),
  );
}

/** Whether a field is made up where it is missing. */
const isCreated = (field: Shape, { seen }: ObjectShape, { origin }: Completion) =>
  origin !== "stored" || field.seen >= seen;

function createText(format: TextFormat | undefined, random: SeededRandom): string {
  switch (format) {
    case "date":
      return createInstant(random).slice(0, "yyyy-MM-dd".length);
    case "date-time":
      return createInstant(random);
    case "guid":
      return random.uuid();
    case "decimal":
      // Without a fraction, because it can be a code that consists of digits.
      return String(numberBelow(10_000, random));
    default:
      return `sandbox-${random.hex(6)}`;
  }
}

const firstInstant = Date.parse("2020-01-01T00:00:00Z");
const days = 1800;

function createInstant(random: SeededRandom): string {
  const seconds = numberBelow(days * 86_400, random);
  return `${new Date(firstInstant + seconds * 1000).toISOString().slice(0, 19)}Z`;
}

const numberBelow = (limit: number, random: SeededRandom) => Number.parseInt(random.hex(8), 16) % limit;
