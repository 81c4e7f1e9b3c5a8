import { parseJson, toSortedJson } from "../../base/json.js";
import type { RequestKind } from "../../base/kinds.js";
import { plateKey } from "../../base/plates.js";
import { hashText } from "../../base/text.js";
import { RegInputError } from "../../errors/errors.js";
import type { ServiceRequestListItem } from "../../generated/supplier/models.js";

/** The version of the cursor format; only cursors with this version can be read. */
const version = 1;

/** What a cursor contains. */
export interface CursorContent {
  readonly fingerprints: ReadonlyMap<string, string>;
  /** The supplier to whom the requests belong, as text; undefined if that is not known. */
  readonly supplierId?: string | undefined;
}

/**
 * Writes the position of a watch as a cursor. It is JSON, so that a truncated cursor, for example in a short database
 * column, is not mistaken for a shorter one.
 *
 * @param scope the requests that are watched; with a cursor of others, every request would seem to be gone
 */
export function writeCursor(scope: string, { fingerprints, supplierId }: CursorContent): string {
  const account = supplierId === undefined ? [] : [supplierId];
  return JSON.stringify([version, scope, [...fingerprints], ...account]);
}

/**
 * Reads a cursor that `writeCursor` wrote.
 *
 * @throws RegInputError for any other text, and for a cursor of another scope
 */
export function readCursor(scope: string, cursor: string, operationId: string): CursorContent {
  const invalidCursor = (problem: string) => new RegInputError("cursor", problem, { operationId });
  const content = parseJson(cursor);
  const [cursorVersion, cursorScope, entries, supplierId]: readonly unknown[] = Array.isArray(content) ? content : [];
  const isSupplier = supplierId === undefined || typeof supplierId === "string";
  if (cursorVersion !== version || !Array.isArray(entries) || !entries.every(isEntry) || !isSupplier)
    throw invalidCursor("must be the unchanged text of `change.cursor` of this version; or leave it out");
  if (cursorScope !== scope)
    throw invalidCursor(
      "belongs to a watch over other requests: store one for each service, for each kind or both, and for each licensePlate",
    );
  return { fingerprints: new Map(entries), supplierId };
}

function isEntry(value: unknown): value is [id: string, fingerprint: string] {
  return Array.isArray(value) && value.length === 2 && value.every((each) => typeof each === "string");
}

/**
 * Names the requests that a watch is about: those of one service and one kind or both, and of one vehicle if it has a
 * license plate. The hash has 16 bits. That detects nearly every mix-up, but does not reveal the vehicle, because too
 * many plates share one hash: a plate is personal data.
 */
export function createScope(
  { baseUrl, kind }: { readonly baseUrl: string; readonly kind: RequestKind | "both" },
  licensePlate: string | undefined,
): string {
  const hash = hashText(JSON.stringify([baseUrl, licensePlate === undefined ? null : plateKey(licensePlate)]));
  return `${kind}/${((hash >>> 16) ^ (hash & 0xffff)).toString(36)}`;
}

/**
 * Makes a short text that differs where the content of two list items differs: `lastModifiedUtc`, which is precise to
 * the second only, and everything else that the list shows. `href` is left out, because a new address is not a change
 * of the request. The order of the fields does not matter.
 *
 * It is FNV-1a over the JSON, with 32 bits. Only the old and the new content of the same request are compared, so a
 * change is missed in one of 4 thousand million cases, and then until the next change of that request. It does not
 * reveal the content to those who read a cursor.
 */
export function fingerprint({ href: _, ...content }: ServiceRequestListItem): string {
  return hashText(toSortedJson(content)).toString(36);
}
