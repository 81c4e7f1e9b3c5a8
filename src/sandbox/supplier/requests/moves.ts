import { type PhaseTrigger, transitionsFrom } from "../../../supplier/phases/transitions.js";
import type { Exchange } from "../../core/handler.js";
import { refuseIfAny } from "../../core/problem.js";
import { phaseNow } from "../../state/archive.js";
import type { StoredRequest } from "../../state/state.js";
import { vehicleOfRequest, wrongPhase } from "./access.js";
import { approvalViolations } from "./approval.js";
import { statusAfter } from "./stored-lines.js";

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
export function submit(request: StoredRequest, exchange: Exchange): void {
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
