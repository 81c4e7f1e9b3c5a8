import { isObject } from "../../base/json.js";
import { changedLine, type LineChanges } from "../../domain/lines/line.js";
import { phaseOfStatus } from "../../domain/phases/phases.js";
import { checkApproval, withLine } from "../../domain/rules/approval.js";
import type { ApprovalContext } from "../../domain/rules/approval-input.js";
import { isCancelled, type RequestDraft } from "../../domain/rules/draft.js";
import { ruleViolation } from "../../domain/rules/violation.js";
import { isReadingCode } from "../../domain/vocabulary.js";
import { RegError, RegInputError } from "../../errors/errors.js";
import { custom, optionsSchema, trueOrFalse } from "../../errors/input.js";
import type { Violation } from "../../errors/problem.js";
import type { RuleId } from "../../errors/rules.js";
import type {
  Component,
  ComponentInput,
  Contract,
  ServiceRequest,
  ServiceRequestOverwrite,
} from "../../generated/supplier/models.js";
import type { CallOptions } from "../../http/call/options.js";
import { callFields } from "../../http/option-schemas.js";
import { isUnknownOrRejected, reconcileAfter } from "../reconcile.js";
import { findLine, sendLine, withChanged } from "./change-line.js";
import type { Turns } from "./turns.js";
import type { WorkflowContext } from "./types.js";
import { endLine, noSuchLine } from "./withdraw-line.js";
import { knownOption, rejectIfAny, requirePossible, Workflow, waivedRules, withoutWaived } from "./workflow.js";

/** The options of `submit`. `deadline` limits all of its calls together. */
export interface SubmitOptions extends CallOptions, Pick<ApprovalContext, "allowIncomplete" | "known"> {
  /**
   * Rules of `checkApproval` that are not enforced: the request is sent although it breaks them, and the service
   * decides. docs/errors.md lists all. Default: none.
   */
  readonly waive?: readonly RuleId[] | undefined;
}

/** The schemas of the options of `submit`. */
export const submitFields = {
  ...callFields,
  known: knownOption,
  allowIncomplete: trueOrFalse,
  waive: waivedRules,
};

const submitOptions = optionsSchema<SubmitOptions>(submitFields);

/** Sends a request to the lessor, if it meets all requirements. */
export async function submit(
  context: WorkflowContext,
  { id }: { readonly id: string },
  options: SubmitOptions,
): Promise<ServiceRequest> {
  const workflow = Workflow.begin(context, options, submitOptions);
  const request = await workflow.call((options) => context.requests.get(id, options));
  requirePossible(request, "submit");
  await checkReady(context, workflow, { ...request, draft: request, fromService: true });
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
  /**
   * The changes of lines, by the id of each line: they are checked with all rules before anything is sent. A denied
   * line that is changed is not cancelled. Default: none.
   */
  readonly lines?: Readonly<Record<string, Omit<LineChanges, "id">>> | undefined;
}

const resubmitOptions = optionsSchema<ResubmitOptions>({
  ...submitFields,
  cancelDenied: trueOrFalse,
  lines: custom(
    (value) => isObject(value) && Object.values(value).every(isObject),
    "must be an object with the changes of each line by its id",
  ),
});

/** Asks the lessor again. The request is checked as it will be, before anything is changed. */
export async function resubmit(
  context: WorkflowContext,
  { id, turns }: { readonly id: string; readonly turns: Turns },
  options: ResubmitOptions,
): Promise<ServiceRequest> {
  const workflow = Workflow.begin(context, options, resubmitOptions);
  rejectRepeated(workflow.options);
  return turns.take(id, workflow, () => changeAndAsk(context, workflow, id));
}

async function changeAndAsk(
  context: WorkflowContext,
  workflow: Workflow<ResubmitOptions>,
  id: string,
): Promise<ServiceRequest> {
  const request = await workflow.call((options) => context.requests.get(id, options));
  requirePossible(request, "resubmit");
  const changes = updateLines(request, workflow.options);
  const changed = changes.map(({ line }) => line);
  const others = request.components.filter((line) => !changed.some(({ id }) => id === line.id));
  const denied = workflow.options.cancelDenied === true ? others.filter(isDenied) : [];
  const components = withChanged(request, changed).map((line) =>
    denied.some(({ id }) => id === line.id) ? { ...line, status: { code: "Cancelled" } } : line,
  );
  await checkReady(context, workflow, { ...request, draft: { ...request, components }, fromService: true });
  const done: string[] = [];
  return workflow.explainFailure(
    async () => {
      // One after the other, so that after a crash the next run can do what is left.
      for (const { line, before } of changes) {
        const send = async (options: CallOptions) => {
          const { location, body } = await context.requests.components.put(id, line.id, line, options);
          return location !== undefined || body !== undefined;
        };
        await sendLine(context, workflow, { id, line, before, send });
        done.push(`The line ${line.id} was changed`);
      }
      for (const line of denied) {
        await endLine(context, workflow, { requestId: id, lineId: line.id, end: "cancelled" });
        done.push(`The line ${line.id} was cancelled`);
      }
      return requestApproval(context, workflow, { id, status: done.length > 0 ? "Modified" : request.status });
    },
    (error) => describeDone(done, error, "call resubmit again with the same options"),
  );
}

/** Says what a workflow has changed before it failed, and what to do next. An archived request cannot be changed. */
export function describeDone(done: readonly string[], error: RegError, next: string): string[] {
  const isOver = done.length === 0 || RegError.is(error, "archived");
  return isOver ? [...done] : [...done, `To do the rest, ${next}`];
}

/** @throws RegInputError if two ids are those of one line: they differ in upper and lower case only */
function rejectRepeated({ lines = {} }: ResubmitOptions): void {
  const seen = new Map<string, string>();
  for (const id of Object.keys(lines)) {
    const first = seen.get(id.toLowerCase());
    if (first !== undefined) throw new RegInputError(`lines.${id}`, `must be left out: ${first} is the same line`);
    seen.set(id.toLowerCase(), id);
  }
}

interface LineChange {
  readonly before: Component;
  readonly line: ComponentInput;
}

/**
 * Makes the lines that are sent for those that change.
 *
 * @throws RegPreconditionError for an id of no line, and for a cancelled line, which cannot be changed (assumed)
 * @throws RegInputError for a change that a line cannot have
 */
function updateLines(request: ServiceRequest, { lines = {}, waive = [] }: ResubmitOptions): LineChange[] {
  const found = Object.entries(lines).map(([id, update]) => ({ id, before: findLine(request, id), update }));
  const violations = found.flatMap(({ id, before }) => {
    if (before === undefined) return [noSuchLine(`lines.${id}`, id)];
    return isCancelled(before) && !waive.includes("line-cancelled")
      ? [cancelledLine(`lines.${id}`, request, before)]
      : [];
  });
  rejectIfAny(violations);
  return found.flatMap(({ id, before, update }) =>
    before === undefined ? [] : [{ before, line: changedLine(before, update, (name) => `lines.${id}.${name}`) }],
  );
}

function cancelledLine(field: string, { components }: ServiceRequest, line: Component): Violation {
  const description = "The line is cancelled: add a new line instead.";
  return withLine(ruleViolation({ rule: "line-cancelled", field, description }), components.indexOf(line), line);
}

function isDenied({ reg, status: { code } }: Component): boolean {
  return (code === "Denied" || code === "CancellationDenied") && !isReadingCode(reg?.code);
}

interface DraftToCheck extends Pick<ApprovalContext, "openRequests" | "activeLessors" | "fromService"> {
  readonly draft: RequestDraft;
  readonly licensePlate: string;
  /** Undefined before the request exists. */
  readonly lessorId?: number;
  /** Finds the violations of further rules. Default: none. */
  readonly checkContract?: (contract: Contract) => Violation[];
}

/**
 * Reads the contract and the allowed components, which must not be cached (supplier-api.md §2.5, §8), and checks a
 * request against them. For a request that exists, the lookups of its lessor apply (§4.3).
 *
 * @throws RegPreconditionError with every violated rule
 */
export async function checkReady(
  { kind, contracts, activeContracts }: WorkflowContext,
  workflow: Workflow<SubmitOptions>,
  { draft, licensePlate, lessorId, openRequests, activeLessors, fromService, checkContract = () => [] }: DraftToCheck,
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
  const facts = { kind, contract, allowedComponents, openRequests, activeLessors, fromService };
  const { waive } = workflow.options;
  const further = withoutWaived(checkContract(contract), { waive });
  rejectIfAny([...further, ...checkUnwaived(draft, facts, workflow.options)]);
}

/** Checks a request without the rules that the caller waives. */
export function checkUnwaived(
  draft: RequestDraft,
  facts: ApprovalContext,
  { known, allowIncomplete, waive }: SubmitOptions,
): Violation[] {
  return withoutWaived(checkApproval(draft, { ...facts, known, allowIncomplete }), { waive });
}

interface ApprovalRequest extends Pick<ServiceRequest, "id" | "status"> {
  /** The new content of a draft. Default: it stays as it is. */
  readonly overwriteWith?: ServiceRequestOverwrite | undefined;
}

/**
 * Sends a request to the lessor. If that fails, it reads the request's status, because the response may be lost or
 * another caller may have sent the request.
 */
export function requestApproval(
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
  // Only the lessor sets the statuses of Response and Invoicing but this one, to which changes by the supplier lead.
  if (now === before || now === "Modified") return false;
  return ["Lessor", "Response", "Invoicing"].includes(phaseOfStatus(now) ?? "");
}
