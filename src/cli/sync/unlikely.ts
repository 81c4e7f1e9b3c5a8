import { parseLicensePlate } from "../../lessor/sync/item.js";
import { findPlateDoubt } from "../../lessor/sync/plates.js";

/** A line whose license plate is probably none. */
export interface UnlikelyPlate {
  readonly line: number;
  readonly licensePlate: string;
  /** Such as `has no digit`. */
  readonly why: string;
}

/** The most that are kept, so that the memory of a run stays bounded. */
const maxListed = 10_000;

/**
 * Collects the lines whose license plate is probably none, such as `Totaal` or `0`. A word can be a personal plate, so
 * these are sent; but a plate that a spreadsheet has changed makes its vehicle look missing.
 */
export class UnlikelyPlates {
  readonly #accepted: ReadonlySet<string>;
  /** Those that no line has had so far. */
  readonly #unused: Set<string>;
  readonly #listed: UnlikelyPlate[] = [];
  #count = 0;

  /** @param accepted the license plates that are right, as the file has them */
  constructor(accepted: readonly string[]) {
    this.#accepted = new Set(accepted);
    this.#unused = new Set(accepted);
  }

  /** How many lines there are. */
  get count(): number {
    return this.#count;
  }

  /** The first lines. */
  get listed(): readonly UnlikelyPlate[] {
    return this.#listed;
  }

  /** The accepted license plates that no line has. */
  get unused(): readonly string[] {
    return [...this.#unused];
  }

  /** Notes an item; it may be an error with the license plate of its line. */
  note(item: unknown, line: number): void {
    const { licensePlate, remove } = Object(item);
    if (typeof licensePlate !== "string") return;
    this.#unused.delete(licensePlate);
    const doubt = this.#accepted.has(licensePlate) ? undefined : findPlateDoubt(licensePlate);
    // The run itself says what it rejects.
    if (doubt === undefined || !isSent({ licensePlate, remove })) return;
    this.#count += 1;
    if (this.#listed.length < maxListed) this.#listed.push({ line, licensePlate, why: doubt.why });
  }
}

function isSent(item: Readonly<Record<string, unknown>>): boolean {
  try {
    parseLicensePlate(item);
    return true;
  } catch {
    return false;
  }
}
