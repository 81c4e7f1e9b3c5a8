import { plateKey } from "../../base/plates.js";
import { RegInputError } from "../../errors/errors.js";
import { builtin } from "../../state/builtin.js";
import { type FleetState, VehicleState } from "./state.js";

/** One of several spellings of a license plate. */
export interface Spelling {
  readonly licensePlate: string;
  /** Whether the source contains it, also to remove it; otherwise, the state knows it. */
  readonly isInSource: boolean;
  /** Whether the state knows it as that of a vehicle: neither removed, nor sent in another spelling since. */
  readonly isCurrent: boolean;
}

/** A license plate that the source contains in another spelling. */
export interface Respelling {
  readonly licensePlate: string;
  /** The spellings of items without `remove`. */
  readonly inSource: readonly [string, ...string[]];
  /** Whether this one is the spelling of such an item, too. */
  readonly isInSource: boolean;
  /** Whether the state does not know yet that the source has another one. */
  readonly isNew: boolean;
  /** The removal of it that is not carried out. */
  readonly removal?: { readonly position: number | undefined };
}

/**
 * Finds license plates with several spellings. A service may take them for one vehicle: the reference does not show how
 * plates are compared.
 */
export class SpellingFinder {
  readonly #sums: number[] = [];

  /** Notes a license plate that the state lists. */
  note(licensePlate: string): void {
    this.#sums.push(keySum(licensePlate));
  }

  /** Finds all spellings of each license plate that has several, when all that the state lists was noted. */
  async find(state: FleetState): Promise<ReadonlyMap<string, readonly Spelling[]>> {
    const byKey = new Map<string, Map<string, boolean>>();
    const repeated = findRepeated(this.#sums);
    if (repeated.size > 0)
      await state.list((licensePlate, isInSource) => {
        if (!repeated.has(keySum(licensePlate))) return;
        const key = plateKey(licensePlate);
        byKey.set(key, (byKey.get(key) ?? new Map<string, boolean>()).set(licensePlate, isInSource));
      });
    const found = new Map<string, readonly Spelling[]>();
    for (const plates of byKey.values()) {
      if (plates.size === 1) continue;
      const spellings: Spelling[] = [];
      for (const [licensePlate, isInSource] of plates) {
        const known = isInSource ? await state.read(licensePlate) : await state.readListed(licensePlate);
        spellings.push({ licensePlate, isInSource, isCurrent: known !== undefined && known.condition === undefined });
      }
      for (const { licensePlate } of spellings) found.set(licensePlate, spellings);
    }
    return found;
  }
}

/**
 * A number that is the same for all spellings of a license plate, and rarely the same for others. Only plates with a
 * number that occurs twice are kept, to save memory.
 */
function keySum(licensePlate: string): number {
  return builtin("node:zlib").crc32(plateKey(licensePlate));
}

function findRepeated(sums: readonly number[]): ReadonlySet<number> {
  const sorted = Uint32Array.from(sums).sort();
  return new Set(sorted.filter((sum, index) => sum === sorted[index + 1]));
}

/**
 * Finds the license plates that the source contains in another spelling, as far as they are to be reported.
 *
 * @param removed the vehicles whose last item removes them, with its position
 * @param candidates what would be removed otherwise
 */
export function findRespellings(
  spellings: ReadonlyMap<string, readonly Spelling[]>,
  removed: ReadonlyMap<string, number>,
  candidates: ReadonlySet<string>,
): readonly Respelling[] {
  const isContained = (each: Spelling) => each.isInSource && !removed.has(each.licensePlate);
  return [...new Set(spellings.values())].flatMap((all) => {
    const [first, ...others] = all.filter(isContained).map((each) => each.licensePlate);
    if (first === undefined) return [];
    return all.flatMap(({ licensePlate, isCurrent }) => {
      const isInSource = others.includes(licensePlate);
      const isNew = isCurrent && !isInSource;
      const removal = candidates.has(licensePlate) && { removal: { position: removed.get(licensePlate) } };
      if (licensePlate === first || !(isInSource || isNew || removal)) return [];
      return { licensePlate, inSource: [first, ...others], isInSource, isNew, ...removal };
    });
  });
}

/**
 * Notes that the source has another spelling now. Of what was confirmed, it is not certain under which spelling the
 * service got it last: all of them are forgotten.
 */
export async function noteRespelling(state: FleetState, { licensePlate, inSource, isNew }: Respelling): Promise<void> {
  if (!isNew) return;
  for (const each of inSource)
    if ((await state.read(each))?.isRemoved === false) await state.write(each, new VehicleState());
  await state.write(licensePlate, new VehicleState(new Map(), "superseded"));
}

/** Creates the error of a respelling. It does not contain the license plate, which is personal data; the result does. */
export function respellingError({ isInSource, removal }: Respelling): RegInputError {
  const problem = isInSource
    ? "is in the source in another spelling as well, and the service may take both for one vehicle. Both were sent, and it is not certain which one the service has: keep one of them"
    : removal === undefined
      ? "is in the source in another spelling now, and the service may take both for one vehicle. The next run sends the vehicle again"
      : "is not removed, because the source contains it in another spelling, and the service may take both for one vehicle. Use the earlier spelling again; or, in a run with the same state and the same name of the source, send only the earlier one with `remove: true`";
  return new RegInputError("licensePlate", problem, { operationId: "sync" });
}
