import { RegError, RegInputError } from "../../errors/errors.js";
import { addToMessage } from "../../errors/messages.js";
import type {
  AppointmentInput,
  ServiceRequest,
  ServiceRequestCreate,
  ServiceRequestList,
  ServiceRequestListItem,
} from "../../generated/supplier/models.js";
import { isObject } from "../../http/validate.js";
import { plainPlate } from "../domain.js";
import { phaseOf } from "../phases/phases.js";
import { isUnknownOrRejected, onlyRequest, reconcileAfter, selectRequests } from "../reconcile.js";
import { checkReady, requestApproval, type SubmitOptions, submitOptions } from "./approval.js";
import type { WorkflowContext } from "./types.js";
import { deepCopy, Workflow } from "./workflow.js";

/** The content of a request that will be created and submitted; the workflow sets its status. */
export interface RequestContent extends Omit<ServiceRequestCreate, "status" | "appointment"> {
  /** As for `create`; the work order number identifies the request when the workflow runs again. */
  appointment: AppointmentInput & { workOrderNumber: string };
}

/** Creates a request and submits it, or continues with the request that an earlier run has left. */
export async function createAndSubmit(
  context: WorkflowContext,
  content: RequestContent,
  options: SubmitOptions,
): Promise<ServiceRequest> {
  const workflow = new Workflow(context, "createAndSubmit", { options, schema: submitOptions });
  const body = parseContent(content, workflow.operationId);
  const list = await readOpenRequests(context, workflow, body);
  const id = selectOwn(list, body)?.id ?? (await createSubmitted(context, workflow, { body, list }));
  const request = await explainFailure(
    workflow,
    () => workflow.call((options) => context.requests.get(id, options)),
    () => `The request ${id} exists: run createAndSubmit again, which continues with it`,
  );
  return phaseOf(request) === "Draft" ? submitDraft(context, workflow, { request, body }) : request;
}

/** The body with which a request is created or overwritten. */
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

/** Selects the open request that an earlier run has created. */
function selectOwn(
  list: ServiceRequestList,
  { vehicle, appointment }: SubmittedBody,
): ServiceRequestListItem | undefined {
  const { licensePlate } = vehicle;
  return onlyRequest(selectRequests(list, { licensePlate, workOrderNumber: appointment.workOrderNumber }));
}

/**
 * Creates a request that is submitted at once, so that a failure leaves no draft. If that fails, it looks for the
 * request, because the response may be lost or another caller may have created it. Returns its id.
 */
async function createSubmitted(
  context: WorkflowContext,
  workflow: Workflow<SubmitOptions>,
  { body, list }: { readonly body: SubmittedBody; readonly list: ServiceRequestList },
): Promise<string> {
  const { licensePlate } = body.vehicle;
  const openRequests = list.serviceRequests;
  await checkReady(context, workflow, { draft: body, licensePlate, openRequests });
  let others = openRequests;
  return explainFailure(
    workflow,
    () =>
      reconcileAfter(
        isUnknownOrRejected,
        async () => (await workflow.call((options) => context.requests.create(body, options))).id,
        async () => {
          const list = await readOpenRequests(context, workflow, body);
          others = list.serviceRequests;
          return selectOwn(list, body)?.id;
        },
      ),
    ({ outcome }) =>
      outcome === "unknown"
        ? "It is not known whether the request exists: wait, because it may still be processed, and run createAndSubmit again, which looks for its work order number first"
        : `No request was created.${describeOthers(others, licensePlate)}`,
  );
}

/** The other open requests for the vehicle, which can be the reason for a rejection. */
function describeOthers(open: readonly ServiceRequestListItem[], licensePlate: string): string {
  const others = open
    .filter((each) => plainPlate(each.licensePlate) === plainPlate(licensePlate))
    .map(
      ({ id, workOrderNumber, status }) => `${id} (work order ${workOrderNumber ?? "unknown"}, ${status})`,
    );
  return others.length === 0 ? "" : ` The vehicle has other open requests: ${others.join(", ")}`;
}

/** Submits a draft; overwrites it first, in the same call, if it does not have the content. */
async function submitDraft(
  context: WorkflowContext,
  workflow: Workflow<SubmitOptions>,
  { request, body }: { readonly request: ServiceRequest; readonly body: SubmittedBody },
): Promise<ServiceRequest> {
  const { status: _, ...content } = body;
  const isUpToDate = hasContent(request, content);
  return explainFailure(
    workflow,
    async () => {
      await checkReady(context, workflow, { ...request, draft: body });
      return requestApproval(context, workflow, { ...request, ...(!isUpToDate && { overwriteWith: body }) });
    },
    ({ outcome }) =>
      outcome === "unknown"
        ? `It is not known whether the request ${request.id} was submitted: run createAndSubmit again, which reads it first`
        : `The draft ${request.id} was not submitted: correct the cause and run createAndSubmit again, or delete the draft`,
  );
}

/** Whether a value that was read contains everything that is given; fields that are not given can have any value. */
function hasContent(read: unknown, given: unknown): boolean {
  if (given === undefined) return true;
  if (Array.isArray(given))
    return (
      Array.isArray(read) &&
      read.length === given.length &&
      given.every((each, index) => hasContent(read[index], each))
    );
  if (!isObject(given)) return read === given;
  return (
    isObject(read) &&
    Object.entries(given).every(([name, value]) => hasContent(Reflect.get(read, name), value))
  );
}

/** Runs a step of `createAndSubmit`; an error says what exists after it. */
async function explainFailure<Result>(
  { options: { signal } }: Workflow,
  run: () => Promise<Result>,
  describe: (error: RegError) => string,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    // The reason of the caller's signal stays unchanged, whatever it is.
    if (RegError.is(error) && error !== signal?.reason) addToMessage(error, describe(error));
    throw error;
  }
}
