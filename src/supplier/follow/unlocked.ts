import type { Clock } from "../../base/clock.js";
import { accessState, type StateEntries } from "../../state/entries.js";
import { createEntries } from "../../state/open.js";
import { type IndexContent, parseEntry, parseIndex } from "./state-index.js";
import {
  type FollowStateContext,
  followFormat,
  notReturned,
  prefixes,
  readEntry,
  readIndexText,
  stateKindOf,
} from "./stored.js";
import type { SetAsideEvent } from "./types.js";

/** What was read of a state without its lock. */
export interface StatePreview {
  /** Whether another process uses the state, or has left it when it was killed. */
  readonly isLocked: boolean;
  /** Undefined for a state that is new. */
  readonly indexText: string | undefined;
  readonly index: IndexContent;
  /** Reads the events that were set aside, except those that another process gives back meanwhile. */
  readSetAside(): Promise<readonly SetAsideEvent[]>;
}

/**
 * Reads what a poll is compared with, and whether there is a lock: nothing is locked or written.
 *
 * @throws RegInputError for neither a path nor a store; RegStateError if the state cannot be read
 */
export async function previewState(option: unknown, context: FollowStateContext): Promise<StatePreview> {
  const entries = await createEntries(option, stateKindOf(context, true));
  return accessState("cannot be read", async () => {
    // First the lock: what another process writes after it was free is noticed when the state is opened.
    const isLocked = (await entries.lock.read()) !== undefined;
    await entries.open();
    try {
      const indexText = await readIndexText(entries);
      const index = parseIndex(indexText);
      const readSetAside = () => accessState("cannot be read", () => readSetAsideEvents(entries, index.setAside));
      return { isLocked, indexText, index, readSetAside };
    } finally {
      await entries.close();
    }
  });
}

/**
 * Lists the events that were set aside in a file, without its lock, so that another process can follow meanwhile.
 *
 * @throws RegInputError for no path; RegStateError if the file cannot be read
 */
export async function* listSetAside(path: string, clock: Clock): AsyncGenerator<SetAsideEvent> {
  const entries = await openFile(path, clock);
  try {
    for (const id of parseIndex(await readIndexText(entries)).setAside)
      yield (await readEntry(entries, prefixes.setAside + id)) as SetAsideEvent;
  } finally {
    await entries.close();
  }
}

/**
 * Counts the requests that a file knows, without its lock.
 *
 * @throws RegInputError for no path; RegStateError if the file cannot be read
 */
export async function countRequests(path: string, clock: Clock): Promise<number> {
  const entries = await openFile(path, clock);
  try {
    return parseIndex(await readIndexText(entries)).requests.size;
  } finally {
    await entries.close();
  }
}

async function openFile(path: string, clock: Clock): Promise<StateEntries> {
  const entries = await createEntries(path, { format: followFormat, owner: {}, clock, isReadOnly: true });
  await accessState("cannot be read", () => entries.open());
  return entries;
}

/** Reads the events that were set aside, except those that another process gives back meanwhile. */
async function readSetAsideEvents(entries: StateEntries, ids: readonly string[]): Promise<SetAsideEvent[]> {
  const found: SetAsideEvent[] = [];
  for (const id of ids) {
    const text = await entries.get(prefixes.setAside + id);
    if (text != null) found.push(parseEntry(text, id) as SetAsideEvent);
    else if (parseIndex(await readIndexText(entries)).setAside.includes(id)) throw notReturned(`the entry ${id}`);
  }
  return found;
}
