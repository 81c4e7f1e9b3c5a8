import { RegInputError } from "../../errors/errors.js";
import type { FleetState, Spelling } from "./state.js";
import { type FleetSyncReport, maxListed, type RemovalRefusal } from "./types.js";

/** A vehicle that the source removes, or that it no longer contains. */
export interface Removal {
  readonly licensePlate: string;
  /** The number of the item that removes it; undefined if the source does not contain it. */
  readonly position: number | undefined;
  /** Other spellings that the state knows: the service may remove them, too. */
  readonly superseded: readonly string[];
  /** Why it is not removed. */
  readonly error?: RegInputError;
}

/** A license plate that the source contains in another spelling. */
export interface Respelling {
  readonly licensePlate: string;
  /** The spellings of items without `remove`. */
  readonly inSource: readonly [string, ...string[]];
  /** Whether the source contains this one, too. */
  readonly isInSource: boolean;
  /** The removal of it that is not carried out. */
  readonly removal?: Pick<Removal, "position">;
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
    const { missing, spellings } = await state.compare({ listMissing: limits.removeMissing });
    const sourceRefusal = missing.size === 0 ? undefined : limits.findRefusal(missing);
    const candidates = new Set([...this.#positions.keys(), ...(sourceRefusal === undefined ? missing : [])]);
    const respellings = this.#findRespellings(spellings, candidates);
    const respelled = new Set(respellings.map(({ licensePlate }) => licensePlate));
    const allowed = [...candidates].filter((each) => !respelled.has(each));
    const removals = allowed.map((licensePlate) => ({
      licensePlate,
      position: this.#positions.get(licensePlate),
      superseded: (spellings.get(licensePlate) ?? [])
        .filter((each) => !candidates.has(each.licensePlate) && !each.isSuperseded)
        .map((each) => each.licensePlate),
    }));
    const known = removals.filter((removal) => this.#isKnown(removal));
    const isTooMany = known.length > limitOf(limits.maxRemovals, this.#known + missing.size);
    const refused = sourceRefusal ?? (isTooMany && missing.size > 0 ? "too-many" : undefined);
    const refuse = (removal: Removal): readonly Removal[] => {
      if (!isTooMany || !this.#isKnown(removal)) return [removal];
      // The report says of the missing vehicles together that they are too many.
      return removal.position === undefined ? [] : [{ ...removal, error: tooMany(known.length) }];
    };
    return {
      removals: removals.flatMap(refuse),
      respellings,
      missing: { vehicles: missing.size, licensePlates: [...missing].slice(0, maxListed), ...(refused && { refused }) },
    };
  }

  #findRespellings(
    spellings: ReadonlyMap<string, readonly Spelling[]>,
    candidates: ReadonlySet<string>,
  ): readonly Respelling[] {
    return [...spellings].flatMap(([licensePlate, all]) => {
      const isContained = (each: Spelling) => each.isInSource && !this.#positions.has(each.licensePlate);
      const [first, ...others] = all.filter(isContained).map((each) => each.licensePlate);
      if (first === undefined || first === licensePlate) return [];
      const isInSource = others.includes(licensePlate);
      const removal = candidates.has(licensePlate) && { removal: { position: this.#positions.get(licensePlate) } };
      return { licensePlate, inSource: [first, ...others], isInSource, ...removal };
    });
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

// The messages do not contain the license plates, which are personal data; the result does.
/** Creates the error of a license plate that the source contains in another spelling. */
export function respellingError({ isInSource, removal }: Respelling): RegInputError {
  const problem = isInSource
    ? "is in the source in another spelling as well, and the service may take both for one vehicle. Both were sent, and it is not certain which one the service has: keep one of them"
    : removal === undefined
      ? "is in the source in another spelling now, and the service may take both for one vehicle. The next run sends the vehicle again"
      : "is not removed, because the source contains it in another spelling, and the service may take both for one vehicle. Use the earlier spelling again; or, in a run with the same state and the same name of the source, send only the earlier one with `remove: true`";
  return new RegInputError("licensePlate", problem, { operationId: "sync" });
}

const tooMany = (count: number) =>
  new RegInputError(
    "remove",
    `is not carried out: the run would remove ${count} known vehicles, more than maxRemovals permits, so it removes none of them`,
    { operationId: "sync" },
  );
