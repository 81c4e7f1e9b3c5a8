/** Whether a text is a GUID, of whatever version and in letters of either case (supplier-api.md §2.1). */
export function isGuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
}

/** Whether a text is a decimal number with a dot and nothing between thousands (supplier-api.md §2.1). */
export function isDecimalText(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text);
}
