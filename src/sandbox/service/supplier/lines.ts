import type { ComponentPut } from "../../../generated/supplier/models.js";
import { ProblemError, sandboxEntry, throwViolations } from "../../messages/problem.js";
import { created, noContent, ok } from "../../messages/reply.js";
import type { Handler } from "../state/context.js";
import type { StoredLine, StoredRequest } from "../state/state.js";
import { findInAllowedPhase, requestsAddress } from "./request-access.js";
import { lineViolations, ruleInputOf } from "./request-rules.js";
import { serializeLine } from "./serialize.js";
import { applyChange, changedLine, checkDeletable, newLine, statusAfter } from "./transitions.js";

/** Creates or overwrites a line. */
export const putLine: Handler<ComponentPut> = (context) => {
  const { request } = findInAllowedPhase(context);
  const { componentId: id = "" } = context.params;
  const { id: bodyId = id, ...content } = context.json;
  if (bodyId !== id) throwViolations([sandboxEntry("ID", "The id in the body is not the one in the path.", "id")]);
  // Unlike two ids in bodies, this id is compared with regard to case: see `normalizeLineId`.
  const existing = request.lines.find((line) => line.id === id);
  const line = existing === undefined ? newLine({ id, ...content }) : changedLine(existing, content);
  const lines = existing === undefined ? [...request.lines, line] : replaceLine(request.lines, line);
  // The rules see the request as it would be; nothing is stored until all of them are satisfied.
  const next = { ...request, lines };
  throwViolations(lineViolations(context, ruleInputOf(context, next), [{ content, prefix: "" }]));
  applyChange(next, context.now());
  context.requests.replace(request, next);
  const component = serializeLine(line);
  if (existing !== undefined) return ok({ component });
  return created(`${requestsAddress(context)}/${request.id}/components/${id}`, { component });
};

/** Removes a line that the lessor has not seen. */
export const deleteLine: Handler = (context) => {
  const { request } = findInAllowedPhase(context);
  const line = findLine(request, context.params["componentId"]);
  checkDeletable(line);
  request.lines = request.lines.filter(({ id }) => id !== line.id);
  applyChange(request, context.now());
  return noContent;
};

/** Cancels a line that the lessor has seen. */
export const cancelLine: Handler = (context) => {
  const { request } = findInAllowedPhase(context);
  const line = findLine(request, context.params["componentId"]);
  const cancelled: StoredLine = { ...line, status: statusAfter(line, "cancel") };
  request.lines = replaceLine(request.lines, cancelled);
  applyChange(request, context.now());
  return ok({ component: serializeLine(cancelled) });
};

function replaceLine(lines: readonly StoredLine[], line: StoredLine): StoredLine[] {
  return lines.map((other) => (other.id === line.id ? line : other));
}

function findLine({ lines }: StoredRequest, id: string | undefined): StoredLine {
  const line = lines.find((each) => each.id === id);
  if (line === undefined) throw new ProblemError(404, "The request has no such line.");
  return line;
}
