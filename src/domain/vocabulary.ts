import { isObject } from "../base/json.js";
import type { RequestKind } from "../base/kinds.js";
import type { TirePartInput } from "../generated/supplier/models.js";

/**
 * The position codes of a location on the vehicle: a list of codes, a single code, or a position as the contract shows
 * it (supplier-api.md §2.3, §2.5). Undefined for any other form: the form of a component's `locations` is not shown.
 */
export function positionCodes(location: unknown): string[] | undefined {
  const codes: readonly unknown[] = Array.isArray(location)
    ? location
    : isObject(location)
      ? codesIn(location)
      : [location];
  return codes.length > 0 && codes.every((code) => typeof code === "string") ? [...codes] : undefined;
}

function codesIn(position: { readonly positionCode1?: unknown; readonly positionCode2?: unknown }): unknown[] {
  return [position.positionCode1, position.positionCode2].filter((code) => code !== undefined && code !== null);
}

/** The group of each kind on the client; the operationIds of its operations begin with it. */
export const groupOf = {
  service: "serviceRequests",
  damage: "damageServiceRequests",
} as const satisfies Readonly<Record<RequestKind, string>>;

/** The component codes that the reference names; all others come from the lookups. Source: supplier-api.md §2.3. */
export const componentCodes = {
  tire: "3101",
  tireDisposalFee: "3156",
  tirePurchaseWithoutMounting: "3196",
  tireOperations: "3197",
  tireReplacement: "3198",
  tireSwap: "3199",
  mileageReading: "5401",
  hoursReading: "5449",
} as const;

/** The codes of a mileage or hours reading: operation 19 without a type, reason 99. Source: supplier-api.md §2.3. */
export const readingCodes = { operation: "19", reason: "99" } as const;

/**
 * Reason 38, dried out: allowed for the subcomponents of a tire swap that dispose of a tire from storage or of an
 * unmounted one, and for the latter in a tire replacement. Source: supplier-api.md §2.3.
 */
export const driedOutReason = "38";

/** Whether a component code means a mileage or an hours reading. */
export function isReadingCode(code: string | undefined): boolean {
  return code === componentCodes.mileageReading || code === componentCodes.hoursReading;
}

/** The fields of a tire in a line, besides its `partType`, and the type of each (supplier-api.md §2.4). */
export const tireFields = [
  ["id", "integer"],
  ["vacoStatus", "text"],
  ["obsoleteVacoStatusSinceYear", "integer"],
  ["seasonIndicator", "text"],
  ["category", "text"],
  ["makeCode", "text-or-integer"],
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
  type: "text" | "integer" | "number" | "text-or-integer",
])[];
