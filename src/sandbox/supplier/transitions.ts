import type { RegProblemEntry } from "../../errors/problem.js";
import { type PhaseTrigger, transitionsFrom } from "../../supplier/phases/phases.js";
import { phaseNow } from "../archive.js";
import { roleOf } from "../data/components.js";
import type { HandlerContext } from "../server/context.js";
import { refuseIfAny, sandboxEntry } from "../server/problem.js";
import type { StoredLine, StoredRequest } from "../state.js";
import type { WorldVehicle } from "../world.js";
import { allowedComponents, missingIn } from "./line-rules.js";
import { isCancelled, statusAfter } from "./line-status.js";
import { vehicleOfRequest, wrongPhase } from "./request-access.js";
import {
  appointmentViolations,
  duplicateViolations,
  isRental,
  isSettled,
  linesViolations,
} from "./request-rules.js";

/**
 * What keeps a request from the lessor: what it still lacks (supplier-api.md §3), what its lines lack, what the vehicle
 * no longer allows, and lines that say the same since the lessor has denied the cancellation of one. The reference names no codes for this, and no requirements for damage requests: these are
 * taken to need one line.
 */
function approvalViolations(request: StoredRequest, vehicle: WorldVehicle): RegProblemEntry[] {
  const { kind, lines } = request;
  const allowed = allowedComponents(kind, vehicle.contract);
  return [
    ...requestLacks(request),
    ...appointmentViolations(request.appointment, vehicle),
    ...linesViolations(request, vehicle),
    ...duplicateViolations(lines),
    ...lines.flatMap(({ content, status }, index) =>
      isSettled(status) ? [] : missingIn(content, allowed, `components[${index}].`),
    ),
  ];
}

function requestLacks(request: StoredRequest): RegProblemEntry[] {
  const missing =
    request.kind === "damage" ? damage(request) : isRental(request) ? rental(request) : repair(request);
  return missing
    .filter(({ met }) => !met)
    .map(({ field, what }) => sandboxEntry("APPROVAL", `Approval needs ${what}.`, field));
}

interface Requirement {
  readonly field: string;
  readonly what: string;
  readonly met: boolean;
}

/** A text of blanks gives nothing. */
const given = (field: string, what: string, value: string | undefined): Requirement => ({
  field,
  what,
  met: value !== undefined && value.trim() !== "",
});

function repair({ partialVin, appointment, lines }: StoredRequest): Requirement[] {
  const counted = countedLines(lines);
  const readings = counted.filter(isReadingLine);
  return [
    given("vehicle.partialVin", "the partial VIN", partialVin),
    given("appointment.workOrderNumber", "a work order number", appointment?.workOrderNumber),
    {
      field: "appointment.estimatedDurationInDays",
      what: "an estimated duration of at least a day",
      met: (appointment?.estimatedDurationInDays ?? 0) > 0,
    },
    given("appointment.workshopDate", "a workshop date", appointment?.workshopDate),
    given("appointment.contact", "a contact person", appointment?.contact?.name),
    { field: "components", what: "a mileage or hours reading", met: readings.some(isReading) },
    { field: "components", what: "a line beside the reading", met: counted.length > readings.length },
  ];
}

/** Lines that are cancelled do not count beside work; if all work is, the lessor has its cancellation to approve. */
function countedLines(lines: readonly StoredLine[]): readonly StoredLine[] {
  const wanted = lines.filter(({ status }) => !isCancelled(status));
  return wanted.every(isReadingLine) ? lines : wanted;
}

const isReadingLine = ({ content }: StoredLine) => roleOf(content.reg?.code) === "reading";

/** Lines that are cancelled may stand beside the one; if all are, the lessor has their cancellation to approve. */
function rental({ appointment, lines }: StoredRequest): Requirement[] {
  const wanted = lines.filter(({ status }) => !isCancelled(status));
  const expected = lines.length > 0 && wanted.length === 0 ? 0 : 1;
  return [
    given("appointment.workOrderNumber", "a work order number", appointment?.workOrderNumber),
    given("appointment.checkoutDate", "a checkout date", appointment?.checkoutDate),
    { field: "components", what: "exactly one line, the rental vehicle", met: wanted.length === expected },
  ];
}

function damage({ lines }: StoredRequest): Requirement[] {
  return [{ field: "components", what: "a line", met: lines.length > 0 }];
}

/** A reading has the operation 19 without a type, the reason 99 and a value (supplier-api.md §2.3), not below zero. */
function isReading({ content: { operation, reason, value } }: StoredLine): boolean {
  const isRead = operation.code === "19" && operation.type === undefined && reason.code === "99";
  return isRead && value !== undefined && !value.startsWith("-");
}

/** Moves a request along the only row that its phase has for the trigger; refuses if there is none. */
function move(request: StoredRequest, trigger: PhaseTrigger, now: number): void {
  const phase = phaseNow(request, now);
  const row = transitionsFrom(phase, trigger)[0];
  if (row === undefined) throw wrongPhase(`A request in ${phase} cannot take the step "${trigger}".`);
  if (row.status !== undefined) request.status = row.status;
}

/** Notes that the supplier has changed a request, which leads from Invoicing back to Response. */
export function noteChange(request: StoredRequest, now: number): void {
  request.changedAt = now;
  if (transitionsFrom(phaseNow(request, now), "change").length === 0) return;
  move(request, "change", now);
  request.archiveAt = undefined;
  request.notInvoiced = undefined;
}

/** Hands a request to the lessor, if it has all that this needs. */
export function submit(request: StoredRequest, exchange: HandlerContext): void {
  const { state, now } = exchange;
  refuseIfAny(approvalViolations(request, vehicleOfRequest(exchange, request.licensePlate)));
  move(request, "submit", now());
  if (request.lessorsNumber === undefined) {
    request.lessorsNumber = state.nextLessorsNumber;
    state.nextLessorsNumber += 1;
  }
  request.waiting = { since: now(), reads: 0 };
  request.lines = request.lines.map((line) => ({
    ...line,
    status: statusAfter(line.status, "submit"),
  }));
}
