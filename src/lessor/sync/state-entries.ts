import { RegInputError, RegStateError } from "../../errors/errors.js";

/** The service and the account that a state belongs to. */
export interface StateOwner {
  readonly baseUrl: string;
  readonly clientId: string;
}

/** Where a lock is kept: one text that every run can read. */
export interface LockRecord {
  /** Returns the text; undefined if there is none. */
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
  delete(): Promise<void>;
}

/** A license plate of which a state has an entry, or that the source contains. */
export interface ListedEntry {
  readonly licensePlate: string;
  /** Undefined if there is none; may be undefined for a license plate that was noted. */
  readonly text: unknown;
  readonly isNoted: boolean;
}

/** The entries of a state: a text for each license plate. */
export interface StateEntries {
  readonly lock: LockRecord;
  /** Called once, when the state is locked, and before all functions below. */
  open(): Promise<void>;
  /** Returns the text, or a promise of it; undefined or null if there is none. */
  get(licensePlate: string): unknown;
  /** Notes that the source contains a license plate; returns false if it was noted before. */
  note(licensePlate: string): boolean;
  /** Resolves when the text is stored. */
  set(licensePlate: string, text: string): Promise<void>;
  delete(licensePlate: string): Promise<void>;
  /** Lists the license plates that were noted, and the entries of all others, as far as the store can list them. */
  list(): AsyncIterable<ListedEntry>;
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
    const reason = cause instanceof Error ? cause.message : "the store failed";
    throw new RegStateError(`the state ${problem}: ${reason}`, { reason: "failed", cause });
  }
}
