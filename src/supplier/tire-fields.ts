import type { TirePartInput } from "../generated/supplier/models.js";

/** What a line says of a tire beside that it is one, and what each value is (supplier-api.md §2.4). */
export const tireFields = [
  ["id", "integer"],
  ["vacoStatus", "text"],
  ["obsoleteVacoStatusSinceYear", "integer"],
  ["seasonIndicator", "text"],
  ["category", "text"],
  ["makeCode", "textOrInteger"],
  ["make", "text"],
  ["nominalWidthInMillimeters", "integer"],
  ["widthHeightRatio", "integer"],
  ["rimDiameterInInches", "integer"],
  ["loadIndex", "integer"],
  ["speedRating", "text"],
  ["modelTypeProfile", "text"],
  ["typeNumber", "text"],
  ["noiseOutputLevelInDecibels", "number"],
  ["rollingResistanceCode", "text"],
  ["wetGripCode", "text"],
  ["manufacturerSuggestedRetailPrice", "number"],
  ["description", "text"],
  ["bacCode", "text"],
  ["eanCode", "text"],
] as const satisfies readonly (readonly [
  name: keyof TirePartInput,
  type: "text" | "integer" | "number" | "textOrInteger",
])[];
