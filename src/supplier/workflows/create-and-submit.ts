import { isDate, isSameInstant } from "../../base/dates.js";
import { includesJson, isObject } from "../../base/json.js";
import { plateKey } from "../../base/plates.js";
import { phaseOf } from "../../domain/phases/phases.js";
import type { ApprovalContext } from "../../domain/rules/approval-input.js";
import type { OpenRequest } from "../../domain/rules/draft.js";
import { ruleViolation } from "../../domain/rules/violation.js";
import { RegError, RegInputError, RegResponseError } from "../../errors/errors.js";
import { custom, optionsSchema, trueOrFalse } from "../../errors/input.js";
import type { Violation } from "../../errors/problem.js";
import type {
  ServiceRequest,
  ServiceRequestCreate,
  ServiceRequestList,
  ServiceRequestListItem,
} from "../../generated/supplier/models.js";
import type { NamedFile } from "../attachment-list.js";
import { ambiguousResult, mayBeKey } from "../lookup.js";
import { findErrorOf, isUncertain, isUnknownOrRejected, reconcileAfter, wasCreated } from "../reconcile.js";
import { doubtfulRequests, onlyRequest, selectDoubtful, selectRequests } from "../request-list.js";
import { checkReady, checkUnwaived, requestApproval, type SubmitOptions, submitFields } from "./approval.js";
import { completeDraft, findDifferingFiles, namedFiles, requireOwnNames } from "./attach-files.js";
import type { SharedRuns } from "./shared-runs.js";
import type { RequestContent, WorkflowContext } from "./types.js";
import { rejectIfAny, requirePossible, Workflow } from "./workflow.js";

/** The options of `createAndSubmit`. `deadline` limits all of its calls together. */
export interface CreateAndSubmitOptions extends SubmitOptions, Pick<ApprovalContext, "activeLessors"> {
  /** Accept a submitted request that has other content; otherwise that is `RULE-CONTENT`. Default false. */
  readonly acceptOtherContent?: boolean | undefined;
  /**
   * Files that the lessor needs for the decision, each with a name of its own. The request is created as a draft, the
   * files that it does not have are uploaded, and then it is submitted. A file is found again by its name, and by its
   * size if the list of attachments shows one (assumed): a submitted request without it has other content. Default: none.
   */
  readonly attachments?: readonly NamedFile[] | undefined;
}

const createAndSubmitOptions = optionsSchema<CreateAndSubmitOptions>({
  ...submitFields,
  activeLessors: custom(Array.isArray, "must be a list of lessors"),
  acceptOtherContent: trueOrFalse,
  attachments: namedFiles,
});

/** The result of `createAndSubmit`: the request as the service shows it, and what this call did. */
export interface SubmittedRequest extends ServiceRequest {
  /**
   * Whether this call created it; false if it existed before, or another call created it. Undefined: the response was
   * lost and the request exists, so either this call or another caller created it.
   */
  readonly created: boolean | undefined;
  /**
   * Whether it has the content and the attachments of this call, apart from the ids and the order of lines. Only false
   * with `acceptOtherContent`.
   */
  readonly sameContent: boolean;
}

/** What a run of `createAndSubmit` did. */
export interface Submitted extends Pick<SubmittedRequest, "created"> {
  readonly request: ServiceRequest;
  /** Whether the run is known to have sent its content. */
  readonly isSent: boolean;
}

interface Submission {
  readonly body: RequestContent;
  readonly runs: SharedRuns<Submitted>;
  /** The ids of the requests whose work order number the service has shown as it was sent. */
  readonly numbered: Set<string>;
}

/** So many ids are remembered: a run only needs those of the vehicle's requests. */
const mostNumbered = 1000;

/**
 * Creates a request and submits it, or continues with the request that an earlier run has left. Concurrent calls for
 * one request share a run, and each compares its own content with the result.
 */
export async function createAndSubmit(
  context: WorkflowContext,
  { body: content, runs, numbered }: Submission,
  options: CreateAndSubmitOptions,
): Promise<SubmittedRequest> {
  const workflow = Workflow.begin(context, options, createAndSubmitOptions);
  const body = parseContent(content);
  const { acceptOtherContent, attachments: files = [] } = workflow.options;
  requireOwnNames(files);
  const key = JSON.stringify([plateKey(body.vehicle.licensePlate), body.appointment.workOrderNumber]);
  const { result, isFirst } = await runs.join(key, workflow, (signal) =>
    ensureSubmitted(context, workflow.withSignal(signal), { body, numbered }),
  );
  const { request } = result;
  if (isFirst && result.isSent) return { ...request, created: result.created, sameContent: true };
  // The run has not checked this content.
  rejectIfAny(checkUnwaived(body, { kind: context.kind }, workflow.options));
  const differing = [
    ...differingFields(request, body),
    ...(await findDifferingFiles(context, workflow, { id: request.id, files })),
  ];
  const created = isFirst ? result.created : false;
  if (differing.length > 0 && acceptOtherContent !== true) {
    // A violation would say that nothing was changed.
    if (created !== false)
      throw ambiguousResult(`the request ${request.id} exists, but has other content (${differing.join(", ")})`);
    rejectIfAny(differing.map((field) => otherContent(field, request)));
  }
  return { ...request, created, sameContent: differing.length === 0 };
}

function otherContent(field: string, { id }: ServiceRequest): Violation {
  const found = `The request ${id} has this license plate and work order number, and other content in ${field}.`;
  const change = field.startsWith("attachments")
    ? "Upload the file with `attachments.upload`"
    : "Use a new work order number, or change that request";
  const advice = `${change}; \`acceptOtherContent\` accepts it as it is.`;
  const description = `${found} ${advice}`;
  return ruleViolation({ rule: "other-content", field, description, values: { request: id, field } });
}

async function ensureSubmitted(
  context: WorkflowContext,
  workflow: Workflow<CreateAndSubmitOptions>,
  { body, numbered }: Omit<OwnRequest, "list">,
): Promise<Submitted> {
  const { licensePlate } = body.vehicle;
  const list = await workflow.call((options) => context.requests.list({ licensePlate }, options));
  const own = await findOwn(context, workflow, { body, list, numbered });
  const { id, created } = own
    ? { id: own.id, created: false }
    : await createRequest(context, workflow, { body, list, numbered });
  const request = await workflow.explainFailure(
    () => workflow.call((options) => context.requests.get(id, options)),
    () => `The request ${id} exists: run createAndSubmit again, which continues with it`,
  );
  if (created === true && !hasNumberOf(body, request))
    throw new RegResponseError(
      `the request ${id} was created and has the status ${request.status}, but the service shows another work order number than was sent, or none: a further run may reject it. Do not create it again`,
      { status: 200, outcome: "unknown" },
    );
  if (hasNumberOf(body, request)) {
    if (numbered.size >= mostNumbered) numbered.clear();
    numbered.add(id);
  }
  const phase = phaseOf(request);
  const hasFiles = (workflow.options.attachments ?? []).length > 0;
  if (hasFiles && phase === undefined && created !== false)
    throw new RegResponseError(
      `the request ${id} exists and has the status ${request.status}, which this version does not know: no file was uploaded, and whether it is submitted is not known. Do not create it again`,
      { status: 200, outcome: "unknown" },
    );
  // With files, it was created as a draft: another caller has submitted it, perhaps without them.
  if (phase !== "Draft") return { request, created, isSent: created === true && !hasFiles };
  // The rules were checked before this run created the draft.
  const submitted = await submitDraft(context, workflow, { request, body, isChecked: created === true });
  return { request: submitted, created, isSent: true };
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
  return read === given || isSameInstant(read, given);
}

type SubmittedBody = RequestContent & ServiceRequestCreate;

function parseContent(content: RequestContent): SubmittedBody {
  if (!isObject(content)) throw new RegInputError("body", "must be an object");
  const body = { ...content, status: "ApprovalRequested" as const };
  const { vehicle, appointment }: Partial<SubmittedBody> = body;
  if (plateKey(vehicle?.licensePlate) === "")
    throw new RegInputError("vehicle.licensePlate", "must be the license plate of the vehicle");
  const number: unknown = appointment?.workOrderNumber;
  if (typeof number !== "string" || number === "" || number.trim() !== number) {
    const problem =
      "must be your own number for the work, by which the request is found again, without blanks around it";
    throw new RegInputError("appointment.workOrderNumber", problem);
  }
  return body;
}

interface OwnRequest {
  readonly body: SubmittedBody;
  readonly list: ServiceRequestList;
  readonly numbered: Set<string>;
}

/**
 * Finds the request that an earlier run has left. If the list does not show its key as it was sent, the request itself
 * may.
 *
 * @throws RegResponseError if it is not certain that there is none: then a second one could be created
 */
async function findOwn(
  { requests }: WorkflowContext,
  workflow: Workflow,
  { body, list, numbered }: OwnRequest,
): Promise<Pick<ServiceRequest, "id"> | undefined> {
  const { vehicle, appointment } = body;
  const key = { licensePlate: vehicle.licensePlate, workOrderNumber: appointment.workOrderNumber };
  const own = onlyRequest(selectRequests(list, key));
  if (own !== undefined) return own;
  const doubtful = [];
  for (const { id } of selectDoubtful(list, key)) {
    const request = await workflow.call((options) => requests.get(id, options));
    if (!["", plateKey(key.licensePlate)].includes(plateKey(request.licensePlate))) continue;
    if (hasNumberOf(body, request)) return request;
    if (!numbered.has(id) && !isOtherWork(request, body)) doubtful.push(id);
  }
  if (doubtful.length > 0) throw doubtfulRequests(doubtful);
  return undefined;
}

function hasNumberOf({ appointment }: SubmittedBody, request: ServiceRequest): boolean {
  return request.appointment?.workOrderNumber === appointment.workOrderNumber;
}

/**
 * Whether a request is for other work than the content: it lacks one of its components; or its number may be cut, and
 * it is for another day. Without a readable code in each of its lines, it may have all components.
 */
function isOtherWork(
  { components: shown, appointment: shownAppointment }: ServiceRequest,
  { components: lines = [], appointment }: SubmittedBody,
): boolean {
  const codes: readonly unknown[] = shown.map((line) => line.reg?.code);
  const wanted = lines.flatMap(({ reg }) => reg?.code ?? []);
  if (codes.every((code) => typeof code === "string") && !wanted.every((code) => codes.includes(code))) return true;
  const days: readonly unknown[] = [shownAppointment?.workshopDate, appointment.workshopDate];
  const isOtherDay = days.every((day) => typeof day === "string" && isDate(day)) && days[0] !== days[1];
  return isOtherDay && !mayBeKey(shownAppointment?.workOrderNumber, appointment.workOrderNumber);
}

/**
 * Creates a request that is submitted at once, so that a failure leaves no draft; or a draft, if files belong to it. If
 * that fails, it looks for the request, because the response may be lost or another caller may have created it.
 */
async function createRequest(
  context: WorkflowContext,
  workflow: Workflow<CreateAndSubmitOptions>,
  { body, list, numbered }: OwnRequest,
): Promise<Pick<Submitted, "created"> & { readonly id: string }> {
  const { licensePlate } = body.vehicle;
  const openRequests = await readOthers(context, workflow, othersOf(list.serviceRequests, licensePlate));
  const { activeLessors, attachments: files = [] } = workflow.options;
  await checkReady(context, workflow, { draft: body, licensePlate, openRequests, activeLessors });
  let others = list.serviceRequests;
  return workflow.explainFailure(
    () =>
      reconcileAfter(
        isUnknownOrRejected,
        async () => {
          const status = files.length > 0 ? "Draft" : body.status;
          const { id } = await workflow.call((options) => context.requests.create({ ...body, status }, options));
          return { id, created: true };
        },
        async (error) => {
          const list = await workflow.call((options) => context.requests.list({ licensePlate }, options));
          others = list.serviceRequests;
          const own = await findOwn(context, workflow, { body, list, numbered });
          return own && { id: own.id, created: wasCreated(error) };
        },
      ),
    (error) =>
      leavesOpen(error)
        ? "It is not known whether the request exists, because it may still be processed: wait longer than the timeout of a call, and run createAndSubmit again, which looks for its work order number first"
        : `No request was created.${describeOthers(others, licensePlate)}`,
  );
}

/** The open requests of a vehicle. */
function othersOf(open: readonly ServiceRequestListItem[], licensePlate: string): ServiceRequestListItem[] {
  return open.filter((each) => plateKey(each.licensePlate) === plateKey(licensePlate));
}

/**
 * Reads the other open request of a vehicle, because the list does not show for which work it is. Two are too many
 * whatever their work is, and the limit is not one of damages.
 */
async function readOthers(
  { kind, requests }: WorkflowContext,
  workflow: Workflow,
  others: readonly ServiceRequestListItem[],
): Promise<readonly OpenRequest[]> {
  const [other] = others;
  if (other === undefined || others.length > 1 || kind === "damage") return others;
  try {
    return [await workflow.call((options) => requests.get(other.id, options))];
  } catch (error) {
    // It is no longer open, or it cannot be read: then the service decides.
    if (RegError.is(error, "archived") || RegError.is(error, "not-found")) return [];
    if (RegError.is(error, "response")) return others;
    throw error;
  }
}

/**
 * Whether an error leaves open what exists: also a rejection after which the state could not be read, because another
 * caller may have changed it.
 */
function leavesOpen(error: RegError): boolean {
  return isUncertain(error) || findErrorOf(error) !== undefined;
}

function describeOthers(open: readonly ServiceRequestListItem[], licensePlate: string): string {
  const others = othersOf(open, licensePlate).map(
    ({ id, workOrderNumber, status }) => `${id} (work order ${workOrderNumber ?? "unknown"}, ${status})`,
  );
  return others.length === 0 ? "" : ` The vehicle has other open requests: ${others.join(", ")}`;
}

interface OwnDraft {
  readonly request: ServiceRequest;
  readonly body: SubmittedBody;
  readonly isChecked: boolean;
}

/**
 * Submits a draft, with its files. If it does not have the content, the same call overwrites it. With files, that is an
 * earlier call: whether an attachment remains when a draft is overwritten is not shown.
 */
async function submitDraft(
  context: WorkflowContext,
  workflow: Workflow<CreateAndSubmitOptions>,
  { request, body, isChecked }: OwnDraft,
): Promise<ServiceRequest> {
  const { id } = request;
  const { attachments: files = [] } = workflow.options;
  const overwriteWith = differingFields(request, body).length === 0 ? undefined : body;
  const notSubmitted = `The draft ${id} was not submitted: correct the cause and run createAndSubmit again, or delete the draft`;
  await workflow.explainFailure(
    async () => {
      requirePossible(request, "submit");
      if (!isChecked) await checkReady(context, workflow, { ...request, draft: body });
      if (files.length === 0) return;
      await completeDraft(context, workflow, { id, files, overwriteWith });
    },
    (error) =>
      leavesOpen(error)
        ? `The draft ${id} was not submitted, and the last change may still be processed: wait longer than the timeout of a call, and run createAndSubmit again, which reads the draft and its attachments first`
        : notSubmitted,
  );
  return workflow.explainFailure(
    () =>
      requestApproval(context, workflow, { ...request, overwriteWith: files.length > 0 ? undefined : overwriteWith }),
    (error) =>
      leavesOpen(error)
        ? `It is not known whether the request ${id} was submitted: run createAndSubmit again, which reads it first`
        : notSubmitted,
  );
}
