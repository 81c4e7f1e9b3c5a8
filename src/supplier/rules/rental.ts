import type { RequestKind } from "../domain.js";
import type { RequestDraft } from "./approval-input.js";
import type { Known } from "./violation.js";

/**
 * Whether a request is for a rental vehicle. Its lines tell where the codes of rental vehicles are known, cancelled
 * lines too; without them a checkout date and no workshop date does (inferred from supplier-api.md §2.2). A damage
 * request never is.
 */
export function isRental(request: RequestDraft, kind: RequestKind, known: Known): boolean {
  if (kind === "damage") return false;
  const { rentalCodes } = known;
  if (Array.isArray(rentalCodes)) {
    const codes = new Set<unknown>(rentalCodes);
    // Forms that are filled in by halves can hold anything, so nothing is taken for granted.
    const { components } = request;
    return Array.isArray(components) && components.some((line) => codes.has(line?.reg?.code));
  }
  const { checkoutDate, workshopDate } = request.appointment ?? {};
  return isGiven(checkoutDate) && !isGiven(workshopDate);
}

/** A form holds an empty text, and JSON a null, where there is no date. */
function isGiven(date: unknown): boolean {
  return date !== undefined && date !== null && date !== "";
}
