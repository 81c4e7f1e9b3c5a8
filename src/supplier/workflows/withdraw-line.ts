import { allowsTrigger } from "../../domain/phases/line-status.js";
import { isCancelled } from "../../domain/rules/draft.js";
import { ruleViolation } from "../../domain/rules/violation.js";
import { RegInputError, RegPreconditionError } from "../../errors/errors.js";
import type { Violation } from "../../errors/problem.js";
import type { CallOptions } from "../../http/call/options.js";
import { isUnknownOrRejected, reconcileAfter } from "../reconcile.js";
import { findLine } from "./change-line.js";
import type { WorkflowContext } from "./types.js";
import { requirePossible, Workflow } from "./workflow.js";

/** The result of `cancelOrDelete` for a line. */
export type LineEnd = "cancelled" | "deleted";

/** Withdraws a line: one that was sent is cancelled, one that was not is deleted (supplier-api.md §3). */
export async function cancelOrDelete(
  context: WorkflowContext,
  { id, componentId }: { readonly id: string; readonly componentId: string },
  options: CallOptions,
): Promise<LineEnd> {
  const workflow = Workflow.begin(context, options);
  if (typeof componentId !== "string" || componentId === "")
    throw new RegInputError("componentId", "must be the id of a line");
  const request = await workflow.call((options) => context.requests.get(id, options));
  const line = findLine(request, componentId);
  if (line === undefined) throw new RegPreconditionError([noSuchLine("componentId", componentId)]);
  if (isCancelled(line)) return "cancelled";
  // A line with an unknown status is treated as one that the lessor has seen.
  const isUnsent = allowsTrigger(line, "delete");
  requirePossible(request, isUnsent ? "delete" : "cancel");
  const end = isUnsent ? "deleted" : "cancelled";
  return endLine(context, workflow, { requestId: id, lineId: line.id, end });
}

/** The violation if a request has no line with an id, which the caller gave in a field. */
export function noSuchLine(field: string, id: string): Violation {
  const description =
    "The request has no line with this id. If an earlier call deleted it, nothing is left to do; otherwise correct the id.";
  return { ...ruleViolation({ rule: "line-exists", field, description }), line: { id } };
}

/**
 * Cancels or deletes a line. If that fails, it reads the line, because the response may be lost or another caller may
 * have done the same.
 */
export function endLine(
  { requests }: WorkflowContext,
  workflow: Workflow,
  { requestId, lineId, end }: { readonly requestId: string; readonly lineId: string; readonly end: LineEnd },
): Promise<LineEnd> {
  const { components } = requests;
  return reconcileAfter(
    isUnknownOrRejected,
    async () => {
      await workflow.call<unknown>((options) =>
        end === "deleted"
          ? components.delete(requestId, lineId, options)
          : components.cancel(requestId, lineId, options),
      );
      return end;
    },
    async () => {
      const request = await workflow.call((options) => requests.get(requestId, options));
      const line = findLine(request, lineId);
      if (line === undefined) return "deleted";
      return isCancelled(line) ? "cancelled" : undefined;
    },
  );
}
