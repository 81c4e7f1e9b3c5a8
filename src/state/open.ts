import { RegInputError } from "../errors/errors.js";
import { isPath, isStore, type StateEntries, type StateKind, stateForm } from "./entries.js";
import { resolveLinks, StateFile } from "./file.js";
import { StateKeys } from "./keys.js";

/**
 * Returns the entries of the user's state, which are neither locked nor read yet. Not in entries.ts, which every client
 * loads: most programs have no state.
 *
 * @throws RegInputError for neither a path nor a store
 */
export async function createEntries(option: unknown, kind: StateKind): Promise<StateEntries> {
  // Two names of one file must have one lock.
  if (isPath(option)) return new StateFile(await resolveLinks(option), kind);
  if (isStore(option)) return new StateKeys(option, kind);
  throw new RegInputError("state", stateForm);
}
