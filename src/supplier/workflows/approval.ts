import { RegInputError } from "../../errors/errors.js";
import type { Component, ServiceRequest } from "../../generated/supplier/models.js";
import { callFields } from "../../http/option-schemas.js";
import type { CallOptions } from "../../http/options.js";
import { optionsSchema, trueOrFalse } from "../../http/validate.js";
import { isReadingCode } from "../domain.js";
import { allowsTrigger } from "../phases/line-status.js";
import { phaseOf, phaseOfStatus } from "../phases/phases.js";
import { phasesOf } from "../phases/possible-actions.js";
import { isUnknownOrRejected, reconcileAfter } from "../reconcile.js";
import { checkApproval } from "../rules/approval.js";
import { isCancelled, type Known } from "../rules/draft.js";
import { ruleViolation } from "../rules/violation.js";
import type { WorkflowContext } from "./types.js";
import { knownOption, Workflow } from "./workflow.js";

/** The options of `submit`. `deadline` limits all of its calls together. */
export interface SubmitOptions extends CallOptions {
  /** What you know of the service beyond the reference. Rules that need it are checked only if it is given. */
  readonly known?: Known | undefined;
}

const submitOptions = optionsSchema<SubmitOptions>({ ...callFields, known: knownOption });

/** Sends a request to the lessor, if it meets all requirements. */
export async function submit(
  context: WorkflowContext,
  id: string,
  options: SubmitOptions,
): Promise<ServiceRequest> {
  const workflow = new Workflow(context, "submit", { options, schema: submitOptions });
  const request = await workflow.call((options) => context.requests.get(id, options));
  workflow.requirePhase(phaseOf(request), phasesOf("submit"));
  await checkReady(context, workflow, request);
  return requestApproval(context, workflow, request);
}

/** The options of `resubmit`. `deadline` limits all of its calls together. */
export interface ResubmitOptions extends SubmitOptions {
  /**
   * Cancel every line that the lessor denied, or whose cancellation it denied, before asking for approval again;
   * otherwise approval of them is requested again. A mileage or hours reading is never cancelled, because the lessor
   * needs it: correct a denied one before you call this. Default false.
   */
  readonly cancelDenied?: boolean | undefined;
}

const resubmitOptions = optionsSchema<ResubmitOptions>({
  ...callFields,
  known: knownOption,
  cancelDenied: trueOrFalse,
});

/** Asks the lessor again. The request is checked as it will be, before anything is changed. */
export async function resubmit(
  context: WorkflowContext,
  id: string,
  options: ResubmitOptions,
): Promise<ServiceRequest> {
  const workflow = new Workflow(context, "resubmit", { options, schema: resubmitOptions });
  const request = await workflow.call((options) => context.requests.get(id, options));
  workflow.requirePhase(phaseOf(request), phasesOf("resubmit"));
  const denied = workflow.options.cancelDenied === true ? request.components.filter(isDenied) : [];
  const components = request.components.map((line) =>
    denied.includes(line) ? { ...line, status: { ...line.status, code: "Cancelled" } } : line,
  );
  await checkReady(context, workflow, { ...request, components });
  // One after the other, so that after a crash the next run can do what is left.
  for (const line of denied)
    await endLine(context, workflow, { requestId: id, lineId: line.id, end: "cancelled" });
  return requestApproval(context, workflow, request);
}

function isDenied({ reg, status: { code } }: Component): boolean {
  return (code === "Denied" || code === "CancellationDenied") && !isReadingCode(reg?.code);
}

/**
 * Reads the contract and the allowed components, which must not be cached (supplier-api.md §2.5, §8), and checks a
 * request against them.
 *
 * @throws RegPreconditionError with every violated rule
 */
async function checkReady(
  { kind, contracts }: WorkflowContext,
  workflow: Workflow<SubmitOptions>,
  request: ServiceRequest,
): Promise<void> {
  const { lessorId, licensePlate } = request;
  const [contract, { components: allowedComponents }] = await workflow.readTogether((options) =>
    Promise.all([
      contracts.get(lessorId, licensePlate, undefined, options),
      kind === "damage"
        ? contracts.damageComponents(lessorId, licensePlate, undefined, options)
        : contracts.components(lessorId, licensePlate, undefined, options),
    ]),
  );
  const { known } = workflow.options;
  workflow.rejectIfAny(checkApproval(request, { kind, contract, allowedComponents, known }));
}

/**
 * Sends a request to the lessor. If that fails, it reads the request's status, because the response may be lost or
 * another caller may have sent the request.
 */
function requestApproval(
  { requests }: WorkflowContext,
  workflow: Workflow,
  { id, status }: ServiceRequest,
): Promise<ServiceRequest> {
  return reconcileAfter(
    isUnknownOrRejected,
    () => workflow.call((options) => requests.patch(id, { status: "ApprovalRequested" }, options)),
    async () => {
      const request = await workflow.call((options) => requests.get(id, options));
      return wasSent(status, request.status) ? request : undefined;
    },
  );
}

/** Whether a request must have been with the lessor between two reads of its status. */
function wasSent(before: string, now: string): boolean {
  const phase = phaseOfStatus(now);
  if (phase !== "Response") return phase === "Lessor" || phase === "Invoicing";
  // Only the lessor sets these statuses; changes by the supplier lead to Modified.
  return now !== before && now !== "Modified";
}

/** The result of `cancelOrDelete` for a line. */
export type LineEnd = "cancelled" | "deleted";

/** Withdraws a line: one that was sent is cancelled, one that was not is deleted (supplier-api.md §3). */
export async function cancelOrDelete(
  context: WorkflowContext,
  { id, componentId }: { readonly id: string; readonly componentId: string },
  options: CallOptions,
): Promise<LineEnd> {
  const workflow = new Workflow(context, "cancelOrDelete", { options });
  const { operationId } = workflow;
  if (typeof componentId !== "string" || componentId === "")
    throw new RegInputError("componentId", "must be the id of a line", { operationId });
  const request = await workflow.call((options) => context.requests.get(id, options));
  const line = findLine(request, componentId);
  if (line === undefined) throw workflow.preconditionError([noSuchLine]);
  if (isCancelled(line)) return "cancelled";
  // A line with an unknown status is treated as one that the lessor has seen.
  const isUnsent = allowsTrigger(line, "delete");
  workflow.requirePhase(phaseOf(request), phasesOf(isUnsent ? "delete" : "cancel"));
  const end = isUnsent ? "deleted" : "cancelled";
  return endLine(context, workflow, { requestId: id, lineId: line.id, end });
}

const noSuchLine = ruleViolation(
  "RULE-LINE",
  "componentId",
  "The request has no line with this id. If an earlier call deleted it, nothing is left to do; otherwise correct the id.",
);

/** Finds a line by its id, ignoring case. */
function findLine({ components }: ServiceRequest, id: string): Component | undefined {
  return components.find((line) => line.id.toLowerCase() === id.toLowerCase());
}

/**
 * Cancels or deletes a line. If that fails, it reads the line, because the response may be lost or another caller may
 * have done the same.
 */
function endLine(
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
