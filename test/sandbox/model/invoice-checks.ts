import { invoicedCents, outstandingCents } from "./amounts.js";
import { isRental } from "./assumptions.js";
import { Refused } from "./attempt.js";
import { checkoutDay } from "./content.js";
import { type Model, type ModelInvoice, type ModelRequest, phaseOf } from "./state.js";

/** Before the archive from the day of the work on; in the archive on the day of the latest invoice (section 7). */
export function checkDate(request: ModelRequest, { now }: Model, date: string): void {
  const latest = request.invoices.at(-1)?.date;
  const isRefused =
    phaseOf(request, now) === "Archived"
      ? latest !== undefined && date !== latest
      : date < (firstDay(request) ?? date);
  if (isRefused) throw new Refused(400, "the date is not possible");
}

/** The day of the work, or of the checkout in Amsterdam. */
export function firstDay(request: ModelRequest): string | undefined {
  if (!isRental(request)) return request.appointment?.workshopDate;
  return request.appointment?.checkoutDate === undefined ? undefined : checkoutDay;
}

/** Debit what is outstanding and no other amount; credit no more than was invoiced, which is assumed. */
export function checkAmount(request: ModelRequest, kind: ModelInvoice["kind"], cents: number): void {
  const isTaken = {
    debit: cents > 0 && cents === outstandingCents(request),
    credit: -cents <= invoicedCents(request),
    discount: request.kind === "damage",
  }[kind];
  if (!isTaken) throw new Refused(400, `the amount is not possible for a ${kind}`);
}
