import type { Clock } from "../base/clock.js";
import { isInstance } from "../base/instances.js";
import { RegInputError, RegStateError } from "../errors/errors.js";
import { custom, hasFunctions } from "../errors/input.js";

/** What distinguishes the states of one kind from those of others. */
export interface StateFormat {
  /** The beginning of each key in a store; a file names it in its first line, followed by `-state`. */
  readonly name: string;
  /** The version of what a file contains, in its first line. */
  readonly version: number;
  /** The name of an entry's key within a key of the store, such as `licensePlate`. */
  readonly entryName: string;
  /** For messages: what happens without a state, such as `send everything again`. */
  readonly startingOver: string;
}

/** The service and the account that a state belongs to: fields of a file, and parts of each key in a store. */
export type StateOwner = Readonly<Record<string, string>>;

/** What a state is, and how it is used. */
export interface StateKind {
  readonly format: StateFormat;
  readonly owner: StateOwner;
  /** For the timeouts of a store. */
  readonly clock: Clock;
  readonly isReadOnly: boolean;
}

/**
 * A store for a state, such as a Map or a [Keyv](https://keyv.org). Each method may return a promise.
 *
 * A store that does not return what was stored, that rejects, or that does not respond within 10 seconds ends a fleet
 * sync. `follow` tries it again if it has responded before.
 */
export interface StateStore {
  /** Returns the text that was stored; anything but a text means that there is none. */
  get(key: string): unknown;
  /** Stores a text until it is deleted. Each text is read back with `get`, because some stores hide their failures. */
  set(key: string, value: string): unknown;
  delete(key: string): unknown;
  /**
   * Lists the entries as pairs of key and value: at least all that were stored with `set`, otherwise the run ends. Only
   * a fleet sync uses it: `removeMissing` needs it, and without it no run notices that a license plate has another
   * spelling than in earlier runs. A `Map` needs none. It is called without an argument; the parameter lets a Keyv
   * instance fit.
   */
  iterator?: ((namespace?: string) => AsyncIterable<readonly [string, unknown]>) | undefined;
}

/** Whether a value has the functions of a store. */
export const isStore = hasFunctions("get", "set", "delete") as (value: unknown) => value is StateStore;

/** An address such as `redis://host`; the letter of a Windows drive is no scheme. */
const address = /^\s*[a-z][a-z\d+.-]+:\/\//i;

/**
 * Whether a value is a path. The address of a database is none: it may contain a password, which the error of a missing
 * file would show.
 */
export const isPath = (value: unknown): value is string =>
  typeof value === "string" && value.trim() !== "" && !address.test(value);

/** Which values the option `state` can have, for messages. */
export const stateForm =
  "must be the path of a file, or a store with the functions get, set and delete; for a database, give a Keyv";

/** The option `state`. */
export const aState = custom((value) => isPath(value) || isStore(value), stateForm);

/** Where a lock is kept: one text that every run can read. */
export interface LockRecord {
  /** Returns the text; undefined if there is none. */
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
  /**
   * Writes the text if there is none; returns whether it did. Undefined for a store: it may write over that of another
   * run.
   */
  create?: ((text: string) => Promise<boolean>) | undefined;
  delete(): Promise<void>;
}

/** The key of the entry that describes the state itself. */
export const notesKey = "";

/** A key of which a state has an entry, or that was noted. */
export interface ListedEntry {
  readonly key: string;
  /** Undefined if there is none; may be undefined for a key that was noted. */
  readonly text: unknown;
  readonly isNoted: boolean;
}

/** The entries of a state: a text for each key. */
export interface StateEntries {
  readonly lock: LockRecord;
  /**
   * Called once, when the state is locked, and before all functions below.
   *
   * @param assertHeld rejects if another run has taken the state over, which must not be changed
   */
  open(assertHeld?: () => Promise<void>): Promise<void>;
  /** Returns the text, or a promise of it; undefined or null if there is none. */
  get(key: string): unknown;
  /** Notes a key for `list`, without an entry for it; returns false if it was noted before. */
  note(key: string): boolean;
  /** Resolves when the text is stored. */
  set(key: string, text: string): Promise<void>;
  delete(key: string): Promise<void>;
  /** Lists the keys that were noted, and the entries of all others, as far as the store can list them. */
  list(): AsyncIterable<ListedEntry>;
  /**
   * Removes what is outdated, if it takes much space. Nothing may be written meanwhile.
   *
   * @param assertHeld rejects if another run has taken the state over, which must not be replaced
   */
  tidy(assertHeld?: () => Promise<void>): Promise<void>;
  /** Resolves when everything is stored. */
  close(): Promise<void>;
}

/**
 * Does something with a state; every failure but a RegInputError is a RegStateError, which says what cannot be done.
 */
export async function accessState<Result>(problem: string, action: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (cause) {
    if (cause instanceof RegStateError || cause instanceof RegInputError) throw cause;
    const reason = isInstance(cause, "Error") ? cause.message : "the store failed";
    throw new RegStateError(`the state ${problem}: ${reason}`, { reason: "failed", cause });
  }
}
