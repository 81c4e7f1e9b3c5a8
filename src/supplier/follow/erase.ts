import { accessState, notesKey, type StateStore } from "../../state/entries.js";
import { RunLock } from "../../state/lock.js";
import { createEntries } from "../../state/open.js";
import { parseIndex } from "./state-index.js";
import {
  type FollowStateContext,
  markKey,
  notificationKey,
  prefixes,
  readSureIndexText,
  stateKindOf,
} from "./stored.js";

/**
 * Deletes what the index of an account names, so that its state is a new one.
 *
 * @throws RegStateError if another process uses the state, or if it cannot be read or deleted
 */
export async function eraseState(store: StateStore, context: FollowStateContext): Promise<void> {
  const entries = await createEntries(store, stateKindOf(context, false));
  const lock = new RunLock(entries.lock, { clock: context.clock, onLost: () => {}, settlesAlways: true });
  await lock.acquire();
  // Some stores report failures as success, and return nothing while they fail. A store that returns the lock does not
  // fail: it had nothing to return of the entry.
  const deleteAll = async (keys: readonly string[]) => {
    for (const key of keys) {
      await lock.assertStored();
      await entries.delete(key);
    }
    for (const key of keys) {
      if ((await entries.get(key)) != null) throw new Error("the store did not delete an entry");
      await lock.assertStored();
    }
  };
  try {
    await accessState("cannot be deleted", async () => {
      const text = await readSureIndexText(entries, lock);
      if (text === undefined) return;
      const { requests, notifications, setAside, outdated } = parseIndex(text);
      await deleteAll([
        ...requests.keys(),
        ...[...notifications.keys()].map(notificationKey),
        ...setAside.map((id) => prefixes.setAside + id),
        ...outdated,
        markKey,
      ]);
      // Last: it names what is left if the deletion is interrupted.
      await deleteAll([notesKey]);
    });
  } finally {
    await lock.release();
  }
}
