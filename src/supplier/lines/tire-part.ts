import { RegInputError } from "../../errors/client-errors.js";
import type { Tire, TirePartInput } from "../../generated/supplier/models.js";
import { tireFields } from "../tire-fields.js";
import { pick } from "./pick.js";

const names = tireFields.map(([name]) => name);

/**
 * A tire of the search or of a contract as the part of a line. Fields that a line does not have are left out.
 *
 * @throws RegInputError if it is no tire: other parts, such as `Base`, are refused (supplier-api.md §2.4)
 */
export function tirePart(tire: Tire, field: string): TirePartInput {
  if (tire === undefined) {
    throw new RegInputError(field, `must be a tire, and none was given: ${whereFrom}`);
  }
  if (typeof tire !== "object" || tire === null || (tire.partType ?? "Tire") !== "Tire") {
    throw new RegInputError(field, "must be a tire: other parts are refused");
  }
  const part = tireContent(tire);
  if (Object.keys(part).length > 1) return part;
  throw new RegInputError(field, `has nothing that a line says of a tire: ${whereFrom}`);
}

const whereFrom = "take the `specifications` of a mounted tire of the contract, or what `tires.get` answers";

/** What a line says of a tire, whatever else is known of it. */
export function tireContent(tire: Tire): TirePartInput {
  return { partType: "Tire", ...pick(tire, names) };
}
