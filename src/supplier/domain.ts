import type { TirePartInput } from "../generated/supplier/models.js";
import { isObject } from "../http/validate.js";

/** Whether a text is a GUID, of whatever version and in letters of either case (supplier-api.md §2.1). */
export function isGuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
}

/** Whether a text is a decimal number with a dot and nothing between thousands (supplier-api.md §2.1). */
export function isDecimalText(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text);
}

/** A license plate as plates are compared: without regard to case, hyphens and blanks. Empty for what is no text. */
export function plainPlate(licensePlate: unknown): string {
  return typeof licensePlate === "string" ? licensePlate.replace(/[\s-]/g, "").toUpperCase() : "";
}

/**
 * The position codes of a place on the vehicle: a list of codes, a single code, or a position as the contract shows it
 * (supplier-api.md §2.3, §2.5). Undefined for any other form: that of the `locations` of a component is not shown.
 */
export function positionCodes(place: unknown): string[] | undefined {
  const codes: readonly unknown[] = Array.isArray(place) ? place : isObject(place) ? codesIn(place) : [place];
  return codes.length > 0 && codes.every((code) => typeof code === "string") ? [...codes] : undefined;
}

function codesIn(position: {
  readonly positionCode1?: unknown;
  readonly positionCode2?: unknown;
}): unknown[] {
  return [position.positionCode1, position.positionCode2].filter(
    (code) => code !== undefined && code !== null,
  );
}

/** The kinds of request: `supplier.serviceRequests`, or `supplier.damageServiceRequests` (supplier-api.md §1). */
export type RequestKind = "service" | "damage";

/** The group of each kind on the client, which is also the beginning of its operationIds. */
export const groupOf = {
  service: "serviceRequests",
  damage: "damageServiceRequests",
} as const satisfies Readonly<Record<RequestKind, string>>;

/** The codes of components that the reference names; all others come from the lookups. Source: supplier-api.md §2.3. */
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

/** What a mileage or hours reading says beside its value: operation 19 without a type, reason 99. Source: supplier-api.md §2.3. */
export const readingCodes = { operation: "19", reason: "99" } as const;

/**
 * Reason 38, dried out: allowed for the subcomponents of a tire swap that dispose of a tire from storage or of an
 * unmounted one, and for the latter in a tire replacement. Source: supplier-api.md §2.3.
 */
export const driedOutReason = "38";

/** Whether a component is a mileage or an hours reading. */
export function isReadingCode(code: string | undefined): boolean {
  return code === componentCodes.mileageReading || code === componentCodes.hoursReading;
}

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
