import { isObject, parseJson } from "../../base/json.js";
import { RegStateError } from "../../errors/errors.js";
import { accessState, notesKey, type StateEntries, type StateFormat, type StateKind } from "../../state/entries.js";
import { RunLock } from "../../state/lock.js";
import { createEntries } from "../../state/open.js";
import { type FleetResource, type FleetSyncOptions, fleetResources } from "./types.js";

/** The parts of a run that its state depends on. */
export interface StateContext extends Omit<StateKind, "format"> {
  /** Called when another run has taken the state over, which only happens if this process stood still. */
  readonly onLost: (error: RegStateError) => void;
  /** The options of the run that the state depends on. */
  readonly run: Pick<FleetSyncOptions, "sourceName" | "previousSourceName" | "force">;
}

/** What the service has confirmed of one vehicle. */
export class VehicleState {
  /**
   * `removed`: the vehicle was removed, and the source said so. `superseded`: the source has another spelling of the
   * license plate now.
   */
  readonly condition: "removed" | "superseded" | undefined;
  readonly #digests: ReadonlyMap<FleetResource, string>;

  constructor(digests: ReadonlyMap<FleetResource, string> = new Map(), condition?: VehicleState["condition"]) {
    this.#digests = digests;
    this.condition = condition;
  }

  get isRemoved(): boolean {
    return this.condition === "removed";
  }

  /** Undefined: nothing of the resource was sent, or its last request was not confirmed. */
  digestOf(resource: FleetResource): string | undefined {
    return this.#digests.get(resource);
  }

  with(resource: FleetResource, digest: string): VehicleState {
    return new VehicleState(new Map(this.#digests).set(resource, digest));
  }

  without(resource: FleetResource): VehicleState {
    const digests = new Map(this.#digests);
    digests.delete(resource);
    return new VehicleState(digests);
  }

  /** Writes the digests in the order of the resources, with a dash for each that is not known. */
  toText(): string {
    if (this.condition !== undefined) return conditionTexts[this.condition];
    const last = fleetResources.findLastIndex((resource) => this.#digests.has(resource));
    const digests = fleetResources.slice(0, last + 1).map((resource) => this.#digests.get(resource) ?? "-");
    return [textVersion, ...digests].join(" ");
  }

  /** Undefined if the text was not written by `toText`. */
  static parse(text: string): VehicleState | undefined {
    if (text === conditionTexts.removed) return new VehicleState(new Map(), "removed");
    if (text === conditionTexts.superseded) return new VehicleState(new Map(), "superseded");
    if (!recordPattern.test(text)) return undefined;
    const digests = new Map<FleetResource, string>();
    for (const [index, digest] of text.split(" ").slice(1).entries()) {
      const resource = fleetResources[index];
      if (digest !== "-" && resource !== undefined) digests.set(resource, digest);
    }
    return new VehicleState(digests);
  }
}

/** The version of the text, at its beginning. */
const textVersion = "1";
// No vehicle is written as `1 -`: dashes at the end are left out.
const conditionTexts = { removed: `${textVersion} removed`, superseded: `${textVersion} -` } as const;
const recordPattern = new RegExp(`^${textVersion}( -| [\\w-]{12}){0,${fleetResources.length}}$`);

/** What a state contains about itself. */
interface StateNotes {
  readonly source?: string;
  /** A run with `force` has begun, and none has ended since. */
  readonly force?: boolean;
}

/** The states of fleet syncs. */
export const fleetFormat: StateFormat = {
  name: "reg-fleet",
  version: 1,
  entryName: "licensePlate",
  startingOver: "send everything again",
};

/** The state of a fleet, opened for one run. */
export class FleetState {
  readonly #entries: StateEntries;
  readonly #lock: RunLock;
  readonly #isReadOnly: boolean;
  #notes: StateNotes = {};
  /** Whether this run has given the state a source name. */
  hasNewSource = false;
  /** Whether an earlier run with `force` has not ended, and this run is without it. */
  continuesForce = false;

  private constructor(entries: StateEntries, lock: RunLock, isReadOnly: boolean) {
    this.#entries = entries;
    this.#lock = lock;
    this.#isReadOnly = isReadOnly;
  }

  /**
   * @throws RegInputError for neither a path nor a store; RegStateError if another run uses it, or it cannot be read
   */
  static async open(option: unknown, context: StateContext): Promise<FleetState> {
    const entries = await createEntries(option, { ...context, format: fleetFormat });
    const lock = new RunLock(entries.lock, context);
    await lock.acquire();
    const state = new FleetState(entries, lock, context.isReadOnly);
    try {
      await accessState("cannot be read", () => entries.open(() => lock.assertHeld()));
      await state.#begin(context.run);
    } catch (error) {
      await entries.close().catch(() => {});
      await lock.release();
      throw error;
    }
    return state;
  }

  /** Whether everything is to be sent: this run has `force`, or an earlier one had it and did not end. */
  get isForced(): boolean {
    return this.#notes.force === true;
  }

  /** @throws RegStateError if the state belongs to another source */
  async #begin({ sourceName, previousSourceName, force = false }: StateContext["run"]): Promise<void> {
    let notes = await this.#readNotes();
    if (notes === undefined) {
      // A store that fails for a moment may return nothing, too.
      await this.#lock.assertStored();
      notes = (await this.#readNotes()) ?? {};
    }
    if (notes.source !== undefined && notes.source !== sourceName && notes.source !== previousSourceName)
      throw ofOtherSource(notes.source, sourceName);
    this.continuesForce = notes.force === true && !force;
    this.hasNewSource = notes.source === undefined && sourceName !== undefined && !this.#isReadOnly;
    await this.#writeNotes(
      { ...notes, ...(sourceName !== undefined && { source: sourceName }), ...(force && { force }) },
      notes,
    );
  }

  async #readNotes(): Promise<StateNotes | undefined> {
    const text = await accessState("cannot be read", () => this.#entries.get(notesKey));
    return text === undefined || text === null ? undefined : parseNotes(text);
  }

  /** Notes that a run has sent everything that it had to send. */
  async endForced(): Promise<void> {
    const { force, ...others } = this.#notes;
    await this.#writeNotes(others, this.#notes);
  }

  async #writeNotes(notes: StateNotes, previous: StateNotes): Promise<void> {
    this.#notes = notes;
    const text = JSON.stringify(notes);
    if (text === JSON.stringify(previous)) return;
    await this.#change(() => (text === "{}" ? this.#entries.delete(notesKey) : this.#entries.set(notesKey, text)));
  }

  async read(licensePlate: string): Promise<VehicleState | undefined> {
    const text = await accessState("cannot be read", () => this.#entries.get(licensePlate));
    if (text === undefined || text === null) return undefined;
    const state = typeof text === "string" ? VehicleState.parse(text) : undefined;
    if (state === undefined) throw ofOtherVersion("an entry of a vehicle");
    return state;
  }

  /** @throws RegStateError if another run has taken the state over */
  assertHeld(): Promise<void> {
    return this.#lock.assertHeld();
  }

  async write(licensePlate: string, state: VehicleState): Promise<void> {
    await this.#change(() => this.#entries.set(licensePlate, state.toText()));
  }

  async forget(licensePlate: string): Promise<void> {
    await this.#change(() => this.#entries.delete(licensePlate));
  }

  async #change(change: () => Promise<void>): Promise<void> {
    if (this.#isReadOnly) return;
    await this.#lock.assertHeld();
    await accessState("cannot be written", change);
  }

  /** Notes that the source contains a vehicle; returns false if it was noted before. */
  note(licensePlate: string): boolean {
    return this.#entries.note(licensePlate);
  }

  /** Calls `visit` for all license plates that the source contains, or that the state does not know to be removed. */
  async list(visit: (licensePlate: string, isInSource: boolean) => void): Promise<void> {
    await accessState("cannot be listed", async () => {
      for await (const { key, text, isNoted } of this.#entries.list())
        if (isNoted || (key !== notesKey && text !== conditionTexts.removed)) visit(key, isNoted);
    });
  }

  /** Reads an entry that the store has listed: Keyv returns nothing for a damaged one, or while Redis fails. */
  async readListed(licensePlate: string): Promise<VehicleState> {
    const known = await this.read(licensePlate);
    if (known === undefined) throw notReturned();
    return known;
  }

  async close(): Promise<void> {
    try {
      await accessState("cannot be written", () => this.#entries.close());
    } finally {
      await this.#lock.release();
    }
  }
}

function parseNotes(text: unknown): StateNotes {
  const notes = typeof text === "string" ? parseJson(text) : undefined;
  if (!isObject(notes)) throw ofOtherVersion("notes");
  return notes;
}

const notReturned = () =>
  new RegStateError(
    "the state cannot be read: the store did not return the entry of a vehicle that it lists; nothing was removed. If it never does, the entry is damaged, or of another namespace: give the state a namespace of its own, or delete it to send everything again",
    { reason: "failed" },
  );

// Without the license plate, which is personal data.
const ofOtherVersion = (what: string) =>
  new RegStateError(
    `the state has ${what} that this version of the package has not written; delete the state to send everything again`,
    { reason: "damaged" },
  );

function ofOtherSource(expected: string, found: string | undefined): RegStateError {
  const problem = found === undefined ? "and this run names none" : `not to "${found}"`;
  return new RegStateError(
    `the state belongs to the source "${expected}", ${problem}; nothing was sent. Another source needs another state. If it is the same source, name it "${expected}" in this run, too (sourceName, or --source); if it was renamed, give "${expected}" as its previous name (previousSourceName, or --previous-source)`,
    { reason: "version" },
  );
}
