import { plateKey } from "../../base/plates.js";

/** A missing license plate that a quoted cell contains. */
export interface ContainedPlate {
  /** The line in which the record of the cell ends. */
  readonly line: number;
  /** As the state has it. */
  readonly licensePlate: string;
}

/**
 * Collects the license plates that may be those of records within quoted cells. The text does not show whether they are;
 * but if one of them is missing, a quote may be the reason.
 */
export class ContainedPlates {
  readonly #lines = new Map<string, number>();
  #missing: readonly ContainedPlate[] = [];

  note(licensePlate: string, line: number): void {
    if (!this.#lines.has(licensePlate)) this.#lines.set(licensePlate, line);
  }

  /** Compares with the missing license plates, in any spelling; returns whether one of them was noted. */
  hasAny(missing: readonly string[]): boolean {
    const byKey = new Map(missing.map((licensePlate) => [plateKey(licensePlate), licensePlate]));
    byKey.delete("");
    this.#missing = [...this.#lines].flatMap(([noted, line]) => {
      const licensePlate = byKey.get(plateKey(noted));
      return licensePlate === undefined ? [] : [{ line, licensePlate }];
    });
    return this.#missing.length > 0;
  }

  /** Those that were noted and are missing. */
  get missing(): readonly ContainedPlate[] {
    return this.#missing;
  }
}
