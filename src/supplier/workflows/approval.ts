import { RegInputError } from "../../errors/errors.js";
import type { Component, ServiceRequest } from "../../generated/supplier/models.js";
import { callFields } from "../../http/option-schemas.js";
import type { CallOptions } from "../../http/options.js";
import { optionsSchema, trueOrFalse } from "../../http/validate.js";
import { isReadingCode } from "../domain.js";
import { canLine } from "../phases/line-status.js";
import { phaseOf, phaseOfStatus } from "../phases/phases.js";
import { isOpenOrRefused, reconcileAfter } from "../reconcile.js";
import { checkApproval } from "../rules/approval.js";
import { isCancelled } from "../rules/approval-input.js";
import { type Known, ruleViolation } from "../rules/violation.js";
import { knownOption, type WorkflowContext } from "./types.js";
import { Workflow } from "./workflow.js";
import type { Begun } from "./workflows.js";

/** The line with an id, whatever its letters' case; undefined if there is none. */
function lineIn({ components }: ServiceRequest, id: string): Component | undefined {
  return components.find((line) => line.id.toLowerCase() === id.toLowerCase());
}

/** What became of a line. */
export type LineEnd = "cancelled" | "deleted";

/** Cancels or deletes a line. Where that fails it looks: an answer may be lost, or another caller faster. */
function endLine(
  { requests }: WorkflowContext,
  journey: Workflow,
  requestId: string,
  { id }: Component,
  end: LineEnd,
): Promise<LineEnd> {
  const { cancel, delete: remove } = requests.components;
  return reconcileAfter(
    isOpenOrRefused,
    async () => {
      await (end === "deleted" ? remove : cancel)(requestId, id, journey.callOptions());
      return end;
    },
    async () => {
      const line = lineIn(await requests.get(requestId, journey.callOptions()), id);
      if (line === undefined) return "deleted";
      return isCancelled(line) ? "cancelled" : undefined;
    },
  );
}

/** Takes a line back: one that was sent is cancelled, one that was not is deleted (supplier-api.md §3). */
export async function cancelOrDelete(
  parts: WorkflowContext,
  begun: Begun,
  id: string,
  componentId: string,
): Promise<LineEnd> {
  const journey = new Workflow(parts, begun);
  const { operationId } = journey;
  if (typeof componentId !== "string" || componentId === "")
    throw new RegInputError("componentId", "must be the id of a line", { operationId });
  const request = await parts.requests.get(id, journey.callOptions());
  const line = lineIn(request, componentId);
  if (line === undefined) throw journey.refusal([noSuchLine]);
  if (isCancelled(line)) return "cancelled";
  // A status that is not known is taken for one that the lessor gave.
  const end = canLine(line, "delete") ? "deleted" : "cancelled";
  journey.requirePhase(phaseOf(request), end === "deleted" ? ["Draft", "Response"] : ["Response"]);
  return endLine(parts, journey, id, line, end);
}

const noSuchLine = ruleViolation(
  "RULE-LINE",
  "componentId",
  "The request has no line with this id. If an earlier call deleted it, there is nothing left to do; else correct the id.",
);

// By way of the entry: so bundlers keep in one file all that it shares with the steps, which is smaller than in two.

/**
 * Reads the contract and the allowed components, which may not be cached (supplier-api.md §2.5, §8), and holds a request
 * against them.
 *
 * @throws RegPreconditionError if a rule is broken
 */
async function refuseUnlessReady(
  { kind, contracts }: WorkflowContext,
  journey: Workflow,
  request: ServiceRequest,
  known: Known | undefined,
): Promise<void> {
  const { lessorId, licensePlate } = request;
  const [contract, { components }] = await journey.together((options) =>
    Promise.all([
      contracts.get(lessorId, licensePlate, undefined, options),
      kind === "damage"
        ? contracts.damageComponents(lessorId, licensePlate, undefined, options)
        : contracts.components(lessorId, licensePlate, undefined, options),
    ]),
  );
  journey.refuseIfAny(checkApproval(request, { kind, contract, allowedComponents: components, known }));
}

/**
 * Sends a request to the lessor. Where that fails it looks whether the request is there: an answer may be lost, or
 * another caller faster.
 */
function requestApproval(
  { requests }: WorkflowContext,
  journey: Workflow,
  before: ServiceRequest,
): Promise<ServiceRequest> {
  const { id } = before;
  return reconcileAfter(
    isOpenOrRefused,
    () => requests.patch(id, { status: "ApprovalRequested" }, journey.callOptions()),
    async () => {
      const now = await requests.get(id, journey.callOptions());
      return wasSent(before.status, now.status) ? now : undefined;
    },
  );
}

/** Whether a request must have been with the lessor between two readings. */
function wasSent(before: string, now: string): boolean {
  const phase = phaseOfStatus(now);
  if (phase !== "Response") return phase === "Lessor" || phase === "Invoicing";
  // Only the lessor gives these statuses; the supplier's own changes lead to Modified.
  return now !== before && now !== "Modified";
}

/** What `resubmit` can be told. `deadline` bounds all of its calls together. */
export interface ResubmitOptions extends SubmitOptions {
  /**
   * Cancel every line that the lessor denied, or whose cancellation it denied, before asking again; otherwise they are
   * asked for again. Never a mileage or hours reading, which the lessor needs: correct one that was denied before
   * you call this. Default false.
   */
  readonly cancelDenied?: boolean | undefined;
}

const resubmitOptions = optionsSchema<ResubmitOptions>({
  ...callFields,
  known: knownOption,
  cancelDenied: trueOrFalse,
});

/** Asks the lessor again; the request is checked as it will be, before anything is changed. */
export async function resubmit(
  parts: WorkflowContext,
  begun: Begun<ResubmitOptions>,
  id: string,
): Promise<ServiceRequest> {
  const journey = new Workflow(parts, begun, resubmitOptions);
  const { cancelDenied, known } = journey.options;
  const request = await parts.requests.get(id, journey.callOptions());
  journey.requirePhase(phaseOf(request), ["Response"]);
  const denied = cancelDenied === true ? request.components.filter(isDenied) : [];
  const components = request.components.map((line) => (denied.includes(line) ? cancelled(line) : line));
  await refuseUnlessReady(parts, journey, { ...request, components }, known);
  // One after the other: what a crash leaves undone, the next run does.
  for (const line of denied) await endLine(parts, journey, id, line, "cancelled");
  return requestApproval(parts, journey, request);
}

function isDenied({ reg, status: { code } }: Component): boolean {
  return (code === "Denied" || code === "CancellationDenied") && !isReadingCode(reg?.code);
}

const cancelled = (line: Component): Component => ({ ...line, status: { code: "Cancelled" } });

/** What `submit` can be told. `deadline` bounds all of its calls together. */
export interface SubmitOptions extends CallOptions {
  /** What you know of the service beyond the reference; rules that need it are checked only with it. */
  readonly known?: Known | undefined;
}

const submitOptions = optionsSchema<SubmitOptions>({ ...callFields, known: knownOption });

/** Sends a request to the lessor, if it has all that this needs. */
export async function submit(
  parts: WorkflowContext,
  begun: Begun<SubmitOptions>,
  id: string,
): Promise<ServiceRequest> {
  const journey = new Workflow(parts, begun, submitOptions);
  const request = await parts.requests.get(id, journey.callOptions());
  journey.requirePhase(phaseOf(request), ["Draft", "Response"]);
  await refuseUnlessReady(parts, journey, request, journey.options.known);
  return requestApproval(parts, journey, request);
}
