import { RegError, RegInputError } from "../../errors/errors.js";
import type { Violation } from "../../errors/problem.js";
import type {
  Component,
  ServiceRequest,
  ServiceRequestCreate,
  ServiceRequestList,
  ServiceRequestListItem,
  ServiceRequestOverwrite,
} from "../../generated/supplier/models.js";
import type { CallOptions } from "../../http/call/options.js";
import { optionsSchema, trueOrFalse } from "../../http/call/validate.js";
import { callFields } from "../../http/option-schemas.js";
import { parseDateTime } from "../../values/dates.js";
import { includesJson, isObject } from "../../values/json.js";
import { isReadingCode, plainPlate } from "../domain.js";
import { allowsTrigger } from "../phases/line-status.js";
import { phaseOf, phaseOfStatus } from "../phases/phases.js";
import {
  ambiguousResult,
  findErrorOf,
  isUnknownOrRejected,
  onlyRequest,
  reconcileAfter,
  selectRequests,
} from "../reconcile.js";
import { checkApproval } from "../rules/approval.js";
import type { ApprovalContext } from "../rules/approval-input.js";
import { isCancelled, type Known, type RequestDraft } from "../rules/draft.js";
import { ruleViolation } from "../rules/violation.js";
import type { SharedRuns } from "./shared-runs.js";
import type { RequestContent, WorkflowContext } from "./types.js";
import { deepCopy, knownOption, Workflow } from "./workflow.js";

/** The options of `submit`. `deadline` limits all of its calls together. */
export interface SubmitOptions extends CallOptions {
  /** What you know of the service beyond the reference. Rules that need it are checked only if it is given. */
  readonly known?: Known | undefined;
}

const submitOptions = optionsSchema<SubmitOptions>({ ...callFields, known: knownOption });

/** Sends a request to the lessor, if it meets all requirements. */
export async function submit(context: WorkflowContext, id: string, options: SubmitOptions): Promise<ServiceRequest> {
  const workflow = new Workflow(context, "submit", { options, schema: submitOptions });
  const request = await workflow.call((options) => context.requests.get(id, options));
  workflow.requirePossible(request, "submit");
  await checkReady(context, workflow, { ...request, draft: request });
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
  workflow.requirePossible(request, "resubmit");
  const denied = workflow.options.cancelDenied === true ? request.components.filter(isDenied) : [];
  const components = request.components.map((line) =>
    denied.includes(line) ? { ...line, status: { ...line.status, code: "Cancelled" } } : line,
  );
  await checkReady(context, workflow, { ...request, draft: { ...request, components } });
  // One after the other, so that after a crash the next run can do what is left.
  for (const line of denied) await endLine(context, workflow, { requestId: id, lineId: line.id, end: "cancelled" });
  return requestApproval(context, workflow, request);
}

function isDenied({ reg, status: { code } }: Component): boolean {
  return (code === "Denied" || code === "CancellationDenied") && !isReadingCode(reg?.code);
}

/** The options of `createAndSubmit`. `deadline` limits all of its calls together. */
export interface CreateAndSubmitOptions extends SubmitOptions {
  /** Accept a submitted request that has other content; otherwise that is `RULE-CONTENT`. Default false. */
  readonly acceptOtherContent?: boolean | undefined;
}

const createAndSubmitOptions = optionsSchema<CreateAndSubmitOptions>({
  ...callFields,
  known: knownOption,
  acceptOtherContent: trueOrFalse,
});

/** The result of `createAndSubmit`: the request as the service shows it, and what this call did. */
export interface SubmittedRequest extends ServiceRequest {
  /**
   * Whether this call created it; false if it existed before, or another call created it. Undefined: the response was
   * lost and the request exists, so either this call or another caller created it.
   */
  readonly created: boolean | undefined;
  /**
   * Whether it has the content of this call, apart from the ids and the order of lines. Only false with
   * `acceptOtherContent`.
   */
  readonly sameContent: boolean;
}

/** What a run of `createAndSubmit` did. */
export interface Submitted extends Pick<SubmittedRequest, "created"> {
  readonly request: ServiceRequest;
  /** Whether the run is known to have sent its content. */
  readonly isSent: boolean;
}

/**
 * Creates a request and submits it, or continues with the request that an earlier run has left. Concurrent calls for one
 * request share a run, and each compares its own content with the result.
 */
export async function createAndSubmit(
  context: WorkflowContext,
  { content, runs }: { readonly content: RequestContent; readonly runs: SharedRuns<Submitted> },
  options: CreateAndSubmitOptions,
): Promise<SubmittedRequest> {
  const schema = createAndSubmitOptions;
  const workflow = new Workflow(context, "createAndSubmit", { options, schema });
  const body = parseContent(content, workflow.operationId);
  const { known, signal, acceptOtherContent } = workflow.options;
  const key = JSON.stringify([plainPlate(body.vehicle.licensePlate), body.appointment.workOrderNumber]);
  const { result, isFirst } = await runs.join(key, signal, (signal) => {
    const run = new Workflow(context, "createAndSubmit", { options: { ...workflow.options, signal }, schema });
    return ensureSubmitted(context, run, body);
  });
  const { request } = result;
  if (isFirst && result.isSent) return { ...request, created: result.created, sameContent: true };
  // The run has not checked this content.
  workflow.rejectIfAny(checkApproval(body, { kind: context.kind, known }));
  const differing = differingFields(request, body);
  const created = isFirst ? result.created : false;
  if (differing.length > 0 && acceptOtherContent !== true) {
    // A violation would say that nothing was sent.
    if (created === undefined)
      throw ambiguousResult(`the request ${request.id} exists, but has other content (${differing.join(", ")})`);
    workflow.rejectIfAny(differing.map((field) => otherContent(field, request)));
  }
  return { ...request, created, sameContent: differing.length === 0 };
}

function otherContent(field: string, { id }: ServiceRequest): Violation {
  const found = `The request ${id} has this license plate and work order number, and other content in ${field}.`;
  const advice = "Use a new work order number, or change that request; `acceptOtherContent` accepts it as it is.";
  return ruleViolation("RULE-CONTENT", field, `${found} ${advice}`);
}

async function ensureSubmitted(
  context: WorkflowContext,
  workflow: Workflow<SubmitOptions>,
  body: SubmittedBody,
): Promise<Submitted> {
  const list = await readOpenRequests(context, workflow, body);
  const own = selectOwn(list, body);
  const { id, created } = own
    ? { id: own.id, created: false }
    : await createSubmitted(context, workflow, { body, list });
  const request = await workflow.explainFailure(
    () => workflow.call((options) => context.requests.get(id, options)),
    () => `The request ${id} exists: run createAndSubmit again, which continues with it`,
  );
  if (phaseOf(request) !== "Draft") return { request, created, isSent: created === true };
  return { request: await submitDraft(context, workflow, { request, body }), created, isSent: true };
}

/**
 * The fields in which a request does not have the content. The ids and the order of lines do not count: a program that
 * builds the lines again makes new ids, and the order of a response is not shown.
 */
function differingFields(request: ServiceRequest, { status: _, ...content }: SubmittedBody): string[] {
  const { components: lines, ...others } = content;
  // The plate has selected the request, and the service may write it in another way.
  const fields = { ...others, vehicle: { ...content.vehicle, licensePlate: undefined } };
  const differing = Object.entries(fields)
    .filter(([name, value]) => !includesJson(Reflect.get(request, name), value, isSameValue))
    .map(([name]) => name);
  return lines === undefined || hasLines(request, lines) ? differing : [...differing, "components"];
}

function hasLines({ components }: ServiceRequest, lines: NonNullable<SubmittedBody["components"]>): boolean {
  const left = [...components];
  return (
    lines.length === left.length &&
    lines.every((line) => {
      const subcomponents = line.subcomponents?.map((part) => ({ ...part, id: undefined }));
      const content = { ...line, id: undefined, subcomponents };
      const index = left.findIndex((each) => includesJson(each, content, isSameValue));
      return index >= 0 && left.splice(index, 1).length > 0;
    })
  );
}

/** The service writes each date-time in UTC, whatever offset it received (supplier-api.md §2.1). */
function isSameValue(read: unknown, given: unknown): boolean {
  if (read === given || typeof read !== "string" || typeof given !== "string") return read === given;
  const instant = parseDateTime(read);
  return instant !== undefined && instant === parseDateTime(given);
}

type SubmittedBody = RequestContent & ServiceRequestCreate;

/**
 * Copies the content, which the caller may change while the workflow runs.
 *
 * @throws RegInputError for content without a license plate or work order number, and for what is not plain data
 */
function parseContent(content: RequestContent, operationId: string): SubmittedBody {
  if (!isObject(content)) throw new RegInputError("body", "must be an object", { operationId });
  const body = deepCopy({ ...content, status: "ApprovalRequested" as const }, "body", operationId);
  const { vehicle, appointment }: Partial<SubmittedBody> = body;
  if (plainPlate(vehicle?.licensePlate) === "")
    throw new RegInputError("vehicle.licensePlate", "must be the license plate of the vehicle", {
      operationId,
    });
  const number: unknown = appointment?.workOrderNumber;
  if (typeof number !== "string" || number === "" || number.trim() !== number) {
    const problem =
      "must be your own number for the work, by which the request is found again, without blanks around it";
    throw new RegInputError("appointment.workOrderNumber", problem, { operationId });
  }
  return body;
}

function readOpenRequests(
  { requests }: WorkflowContext,
  workflow: Workflow,
  { vehicle: { licensePlate } }: SubmittedBody,
): Promise<ServiceRequestList> {
  return workflow.call((options) => requests.list({ licensePlate }, options));
}

function selectOwn(
  list: ServiceRequestList,
  { vehicle, appointment }: SubmittedBody,
): ServiceRequestListItem | undefined {
  const { licensePlate } = vehicle;
  return onlyRequest(selectRequests(list, { licensePlate, workOrderNumber: appointment.workOrderNumber }));
}

/**
 * Creates a request that is submitted at once, so that a failure leaves no draft. If that fails, it looks for the
 * request, because the response may be lost or another caller may have created it.
 */
async function createSubmitted(
  context: WorkflowContext,
  workflow: Workflow<SubmitOptions>,
  { body, list }: { readonly body: SubmittedBody; readonly list: ServiceRequestList },
): Promise<Pick<Submitted, "created"> & { readonly id: string }> {
  const { licensePlate } = body.vehicle;
  const openRequests = list.serviceRequests;
  await checkReady(context, workflow, { draft: body, licensePlate, openRequests });
  let others = openRequests;
  return workflow.explainFailure(
    () =>
      reconcileAfter(
        isUnknownOrRejected,
        async () => {
          const { id } = await workflow.call((options) => context.requests.create(body, options));
          return { id, created: true };
        },
        async ({ outcome }) => {
          const list = await readOpenRequests(context, workflow, body);
          others = list.serviceRequests;
          const own = selectOwn(list, body);
          // A rejected request was not created here; after a lost response it is not known who created it.
          return own && { id: own.id, created: outcome === "unknown" ? undefined : false };
        },
      ),
    (error) =>
      isUncertain(error)
        ? "It is not known whether the request exists: wait, because it may still be processed, and run createAndSubmit again, which looks for its work order number first"
        : `No request was created.${describeOthers(others, licensePlate)}`,
  );
}

/**
 * Whether an error leaves open what exists: also a 409, because the other caller may not be finished, and a rejection
 * after which the state could not be read, because another caller may have changed it.
 */
function isUncertain(error: RegError): boolean {
  return error.outcome === "unknown" || RegError.is(error, "conflict") || findErrorOf(error) !== undefined;
}

function describeOthers(open: readonly ServiceRequestListItem[], licensePlate: string): string {
  const others = open
    .filter((each) => plainPlate(each.licensePlate) === plainPlate(licensePlate))
    .map(({ id, workOrderNumber, status }) => `${id} (work order ${workOrderNumber ?? "unknown"}, ${status})`);
  return others.length === 0 ? "" : ` The vehicle has other open requests: ${others.join(", ")}`;
}

/** Submits a draft; overwrites it first, in the same call, if it does not have the content. */
async function submitDraft(
  context: WorkflowContext,
  workflow: Workflow<SubmitOptions>,
  { request, body }: { readonly request: ServiceRequest; readonly body: SubmittedBody },
): Promise<ServiceRequest> {
  const isUpToDate = differingFields(request, body).length === 0;
  return workflow.explainFailure(
    async () => {
      workflow.requirePossible(request, "submit");
      await checkReady(context, workflow, { ...request, draft: body });
      return requestApproval(context, workflow, { ...request, ...(!isUpToDate && { overwriteWith: body }) });
    },
    (error) =>
      isUncertain(error)
        ? `It is not known whether the request ${request.id} was submitted: run createAndSubmit again, which reads it first`
        : `The draft ${request.id} was not submitted: correct the cause and run createAndSubmit again, or delete the draft`,
  );
}

interface Submission extends Pick<ApprovalContext, "openRequests"> {
  readonly draft: RequestDraft;
  readonly licensePlate: string;
  /** Undefined before the request exists. */
  readonly lessorId?: number;
}

/**
 * Reads the contract and the allowed components, which must not be cached (supplier-api.md §2.5, §8), and checks a
 * request against them. For a request that exists, the lookups of its lessor apply (§4.3).
 *
 * @throws RegPreconditionError with every violated rule
 */
async function checkReady(
  { kind, contracts, activeContracts }: WorkflowContext,
  workflow: Workflow<SubmitOptions>,
  { draft, licensePlate, lessorId, openRequests }: Submission,
): Promise<void> {
  const components = kind === "damage" ? "damageComponents" : "components";
  const [contract, { components: allowedComponents }] = await workflow.readTogether((options) =>
    lessorId === undefined
      ? Promise.all([
          activeContracts.get(licensePlate, undefined, options),
          activeContracts[components](licensePlate, undefined, options),
        ])
      : Promise.all([
          contracts.get(lessorId, licensePlate, undefined, options),
          contracts[components](lessorId, licensePlate, undefined, options),
        ]),
  );
  const { known } = workflow.options;
  workflow.rejectIfAny(checkApproval(draft, { kind, contract, allowedComponents, openRequests, known }));
}

interface ApprovalRequest extends Pick<ServiceRequest, "id" | "status"> {
  /** The new content of a draft. Default: it stays as it is. */
  readonly overwriteWith?: ServiceRequestOverwrite;
}

/**
 * Sends a request to the lessor. If that fails, it reads the request's status, because the response may be lost or
 * another caller may have sent the request.
 */
function requestApproval(
  { requests }: WorkflowContext,
  workflow: Workflow,
  { id, status, overwriteWith }: ApprovalRequest,
): Promise<ServiceRequest> {
  return reconcileAfter(
    isUnknownOrRejected,
    () =>
      workflow.call((options) =>
        overwriteWith === undefined
          ? requests.patch(id, { status: "ApprovalRequested" }, options)
          : requests.overwrite(id, overwriteWith, options),
      ),
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
  workflow.requirePossible(request, isUnsent ? "delete" : "cancel");
  const end = isUnsent ? "deleted" : "cancelled";
  return endLine(context, workflow, { requestId: id, lineId: line.id, end });
}

const noSuchLine = ruleViolation(
  "RULE-LINE",
  "componentId",
  "The request has no line with this id. If an earlier call deleted it, nothing is left to do; otherwise correct the id.",
);

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
