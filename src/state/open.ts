import { RegInputError } from "../errors/errors.js";
import { hasFunctions } from "../errors/input.js";
import type { StateEntries, StateKind, StateStore } from "./entries.js";
import { resolveLinks, StateFile } from "./file.js";
import { StateKeys } from "./keys.js";

/**
 * Returns the entries of the user's state, which are neither locked nor read yet.
 *
 * @throws RegInputError for neither a path nor a store
 */
export async function createEntries(option: unknown, kind: StateKind): Promise<StateEntries> {
  // Two names of one file must have one lock.
  if (typeof option === "string" && option.trim() !== "") return new StateFile(await resolveLinks(option), kind);
  if (isStore(option)) return new StateKeys(option, kind);
  throw new RegInputError("state", "must be the path of a file, or a store with the functions get, set and delete");
}

function isStore(value: unknown): value is StateStore {
  return hasFunctions("get", "set", "delete")(value);
}
