import { type TextFormat, textFormats } from "../forms.js";

/** The version of the format of `BodyShapes`. */
export const shapesVersion = 1;

/**
 * What was seen at one place of the bodies of a service: types and counts, and no values. Shapes of several runs can be
 * merged.
 */
export interface Shape {
  /**
   * How often there was a value, null included. An object field with a lower count than its object was left out at
   * times.
   */
  readonly seen: number;
  readonly null?: number;
  readonly boolean?: number;
  /** Numbers without a fraction. */
  readonly integer?: number;
  /** Numbers with a fraction. */
  readonly number?: number;
  readonly text?: TextShape;
  readonly list?: { readonly seen: number; readonly items?: Shape };
  readonly object?: ObjectShape;
}

/** The texts at a place. */
export interface TextShape {
  readonly seen: number;
  /**
   * How many different texts there were; at most 20 are counted. Of merged shapes, the highest number, because the
   * texts themselves are not kept.
   */
  readonly distinct: number;
  /** How many of them had one of these formats. */
  readonly formats: Partial<Readonly<Record<TextFormat, number>>>;
}

/** The format that all texts at a place had. */
export function commonFormat({ seen, formats }: TextShape): TextFormat | undefined {
  return textFormats.find((format) => formats[format] === seen);
}

/** The objects at a place. */
export interface ObjectShape {
  readonly seen: number;
  readonly fields: Readonly<Record<string, Shape>>;
  /** The values of fields whose names may be values themselves, such as license plates; the names are not kept. */
  readonly entries?: Shape;
}

/** The most field names of the objects at one place: more are the keys of a map, and the memory has a bound. */
export const maxFields = 200;

/**
 * Whether the names of the fields are keys, such as license plates: nothing else was seen, at least twice as many
 * values as those of named fields, or too many names. Otherwise, `entries` are a few fields whose names look like
 * values.
 */
export function isMap({ fields, entries }: ObjectShape): boolean {
  if (entries === undefined) return false;
  const named = Object.values(fields);
  return named.length >= maxFields || entries.seen >= 2 * named.reduce((sum, { seen }) => sum + seen, 0);
}

/** The shapes of open bodies, by their keys in `OpenTypes`, such as `MileagesBody`. */
export interface BodyShapes {
  /** Must be the version of this package, 1. The type is wide enough for an imported JSON file. */
  readonly version: number;
  readonly bodies: Readonly<Record<string, Shape>>;
}
