import { isObject } from "../base/json.js";
import { readNumber } from "../base/text.js";
import { ambiguousResult, mayBeKey } from "./lookup.js";

/*
 * Reads the list of attachments of a request. The reference shows neither its form nor the names of its fields
 * (supplier-api.md §2.7, §4.1), so every assumption about them is in this file.
 */

/** A file with a name, such as a `File`. */
export type NamedFile = Blob & { readonly name: string };

/** Whether a request has a file; `different`: it has one with this name and another size. */
export type AttachmentState = "attached" | "missing" | "different";

/**
 * Looks for files in a fetched list: by the name, and by the size if the list shows one.
 *
 * @throws RegResponseError if it is not certain that a file is missing, because it would then be uploaded again
 */
export function findFiles(list: unknown, files: readonly NamedFile[]): AttachmentState[] {
  const entries: unknown = isObject(list) ? list["attachments"] : list;
  if (!Array.isArray(entries) || !entries.every(hasName))
    throw ambiguousResult(
      "the list of attachments has a form in which files cannot be looked up (an adapter for attachments.list can return its attachments with fileName)",
    );
  const names = files.map(({ name }) => name);
  const others = entries.filter(({ fileName }) => !names.includes(fileName));
  return files.map(({ name, size }, index) => {
    const hasSize = (entry: ListedAttachment) => (readNumber(entry.size) ?? size) === size;
    const found = entries.filter(({ fileName }) => fileName === name);
    if (found.length > 0) return found.some(hasSize) ? "attached" : "different";
    if (others.some((entry) => hasSize(entry) && mayBeKey(entry.fileName, name)))
      throw ambiguousResult(
        `no attachment of this request has the name of attachments[${index}], but one perhaps shows another form of it`,
      );
    return "missing";
  });
}

interface ListedAttachment {
  readonly fileName: string;
  readonly size?: unknown;
}

function hasName(entry: unknown): entry is ListedAttachment {
  return isObject(entry) && typeof entry["fileName"] === "string";
}
