import type { Phase } from "../../../src/supplier/phases/phases.js";
import { vehicles } from "./content.js";
import { lineKinds } from "./line-kinds.js";
import type { ModelInvoice, ModelLine, ModelRequest } from "./state.js";

/*
 * What the sandbox does beyond the tables and the reference, and the model therefore too. All of it stands here, or is
 * named here:
 *
 * - A body that the OpenAPI document does not take is refused with 400 before anything else is looked at, even for a
 *   request that is archived or does not exist.
 * - PATCH merges: what is left out stays, lines included. PUT leaves nothing of what was there.
 * - Archiving comes on the stroke of midnight in Amsterdam (the table says "midnight", the reference "around").
 * - A reason for not invoicing counts as having nothing left to invoice, and leads to the archive.
 * - A change before that midnight takes back an archiving without an invoice, and the reason for it. The table's only
 *   condition is that nothing is invoiced yet.
 * - A damage request needs one line for approval, and every line that the lessor decides on needs its price.
 * - Attachments work in every phase, archived requests included: the operation table names no phases for them.
 * - The open requests of a vehicle are counted whenever content is written; not when a line is deleted or cancelled,
 *   and not when only the status is sent.
 */

/** Phases beyond those of the operation table: reference section 3 has a change lead from Invoicing to Response. */
export const alsoIn: Readonly<Record<string, readonly Phase[]>> = { patch: ["Invoicing"] };

/** The phase of a request in which the lessor decides: the sandbox's lessor refuses to in any other. */
export const decidingPhase: Phase = "Lessor";

/** Lines about which nothing is open: rules that came later leave them in peace. */
export function isSettled({ status }: ModelLine): boolean {
  return isCancelled(status) || status === "Approved";
}

/** A cancelled line does not count beside work that is not cancelled, and can be there a second time. */
export function isCancelled(status: ModelLine["status"]): boolean {
  return status === "Cancelled" || status === "CancellationApproved";
}

/** A request is a rental as soon as one line is; a request without lines is of neither kind yet. */
export function isRental({ lines }: Pick<ModelRequest, "lines">): boolean {
  return lines.some(({ kind }) => lineKinds[kind].role === "rental");
}

/** A lessor who asks for a call, or denies a cancellation, has denied; denied comes before provisionally approved. */
export const denials: readonly ModelLine["status"][] = [
  "Denied",
  "CallLessor",
  "LessorWillCall",
  "CancellationDenied",
];

/** An amount below zero is a credit in the archive and a discount before it, and zero is a debit that is refused. */
export function kindOfInvoice(cents: number, phase: Phase): ModelInvoice["kind"] {
  if (cents >= 0) return "debit";
  return phase === "Archived" ? "credit" : "discount";
}

/** A discount of any amount is due for a damage request, if the contract wants one; others are taken. It changes no totals. */
function isDiscountDue({ kind, licensePlate, invoices }: ModelRequest): boolean {
  return (
    kind === "damage" &&
    vehicles[licensePlate]?.wantsDiscount === true &&
    !invoices.some((invoice) => invoice.kind === "discount")
  );
}

/** A request is invoiced once the debit is there, and the discount if one is due: in either order. */
export function isInvoiced(request: ModelRequest): boolean {
  return request.invoices.some(({ kind }) => kind === "debit") && !isDiscountDue(request);
}
