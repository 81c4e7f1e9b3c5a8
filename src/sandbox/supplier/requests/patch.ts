import type { RegProblemEntry } from "../../../errors/problem.js";
import type { ComponentInput, ServiceRequestPatch } from "../../../generated/supplier/models.js";
import type { Handler } from "../../core/handler.js";
import { refuseIfAny, sandboxEntry } from "../../core/problem.js";
import { ok } from "../../core/reply.js";
import type { StoredLine, StoredRequest } from "../../state/state.js";
import { requestInPhase, wrongPhase } from "./access.js";
import { extrasIn } from "./extras.js";
import { noteChange, submit } from "./moves.js";
import { presentRequest } from "./present.js";
import { requestViolations } from "./requests.js";
import { changedLine, newLine } from "./stored-lines.js";
import { vehicleChangeViolations } from "./vehicle-change.js";

/**
 * Changes a request, hands it to the lessor, or both. Section 4.1 of the reference allows it in Draft and Response;
 * section 3 also lets a change lead from Invoicing back to Response, so that it is taken there too.
 */
export const patchRequest: Handler<ServiceRequestPatch> = (exchange) => {
  const { status, ...changes } = exchange.json;
  const isChange = Object.keys(changes).length > 0;
  const { request } = requestInPhase(exchange, isChange ? "Invoicing" : undefined);
  const next = { ...request };
  if (isChange) {
    if (request.invoices.length > 0) throw wrongPhase("A request that is invoiced can no longer be altered.");
    applyChanges(next, changes);
    refuseIfAny([...vehicleChangeViolations(exchange, request, next), ...requestViolations(exchange, next)]);
    noteChange(next, exchange.now());
  }
  if (status === "ApprovalRequested") submit(next, exchange);
  if (status === "Draft" && next.status !== "Draft")
    throw wrongPhase("Only a draft can have the status Draft.");
  Object.assign(request, next);
  return ok({ data: presentRequest(request, exchange) });
};

/** Merges: what is left out stays, lines included. That the service merges rather than replaces is assumed. */
function applyChanges(request: StoredRequest, changes: Omit<ServiceRequestPatch, "status">): void {
  const { vehicle, appointment, components } = changes;
  request.licensePlate = vehicle?.licensePlate ?? request.licensePlate;
  request.partialVin = vehicle?.partialVin ?? request.partialVin;
  if (appointment !== undefined) request.appointment = { ...request.appointment, ...appointment };
  request.extras = { ...request.extras, ...extrasIn(changes) };
  if (components === undefined) return;
  refuseIfAny(repeatedIds(components));
  const lines = new Map<string, StoredLine>(request.lines.map((line) => [keyOf(line), line]));
  for (const { id, ...content } of components) {
    const key = keyOf({ id });
    const existing = lines.get(key);
    lines.set(key, existing === undefined ? newLine({ id, ...content }) : changedLine(existing, content));
  }
  request.lines = [...lines.values()];
}

/** A GUID is the same whatever the case of its letters. */
const keyOf = ({ id }: Pick<ComponentInput, "id">) => id.toLowerCase();

/** An id stands for one line (supplier-api.md §2.1): of two in one body, one would be lost. */
function repeatedIds(lines: readonly Pick<ComponentInput, "id">[]): RegProblemEntry[] {
  const ids = lines.map(keyOf);
  return ids.flatMap((id, index) =>
    ids.indexOf(id) < index
      ? [sandboxEntry("DUPLICATE", "The body holds a line with this id already.", `components[${index}].id`)]
      : [],
  );
}
