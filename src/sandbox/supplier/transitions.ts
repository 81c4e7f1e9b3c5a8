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

/** Submits a request to the lessor; throws 400 with every requirement of approval that it does not meet. */
export function submit(request: StoredRequest, context: HandlerContext): void {
  const { state, now } = context;
  refuseIfAny(approvalViolations(request, vehicleOfRequest(context, request.licensePlate)));
  applyTransition(request, "submit", now());
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

/** Applies the effects of a change by the supplier to a request. A change in Invoicing leads back to Response. */
export function applyChange(request: StoredRequest, now: number): void {
  request.changedAt = now;
  if (transitionsFrom(phaseNow(request, now), "change").length === 0) return;
  applyTransition(request, "change", now);
  request.archiveAt = undefined;
  request.notInvoiced = undefined;
}

/** The phase has at most one transition for either trigger. */
function applyTransition(request: StoredRequest, trigger: PhaseTrigger, now: number): void {
  const phase = phaseNow(request, now);
  const transition = transitionsFrom(phase, trigger)[0];
  if (transition === undefined) throw wrongPhase(`A request in ${phase} cannot take the step "${trigger}".`);
  if (transition.status !== undefined) request.status = transition.status;
}

/**
 * Lists every reason why a request cannot be submitted: missing fields of the request (supplier-api.md §3) and of its
 * lines, lines that the vehicle no longer allows, and duplicate lines, which arise when the lessor denies the
 * cancellation of one. The reference names no codes for this, and no requirements for damage requests: these are
 * assumed to need one line.
 */
function approvalViolations(request: StoredRequest, vehicle: WorldVehicle): RegProblemEntry[] {
  const { kind, lines } = request;
  const allowed = allowedComponents(kind, vehicle.contract);
  return [
    ...requirementViolations(request),
    ...appointmentViolations(request.appointment, vehicle),
    ...linesViolations(request, vehicle),
    ...duplicateViolations(lines),
    ...lines.flatMap(({ content, status }, index) =>
      isSettled(status) ? [] : missingIn(content, allowed, `components[${index}].`),
    ),
  ];
}

interface Requirement {
  readonly field: string;
  /** A noun phrase that completes "Approval needs …". */
  readonly what: string;
  readonly isMet: boolean;
}

function requirementViolations(request: StoredRequest): RegProblemEntry[] {
  return requirementsOf(request)
    .filter(({ isMet }) => !isMet)
    .map(({ field, what }) => sandboxEntry("APPROVAL", `Approval needs ${what}.`, field));
}

function requirementsOf(request: StoredRequest): Requirement[] {
  if (request.kind === "damage") return damageRequirements(request);
  return isRental(request) ? rentalRequirements(request) : repairRequirements(request);
}

function repairRequirements({ partialVin, appointment, lines }: StoredRequest): Requirement[] {
  const counted = countedLines(lines);
  const readings = counted.filter(isReadingLine);
  return [
    textRequirement("vehicle.partialVin", "the partial VIN", partialVin),
    textRequirement("appointment.workOrderNumber", "a work order number", appointment?.workOrderNumber),
    {
      field: "appointment.estimatedDurationInDays",
      what: "an estimated duration of at least a day",
      isMet: (appointment?.estimatedDurationInDays ?? 0) > 0,
    },
    textRequirement("appointment.workshopDate", "a workshop date", appointment?.workshopDate),
    textRequirement("appointment.contact", "a contact person", appointment?.contact?.name),
    { field: "components", what: "a mileage or hours reading", isMet: readings.some(isValidReading) },
    { field: "components", what: "a line beside the reading", isMet: counted.length > readings.length },
  ];
}

/** Cancelled lines do not count while other work remains. If all work is cancelled, the lessor approves that. */
function countedLines(lines: readonly StoredLine[]): readonly StoredLine[] {
  const remaining = lines.filter(({ status }) => !isCancelled(status));
  return remaining.every(isReadingLine) ? lines : remaining;
}

const isReadingLine = ({ content }: StoredLine) => roleOf(content.reg?.code) === "reading";

/** A reading has the operation 19 without a type, the reason 99 and a value (supplier-api.md §2.3), not below zero. */
function isValidReading({ content: { operation, reason, value } }: StoredLine): boolean {
  const hasCodes = operation.code === "19" && operation.type === undefined && reason.code === "99";
  return hasCodes && value !== undefined && !value.startsWith("-");
}

/** Cancelled lines are allowed beside the rental vehicle. If all lines are cancelled, the lessor approves that. */
function rentalRequirements({ appointment, lines }: StoredRequest): Requirement[] {
  const remaining = lines.filter(({ status }) => !isCancelled(status));
  const expected = lines.length > 0 && remaining.length === 0 ? 0 : 1;
  return [
    textRequirement("appointment.workOrderNumber", "a work order number", appointment?.workOrderNumber),
    textRequirement("appointment.checkoutDate", "a checkout date", appointment?.checkoutDate),
    {
      field: "components",
      what: "exactly one line, the rental vehicle",
      isMet: remaining.length === expected,
    },
  ];
}

function damageRequirements({ lines }: StoredRequest): Requirement[] {
  return [{ field: "components", what: "a line", isMet: lines.length > 0 }];
}

function textRequirement(field: string, what: string, value: string | undefined): Requirement {
  return { field, what, isMet: value !== undefined && value.trim() !== "" };
}
