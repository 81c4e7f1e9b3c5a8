import { RegInputError } from "../../../errors/client-errors.js";
import { plainPlate } from "../../license-plate.js";
import type { JourneyParts } from "../parts.js";
import { hashOf } from "./fingerprint.js";

/** The form of the cursors that this version writes, and all that it reads. */
const version = 1;

const isText = (value: unknown): value is string => typeof value === "string";
const isEntry = (value: unknown): value is [id: string, fingerprint: string] =>
  Array.isArray(value) && value.length === 2 && value.every(isText);

/**
 * Whose requests a watch is about: those of a service, of one kind, and of one vehicle if it is about one. The hash has
 * 16 bits. That finds nearly every mix-up, and too many plates have the same one for it to tell which vehicle it is:
 * a plate is personal.
 */
export function scopeOf(
  { baseUrl, kind }: Pick<JourneyParts, "baseUrl" | "kind">,
  licensePlate: string | undefined,
): string {
  const hash = hashOf(
    JSON.stringify([baseUrl, licensePlate === undefined ? null : plainPlate(licensePlate)]),
  );
  return `${kind}/${((hash >>> 16) ^ (hash & 0xffff)).toString(36)}`;
}

/**
 * Writes where a watch stands. JSON, so that a cursor which was cut short, by the column of a table for example, is
 * not taken for a shorter one.
 *
 * @param scope whose requests these are; a cursor of others would tell that everything is gone
 */
export function writeCursor(scope: string, fingerprints: ReadonlyMap<string, string>): string {
  return JSON.stringify([version, scope, [...fingerprints]]);
}

/**
 * Reads what `writeCursor` wrote.
 *
 * @throws RegInputError for anything else, and for a cursor of another scope
 */
export function readCursor(scope: string, cursor: string, operationId: string): ReadonlyMap<string, string> {
  const refuse = (problem: string) => new RegInputError("cursor", problem, { operationId });
  const content = parse(cursor);
  if (!Array.isArray(content)) throw refuse("must be the unchanged text of `change.cursor`");
  const [itsVersion, itsScope, entries]: readonly unknown[] = content;
  if (itsVersion !== version) throw refuse("is of a version that this one cannot read; begin without it");
  if (!Array.isArray(entries) || !entries.every(isEntry))
    throw refuse("must be the unchanged text of `change.cursor`");
  if (itsScope !== scope)
    throw refuse(
      "is of a watch over other requests: keep one for each service, for each kind, and for each licensePlate",
    );
  return new Map(entries);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
