import { outstandingCents } from "./amounts.js";
import { denials, isCancelled, isRental, isSettled } from "./assumptions.js";
import { lineKinds } from "./line-kinds.js";
import type { ModelRequest } from "./state.js";
import { isAllowed } from "./written.js";

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
