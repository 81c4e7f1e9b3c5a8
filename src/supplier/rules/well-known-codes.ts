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
