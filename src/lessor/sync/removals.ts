import { RegInputError } from "../../errors/errors.js";
import type { FleetState } from "./state.js";
import type { FleetSyncReport, FleetSyncResult, RemovalRefusal } from "./types.js";

/** A vehicle that the source removes, or that it no longer contains. */
export interface Removal {
  readonly licensePlate: string;
  /** The number of the item that removes it; undefined if the source does not contain it. */
  readonly position: number | undefined;
  /** Why it is not removed. */
  readonly refusal?: Required<Pick<FleetSyncResult, "error">> & Pick<FleetSyncResult, "inSource">;
}

/** The removals at the end of a run, and what the report says of missing vehicles. */
export interface RemovalPlan {
  readonly removals: readonly Removal[];
  readonly missing: NonNullable<FleetSyncReport["missing"]>;
}

interface RemovalLimits {
  readonly maxRemovals: number | string;
  /** Whether vehicles that the source does not contain are removed. */
  readonly removeMissing: boolean;
  /** Why the source does not show which vehicles are missing. */
  readonly sourceRefusal: RemovalRefusal | undefined;
}

/** The number of missing vehicles that a report lists. */
const listed = 100;

/** A percentage, such as `5%`. */
export const percentagePattern = /^(\d+(?:\.\d+)?)%$/;

/**
 * Collects during a run which vehicles are to be removed. They are removed at the end of the source, because only then
 * it is known which ones it contains, and how many are to be removed.
 */
export class Removals {
  /** The vehicles whose last item removes them, with its position. */
  readonly #positions = new Map<string, number>();
  readonly #knownRemovals = new Set<string>();
  /** The number of vehicles of the source that the state knew before this run. */
  #known = 0;

  /** Notes an item of the source, in the order of the source. */
  noteItem(licensePlate: string, { position, remove }: { readonly position: number; readonly remove: boolean }): void {
    if (remove) this.#positions.set(licensePlate, position);
    else this.#positions.delete(licensePlate);
  }

  /** Notes that the state knows the vehicle of an item; `isFirst`: it is the vehicle's first item in this run. */
  noteKnown(licensePlate: string, { isFirst, remove }: { readonly isFirst: boolean; readonly remove: boolean }): void {
    if (isFirst) this.#known += 1;
    if (remove) this.#knownRemovals.add(licensePlate);
  }

  /** Decides at the end of the source what is removed. */
  async plan(state: FleetState, limits: RemovalLimits): Promise<RemovalPlan> {
    const missing = limits.removeMissing ? [...(await state.findMissing())] : [];
    const sourceRefusal = missing.length === 0 ? undefined : limits.sourceRefusal;
    const candidates = [...this.#positions.keys(), ...(sourceRefusal === undefined ? missing : [])];
    const spellings = await state.findOtherSpellings(candidates);
    const count = candidates.filter((each) => !spellings.has(each) && this.#isKnown(each)).length;
    const isTooMany = count > limitOf(limits.maxRemovals, this.#known + missing.length);
    const decide = (licensePlate: string): Removal | undefined => {
      const removal = { licensePlate, position: this.#positions.get(licensePlate) };
      const inSource = spellings.get(licensePlate);
      if (inSource !== undefined) return { ...removal, refusal: { inSource, error: otherSpelling() } };
      if (!isTooMany || !this.#isKnown(licensePlate)) return removal;
      // The report says of the missing vehicles together that they are too many.
      return removal.position === undefined ? undefined : { ...removal, refusal: { error: tooMany(count) } };
    };
    const refused = sourceRefusal ?? (isTooMany && missing.length > 0 ? "too-many" : undefined);
    return {
      removals: candidates.flatMap((each) => decide(each) ?? []),
      missing: { vehicles: missing.length, licensePlates: missing.slice(0, listed), ...(refused && { refused }) },
    };
  }

  /** Whether a vehicle that is to be removed was known before; those that the source does not contain were. */
  #isKnown(licensePlate: string): boolean {
    return !this.#positions.has(licensePlate) || this.#knownRemovals.has(licensePlate);
  }
}

/** The most known vehicles that may be removed. */
function limitOf(maxRemovals: number | string, known: number): number {
  const percentage = percentagePattern.exec(String(maxRemovals))?.[1];
  if (percentage === undefined) return Number(maxRemovals);
  // The product may be inexact, such as 28.999999999999996.
  const limit = Math.floor(Number(((known * Number(percentage)) / 100).toFixed(6)));
  // At least one: otherwise a small fleet could never remove a vehicle.
  return Number(percentage) === 0 ? 0 : Math.max(1, limit);
}

// The messages do not contain the license plates, which are personal data; the result does.
const otherSpelling = () =>
  new RegInputError(
    "licensePlate",
    "is not removed, because the source contains it in another spelling, and the service may take both for one vehicle. Use the earlier spelling again; or remove the earlier one in a run whose source does not contain the other",
    { operationId: "sync" },
  );

const tooMany = (count: number) =>
  new RegInputError(
    "remove",
    `is not carried out: the run would remove ${count} known vehicles, more than maxRemovals permits, so it removes none of them`,
    { operationId: "sync" },
  );
