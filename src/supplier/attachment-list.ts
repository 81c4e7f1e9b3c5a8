import { isObject } from "../base/json.js";
import { readNumber } from "../base/text.js";
import { ambiguousResult, mayBeCutKey } from "./lookup.js";

/*
 * Reads the list of attachments of a request. The reference shows neither its form nor the names of its fields
 * (supplier-api.md §2.7, §4.1), so every assumption about them is in this file.
 */

/** A file with a name, such as a `File`. */
export type NamedFile = Blob & { readonly name: string };

/** Whether a request has a file; `different`: it has one with this name and another size. */
export type AttachmentState = "attached" | "missing" | "different";

/**
 * Looks for files in a fetched list: by the name, and by the size if the list shows one. An attachment that is none of
 * them may be one under another name: if it has the same size, or shows none and a similar name.
 *
 * @throws RegResponseError if it is not certain that a file is missing, because it would then be uploaded again
 */
export function findFiles(list: unknown, files: readonly NamedFile[]): AttachmentState[] {
  const entries: unknown = isObject(list) ? list["attachments"] : list;
  if (!Array.isArray(entries) || !entries.every(hasName))
    throw ambiguousResult(
      "the list of attachments has a form in which files cannot be looked up (an adapter for attachments.list can return its attachments with fileName)",
    );
  const listed = entries.map(({ fileName, size }) => ({ fileName: fileName.normalize(), size: readNumber(size) }));
  const names = files.map(({ name }) => name.normalize());
  const others = listed.filter(({ fileName }) => !names.includes(fileName));
  return files.map(({ size }, index) => {
    const name = names[index] ?? "";
    const found = listed.filter(({ fileName }) => fileName === name);
    if (found.length > 0) return found.some((entry) => (entry.size ?? size) === size) ? "attached" : "different";
    if (others.some((entry) => (entry.size === undefined ? mayBeName(entry.fileName, name) : entry.size === size)))
      throw ambiguousResult(
        `no attachment of this request has the name of attachments[${index}], but one has its size or a similar name, so that it may be this file`,
      );
    return "missing";
  });
}

/** Whether a name, apart from its ending, may be another form of the one that was sent: cut, or with more around it. */
function mayBeName(shown: string, sent: string): boolean {
  const stemOf = (name: string) => name.replace(/\.[^.]*$/, "");
  return mayBeCutKey(stemOf(shown), stemOf(sent)) || mayBeCutKey(stemOf(sent), stemOf(shown));
}

interface ListedAttachment {
  readonly fileName: string;
  readonly size?: unknown;
}

function hasName(entry: unknown): entry is ListedAttachment {
  return isObject(entry) && typeof entry["fileName"] === "string";
}
