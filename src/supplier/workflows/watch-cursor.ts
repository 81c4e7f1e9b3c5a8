import { RegInputError } from "../../errors/errors.js";
import type { ServiceRequestListItem } from "../../generated/supplier/models.js";
import { plainPlate } from "../domain.js";
import type { WorkflowContext } from "./types.js";

/** The prime and the start of FNV-1a with 32 bits. */
const prime = 0x01000193;
const offsetBasis = 0x811c9dc5;

/**
 * A short text that differs where the content of two list items differs: of `lastModifiedUtc`, which goes to the
 * second only, and of everything else that the list shows. `href` is left out: an address that moves is no change of
 * the request. The order of the fields does not matter.
 *
 * It is FNV-1a over the JSON, with 32 bits. Only the old and the new content of one and the same request are compared,
 * never one request with another, so a change is overlooked in one case of 4 thousand million, and then until the next
 * change of that request. It tells nothing of the content to whoever reads a cursor.
 */
export function fingerprintOf({ href: _, ...content }: ServiceRequestListItem): string {
  return hashOf(JSON.stringify(content, inOrder)).toString(36);
}

/** FNV-1a over the code units of a text, from 0 to 2 ** 32 - 1. */
function hashOf(text: string): number {
  let hash = offsetBasis;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), prime);
  }
  return hash >>> 0;
}

/** The fields of every object by their names. */
function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

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
  { baseUrl, kind }: Pick<WorkflowContext, "baseUrl" | "kind">,
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
