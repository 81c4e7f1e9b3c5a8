import type { Phase } from "../../../src/supplier/phases/phases.js";
import { checkoutDay, type LineKind, leaseStart, lineKinds, vehicles } from "./content.js";
import {
  type Model,
  type ModelInvoice,
  type ModelLine,
  type ModelRequest,
  phaseOf,
  type RequestKind,
} from "./model.js";
import { Rejected } from "./transitions.js";

/*
 * The rules of the model that go beyond the transition tables and the reference. The code below and this list contain
 * all of them:
 *
 * - A body that the OpenAPI document does not allow is rejected with 400 before any other check, even for a request that
 *   is archived or does not exist.
 * - PATCH merges: fields and lines that are missing stay. PUT replaces everything.
 * - Requests are archived at exactly midnight in Amsterdam (the table says "midnight", the reference "around").
 * - A reason for not invoicing means that nothing is left to invoice, and leads to the archive.
 * - A change before that midnight cancels the archiving without an invoice, and removes the reason. The only condition
 *   in the table is that nothing has been invoiced.
 * - A damage request needs one line for approval, and every line that the lessor decides on needs its price.
 * - Attachments work in every phase, also for archived requests: the operation table names no phases for them.
 * - The open requests of a vehicle are counted whenever content is written, and not when a line is deleted or cancelled
 *   or only the status is sent.
 */

/** Phases beyond those of the operation table: by section 3 of the reference, a change leads from Invoicing to Response. */
export const alsoIn: Readonly<Record<string, readonly Phase[]>> = { patch: ["Invoicing"] };

/** The phase of a request in which the lessor decides: in any other phase the sandbox's lessor rejects it. */
export const decidingPhase: Phase = "Lessor";

/** Lines without an open decision: later rules do not apply to them. */
function isSettled({ status }: ModelLine): boolean {
  return isCancelled(status) || status === "Approved";
}

/** A cancelled line does not conflict with other lines, and can occur twice. */
function isCancelled(status: ModelLine["status"]): boolean {
  return status === "Cancelled" || status === "CancellationApproved";
}

/** A request is a rental as soon as one line is; a request without lines is of neither kind yet. */
function isRental({ lines }: Pick<ModelRequest, "lines">): boolean {
  return lines.some(({ kind }) => lineKinds[kind].role === "rental");
}

/** A request for a call and a denied cancellation count as a denial, which takes precedence over provisional approval. */
const denials: readonly ModelLine["status"][] = [
  "Denied",
  "CallLessor",
  "LessorWillCall",
  "CancellationDenied",
];

/** A negative amount is a credit if the request is archived and a discount before; zero is a debit, which is rejected. */
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

/** Whether the content of a request, as it was just written, breaks no rule. */
export function isAcceptable(request: ModelRequest, model: Model): boolean {
  const { kind, licensePlate, appointment, lines } = request;
  return (
    vehicles[licensePlate] !== undefined &&
    (appointment?.workshopDate ?? leaseStart) >= leaseStart &&
    lines.every((line) => isSettled(line) || isAllowed(line.kind, kind, licensePlate)) &&
    !hasDuplicates(request) &&
    isWithinLimit(request, model)
  );
}

/** Whether the vehicle allows a line on a request of this kind. */
export function isAllowed(line: LineKind, kind: RequestKind, licensePlate: string): boolean {
  const { role } = lineKinds[line];
  if ((role === "damage") !== (kind === "damage")) return false;
  return role !== "rental" || vehicles[licensePlate]?.isRentalAllowed === true;
}

/** Whether two lines have the same id. */
export function hasDuplicateIds(lines: readonly Pick<ModelLine, "slot">[]): boolean {
  return new Set(lines.map(({ slot }) => slot)).size < lines.length;
}

/** Ids are unique within a request, and so are components, but for those that may repeat (reference section 2.3). */
export function hasDuplicates({ lines }: Pick<ModelRequest, "lines">): boolean {
  const codes = lines
    .filter(({ kind, status }) => lineKinds[kind].repeats !== true && !isCancelled(status))
    .map(({ kind }) =>
      JSON.stringify([lineKinds[kind].content["reg"], lineKinds[kind].content["operation"]]),
    );
  return hasDuplicateIds(lines) || new Set(codes).size < codes.length;
}

/** What a request is for: one with lines of both kinds is for both, and one without lines for neither yet. */
const purposesOf = ({ lines }: ModelRequest) => lines.map(({ kind }) => lineKinds[kind].role === "rental");

/**
 * Another vehicle is like a new request for it, and must be the same lessor's once a lessor has seen the request:
 * that is assumed.
 */
export function canMoveTo(licensePlate: string, { licensePlate: old, status }: ModelRequest): boolean {
  const [before, after] = [vehicles[old], vehicles[licensePlate]];
  if (licensePlate === old) return true;
  return after?.isLessorActive === true && (status === "Draft" || after.lessor === before?.lessor);
}

/** At most two open service requests for a vehicle, only one of them with rental vehicle lines. */
export function isWithinLimit(request: ModelRequest, { requests, now }: Model): boolean {
  if (request.kind === "damage") return true;
  const others = requests.filter(
    (other) =>
      other.kind === "service" &&
      other.id !== request.id &&
      other.licensePlate === request.licensePlate &&
      phaseOf(other, now) !== "Archived",
  );
  const overlaps = (other: ModelRequest) =>
    purposesOf(other).some((each) => purposesOf(request).includes(each));
  return others.length < 2 && !others.some(overlaps);
}

type Condition = (request: ModelRequest) => boolean;

const always: Condition = () => true;
const isDenied: Condition = ({ lines }) => lines.some(({ status }) => denials.includes(status));
const isProvisional: Condition = ({ lines }) =>
  lines.some(({ status }) => status === "ProvisionallyApproved");

/** The conditions of the requests' table, by the words in which it states them. */
const conditions: Readonly<Record<string, Condition>> = {
  none: always,
  "the license plate is given": always,
  "the approval requirements are met": (request) =>
    requirements(request).every((met) => met) && linesAreComplete(request),
  "every line is approved": (request) => !isDenied(request) && !isProvisional(request),
  "a line is denied": isDenied,
  "a line is provisionally approved": (request) => isProvisional(request) && !isDenied(request),
  "nothing is invoiced yet": ({ invoices }) => invoices.length === 0,
  "nothing is left to invoice": (request) => request.notInvoiced || outstandingCents(request) === 0,
};

/** Whether a condition of the requests' table holds. */
export function holds(condition: string, request: ModelRequest): boolean {
  const found = conditions[condition];
  if (found === undefined) throw new Error(`the model does not know the condition "${condition}"`);
  return found(request);
}

/** The approval requirements of reference section 3; that a damage request needs one line is assumed. */
function requirements(request: ModelRequest): boolean[] {
  const { kind, lines, partialVin, appointment = {} } = request;
  if (kind === "damage") return [lines.length > 0];
  const order = appointment.workOrderNumber !== undefined;
  if (isRental(request)) {
    // Cancelled lines may stand beside the one, or alone: that is assumed.
    const wanted = lines.filter((line) => !isCancelled(line.status));
    const one = wanted.length === 1 || (wanted.length === 0 && lines.length > 0);
    return [order, appointment.checkoutDate !== undefined, one];
  }
  const notCancelled = lines.filter((line) => !isCancelled(line.status));
  const isWork = ({ kind: line }: (typeof lines)[number]) => lineKinds[line].role !== "reading";
  // Where all work is cancelled, the cancellations are what the lessor has to approve.
  const counted = notCancelled.some(isWork) ? notCancelled : lines;
  const readings = counted.filter((line) => lineKinds[line.kind].role === "reading");
  return [
    order,
    partialVin !== undefined,
    appointment.estimatedDurationInDays !== undefined,
    appointment.workshopDate !== undefined,
    appointment.contact !== undefined,
    readings.some((line) => lineKinds[line.kind].isComplete),
    counted.length > readings.length,
  ];
}

/** Lines with a price or a value, on a vehicle that allows them; settled ones are left in peace, which is assumed. */
function linesAreComplete({ kind, licensePlate, lines }: ModelRequest): boolean {
  return lines.every(
    (line) =>
      isSettled(line) ||
      // A reading without value is no reading, but does not keep the request from the lessor beside one that is.
      ((lineKinds[line.kind].isComplete || lineKinds[line.kind].role === "reading") &&
        isAllowed(line.kind, kind, licensePlate)),
  );
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** What the lessor approved, in cents. */
export function approvedCents({ lines }: ModelRequest): number {
  return sum(
    lines.filter(({ status }) => status === "Approved").map(({ kind }) => lineKinds[kind].cents ?? 0),
  );
}

/** What was debited less what was credited, in cents. */
export function invoicedCents({ invoices }: ModelRequest): number {
  return sum(invoices.filter(({ kind }) => kind !== "discount").map(({ cents }) => cents));
}

/**
 * What can still be debited, in cents: nothing unless the whole request is approved, and nothing once a reason for
 * not invoicing is given, which is assumed.
 */
export function outstandingCents(request: ModelRequest): number {
  return request.status === "Approved" && !request.notInvoiced
    ? approvedCents(request) - invoicedCents(request)
    : 0;
}

/** Before the archive from the day of the work on; in the archive on the day of the latest invoice (section 7). */
export function checkDate(request: ModelRequest, { now }: Model, date: string): void {
  const latest = request.invoices.at(-1)?.date;
  const isRefused =
    phaseOf(request, now) === "Archived"
      ? latest !== undefined && date !== latest
      : date < (firstDay(request) ?? date);
  if (isRefused) throw new Rejected(400, "the date is not possible");
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
  if (!isTaken) throw new Rejected(400, `the amount is not possible for a ${kind}`);
}

const time = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/Amsterdam",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

const hour = 60 * 60 * 1000;

/** The first full hour after an instant at which the clocks of Amsterdam show midnight. */
export function nextMidnight(now: number): number {
  let instant = (Math.floor(now / hour) + 1) * hour;
  while (time.format(instant) !== "00:00") instant += hour;
  return instant;
}
