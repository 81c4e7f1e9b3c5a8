import { isObject } from "../../base/json.js";
import { RegInputError } from "../../errors/errors.js";
import { hashBody } from "../../lessor/sync/item.js";
import { findPlateDoubt } from "../../lessor/sync/plates.js";

/**
 * Finds vehicles of which a file has several lines that differ. Each line would replace the related data of the one
 * before it, so that only the data of the last one would be kept.
 */
export class RepeatedVehicles {
  readonly #digests = new Map<string, string>();
  readonly #differing = new Set<string>();

  /** Returns the item of a line, or an error if another line of its vehicle, which was checked before, differs. */
  check(item: unknown, line: number): unknown {
    if (!isObject(item) || item instanceof Error) return item;
    const { licensePlate } = item;
    if (typeof licensePlate !== "string" || findPlateDoubt(licensePlate)?.isImpossible) return item;
    const digest = digestOf(item);
    const earlier = this.#digests.get(licensePlate);
    if (earlier === undefined) this.#digests.set(licensePlate, digest);
    else if (earlier !== digest) this.#differing.add(licensePlate);
    if (!this.#differing.has(licensePlate)) return item;
    const problem =
      "is not sent, because another line with its license plate differs: a vehicle has one line, with all its related data";
    return Object.assign(new RegInputError(`line ${line}`, problem), { licensePlate });
  }
}

function digestOf(item: object): string {
  try {
    return hashBody(item);
  } catch {
    // It is nested so deeply that the run rejects it.
    return "";
  }
}
