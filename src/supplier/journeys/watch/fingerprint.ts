import type { ServiceRequestListItem } from "../../../generated/supplier/models.js";

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
export function hashOf(text: string): number {
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
