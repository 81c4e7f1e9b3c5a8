import { RegInputError } from "../../errors/client-errors.js";
import { isGuid } from "../formats.js";

/**
 * The id of a line: the one given, or a new one. The caller chooses it, unique in the request (supplier-api.md §2.1).
 *
 * @throws RegInputError if the one given is no GUID
 */
export function lineId(id: string = globalThis.crypto.randomUUID()): string {
  if (isGuid(id)) return id;
  throw new RegInputError("id", "must be a GUID; leave it out to get a new one");
}
