import { RegInputError } from "../../errors/errors.js";
import { findRespellings, type Respelling, SpellingFinder } from "./spellings.js";
import type { FleetState } from "./state.js";
import { type FleetSyncReport, maxListed, type RemovalRefusal } from "./types.js";

/** A vehicle that the source removes, or that it no longer contains. */
export interface Removal {
  readonly licensePlate: string;
  /** The number of the item that removes it; undefined if the source does not contain it. */
  readonly position: number | undefined;
  /** Other spellings that the state knows, also if they are removed as well: the service may remove them with this one. */
  readonly superseded: readonly string[];
  /** Why it is not removed. */
  readonly error?: RegInputError;
}

/** What is to be done at the end of a run, and what the report says of missing vehicles. */
export interface RemovalPlan {
  readonly removals: readonly Removal[];
  readonly respellings: readonly Respelling[];
  readonly missing: NonNullable<FleetSyncReport["missing"]>;
}

interface RemovalLimits {
  readonly maxRemovals: number | string;
  /** Whether vehicles that the source does not contain are removed. */
  readonly removeMissing: boolean;
  /** Returns why the source does not show that these vehicles are missing. */
  readonly findRefusal: (missing: ReadonlySet<string>) => RemovalRefusal | undefined;
}

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
    // A set, because a store may list an entry twice, as Redis does.
    const missing = new Set<string>();
    const finder = new SpellingFinder();
    await state.list((licensePlate, isInSource) => {
      finder.note(licensePlate);
      if (limits.removeMissing && !isInSource) missing.add(licensePlate);
    });
    for (const licensePlate of missing)
      if ((await state.readListed(licensePlate)).isRemoved) missing.delete(licensePlate);
    const spellings = await finder.find(state);
    const sourceRefusal = missing.size === 0 ? undefined : limits.findRefusal(missing);
    const candidates = new Set([...this.#positions.keys(), ...(sourceRefusal === undefined ? missing : [])]);
    const respellings = findRespellings(spellings, this.#positions, candidates);
    const respelled = new Set(respellings.map(({ licensePlate }) => licensePlate));
    const allowed = [...candidates].filter((each) => !respelled.has(each));
    const removals = allowed.map((licensePlate) => ({
      licensePlate,
      position: this.#positions.get(licensePlate),
      superseded: (spellings.get(licensePlate) ?? [])
        .filter((each) => each.isCurrent && each.licensePlate !== licensePlate)
        .map((each) => each.licensePlate),
    }));
    // Each spelling counts: the service may take them for several vehicles.
    const known = removals.filter((removal) => this.#isKnown(removal));
    const limit = limitOf(limits.maxRemovals, this.#known + missing.size);
    const isTooMany = known.length > limit;
    const refused = sourceRefusal ?? (isTooMany && missing.size > 0 ? "too-many" : undefined);
    const refuse = (removal: Removal): readonly Removal[] => {
      if (!isTooMany || !this.#isKnown(removal)) return [removal];
      // The report says of the missing vehicles together that they are too many.
      return removal.position === undefined ? [] : [{ ...removal, error: tooMany(known.length, limit) }];
    };
    return {
      removals: removals.flatMap(refuse),
      respellings,
      missing: { vehicles: missing.size, licensePlates: [...missing].slice(0, maxListed), ...(refused && { refused }) },
    };
  }

  /** Whether a vehicle that is to be removed was known before; those that the source does not contain were. */
  #isKnown({ licensePlate, position, superseded }: Removal): boolean {
    return position === undefined || this.#knownRemovals.has(licensePlate) || superseded.length > 0;
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

// Without the license plate, which is personal data; the result has it.
const tooMany = (count: number, limit: number) =>
  new RegInputError(
    "remove",
    `is not carried out: the run would remove ${count} known vehicles and maxRemovals permits ${limit}, so it removes none of them`,
    { operationId: "sync", rule: "removal-limit", values: { removals: count, limit } },
  );
