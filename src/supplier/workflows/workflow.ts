import { phaseOf } from "../../domain/phases/phases.js";
import { closedBy, type PhaseAction, type RequestState } from "../../domain/phases/possible-actions.js";
import type { ApprovalContext } from "../../domain/rules/approval-input.js";
import type { Known } from "../../domain/rules/draft.js";
import { phaseViolations } from "../../domain/rules/phase.js";
import { ruleViolation } from "../../domain/rules/violation.js";
import { type Outcome, RegError, RegPreconditionError, RegTimeoutError } from "../../errors/errors.js";
import { checkInput, custom, optionsSchema } from "../../errors/input.js";
import { addToMessage } from "../../errors/messages.js";
import type { Violation } from "../../errors/problem.js";
import { type RuleId, rules } from "../../errors/rules.js";
import type { ServiceRequest } from "../../generated/supplier/models.js";
import { type CallOptions, partOfWorkflow, type WorkflowCallOptions } from "../../http/call/options.js";
import { callOptions } from "../../http/option-schemas.js";
import type { WorkflowContext } from "./types.js";

interface WorkflowOptions extends CallOptions, Pick<ApprovalContext, "known"> {}

/** One run of a workflow: its options and the time that remains. `createWorkflows` adds its name to its errors. */
export class Workflow<Options extends WorkflowOptions = CallOptions> {
  readonly options: Options;
  readonly #context: WorkflowContext;
  readonly #endsAt: number;

  private constructor(options: Options, context: WorkflowContext, endsAt: number) {
    this.options = options;
    this.#context = context;
    this.#endsAt = endsAt;
  }

  /**
   * Begins a workflow and its deadline.
   *
   * @param schema the options that the workflow has. Default: those of a call
   * @throws RegInputError for an option that cannot be used
   */
  static begin<Options extends WorkflowOptions>(
    context: WorkflowContext,
    options: Options,
    schema = callOptions,
  ): Workflow<Options> {
    checkInput(schema, options);
    return new Workflow(options, context, context.startedAt + (options.deadline ?? Number.POSITIVE_INFINITY));
  }

  /** The same workflow, which ends by another signal. */
  withSignal(signal: AbortSignal): Workflow<Options> {
    return new Workflow({ ...this.options, signal }, this.#context, this.#endsAt);
  }

  /**
   * Makes a call with the options of the workflow and the time that remains until its deadline.
   *
   * @throws RegTimeoutError that names the whole deadline, if no time remains; and the other errors of the call
   */
  async call<Result>(send: (options: CallOptions) => Promise<Result>): Promise<Result> {
    const { signal, timeout, priority, retry, headers, deadline } = this.options;
    const remaining = Math.ceil(this.#endsAt - this.#context.clock.monotonic());
    if (deadline !== undefined && remaining <= 0) throw overdueError(deadline);
    const options: WorkflowCallOptions = {
      ...{ signal, timeout, priority, retry, headers, [partOfWorkflow]: {} },
      ...(deadline !== undefined && { deadline: remaining }),
    };
    try {
      return await send(options);
    } catch (error) {
      // The reason of the caller's signal stays unchanged, whatever it is.
      if (!RegError.is(error) || error === signal?.reason) throw error;
      const isOwnDeadline = deadline !== undefined && RegError.is(error, "timeout") && error.limit === "deadline";
      throw isOwnDeadline ? overdueError(deadline, error) : error;
    }
  }

  /**
   * Calls `listener` with an error when the deadline has passed. Returns a function that removes the listener.
   *
   * @param outcome `unknown` if calls of another caller may have sent something for this one
   */
  whenOverdue(listener: (error: RegTimeoutError) => void, outcome?: Outcome): () => void {
    const { deadline = Number.POSITIVE_INFINITY } = this.options;
    if (deadline === Number.POSITIVE_INFINITY) return () => {};
    const end = () => listener(overdueError(deadline, undefined, outcome));
    return this.#context.clock.schedule(end, this.#endsAt - this.#context.clock.monotonic());
  }

  /** Calls `listener` with the reason when the signal of the workflow is aborted. Returns a function that removes it. */
  onAbort(listener: (reason: unknown) => void): () => void {
    return this.#context.inFlight.onAbort(this.options.signal, listener);
  }

  /**
   * Makes several reads at the same time. If one fails, the others are cancelled, so that none outlives the workflow.
   */
  async readTogether<Results>(read: (options: CallOptions) => Promise<Results>): Promise<Results> {
    const reads = new AbortController();
    const unlisten = this.onAbort((reason) => reads.abort(reason));
    try {
      return await this.call((options) => read({ ...options, signal: reads.signal }));
    } catch (error) {
      reads.abort(error);
      throw error;
    } finally {
      unlisten();
    }
  }

  /**
   * Runs a step. If it fails, `describe` returns what its error should also say, such as what exists after it. The
   * reason of the caller's signal stays unchanged, whatever it is.
   */
  async explainFailure<Result>(
    run: () => Promise<Result>,
    describe: (error: RegError) => string | readonly string[],
  ): Promise<Result> {
    try {
      return await run();
    } catch (error) {
      if (RegError.is(error) && error !== this.options.signal?.reason)
        for (const sentence of [describe(error)].flat()) addToMessage(error, sentence);
      throw error;
    }
  }
}

/** @param during the error of the call that was in flight, which only names the time that remained for it */
function overdueError(
  limitMs: number,
  during?: RegTimeoutError,
  outcome: Outcome | undefined = during?.outcome,
): RegTimeoutError {
  const { operationId, attempts = [], retryAfterMs } = during ?? {};
  const lack = during === undefined ? "no time for its next call" : "too little time for this call";
  const wait = retryAfterMs === undefined ? "" : `, which cannot start within ${retryAfterMs} ms`;
  const advice =
    outcome === "unknown"
      ? "The service may have processed the call: read the current state before you run the workflow again, with a longer `deadline`"
      : "Run the workflow again with a longer `deadline`";
  const error = new RegTimeoutError(
    `the deadline of ${limitMs} ms for the whole workflow left ${lack}${wait}. ${advice}`,
    { operationId, outcome, cause: during, limit: "deadline", limitMs, retryAfterMs },
  );
  error.attempts = attempts;
  return error;
}

/** @throws RegPreconditionError if there are violations */
export function rejectIfAny(violations: readonly Violation[]): void {
  if (violations.length > 0) throw new RegPreconditionError(violations);
}

/** @throws RegPreconditionError `RULE-PHASE` if an action is not possible on a request; undefined: it is archived */
export function requirePossible(request: RequestState | undefined, action: PhaseAction): void {
  rejectIfAny(phaseViolations(request === undefined ? "Archived" : phaseOf(request), action));
  const reason = request && closedBy(request);
  if (reason !== undefined) rejectIfAny([closedViolations[reason]]);
}

const closedViolations = {
  invoicing: ruleViolation({
    rule: "already-invoiced",
    field: "invoicing",
    description:
      "The request is already invoiced, so it can no longer be changed, and no reason for not invoicing it can be set. Credit the invoice once the request is archived.",
  }),
  readOnly: ruleViolation({
    rule: "read-only",
    field: "readOnly",
    description:
      "The request is read-only. That it cannot be changed follows from the name of the field; the reference does not show what it forbids. If you know better, use the operations instead of the workflow.",
  }),
} as const;

/** The error for a request that has an invoice, although its amounts do not show one. */
export const alreadyInvoiced = closedViolations.invoicing;

/** Reads a request; returns undefined if it is archived and therefore can no longer be read. */
export async function readUnlessArchived(
  { requests }: WorkflowContext,
  workflow: Workflow,
  id: string,
): Promise<ServiceRequest | undefined> {
  try {
    return await workflow.call((options) => requests.get(id, options));
  } catch (error) {
    if (RegError.is(error, "archived")) return undefined;
    throw error;
  }
}

const stringList = custom(
  (value) => Array.isArray(value) && value.every((each) => typeof each === "string"),
  "must be a list of texts",
);

/** The option `waive`, which several workflows have. */
export const waivedRules = custom(
  (value) => Array.isArray(value) && value.every((rule) => Object.hasOwn(rules, rule)),
  'must be a list of rules, such as "partial-vin"; docs/errors.md lists them',
);

/** The violations of rules that the caller does not waive. */
export function withoutWaived(
  violations: readonly Violation[],
  { waive = [] }: { readonly waive?: readonly RuleId[] | undefined },
): Violation[] {
  return violations.filter(({ rule }) => !waive.includes(rule));
}

/** The option `known`, which several workflows have. */
export const knownOption = optionsSchema<Known>({
  rentalCodes: stringList,
  repeatableCodes: stringList,
  warranties: stringList,
  leniencies: stringList,
});
