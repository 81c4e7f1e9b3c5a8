import type { ComponentPut } from "../../generated/supplier/models.js";
import type { Handler } from "../server/context.js";
import { ProblemError, refuseIfAny, sandboxEntry } from "../server/problem.js";
import { created, noContent, ok } from "../server/reply.js";
import type { StoredLine, StoredRequest } from "../state.js";
import { allowedMove, changedLine, newLine, statusAfter } from "./line-status.js";
import { requestInPhase, requestsAddress, vehicleOfRequest } from "./request-access.js";
import {
  duplicateViolations,
  lineViolations,
  openRequestViolations,
  valueViolations,
} from "./request-rules.js";
import { presentLine } from "./serialize.js";
import { noteChange } from "./transitions.js";

/** Creates or overwrites a line. */
export const putLine: Handler<ComponentPut> = (exchange) => {
  const { request } = requestInPhase(exchange);
  const { componentId: id = "" } = exchange.params;
  const { id: bodyId = id, ...content } = exchange.json;
  if (bodyId !== id)
    refuseIfAny([sandboxEntry("ID", "The id in the body is not the one in the path.", "id")]);
  const existing = request.lines.find((line) => line.id === id);
  const line = existing === undefined ? newLine({ id, ...content }) : changedLine(existing, content);
  const lines = existing === undefined ? [...request.lines, line] : withLine(request, line);
  const next = { ...request, lines };
  refuseIfAny([
    ...lineViolations(content, request.kind, vehicleOfRequest(exchange, request.licensePlate)),
    ...valueViolations(content, exchange.state.world.permitted),
    ...duplicateViolations(lines),
    ...openRequestViolations(exchange, next),
  ]);
  noteChange(next, exchange.now());
  Object.assign(request, next);
  const component = presentLine(line);
  if (existing !== undefined) return ok({ component });
  return created(`${requestsAddress(exchange)}/${request.id}/components/${id}`, { component });
};

/** Removes a line that the lessor has not seen. */
export const deleteLine: Handler = (exchange) => {
  const { request } = requestInPhase(exchange);
  const line = findLine(request, exchange.params["componentId"]);
  allowedMove(line.status, "delete");
  request.lines = request.lines.filter(({ id }) => id !== line.id);
  noteChange(request, exchange.now());
  return noContent;
};

/** Cancels a line that the lessor has seen. */
export const cancelLine: Handler = (exchange) => {
  const { request } = requestInPhase(exchange);
  const line = findLine(request, exchange.params["componentId"]);
  const cancelled: StoredLine = { ...line, status: statusAfter(line.status, "cancel") };
  request.lines = withLine(request, cancelled);
  noteChange(request, exchange.now());
  return ok({ component: presentLine(cancelled) });
};

function withLine({ lines }: StoredRequest, line: StoredLine): StoredLine[] {
  return lines.map((other) => (other.id === line.id ? line : other));
}

function findLine({ lines }: StoredRequest, id: string | undefined): StoredLine {
  const line = lines.find((each) => each.id === id);
  if (line === undefined) throw new ProblemError(404, "The request has no such line.");
  return line;
}
