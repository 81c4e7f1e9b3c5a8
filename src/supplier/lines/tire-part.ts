import { RegInputError } from "../../errors/client-errors.js";
import type { Tire, TirePartInput } from "../../generated/supplier/models.js";
import { pick } from "./pick.js";

/** What a line says of a tire, beside that it is one (supplier-api.md §2.4). */
const tireFields = [
  "id",
  "vacoStatus",
  "obsoleteVacoStatusSinceYear",
  "seasonIndicator",
  "category",
  "makeCode",
  "make",
  "nominalWidthInMillimeters",
  "widthHeightRatio",
  "rimDiameterInInches",
  "loadIndex",
  "speedRating",
  "modelTypeProfile",
  "typeNumber",
  "noiseOutputLevelInDecibels",
  "rollingResistanceCode",
  "wetGripCode",
  "manufacturerSuggestedRetailPrice",
  "description",
  "bacCode",
  "eanCode",
] as const satisfies readonly (keyof TirePartInput)[];

/**
 * A tire of the search or of a contract as the part of a line. Fields that a line does not have are left out.
 *
 * @throws RegInputError if it is no tire: other parts, such as `Base`, are refused (supplier-api.md §2.4)
 */
export function tirePart(tire: Tire, field: string): TirePartInput {
  if (typeof tire !== "object" || tire === null || (tire.partType ?? "Tire") !== "Tire") {
    throw new RegInputError(field, "must be a tire: other parts are refused");
  }
  return { partType: "Tire", ...pick(tire, tireFields) };
}
