import { RegInputError, RegStateError } from "../../errors/errors.js";
import { hasFunctions } from "../../http/call/check-input.js";
import type { Clock } from "../../http/call/clock.js";
import { plateKey } from "./item.js";
import { accessState, type StateEntries, type StateOwner } from "./state-entries.js";
import { resolveLinks, StateFile } from "./state-file.js";
import { StateKeys } from "./state-keys.js";
import { RunLock } from "./state-lock.js";
import { type FleetResource, type FleetStateStore, fleetResources } from "./types.js";

/** The parts of a run that its state depends on. */
export interface StateContext {
  readonly owner: StateOwner;
  readonly clock: Clock;
  readonly isReadOnly: boolean;
  /** Called when another run has taken the state over, which only happens if this process stood still. */
  readonly onLost: (error: RegStateError) => void;
}

/** What the service has confirmed of one vehicle. */
export class VehicleState {
  /** The vehicle was removed, and the source said so. */
  readonly isRemoved: boolean;
  readonly #digests: ReadonlyMap<FleetResource, string>;

  constructor(digests: ReadonlyMap<FleetResource, string> = new Map(), isRemoved = false) {
    this.#digests = digests;
    this.isRemoved = isRemoved;
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
    if (this.isRemoved) return removedText;
    const last = fleetResources.findLastIndex((resource) => this.#digests.has(resource));
    const digests = fleetResources.slice(0, last + 1).map((resource) => this.#digests.get(resource) ?? "-");
    return [textVersion, ...digests].join(" ");
  }

  /** Undefined if the text was not written by `toText`. */
  static parse(text: string): VehicleState | undefined {
    if (text === removedText) return new VehicleState(new Map(), true);
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
const removedText = `${textVersion} removed`;
const recordPattern = new RegExp(`^${textVersion}( -| [\\w-]{12}){0,${fleetResources.length}}$`);

/** The state of a fleet, opened for one run. */
export class FleetState {
  readonly #entries: StateEntries;
  readonly #lock: RunLock;

  private constructor(entries: StateEntries, lock: RunLock) {
    this.#entries = entries;
    this.#lock = lock;
  }

  /**
   * @throws RegInputError for neither a path nor a store; RegStateError if another run uses it, or it cannot be read
   */
  static async open(option: unknown, context: StateContext): Promise<FleetState> {
    const entries = await createEntries(option, context);
    const lock = new RunLock(entries.lock, context);
    await lock.acquire();
    try {
      await accessState("cannot be read", () => entries.open());
    } catch (error) {
      await lock.release();
      throw error;
    }
    return new FleetState(entries, lock);
  }

  async read(licensePlate: string): Promise<VehicleState | undefined> {
    const text = await accessState("cannot be read", () => this.#entries.get(licensePlate));
    if (text === undefined || text === null) return undefined;
    const state = typeof text === "string" ? VehicleState.parse(text) : undefined;
    if (state === undefined)
      throw new RegStateError(
        "the state has an entry that this version of the package has not written; delete the state to send everything again",
        { reason: "damaged" },
      );
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
    await this.#lock.assertHeld();
    await accessState("cannot be written", change);
  }

  /** Notes that the source contains a vehicle; returns false if it was noted before. */
  note(licensePlate: string): boolean {
    return this.#entries.note(licensePlate);
  }

  /** The vehicles that are known, and not known to be removed, and that the source does not contain. */
  async findMissing(): Promise<ReadonlySet<string>> {
    // A set, because a store may list an entry twice, as Redis does.
    const missing = new Set<string>();
    await accessState("cannot be listed", async () => {
      for await (const [licensePlate, text] of this.#entries.listOthers())
        if (text !== removedText) missing.add(licensePlate);
    });
    // A store may list the entries of others, which must not be removed: Keyv has loose rules for its namespaces.
    for (const licensePlate of missing)
      if ((await this.read(licensePlate))?.isRemoved !== false) missing.delete(licensePlate);
    return missing;
  }

  /**
   * Finds vehicles that the source contains under another spelling.
   *
   * @param removals the license plates of all vehicles that are to be removed
   * @returns the license plate in the source for each of them that was found
   */
  async findOtherSpellings(removals: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    if (removals.length === 0) return found;
    const byKey = new Map<string, string[]>();
    for (const licensePlate of removals) {
      const key = plateKey(licensePlate);
      byKey.set(key, [...(byKey.get(key) ?? []), licensePlate]);
    }
    for await (const licensePlate of this.#entries.listNoted()) {
      const alike = byKey.get(plateKey(licensePlate)) ?? [];
      if (!alike.includes(licensePlate)) for (const removal of alike) found.set(removal, licensePlate);
    }
    return found;
  }

  async close(): Promise<void> {
    try {
      await accessState("cannot be written", () => this.#entries.close());
    } finally {
      await this.#lock.release();
    }
  }
}

async function createEntries(option: unknown, { owner, clock, isReadOnly }: StateContext): Promise<StateEntries> {
  // Two names of one file must have one lock.
  if (typeof option === "string" && option.trim() !== "")
    return new StateFile(await resolveLinks(option), owner, isReadOnly);
  if (isStore(option)) return new StateKeys(option, owner, clock);
  throw new RegInputError("state", "must be the path of a file, or a store with the functions get, set and delete");
}

function isStore(value: unknown): value is FleetStateStore {
  return hasFunctions("get", "set", "delete")(value);
}
