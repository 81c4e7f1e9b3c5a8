import * as z from "zod/mini";
import { isObject } from "../../base/json.js";
import { RegInputError } from "../../errors/errors.js";
import { textFormats } from "../forms.js";
import { returnedAs } from "./open-places.js";
import { type BodyShapes, type ObjectShape, type Shape, shapesVersion, type TextShape } from "./types.js";

/** Shapes without content, with which others can be merged. */
export const noShapes: BodyShapes = { version: shapesVersion, bodies: {} };

/** Merges what two runs have seen. The order makes no difference to the content. */
export function mergeShapes(one: BodyShapes, other: BodyShapes): BodyShapes {
  return { version: shapesVersion, bodies: mergeRecords(one.bodies, other.bodies) };
}

/** The shape of a key. A program may also send what it has received, so a part of requests has both shapes. */
export function shapeOf(key: string, bodies: BodyShapes["bodies"]): Shape | undefined {
  const other = returnedAs(key);
  return both(bodies[key], other === undefined ? undefined : bodies[other], mergeShape);
}

/** Merges the shapes of one place. */
export function mergeShape(one: Shape, other: Shape): Shape {
  return withoutUndefined({
    seen: one.seen + other.seen,
    null: add(one.null, other.null),
    boolean: add(one.boolean, other.boolean),
    integer: add(one.integer, other.integer),
    number: add(one.number, other.number),
    text: both(one.text, other.text, mergeTexts),
    list: both(one.list, other.list, (a, b) =>
      withoutUndefined({ seen: a.seen + b.seen, items: both(a.items, b.items, mergeShape) }),
    ),
    object: both(one.object, other.object, mergeObjects),
  });
}

function mergeTexts(one: TextShape, other: TextShape): TextShape {
  return {
    seen: one.seen + other.seen,
    distinct: Math.max(one.distinct, other.distinct),
    formats: withoutUndefined(
      Object.fromEntries(textFormats.map((format) => [format, add(one.formats[format], other.formats[format])])),
    ),
  };
}

function mergeObjects(one: ObjectShape, other: ObjectShape): ObjectShape {
  return withoutUndefined({
    seen: one.seen + other.seen,
    fields: mergeRecords(one.fields, other.fields),
    entries: both(one.entries, other.entries, mergeShape),
  });
}

function mergeRecords(
  one: Readonly<Record<string, Shape>>,
  other: Readonly<Record<string, Shape>>,
): Readonly<Record<string, Shape>> {
  const merged = new Map(Object.entries(one));
  for (const [name, shape] of Object.entries(other)) {
    const known = merged.get(name);
    merged.set(name, known === undefined ? shape : mergeShape(known, shape));
  }
  // Unlike an assignment, fromEntries creates a field with the name __proto__.
  return Object.fromEntries(merged);
}

const add = (one: number | undefined, other: number | undefined) => (one === undefined ? other : one + (other ?? 0));

function both<Part>(
  one: Part | undefined,
  other: Part | undefined,
  merge: (one: Part, other: Part) => Part,
): Part | undefined {
  return one === undefined || other === undefined ? (one ?? other) : merge(one, other);
}

/** `Type` with undefined for each field that will be left out. */
type Loose<Type> = { readonly [Name in keyof Type]: Type[Name] | undefined };

function withoutUndefined<Type extends object>(fields: Loose<Type>): Type {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Type;
}

const count = z.int().check(z.minimum(0));

const shape: z.ZodMiniType<Shape> = z.lazy(() =>
  z.strictObject({
    seen: count,
    null: z.optional(count),
    boolean: z.optional(count),
    integer: z.optional(count),
    number: z.optional(count),
    text: z.optional(text),
    list: z.optional(z.strictObject({ seen: count, items: z.optional(shape) })),
    object: z.optional(z.strictObject({ seen: count, fields: shapesByName, entries: z.optional(shape) })),
  }),
) as z.ZodMiniType<Shape>;

const text = z.strictObject({
  seen: count,
  distinct: count,
  formats: z.partialRecord(z.enum(textFormats), count),
});

/** As pairs, because a record of zod leaves out a field with the name __proto__. */
const shapesByName = z.pipe(
  z.transform((value: unknown) => (isObject(value) ? Object.entries(value) : undefined)),
  z.pipe(
    z.array(z.tuple([z.string(), shape])),
    z.transform((pairs): Record<string, Shape> => Object.fromEntries(pairs)),
  ),
);

const bodyShapes = z.object({ version: z.literal(shapesVersion), bodies: shapesByName });

/**
 * Reads the shapes from a report of the command `verify`, from what a recorder returned, or from what the command
 * `learn` has stored.
 *
 * @param name names the value in the error, such as the path of its file
 * @throws RegInputError if it contains no shapes, or shapes of another version
 */
export function readShapes(value: unknown, name: string): BodyShapes {
  const shapes = isObject(value) && isObject(value["shapes"]) ? value["shapes"] : value;
  const version = isObject(shapes) && isObject(shapes["bodies"]) ? shapes["version"] : undefined;
  if (typeof version === "number" && version !== shapesVersion)
    throw new RegInputError(
      name,
      `has shapes of version ${version}, and this version of the package reads version ${shapesVersion}`,
    );
  const read = parse(shapes);
  if (read === undefined)
    throw new RegInputError(name, "must be a report of npx @reg/sdk verify --json, or shapes of a recorder");
  return read;
}

function parse(value: unknown): BodyShapes | undefined {
  try {
    return bodyShapes.safeParse(value).data;
  } catch {
    // It is nested more deeply than calls, which shapes are not.
    return undefined;
  }
}
