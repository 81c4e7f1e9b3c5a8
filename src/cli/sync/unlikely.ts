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
  readonly #listed: UnlikelyPlate[] = [];
  #count = 0;

  /** @param accepted the license plates that are right, as the file has them */
  constructor(accepted: readonly string[]) {
    this.#accepted = new Set(accepted);
  }

  /** How many lines there are. */
  get count(): number {
    return this.#count;
  }

  /** The first lines. */
  get listed(): readonly UnlikelyPlate[] {
    return this.#listed;
  }

  /** Notes an item; it may be an error with the license plate of its line. */
  note(item: unknown, line: number): void {
    const { licensePlate } = Object(item);
    if (typeof licensePlate !== "string" || this.#accepted.has(licensePlate)) return;
    const doubt = findPlateDoubt(licensePlate);
    // The run itself rejects the others.
    if (doubt === undefined || doubt.isImpossible) return;
    this.#count += 1;
    if (this.#listed.length < maxListed) this.#listed.push({ line, licensePlate, why: doubt.why });
  }
}
